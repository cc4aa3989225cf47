// Returns memory to the system: after a burst of long bus messages, clients or work, and while the daemon is idle
// (docs/decisions/0006). The C library would keep freed memory.
import CNotify
import Glibc

/// Releases memory after each long message, also one that nobody wants: GDBus reads them all.
/// - Returns: the number of the filter, by which it is removed.
func watchLongMessages(_ connection: OpaquePointer) -> guint {
  // On GDBus's thread.
  let filter: GDBusMessageFilterFunction = { _, message, isIncoming, _ in
    if isIncoming.isTrue, let message, let body = g_dbus_message_get_body(message),
      g_variant_get_size(body) > BusMethodCall.longest
    {
      enqueueOnMain { HeapRelease.soon() }
    }
    return message
  }
  return g_dbus_connection_add_filter(connection, filter, nil, nil)
}

@MainActor enum HeapRelease {
  /// Minimum number of clients or pieces of work; fewer are not worth a wake-up.
  nonisolated static let burstSize = 8
  /// Delay in milliseconds, long enough for a burst to be answered.
  private static let delayMs = 500

  private static var timer: Timeout?
  private static var isDueAgain = false

  /// Releases memory soon, at most twice a second, and once after the last call.
  static func soon() {
    isDueAgain = timer != nil
    if isDueAgain { return }
    timer = Timeout(milliseconds: delayMs) {
      timer = nil
      malloc_trim(0)
      if isDueAgain { soon() }
    }
  }
}

public enum IdlePages {
  /// Unmaps the executable's code from this process's page tables, and returns free heap memory to the system.
  ///
  /// Code that is needed later is mapped again from the page cache, without reading the disk. The pages are read-only,
  /// so nothing is lost.
  public static func release() {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let begin = (Int(bitPattern: cn_code_begin()) + page - 1) / page * page
    let end = Int(bitPattern: cn_code_end()) / page * page
    if begin < end, let code = UnsafeMutableRawPointer(bitPattern: begin) {
      _ = madvise(code, end - begin, MADV_DONTNEED)
    }
    malloc_trim(0)
  }

  /// Returns blocks above 256 KiB to the system when freed; by default the C library raises this limit to the largest
  /// block ever freed. Lets all threads share one heap, so that little free memory is kept (mallopt(3)). Call it before
  /// starting threads.
  public static func keepHeapShort() {
    mallopt(M_MMAP_THRESHOLD, 256 * 1024)
    mallopt(M_ARENA_MAX, 1)
  }
}
