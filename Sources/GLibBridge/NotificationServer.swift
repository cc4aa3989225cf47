// The notification server on libnotify's connection: its identity, its capabilities, and when it appears and vanishes.
//
// It may be used only on libnotify's thread, which the parameter `loop` enforces. Calls GDBus directly, because
// notify_get_server_info hides errors and does not check the reply.
import CNotify

public struct NotificationServerIdentity: Sendable, Equatable {
  /// From `GetServerInformation`, as sent.
  public var name: String
  public var vendor: String
  public var version: String
  /// From `GetCapabilities`: `actions`, `body-markup`, …
  public var capabilities: [String]
}

/// Why a call failed, with a sentence for the user.
public struct NotificationError: Error, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The name has no owner, and the bus could start none.
    case noServer
    /// There is no session bus, or it went away.
    case noBus
    /// The server did not answer in time (25 s).
    case timedOut
    /// The reply is not that of the specification.
    case badReply
    case refused
  }

  public var kind: Kind
  public var sentence: String

  public init(kind: Kind, sentence: String) { (self.kind, self.sentence) = (kind, sentence) }

  init(_ error: BridgeError) {
    kind = Self.kind(of: error)
    let what =
      switch kind {
      case .noServer: "No notification server is running"
      case .noBus: "The session bus cannot be reached"
      case .timedOut: "The notification server does not answer"
      case .badReply: "The notification server's answer cannot be read"
      case .refused: "The notification server refused the notification"
      }
    sentence = "\(what) (\(error.message))."
  }

  /// `GLibBridge.throwing` with the error as a `NotificationError`.
  static func throwing<Value>(
    _ call: (inout UnsafeMutablePointer<GError>?) -> Value?
  ) throws(NotificationError) -> Value {
    do throws(BridgeError) { return try GLibBridge.throwing(call) } catch { throw NotificationError(error) }
  }

  private static func kind(of error: BridgeError) -> Kind {
    let code = UInt32(bitPattern: error.code)
    if error.domain == String(orEmpty: g_quark_to_string(g_dbus_error_quark())) {
      switch GDBusError(rawValue: code) {
      case G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_SPAWN_EXEC_FAILED,
        G_DBUS_ERROR_SPAWN_CHILD_EXITED, G_DBUS_ERROR_SPAWN_CHILD_SIGNALED, G_DBUS_ERROR_SPAWN_FAILED:
        return .noServer
      case G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT: return .timedOut
      case G_DBUS_ERROR_DISCONNECTED, G_DBUS_ERROR_NO_SERVER: return .noBus
      default: return .refused
      }
    }
    guard error.domain == String(orEmpty: g_quark_to_string(g_io_error_quark())) else { return .refused }
    switch GIOErrorEnum(rawValue: code) {
    case G_IO_ERROR_TIMED_OUT: return .timedOut
    case G_IO_ERROR_CLOSED: return .noBus
    case G_IO_ERROR_INVALID_ARGUMENT: return .badReply
    default: return .refused
    }
  }
}

public final class NotificationServer {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let connection: OpaquePointer
  private let ledger: NotificationLedger
  private let filter: UInt32
  private var watch: UInt32 = 0

  /// Connects to the session bus (the one connection that libnotify uses too) and names the program to libnotify.
  /// - Parameter loop: woken when `takeLateReplies` has replies.
  public init(programName: String, loop: NotificationLoop) throws(NotificationError) {
    do throws(NotificationError) {
      connection = try NotificationError.throwing { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &$0) }
    } catch { throw NotificationError(kind: .noBus, sentence: error.sentence) }
    // By default GLib exits the process when the bus goes, before anything is stored.
    g_dbus_connection_set_exit_on_close(connection, 0)
    ledger = NotificationLedger(onLate: loop.waker())
    filter = ledger.add(to: connection)
    _ = notify_init(programName)
  }

  deinit {
    g_dbus_connection_remove_filter(connection, filter)
    if watch != 0 { g_bus_unwatch_name(watch) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Calls `onOwner` with the server's unique name now and whenever it changes; nil when nobody owns the name.
  public func watchOwner(_ onOwner: @escaping (String?) -> Void) {
    watch = watchNameOwner(of: Self.name, connection, onOwner)
  }

  /// The GUID of the bus, which changes when the bus restarts.
  public var busGUID: String { String(cString: g_dbus_connection_get_guid(connection)) }

  /// Marks this thread's last call as timed out: a reply that still arrives is a late reply.
  /// - Returns: the call's serial, as in the late reply.
  @discardableResult public func abandonLastCall() -> UInt32 {
    let call = g_dbus_connection_get_last_serial(connection)
    ledger.abandon(call)
    return call
  }

  /// The replies that arrived after a timeout; the server is alive again.
  public func takeLateReplies() -> [LateReply] { ledger.take() }

  /// Drops pending calls, because the server that owed the replies is gone.
  public func forgetCalls() { ledger.forget() }

  /// Sends `CloseNotification` without waiting for the reply: for an id without a `Notification`, and for a hanging
  /// server. It stays in order with the other calls.
  public func close(_ id: UInt32) {
    Self.close(id, at: Self.name, connection)
    g_dbus_connection_flush_sync(connection, nil, nil)
  }

  /// The same from any thread, also while libnotify's thread is blocked in a call. Never blocks, even if the bus hangs.
  /// - Parameters:
  ///   - owner: the server's unique name; the same id on another server may belong to another program.
  ///   - guid: the GUID of the bus.
  public static func close(_ id: UInt32, shownBy owner: String, onBus guid: String) {
    // The process's shared connection, which exists already.
    guard !owner.isEmpty, let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    if String(cString: g_dbus_connection_get_guid(connection)) == guid { close(id, at: owner, connection) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  private static func close(_ id: UInt32, at server: String, _ connection: OpaquePointer) {
    var argument = g_variant_new_uint32(id)
    g_dbus_connection_call(
      connection, server, path, name, "CloseNotification", g_variant_new_tuple(&argument, 1), nil,
      CN_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
  }

  /// Asks for the server's identity and capabilities. Starts an activatable server. Blocks for up to 25 s.
  public func identity() throws(NotificationError) -> NotificationServerIdentity {
    let information = try call("GetServerInformation", reply: "(ssss)").map { $0.text ?? "" }
    let capabilities = try call("GetCapabilities", reply: "(as)").first?.elements ?? []
    return NotificationServerIdentity(
      name: information[0], vendor: information[1], version: information[2],
      capabilities: capabilities.compactMap(\.text))
  }

  /// The current owner's unique name; nil if there is none. The bus answers, not the server.
  public func currentOwner() -> String? {
    var argument = g_variant_new_string(Self.name)
    let result = g_dbus_connection_call_sync(
      connection, BusDaemon.name, BusDaemon.path, BusDaemon.name, "GetNameOwner",
      g_variant_new_tuple(&argument, 1), nil, CN_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
    return uniqueName(result.flatMap { Variant(taking: $0).lend { BusValue.arguments(of: $0).first?.text } })
  }

  private func call(_ method: String, reply: String) throws(NotificationError) -> [BusValue] {
    let result = try NotificationError.throwing { error in
      withVariantType(reply) {
        g_dbus_connection_call_sync(
          connection, Self.name, Self.path, Self.name, method, nil, $0, CN_DBUS_CALL_FLAGS_NONE, -1, nil, &error)
      }
    }
    return Variant(taking: result).lend { BusValue.arguments(of: $0) }
  }
}

@available(*, unavailable)
extension NotificationServer: Sendable {}
