// Returns memory to the system after a burst of long bus messages, clients or work, because the C library keeps freed
// memory.
import CNotify

/// Releases memory after each long message, also one that nobody wants: GDBus reads them all.
/// - Returns: the number of the filter, by which it is removed.
func watchLongMessages(_ connection: OpaquePointer) -> guint {
  g_dbus_connection_add_filter(connection, messageArrived, nil, nil)
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
    if !isDueAgain { startTimer() }
  }

  private static func startTimer() {
    timer = Timeout(milliseconds: delayMs) {
      timer = nil
      IdlePages.releaseHeap()
      if isDueAgain {
        isDueAgain = false
        startTimer()
      }
    }
  }
}

/// Called on GDBus's thread.
private func messageArrived(
  _ connection: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
  if isIncoming.isTrue, let message, let body = g_dbus_message_get_body(message),
    g_variant_get_size(body) > BusMethodCall.longest
  {
    enqueueOnMain { HeapRelease.soon() }
  }
  return message
}
