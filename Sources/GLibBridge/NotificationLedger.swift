// Records calls to the notification server, and the replies that arrive after libnotify's timeout (25 s). A server that
// hung shows the notification late, and only the late reply has its id.
//
// A filter sees every message on GDBus's thread; libnotify's thread reads the records. The connection is the process's
// shared one, so the filter sees other threads' calls too. So an abandoned call is identified by its serial.
import CNotify
import Synchronization

/// A reply after the timeout: the server is alive again.
public struct LateReply: Sendable, Equatable {
  /// The serial of the answered call.
  public var call: UInt32
  /// The id that a `Notify` returned; nil for another call or an error.
  public var id: UInt32?
}

final class NotificationLedger: Sendable {
  private struct Call {
    var serial: UInt32
    /// Replies to other calls can be numbers too, but not card ids.
    var isNotify = false
    /// The id of the card that this `Notify` replaces; 0 for none.
    var replaces: UInt32 = 0
    var isAbandoned = false
    /// A reply that arrived before the call was known to be abandoned.
    var reply: LateReply?
    /// The reply was an error, which the caller received; it may report another server's timeout.
    var isRefused = false
  }

  private struct State {
    /// Oldest first.
    var calls: [Call] = []
    var late: [LateReply] = []

    func index(_ serial: UInt32) -> Int? { calls.lastIndex { $0.serial == serial } }

    mutating func add(_ call: Call) {
      // Drop finished calls first; a caller rarely gives up one this old.
      if calls.count >= NotificationLedger.limit { calls.remove(at: calls.firstIndex { !$0.isAbandoned } ?? 0) }
      calls.append(call)
    }
  }

  /// Bounds the calls that a server never answers; at most one is sent per minute.
  private static let limit = 64
  private static let interface = "org.freedesktop.Notifications"

  private let state = Mutex(State())
  private let onLate: @Sendable () -> Void

  /// - Parameter onLate: called on any thread when there is a late reply to take.
  init(onLate: @escaping @Sendable () -> Void) { self.onLate = onLate }

  /// Records the messages of a connection and drops outdated ones, until the filter of this number is removed.
  func add(to connection: OpaquePointer) -> UInt32 {
    let filter: GDBusMessageFilterFunction = { _, message, isIncoming, data in
      guard let message, let ledger = Box<NotificationLedger>.at(data) else { return message }
      if !isIncoming.isTrue {
        ledger.sent(message)
      } else if ledger.isOutdated(message) {
        g_object_unref(gpointer(message))
        return nil
      } else {
        ledger.received(message)
      }
      return message
    }
    return g_dbus_connection_add_filter(connection, filter, Box(self).retained(), releaseBox)
  }

  /// Marks a call as timed out. A reply that has arrived in the meantime becomes a late reply.
  func abandon(_ serial: UInt32) {
    let isLate = state.withLock { state in
      guard let index = state.index(serial) else {
        // The call is of another interface; or the bus hangs, and GDBus has not sent it yet.
        state.add(Call(serial: serial, isAbandoned: true))
        return false
      }
      guard let reply = state.calls[index].reply else {
        state.calls[index].isAbandoned = true
        return false
      }
      guard !state.calls.remove(at: index).isRefused else { return false }
      state.late.append(reply)
      return true
    }
    if isLate { onLate() }
  }

  /// The late replies since the last call, oldest first.
  func take() -> [LateReply] {
    state.withLock { state in
      defer { state.late = [] }
      return state.late
    }
  }

  /// Drops all calls, because an earlier server's replies will not come.
  func forget() { state.withLock { $0 = State() } }

  // MARK: On GDBus's thread

  private func sent(_ message: OpaquePointer) {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      String(orEmpty: g_dbus_message_get_interface(message)) == Self.interface
    else { return }
    let serial = g_dbus_message_get_serial(message)
    let isNotify = String(orEmpty: g_dbus_message_get_member(message)) == "Notify"
    let replaces = isNotify ? number(message, of: "(susssasa{sv}i)", at: 1) ?? 0 : 0
    state.withLock { state in
      if let index = state.index(serial) {
        (state.calls[index].isNotify, state.calls[index].replaces) = (isNotify, replaces)
      } else {
        state.add(Call(serial: serial, isNotify: isNotify, replaces: replaces))
      }
    }
  }

  /// Whether the message reports the closing of a card that a `Notify` is about to replace. libnotify would handle it
  /// after the reply, and apply it to the new card, which has the same id.
  private func isOutdated(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL,
      String(orEmpty: g_dbus_message_get_interface(message)) == Self.interface,
      String(orEmpty: g_dbus_message_get_member(message)) == "NotificationClosed",
      let id = number(message, of: "(uu)", at: 0), id != 0
    else { return false }
    return state.withLock { state in
      state.calls.contains { $0.replaces == id && $0.reply == nil && !$0.isAbandoned }
    }
  }

  private func received(_ message: OpaquePointer) {
    let type = g_dbus_message_get_message_type(message)
    guard type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN || type == G_DBUS_MESSAGE_TYPE_ERROR else { return }
    let serial = g_dbus_message_get_reply_serial(message)
    let isLate = state.withLock { state in
      guard let index = state.index(serial) else { return false }
      let reply = LateReply(call: serial, id: state.calls[index].isNotify ? number(message, of: "(u)", at: 0) : nil)
      guard state.calls[index].isAbandoned else {
        state.calls[index].reply = reply
        state.calls[index].isRefused = type == G_DBUS_MESSAGE_TYPE_ERROR
        return false
      }
      state.calls.remove(at: index)
      state.late.append(reply)
      return true
    }
    if isLate { onLate() }
  }

  /// A number in the body; nil if the body is of another type.
  private func number(_ message: OpaquePointer, of type: String, at index: Int) -> UInt32? {
    guard let body = g_dbus_message_get_body(message), String(orEmpty: g_variant_get_type_string(body)) == type
    else { return nil }
    return Variant(taking: g_variant_get_child_value(body, gsize(index))).lend { g_variant_get_uint32($0) }
  }
}
