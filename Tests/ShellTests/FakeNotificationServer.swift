// A notification server of our own, on a private bus and its own thread: it writes down what it is asked, and
// misbehaves as real ones do. The island's tests see the whole path through libnotify and the bus.
import CNotify
import GLibBridge
import Synchronization

/// A fake `org.freedesktop.Notifications`. Every call is one line of `log`, which can be read aloud.
final class FakeNotificationServer: Sendable {
  struct Behaviour: Sendable {
    var name = "Xfce Notify Daemon"
    var vendor = "Xfce"
    var version = "0.7.3"
    var capabilities = ["actions", "body", "body-markup"]
    /// `NotificationClosed(2)` follows each `ActionInvoked`, resident or not.
    var closesOnClick = true
    /// Every signal is sent twice.
    var doublesSignals = false
    /// `Notify` gets no answer until `answerHeldCalls`.
    var hangsInNotify = false
    var returnsIDZero = false
    /// `Notify` is answered with this error text.
    var error: String?
    /// `NotificationClosed` with this reason is sent right after the answer to `Notify`.
    var closesAtOnce: UInt32?
  }

  struct State {
    var behaviour = Behaviour()
    var log: [String] = []
    /// Hints, icon and body of the last `Notify`, as GVariant text.
    var details = ""
    var lastID: UInt32 = 0
  }

  let state = Mutex(State())
  private nonisolated(unsafe) let connection: OpaquePointer
  private nonisolated(unsafe) var held: [OpaquePointer] = []

  private static let busName = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Connects to the bus and serves on a thread of its own; owns the name only after `appear`.
  init(address: String) {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)!
    let ready = Ready()
    let thread = NotificationThread(name: "fake server") { [self] loop in
      register()
      loop.run { ready.set() }
    }
    _ = thread
    ready.wait()
  }

  var log: [String] { state.withLock { $0.log } }
  var details: String { state.withLock { $0.details } }
  var lastID: UInt32 { state.withLock { $0.lastID } }

  func behave(_ change: (inout Behaviour) -> Void) { state.withLock { change(&$0.behaviour) } }
  func forgetLog() { state.withLock { $0.log = [] } }

  func appear() { callBus("RequestName", [g_variant_new_string(Self.busName), g_variant_new_uint32(4)]) }
  func disappear() { callBus("ReleaseName", [g_variant_new_string(Self.busName)]) }

  /// What the person does: presses a button of the last card, or sends it away.
  func press(_ key: String) {
    let (id, behaviour) = state.withLock { ($0.lastID, $0.behaviour) }
    for _ in 0..<(behaviour.doublesSignals ? 2 : 1) {
      emit("ActionInvoked", [g_variant_new_uint32(id), g_variant_new_string(key)])
    }
    if behaviour.closesOnClick { sendClosed(id, reason: 2) }
  }

  func sendClosed(_ id: UInt32, reason: UInt32) {
    for _ in 0..<(state.withLock { $0.behaviour.doublesSignals } ? 2 : 1) {
      emit("NotificationClosed", [g_variant_new_uint32(id), g_variant_new_uint32(reason)])
    }
  }

  /// Answers every `Notify` that was left without one.
  func answerHeldCalls() {
    let calls = state.withLock { _ in
      defer { held = [] }
      return held
    }
    for call in calls { reply(call, [g_variant_new_uint32(77)]) }
  }

  // MARK: The bus

  private static let interface = """
    <node><interface name='org.freedesktop.Notifications'>
    <method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>
    <arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>
    <method name='CloseNotification'><arg type='u' direction='in'/></method>
    <method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/>
    <arg type='s' direction='out'/><arg type='s' direction='out'/></method>
    <method name='GetCapabilities'><arg type='as' direction='out'/></method>
    </interface></node>
    """

  private func register() {
    let node = g_dbus_node_info_new_for_xml(Self.interface, nil)
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, parameters, invocation, data in
      let server = Unmanaged<FakeNotificationServer>.fromOpaque(data!).takeUnretainedValue()
      server.answer(String(cString: method!), parameters!, invocation!)
    }
    g_dbus_connection_register_object(
      connection, Self.path, g_dbus_node_info_lookup_interface(node, Self.busName), &table,
      Unmanaged.passRetained(self).toOpaque(), nil, nil)
  }

  private func answer(_ method: String, _ parameters: OpaquePointer, _ call: OpaquePointer) {
    let behaviour = state.withLock { $0.behaviour }
    switch method {
    case "Notify": answerNotify(parameters, call, behaviour)
    case "CloseNotification":
      let id = g_variant_get_uint32(child(parameters, 0))
      note("close \(id)")
      reply(call, [])
      if id == lastID { sendClosed(id, reason: 3) }
    case "GetCapabilities":
      var items: [OpaquePointer?] = behaviour.capabilities.map { g_variant_new_string($0) }
      reply(call, [g_variant_new_array(g_variant_type_new("s"), &items, gsize(items.count))])
    default:
      let texts = [behaviour.name, behaviour.vendor, behaviour.version, "1.2"]
      reply(call, texts.map { g_variant_new_string($0) })
    }
  }

  private func answerNotify(_ parameters: OpaquePointer, _ call: OpaquePointer, _ behaviour: Behaviour) {
    let replaces = g_variant_get_uint32(child(parameters, 1))
    let actions = texts(child(parameters, 5))
    let labels = stride(from: 1, to: actions.count, by: 2).map { actions[$0] }.joined(separator: " ")
    let id = state.withLock { state in
      if replaces == 0 { state.lastID += 1 }
      state.details = [2, 4, 6, 7].map { printed(child(parameters, $0)) }.joined(separator: " ")
      return replaces == 0 ? state.lastID : replaces
    }
    note("notify \(replaces) → \(id): \(text(child(parameters, 3))) [\(labels)]")
    if let error = behaviour.error {
      g_dbus_method_invocation_return_dbus_error(call, "org.example.Refused", error)
    } else if behaviour.hangsInNotify {
      state.withLock { _ in held.append(call) }
    } else {
      reply(call, [g_variant_new_uint32(behaviour.returnsIDZero ? 0 : id)])
      if let reason = behaviour.closesAtOnce { sendClosed(id, reason: reason) }
    }
  }

  private func note(_ line: String) {
    state.withLock { $0.log.append(line) }
    g_main_context_wakeup(nil)
  }

  private func reply(_ call: OpaquePointer, _ values: [OpaquePointer?]) {
    var values = values
    g_dbus_method_invocation_return_value(call, g_variant_new_tuple(&values, gsize(values.count)))
  }

  private func emit(_ signal: String, _ values: [OpaquePointer?]) {
    var values = values
    g_dbus_connection_emit_signal(
      connection, nil, Self.path, Self.busName, signal, g_variant_new_tuple(&values, gsize(values.count)), nil)
  }

  private func callBus(_ method: String, _ values: [OpaquePointer?]) {
    var values = values
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
      g_variant_new_tuple(&values, gsize(values.count)), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
    g_variant_unref(reply)
  }

  private func child(_ value: OpaquePointer, _ index: Int) -> OpaquePointer {
    g_variant_get_child_value(value, gsize(index))
  }
  private func text(_ value: OpaquePointer) -> String { String(cString: g_variant_get_string(value, nil)) }
  private func texts(_ value: OpaquePointer) -> [String] {
    (0..<Int(g_variant_n_children(value))).map { text(child(value, $0)) }
  }
  private func printed(_ value: OpaquePointer) -> String { String(cString: g_variant_print(value, 0)) }
}

/// One moment that another thread waits for.
private final class Ready: Sendable {
  private nonisolated(unsafe) let queue = g_async_queue_new()

  func set() { g_async_queue_push(queue, Unmanaged.passUnretained(self).toOpaque()) }
  func wait() { _ = g_async_queue_pop(queue) }
}
