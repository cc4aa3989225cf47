// A D-Bus connection: calls, signals, names. GDBus reads on its own thread; every callback runs on the main loop.
import CNotify

public typealias BusError = BridgeError

/// A received signal.
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
  private let ended = Once()

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// When called on the main thread, no callbacks follow. Further calls are no-ops.
  public func cancel() {
    if ended.first() { end() }
  }

  deinit { cancel() }
}

@MainActor public final class BusConnection {
  public enum Bus: Hashable, Sendable {
    case session
    case system
    /// A D-Bus address such as `unix:path=/tmp/bus`: a private connection to the bus there.
    case address(String)
  }

  /// Called once when the connection is closed: `remote` if the bus closed it, with the reason.
  public var onClosed: (@MainActor (_ remote: Bool, _ error: BusError?) -> Void)?

  let link: BusLink
  /// Unanswered incoming calls, by caller.
  let calls = WorkQueue<String>()

  /// Connects; blocks until the bus has answered. The session and the system bus are the process's shared connections,
  /// which GApplication uses too.
  /// - Throws: one sentence, when there is no such bus.
  public convenience init(_ bus: Bus) throws(BusError) { self.init(try BusLink(bus)) }

  init(_ link: BusLink) {
    self.link = link
    link.watchClosed { [weak self] remote, error in
      self?.onClosed?(remote, error)
      self?.onClosed = nil
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
    g_dbus_connection_flush(link.pointer, nil, flushed, Box<@MainActor () -> Void>(completion).retained())
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
  private static func list(
    _ descriptors: [Int32]
  ) throws(BusError) -> UnsafeMutablePointer<GUnixFDList>? {
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
    var error: UnsafeMutablePointer<GError>?
    let sent = body.lend {
      g_dbus_connection_emit_signal(link.pointer, destination?.forC, path.forC, interface.forC, member.forC, $0, &error)
    }
    if !sent.isTrue { throw BusError(taking: error) }
  }

  /// Subscribes to the signals that match all arguments; nil matches everything.
  public func subscribe(
    sender: String? = nil, interface: String? = nil, member: String? = nil, path: String? = nil, arg0: String? = nil,
    _ handler: @escaping @MainActor (BusSignal) -> Void
  ) -> BusRegistration {
    let id = g_dbus_connection_signal_subscribe(
      link.pointer, sender?.forC, interface?.forC, member?.forC, path?.forC, arg0?.forC, CN_DBUS_SIGNAL_FLAGS_NONE,
      signalArrived, Box<SignalHandler>(handler).retained(), releaseBox)
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

private typealias CallCompletion = @MainActor (Result<[BusValue], BusError>) -> Void
private typealias SignalHandler = @MainActor (BusSignal) -> Void
private typealias ClosedHandler = @MainActor (Bool, BusError?) -> Void

private func callFinished(
  _ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?
) {
  guard let completion = Box<CallCompletion>.taking(data) else { return }
  var error: UnsafeMutablePointer<GError>?
  let reply = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
  let outcome: Result<[BusValue], BusError>
  if let reply {
    outcome = .success(Variant(taking: reply).lend { BusValue.arguments(of: $0) })
  } else {
    outcome = .failure(BusError(taking: error))
  }
  MainActor.assumeIsolated { completion(outcome) }
}

private func flushed(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
  guard let completion = Box<@MainActor () -> Void>.taking(data) else { return }
  MainActor.assumeIsolated { completion() }
}

private func signalArrived(
  _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ interface: UnsafePointer<CChar>?, _ member: UnsafePointer<CChar>?, _ arguments: OpaquePointer?, _ data: gpointer?
) {
  guard let handler = Box<SignalHandler>.at(data) else { return }
  let signal = BusSignal(
    sender: String(orEmpty: sender), path: String(orEmpty: path), interface: String(orEmpty: interface),
    member: String(orEmpty: member), arguments: BusValue.arguments(of: arguments))
  MainActor.assumeIsolated { handler(signal) }
}

private func connectionClosed(
  _ connection: OpaquePointer?, _ remote: gboolean, _ error: UnsafeMutablePointer<GError>?, _ data: gpointer?
) {
  guard let handler = Box<ClosedHandler>.at(data) else { return }
  let reason = error.map { BusError(copying: $0) }
  // GDBus calls this on the thread that created the connection. Any thread may have created a shared connection.
  enqueueOnMain { handler(remote.isTrue, reason) }
}

/// Owns a reference to a `GDBusConnection`, which any thread may use and release.
final class BusLink: @unchecked Sendable {
  let pointer: OpaquePointer
  private let isPrivate: Bool
  private var closedHandler: gulong = 0
  /// The number of the filter.
  private let longMessages: guint

  static let clientFlags = GDBusConnectionFlags(
    rawValue: CN_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | CN_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)

  convenience init(_ bus: BusConnection.Bus) throws(BusError) {
    var error: UnsafeMutablePointer<GError>?
    let made: OpaquePointer?
    let isPrivate: Bool
    switch bus {
    case .session: (made, isPrivate) = (g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error), false)
    case .system: (made, isPrivate) = (g_bus_get_sync(G_BUS_TYPE_SYSTEM, nil, &error), false)
    case .address(let address):
      made = g_dbus_connection_new_for_address_sync(address.forC, Self.clientFlags, nil, nil, &error)
      isPrivate = true
    }
    guard let made else { throw BusError(taking: error) }
    self.init(taking: made, isPrivate: isPrivate)
  }

  /// Takes over a reference. Turns off GDBus's default, which exits the process when the bus goes.
  init(taking made: OpaquePointer, isPrivate: Bool) {
    pointer = made
    self.isPrivate = isPrivate
    longMessages = watchLongMessages(made)
    g_dbus_connection_set_exit_on_close(made, gfalse)
  }

  @MainActor func watchClosed(_ handler: @escaping @MainActor (Bool, BusError?) -> Void) {
    closedHandler = cn_connect_closed(
      pointer, connectionClosed, Box<ClosedHandler>(handler).retained(), releaseBoxOfClosure)
  }

  deinit {
    g_dbus_connection_remove_filter(pointer, longMessages)
    if closedHandler != 0 { g_signal_handler_disconnect(gpointer(pointer), closedHandler) }
    // GDBus's thread keeps its own reference, so a private connection must be closed explicitly.
    if isPrivate { g_dbus_connection_close(pointer, nil, nil, nil) }
    g_object_unref(gpointer(pointer))
  }
}
