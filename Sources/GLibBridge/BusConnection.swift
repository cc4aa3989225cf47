// A D-Bus connection: calls, signals, names. GDBus reads on its own thread; every callback runs on the main loop.
import CNotify

public typealias BusError = BridgeError

public struct BusSignal: Hashable, Sendable {
  /// The sender's unique name; empty on a connection without a bus.
  public let sender: String
  public let path: String
  public let interface: String
  public let member: String
  public let arguments: [BusValue]
}

/// A subscription, a watched or owned name, or a registered object; ends it when cancelled or released.
public final class BusRegistration: Sendable {
  private let end: @Sendable () -> Void
  private let ended = Flag()

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// When called on the main thread, no callbacks follow. Further calls are no-ops.
  public func cancel() { if ended.raise() { end() } }

  deinit { cancel() }
}

@MainActor public final class BusConnection {
  public enum Bus: Hashable, Sendable {
    case session
    case system
    /// A D-Bus address such as `unix:path=/tmp/bus`: a private connection to the bus there.
    case address(String)
  }

  let link: BusLink
  /// Unanswered incoming calls, by caller.
  let calls = WorkQueue<String>()

  init(_ link: BusLink) { self.link = link }

  /// - Parameter onClosed: called once when the connection is closed: `remote` if the bus closed it, with the reason.
  public func watchClosed(
    _ onClosed: @escaping @MainActor (_ remote: Bool, _ error: BusError?) -> Void
  ) -> BusRegistration {
    let handler = cn_connect_closed(
      link.pointer, connectionClosed, Box<ClosedHandler>(onClosed).retained(), releaseBoxOfClosure)
    return BusRegistration { [link] in g_signal_handler_disconnect(gpointer(link.pointer), handler) }
  }

  /// Connects without blocking and without a time limit: `completion` never runs if the bus accepts the connection and
  /// then stays silent. Else it runs once, in a later turn of the loop; it gets one sentence when there is no such bus.
  ///
  /// The session and the system bus are the process's shared connections. These are created at once, before another
  /// thread can ask for them: GDBus reports "closed" to the loop of the thread that created the connection.
  public static func connect(_ bus: Bus, completion: @escaping @MainActor (Result<BusConnection, BusError>) -> Void) {
    let isPrivate = if case .address = bus { true } else { false }
    let data = Box<Connecting>((completion, isPrivate)).retained()
    switch bus {
    case .session: g_bus_get(G_BUS_TYPE_SESSION, nil, connected, data)
    case .system: g_bus_get(G_BUS_TYPE_SYSTEM, nil, connected, data)
    case .address(let address):
      g_dbus_connection_new_for_address(address.forC, BusLink.clientFlags, nil, nil, connected, data)
    }
  }

  /// This connection's unique name, such as ":1.42".
  public var uniqueName: String { String(orEmpty: g_dbus_connection_get_unique_name(link.pointer)) }

  /// The GUID of the bus, which changes when the bus restarts.
  public var guid: String { String(cString: g_dbus_connection_get_guid(link.pointer)) }

  public var isClosed: Bool { g_dbus_connection_is_closed(link.pointer).isTrue }

  /// Calls `completion` when everything that was sent has left the process; never, if the bus hangs and its buffer is
  /// full.
  public func flush(completion: @escaping @MainActor () -> Void) {
    let data = Box<@MainActor () -> Void>(completion).retained()
    g_dbus_connection_flush(
      link.pointer, nil, { _, _, data in Box<@MainActor () -> Void>.taking(data)?() }, data)
  }

  /// G_MAXINT, which GDBus treats as no limit.
  public static let noLimitMs = Int32.max

  /// Calls a method; `completion` runs exactly once, in a later turn of the loop.
  /// - reply: the type that the answer must have, such as `(s)`; nil accepts any.
  /// - timeoutMs: -1 is GDBus's default, 25 s; `noLimitMs` waits until the other side answers or is gone.
  /// - autoStart: whether the bus may start a service for the call.
  /// - descriptors: file descriptors, indexed by the handles in the arguments. The caller still closes them.
  public func call(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    reply: String? = nil, timeoutMs: Int32 = -1, autoStart: Bool = true, descriptors: [Int32] = [],
    completion: @escaping @MainActor (Result<[BusValue], BusError>) -> Void
  ) {
    do throws(BusError) {
      try Self.checkNames(destination: destination, path: path, interface: interface, member: method)
      let body = try BusValue.tuple(arguments).makeVariant()
      let flags = autoStart ? CN_DBUS_CALL_FLAGS_NONE : CN_DBUS_CALL_FLAGS_NO_AUTO_START
      if let reply, !g_variant_type_string_is_valid(reply.forC).isTrue {
        throw BusError(message: "\"\(reply)\" is not a type.")
      }
      let replyType = reply.flatMap { g_variant_type_new($0.forC) }
      defer { if let replyType { g_variant_type_free(replyType) } }
      let list = try Self.list(descriptors)
      defer { if let list { g_object_unref(gpointer(list)) } }
      let data = Box<CallCompletion>(completion).retained()
      body.lend {
        g_dbus_connection_call_with_unix_fd_list(
          link.pointer, destination.isEmpty ? nil : destination.forC, path.forC, interface.forC, method.forC, $0,
          replyType, flags, timeoutMs, list, nil, callFinished, data)
      }
    } catch {
      enqueueOnMain { completion(.failure(error)) }
    }
  }

  /// Copies of these descriptors, in the same order; nil if there are none.
  private static func list(_ descriptors: [Int32]) throws(BusError) -> UnsafeMutablePointer<GUnixFDList>? {
    guard !descriptors.isEmpty, let list = g_unix_fd_list_new() else { return nil }
    for descriptor in descriptors {
      var error: UnsafeMutablePointer<GError>?
      guard g_unix_fd_list_append(list, descriptor, &error) >= 0 else {
        g_object_unref(gpointer(list))
        throw BusError(taking: error)
      }
    }
    return list
  }

  /// Sends a signal to one destination, or to all.
  /// - Throws: when an argument or name is not valid, or the connection is closed.
  public func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [], to destination: String? = nil
  ) throws(BusError) {
    try Self.checkNames(destination: destination ?? "", path: path, interface: interface, member: member)
    let body = try BusValue.tuple(arguments).makeVariant()
    try succeeding { error in
      body.lend {
        g_dbus_connection_emit_signal(
          link.pointer, destination?.forC, path.forC, interface.forC, member.forC, $0, &error)
      }
    }
  }

  /// Subscribes to the signals that match all arguments; nil matches everything.
  public func subscribe(
    sender: String? = nil, interface: String? = nil, member: String? = nil, path: String? = nil, arg0: String? = nil,
    _ handler: @escaping @MainActor (BusSignal) -> Void
  ) -> BusRegistration {
    let arrived: GDBusSignalCallback = { _, sender, path, interface, member, arguments, data in
      Box<SignalHandler>.at(data)?(
        BusSignal(
          sender: String(orEmpty: sender), path: String(orEmpty: path), interface: String(orEmpty: interface),
          member: String(orEmpty: member), arguments: BusValue.arguments(of: arguments)))
    }
    let id = g_dbus_connection_signal_subscribe(
      link.pointer, sender?.forC, interface?.forC, member?.forC, path?.forC, arg0?.forC, CN_DBUS_SIGNAL_FLAGS_NONE,
      arrived, Box<SignalHandler>(handler).retained(), releaseBox)
    return BusRegistration { [link] in g_dbus_connection_signal_unsubscribe(link.pointer, id) }
  }

  /// Throws for invalid names, for which GDBus would only log a critical message.
  static func checkNames(destination: String, path: String, interface: String, member: String) throws(BusError) {
    func require(_ holds: gboolean, _ what: String) throws(BusError) {
      if !holds.isTrue { throw BusError(message: what + ".") }
    }
    if !destination.isEmpty { try require(g_dbus_is_name(destination.forC), "\"\(destination)\" is not a bus name") }
    try require(g_variant_is_object_path(path.forC), "\"\(path)\" is not an object path")
    try require(g_dbus_is_interface_name(interface.forC), "\"\(interface)\" is not an interface name")
    try require(g_dbus_is_member_name(member.forC), "\"\(member)\" is not a member name")
  }
}

private typealias Connecting = (completion: @MainActor (Result<BusConnection, BusError>) -> Void, isPrivate: Bool)
private typealias CallCompletion = @MainActor (Result<[BusValue], BusError>) -> Void
private typealias SignalHandler = @MainActor (BusSignal) -> Void
typealias ClosedHandler = @MainActor (Bool, BusError?) -> Void

private func connected(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
  guard let (completion, isPrivate) = Box<Connecting>.taking(data) else { return }
  let finish = isPrivate ? g_dbus_connection_new_for_address_finish : g_bus_get_finish
  let link = Result { () throws(BusError) -> BusLink in
    BusLink(taking: try throwing { finish(result, &$0) }, isPrivate: isPrivate)
  }
  MainActor.assumeIsolated { completion(link.map { BusConnection($0) }) }
}

private func callFinished(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
  guard let completion = Box<CallCompletion>.taking(data) else { return }
  let outcome = Result { () throws(BusError) -> [BusValue] in
    let reply = try throwing { g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &$0) }
    return Variant(taking: reply).lend { BusValue.arguments(of: $0) }
  }
  MainActor.assumeIsolated { completion(outcome) }
}

private func connectionClosed(
  _ connection: OpaquePointer?, _ remote: gboolean, _ error: UnsafeMutablePointer<GError>?, _ data: gpointer?
) {
  guard let handler = Box<ClosedHandler>.at(data) else { return }
  let reason = error.map { BusError(taking: g_error_copy($0)) }
  // GDBus calls this on the thread that created the connection. Any thread may have created a shared connection.
  enqueueOnMain { handler(remote.isTrue, reason) }
}

/// Owns a reference to a `GDBusConnection`, which any thread may use and release.
final class BusLink: @unchecked Sendable {
  let pointer: OpaquePointer
  private let isPrivate: Bool
  private let longMessagesFilter: guint

  static let clientFlags = GDBusConnectionFlags(
    rawValue: CN_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | CN_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)

  /// Takes over a reference. Turns off GDBus's default, which exits the process when the bus goes.
  init(taking made: OpaquePointer, isPrivate: Bool) {
    pointer = made
    self.isPrivate = isPrivate
    longMessagesFilter = watchLongMessages(made)
    g_dbus_connection_set_exit_on_close(made, gfalse)
  }

  deinit {
    g_dbus_connection_remove_filter(pointer, longMessagesFilter)
    // GDBus's thread keeps its own reference, so a private connection must be closed explicitly.
    if isPrivate { g_dbus_connection_close(pointer, nil, nil, nil) }
    g_object_unref(gpointer(pointer))
  }
}
