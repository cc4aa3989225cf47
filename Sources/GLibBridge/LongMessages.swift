// What long messages of a bus needed goes back to the system: GDBus reads each on its own thread, whether anybody wants
// it or not, and the C library keeps what was let go.
import CNotify

@MainActor enum LongMessages {
  /// From how many bytes on a message counts: longer than any that makes sense.
  nonisolated static let longest = BusMethodCall.longest
  /// By then a message has been answered.
  private static let restMs = 500

  private static var rest: Timeout?
  private static var hasMore = false

  /// Looks at each message that comes, until the filter with this number is removed.
  nonisolated static func watch(_ connection: OpaquePointer) -> guint {
    g_dbus_connection_add_filter(connection, messageCame, nil, nil)
  }

  /// However many come, memory is given back twice a second, and once more after the last one.
  fileprivate static func came() {
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
    enqueueOnMain { LongMessages.came() }
  }
  return message
}
