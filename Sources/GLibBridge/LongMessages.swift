// Returns the memory of bursts to the system, as the C library keeps freed memory: long bus messages, which GDBus reads
// on its own thread, wanted or not, crowds of clients, and work that waited for a thread.
import CNotify

@MainActor enum LongMessages {
  /// Minimum size in bytes of a long message; longer than any useful one.
  nonisolated static let longest = BusMethodCall.longest
  /// Looks at each message that comes, until the filter with this number is removed.
  nonisolated static func watch(_ connection: OpaquePointer) -> guint {
    g_dbus_connection_add_filter(connection, messageCame, nil, nil)
  }
}

/// Gives back the memory of a burst: long messages, many clients, or many pieces of work.
@MainActor enum HeapRelease {
  /// Fewer leave nothing that is worth a wake-up.
  nonisolated static let many = 8
  /// Delay after which what came has been answered.
  private static let restMs = 500

  private static var rest: Timeout?
  private static var hasMore = false

  /// Releases memory soon, at most twice a second, and once after the last call.
  static func soon() {
    hasMore = rest != nil
    if !hasMore { wait() }
  }

  private static func wait() {
    rest = Timeout(milliseconds: restMs) {
      rest = nil
      IdlePages.releaseHeap()
      if hasMore {
        hasMore = false
        wait()
      }
    }
  }
}

/// Called on GDBus's thread.
private func messageCame(
  _ connection: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
  if isIncoming.isTrue, let message, let body = g_dbus_message_get_body(message),
    g_variant_get_size(body) > LongMessages.longest
  {
    enqueueOnMain { HeapRelease.soon() }
  }
  return message
}
