// A notification server of our own, on a private bus and its own thread: it writes down what it is asked, and
// misbehaves as real ones do. The island's tests see the whole path through libnotify and the bus.
import CNotify
import Synchronization
import Testing

/// A fake `org.freedesktop.Notifications`. Every call is one readable line of `log`.
package final class FakeNotificationServer: Sendable {
  struct State {
    var screen: FakeScreen
    var log: [String] = []
    /// Hints, icon and body of the last `Notify`, as GVariant text.
    var details = ""
    var application = ""
    var lastID: UInt32 = 0
    /// Number of `Notify` calls that failed with a timeout.
    var unanswered = 0
    /// The sound of each accepted `Notify`: a sound's name, `silent`, or `as ever`.
    var heard: [String] = []
    /// It owns the name.
    var isThere = false
    /// Plasma's `Inhibited`.
    var isInhibited = false
  }

  let state: Mutex<State>
  private let now: @Sendable () -> Int
  private nonisolated(unsafe) let connection: OpaquePointer?
  /// Pending answers, the oldest first.
  private nonisolated(unsafe) var held: [() -> Void] = []

  private static let busName = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Connects to the bus and serves on a thread of its own; owns the name only after `appear`.
  /// - Parameter now: the time in milliseconds, for expiry.
  package init(address: String, now: @escaping @Sendable () -> Int) {
    self.now = now
    state = Mutex(State(screen: FakeScreen(.xfce)))
    let flags = GDBusConnectionFlags(
      rawValue: CN_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | CN_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    if connection == nil { Issue.record("the fake notification server does not reach the bus at '\(address)'") }
    _ = ServerThread(name: "fake server") { [self] in register() }
  }

  package var log: [String] { state.withLock { $0.log } }
  package var details: String { state.withLock { $0.details } }
  package var unanswered: Int { state.withLock { $0.unanswered } }
  package var heard: [String] { state.withLock { $0.heard } }
  package var isThere: Bool { state.withLock { $0.isThere } }
  package var lastID: UInt32 { state.withLock { $0.lastID } }
  /// The visible popups, topmost first, as `Focus [Pause Skip]`.
  package var visible: [String] { state.withLock { $0.screen.visible } }
  package var visibleIDs: [UInt32] { state.withLock { $0.screen.popups.filter(\.isVisible).map(\.id) } }
  /// The entries of the server's list.
  package var listed: [String] { state.withLock { $0.screen.listed } }
  /// Whether GNOME would stop drawing its list.
  package var isListBroken: Bool { state.withLock { $0.screen.isListBroken } }
  /// The popups that will never be visible.
  package var lost: [String] { state.withLock { $0.screen.lost } }
  /// The application name of the last `Notify`.
  package var application: String { state.withLock { $0.application } }
  package var bodies: [String] { state.withLock { $0.screen.popups.filter(\.isVisible).map(\.body) } }
  package var owner: String { String(cString: g_dbus_connection_get_unique_name(connection)) }
  package var busGUID: String { String(cString: g_dbus_connection_get_guid(connection)) }

  /// A newly started server.
  package func become(_ behaviour: ServerBehaviour) { state.withLock { $0.screen = FakeScreen(behaviour) } }
  package func behave(_ change: (inout ServerBehaviour) -> Void) { state.withLock { change(&$0.screen.behaviour) } }
  package func forgetLog() { state.withLock { ($0.log, $0.heard, $0.unanswered) = ([], [], 0) } }

  package func appear() {
    callBus("RequestName", [g_variant_new_string(Self.busName), g_variant_new_uint32(4)])
    state.withLock { $0.isThere = true }
  }
  package func disappear() {
    callBus("ReleaseName", [g_variant_new_string(Self.busName)])
    state.withLock { $0.isThere = false }
  }

  // MARK: What a person and other programs do

  /// Clicks a button, or the text of the card.
  package func click(_ label: String?, on title: String? = nil) {
    let now = now()
    send(state.withLock { $0.screen.click(label, on: title, at: now) })
  }

  package func dismiss(_ title: String? = nil, reason: UInt32) {
    send(state.withLock { $0.screen.dismiss(title, reason: reason) })
  }

  /// Shows a notification of another program, or of an earlier process of ours.
  package func showForeign(_ title: String, expiry: Int32 = 5000) -> UInt32 {
    let call = FakeNotify(replaces: 0, title: title, body: "", icon: "", actions: [], urgency: 1, expiry: expiry)
    let now = now()
    guard case .id(let id) = state.withLock({ $0.screen.notify(call, at: now) }) else { return 0 }
    return id
  }

  /// Begins or ends do-not-disturb, with Plasma's signal.
  package func inhibit(_ isInhibited: Bool) {
    state.withLock { $0.isInhibited = isInhibited }
    var none: [OpaquePointer?] = []
    let changed = g_variant_new_array(g_variant_type_new("{sv}"), &none, 0)
    var names: [OpaquePointer?] = [g_variant_new_string("Inhibited")]
    let invalidated = g_variant_new_array(g_variant_type_new("s"), &names, 1)
    emit(
      "PropertiesChanged", [g_variant_new_string(Self.busName), changed, invalidated],
      of: "org.freedesktop.DBus.Properties")
  }

  package func timePassed() {
    let now = now()
    send(state.withLock { $0.screen.pass(to: now) })
  }

  // MARK: What a server may send out of turn

  package func press(_ key: String) { sendAction(lastID, key) }
  package func sendAction(_ id: UInt32, _ key: String) { send([.action(id, key)]) }
  package func sendClosed(_ id: UInt32, reason: UInt32) { send([.closed(id, reason)]) }
  package func sendNonsense() {
    emit("ActionInvoked", [g_variant_new_string("x"), g_variant_new_uint32(1)])
    emit("NotificationClosed", [g_variant_new_string("x")])
    emit("ActivationToken", [g_variant_new_uint32(lastID), g_variant_new_string("token")])
  }

  private func send(_ signals: [FakeScreen.Signal]) {
    for signal in signals {
      switch signal {
      case .action(let id, let key): emit("ActionInvoked", [g_variant_new_uint32(id), g_variant_new_string(key)])
      case .closed(let id, let reason):
        emit("NotificationClosed", [g_variant_new_uint32(id), g_variant_new_uint32(reason)])
      }
    }
  }

  /// Answers all pending calls.
  package func answerHeldCalls() { while answerOldestCall() {} }

  /// Answers the oldest pending call.
  /// - Returns: whether there was one.
  @discardableResult package func answerOldestCall() -> Bool {
    guard let next = state.withLock({ _ in held.isEmpty ? nil : held.removeFirst() }) else { return false }
    next()
    return true
  }

  private func hold(_ rest: @escaping () -> Void) { state.withLock { _ in held.append(rest) } }

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
    <property name='Inhibited' type='b' access='read'/>
    </interface></node>
    """

  private func register() {
    let node = g_dbus_node_info_new_for_xml(Self.interface, nil)
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, parameters, invocation, data in
      guard let data, let method, let parameters, let invocation else { return }
      let server = Unmanaged<FakeNotificationServer>.fromOpaque(data).takeUnretainedValue()
      server.answer(String(cString: method), parameters, invocation)
    }
    table.get_property = { _, _, _, _, _, _, data in
      guard let data else { return nil }
      let server = Unmanaged<FakeNotificationServer>.fromOpaque(data).takeUnretainedValue()
      return g_variant_new_boolean(server.state.withLock(\.isInhibited) ? 1 : 0)
    }
    g_dbus_connection_register_object(
      connection, Self.path, g_dbus_node_info_lookup_interface(node, Self.busName), &table,
      Unmanaged.passRetained(self).toOpaque(), nil, nil)
  }

  private func answer(_ method: String, _ parameters: OpaquePointer, _ call: OpaquePointer) {
    let behaviour = state.withLock { $0.screen.behaviour }
    switch method {
    case "Notify" where behaviour.late == .deed: hold { [self] in answerNotify(parameters, call, behaviour) }
    case "Notify": answerNotify(parameters, call, behaviour)
    case "CloseNotification" where behaviour.late == .deed: hold { [self] in answerClose(parameters, call, behaviour) }
    case "CloseNotification": answerClose(parameters, call, behaviour)
    case "GetCapabilities":
      var items: [OpaquePointer?] = behaviour.capabilities.map { g_variant_new_string($0) }
      reply(call, [g_variant_new_array(g_variant_type_new("s"), &items, gsize(items.count))])
    default:
      let texts = [behaviour.name, behaviour.vendor, behaviour.version, "1.2"]
      reply(call, texts.map { g_variant_new_string($0) })
    }
  }

  private func answerClose(_ parameters: OpaquePointer, _ call: OpaquePointer, _ behaviour: ServerBehaviour) {
    let id = g_variant_get_uint32(child(parameters, 0))
    note("close \(id)")
    let signals = state.withLock { $0.screen.close(id) }
    if behaviour.late == .answer { hold { [self] in reply(call, []) } } else { reply(call, []) }
    send(signals)
  }

  private func answerNotify(_ parameters: OpaquePointer, _ call: OpaquePointer, _ behaviour: ServerBehaviour) {
    let notify = read(parameters)
    let now = now()
    let labels = notify.actions.map(\.label).joined(separator: " ")
    let hints = printed(child(parameters, 6))
    if refuses(notify, hints, call, behaviour) { return }
    if let reason = behaviour.closesBeforeAnswer {
      send(state.withLock { $0.screen.lose(notify.replaces, reason: reason) })
    }
    let outcome = state.withLock { state in
      state.details = [2, 4, 6, 7].map { printed(child(parameters, $0)) }.joined(separator: " ")
      let outcome = state.screen.notify(notify, at: now)
      if case .id(let id) = outcome {
        (state.lastID, state.application) = (id, notify.application)
        state.heard.append(sound(child(parameters, 6)))
      }
      return outcome
    }
    guard case .id(var id) = outcome else {
      note("notify \(notify.replaces) refused: \(notify.title)")
      return g_dbus_method_invocation_return_dbus_error(call, "org.example.Refused", "\(outcome)")
    }
    if behaviour.liesAboutIDs { id += 100 }
    // Before it is logged, because a test may answer as soon as it reads the log.
    let isHeld = behaviour.hangsInNotify || behaviour.late == .answer
    if isHeld { hold { [self] in reply(call, [g_variant_new_uint32(id)]) } }
    let silence = hints.contains("suppress-sound") ? "" : notify.urgency == 0 ? ", LOW" : ""
    let kind = notify.isTransient ? ", transient" : ""
    note("notify \(notify.replaces) → \(id): \(notify.title) [\(labels)]\(silence)\(kind)")
    if behaviour.answersWrongTypes {
      // Bypasses GDBus's type check, like a faulty server.
      let message = g_dbus_message_new_method_reply(g_dbus_method_invocation_get_message(call))
      g_dbus_message_set_body(message, g_variant_new_tuple([g_variant_new_string("one")], 1))
      g_dbus_connection_send_message(connection, message, GDBusSendMessageFlags(rawValue: 0), nil, nil)
    } else if !isHeld {
      reply(call, [g_variant_new_uint32(behaviour.returnsIDZero ? 0 : id)])
      if let reason = behaviour.closesAtOnce { sendClosed(id, reason: reason) }
    }
    send(state.withLock { $0.screen.takeEvicted() })
  }

  /// Answers with an error, if configured.
  private func refuses(
    _ notify: FakeNotify, _ hints: String, _ call: OpaquePointer, _ behaviour: ServerBehaviour
  ) -> Bool {
    if let error = behaviour.error, !behaviour.errorOnlyForHints || hints.contains("suppress-sound") {
      note("notify \(notify.replaces) refused: \(notify.title)")
      g_dbus_method_invocation_return_dbus_error(call, "org.example.Refused", error)
      return true
    }
    guard behaviour.givesNoReply else { return false }
    state.withLock { $0.unanswered += 1 }
    g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.DBus.Error.NoReply", "too late")
    return true
  }

  private func sound(_ hints: OpaquePointer) -> String {
    let silence = g_variant_lookup_value(hints, "suppress-sound", g_variant_type_new("b"))
    let category = g_variant_lookup_value(hints, "category", g_variant_type_new("s")).map { text($0) }
    if let name = g_variant_lookup_value(hints, "sound-name", g_variant_type_new("s")) {
      return text(name) + (silence == nil ? "" : ", and silent")
    }
    let isSilent = silence.map { g_variant_get_boolean($0) != 0 } ?? false
    return (isSilent ? "silent" : "as ever") + (category == "x-gnome.music" ? ", as music" : "")
  }

  private func read(_ parameters: OpaquePointer) -> FakeNotify {
    let actions = texts(child(parameters, 5))
    let hints = child(parameters, 6)
    let urgency = g_variant_lookup_value(hints, "urgency", g_variant_type_new("y")).map { g_variant_get_byte($0) }
    let value = g_variant_lookup_value(hints, "value", nil)
    // −1 stands for a value of another type.
    let number = value.map { String(cString: g_variant_get_type_string($0)) == "i" ? g_variant_get_int32($0) : -1 }
    return FakeNotify(
      replaces: g_variant_get_uint32(child(parameters, 1)), title: text(child(parameters, 3)),
      body: text(child(parameters, 4)), icon: text(child(parameters, 2)),
      actions: stride(from: 0, to: actions.count - 1, by: 2).map { (key: actions[$0], label: actions[$0 + 1]) },
      urgency: urgency ?? 1, expiry: g_variant_get_int32(child(parameters, 7)), value: number,
      application: text(child(parameters, 0)),
      isTransient: g_variant_lookup_value(hints, "transient", g_variant_type_new("b")) != nil)
  }

  private func note(_ line: String) {
    state.withLock { $0.log.append(line) }
    g_main_context_wakeup(nil)
  }

  private func reply(_ call: OpaquePointer, _ values: [OpaquePointer?]) {
    var values = values
    g_dbus_method_invocation_return_value(call, g_variant_new_tuple(&values, gsize(values.count)))
  }

  private func emit(_ signal: String, _ values: [OpaquePointer?], of interface: String = busName) {
    var values = values
    g_dbus_connection_emit_signal(
      connection, nil, Self.path, interface, signal, g_variant_new_tuple(&values, gsize(values.count)), nil)
  }

  private func callBus(_ method: String, _ values: [OpaquePointer?]) {
    var values = values
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
      g_variant_new_tuple(&values, gsize(values.count)), nil, CN_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
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
