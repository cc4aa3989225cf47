// A tray on a private bus: the watcher and the host in one process, as every panel has them.
import GLibBridge
import Testing

/// What owns `org.kde.StatusNotifierWatcher`, under names of its own too if a test gives them.
@MainActor package final class FakeTray {
  package static let watcher = "org.kde.StatusNotifierWatcher"
  package static let item = "org.kde.StatusNotifierItem"

  package let bus: BusConnection
  package private(set) var registered: [String] = []
  /// It has not refused one.
  package private(set) var hasItem = false
  /// Items are not answered; they wait for ever.
  package var isHung = false
  package var refuses = false
  /// What the item said, as `Member(argument, …)`.
  package private(set) var signals: [String] = []
  private var hasHost: Bool
  private var object: BusRegistration?
  private var names: [BusRegistration] = []
  private var subscription: BusRegistration?
  private var unanswered: [BusMethodCall] = []

  package init(_ address: String, hasHost: Bool = true) throws {
    (bus, self.hasHost) = (try BusConnection.open(.address(address)), hasHost)
    object = try bus.register(
      "/StatusNotifierWatcher", Self.watcher,
      xml: Introspection.xml([
        Self.watcher: [
          "RegisterStatusNotifierItem s", "IsStatusNotifierHostRegistered: b", "!StatusNotifierHostRegistered",
          "!StatusNotifierHostUnregistered", "!StatusNotifierItemUnregistered s",
        ]
      ]),
      BusHandlers(call: { [weak self] in self?.register($0) }, get: { [weak self] _ in .bool(self?.hasHost ?? false) }))
    subscription = bus.subscribe(interface: Self.item, path: "/StatusNotifierItem") { [weak self] signal in
      self?.signals.append("\(signal.member)(\(signal.arguments.compactMap(\.text).joined(separator: ", ")))")
    }
  }

  private func register(_ call: BusMethodCall) {
    registered.append(call.arguments[at: 0]?.text ?? "")
    if isHung { return unanswered.append(call) }
    if refuses { return refuse(call) }
    hasItem = true
    call.reply()
  }

  private func refuse(_ call: BusMethodCall) { call.fail("org.freedesktop.DBus.Error.Failed", "No more items.") }

  /// It hangs no longer, and refuses what it has not answered.
  package func refuseUnanswered() {
    isHung = false
    unanswered.forEach(refuse)
    unanswered = []
  }

  package func appear(with others: [String] = []) {
    names = (others + [Self.watcher]).map { bus.ownName($0, acquired: {}, lost: {}) }
  }

  package func disappear() {
    for name in names { name.cancel() }
    names = []
  }

  package func setHost(_ isThere: Bool) throws {
    hasHost = isThere
    let signal = isThere ? "StatusNotifierHostRegistered" : "StatusNotifierHostUnregistered"
    try bus.emit("/StatusNotifierWatcher", Self.watcher, signal)
  }

  package func drop(_ item: String) throws {
    try bus.emit("/StatusNotifierWatcher", Self.watcher, "StatusNotifierItemUnregistered", [.string(item)])
  }

  // MARK: As a host

  package func result(_ interface: String, _ method: String, _ arguments: [BusValue] = []) throws -> Result<
    [BusValue], BusError
  > {
    try bus.answer(registered.last ?? "", "/StatusNotifierItem", interface, method, arguments)
  }

  /// Calls a method of the item; the error's name if it has one.
  package func call(_ method: String, _ arguments: BusValue...) throws -> String? {
    switch try result(Self.item, method, arguments) {
    case .success: nil
    case .failure(let error): error.busName
    }
  }

  package func property(_ name: String) throws -> BusValue {
    let reply = try result("org.freedesktop.DBus.Properties", "Get", [.string(Self.item), .string(name)])
    return try #require(try reply.get().first?.unwrapped)
  }

  package func introspection() throws -> String {
    try #require(try result("org.freedesktop.DBus.Introspectable", "Introspect").get().first?.text)
  }

  /// What the item said since the last call, after everything that was sent has come.
  package func take() throws -> [String] {
    _ = try result("org.freedesktop.DBus.Peer", "Ping")
    defer { signals = [] }
    return signals
  }
}
