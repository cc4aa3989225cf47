// Returns memory to the system after a burst of long bus messages, clients or work, because the C library keeps freed
// memory.
import CNotify

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
  /// By then the burst has been answered.
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
