// A tray on a private bus: the watcher and the host in one process, as every panel has them.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

/// What owns `org.kde.StatusNotifierWatcher`, under names of its own too if a test gives them.
@MainActor final class FakeTray {
  static let watcher = "org.kde.StatusNotifierWatcher"
  static let item = "org.kde.StatusNotifierItem"

  let bus: BusConnection
  private(set) var registered: [String] = []
  /// Items are not answered; they wait for ever.
  var isHung = false
  var refuses = false
  /// What the item said, as `Member(argument, …)`.
  private(set) var signals: [String] = []
  private var hasHost: Bool
  private var object: BusRegistration?
  private var names: [BusRegistration] = []
  private var subscription: BusRegistration?
  private var unanswered: [BusMethodCall] = []

  init(_ address: String, hasHost: Bool = true) throws {
    (bus, self.hasHost) = (try BusConnection.open(.address(address)), hasHost)
    object = try bus.register(
      "/StatusNotifierWatcher", Self.watcher,
      xml: Introspection.xml([
        Self.watcher: [
          "RegisterStatusNotifierItem s", "IsStatusNotifierHostRegistered: b", "!StatusNotifierHostRegistered",
          "!StatusNotifierHostUnregistered", "!StatusNotifierItemUnregistered s",
        ]
      ]),
      BusHandlers(
        call: { [weak self] in self?.register($0) }, get: { [weak self] _ in .bool(self?.hasHost ?? false) }))
    subscription = bus.subscribe(interface: Self.item, path: "/StatusNotifierItem") { [weak self] signal in
      self?.signals.append("\(signal.member)(\(signal.arguments.compactMap(\.text).joined(separator: ", ")))")
    }
  }

  private func register(_ call: BusMethodCall) {
    registered.append(call.arguments[at: 0]?.text ?? "")
    if isHung { return unanswered.append(call) }
    if refuses { return call.fail("org.freedesktop.DBus.Error.Failed", "No more items.") }
    call.reply()
  }

  func appear(with others: [String] = []) {
    names = (others + [Self.watcher]).map { bus.ownName($0, acquired: {}, lost: {}) }
  }

  func disappear() {
    for name in names { name.cancel() }
    names = []
  }

  func setHost(_ isThere: Bool) throws {
    hasHost = isThere
    let signal = isThere ? "StatusNotifierHostRegistered" : "StatusNotifierHostUnregistered"
    try bus.emit("/StatusNotifierWatcher", Self.watcher, signal)
  }

  func drop(_ item: String) throws {
    try bus.emit("/StatusNotifierWatcher", Self.watcher, "StatusNotifierItemUnregistered", [.string(item)])
  }

  // MARK: As a host

  func result(_ interface: String, _ method: String, _ arguments: [BusValue] = []) throws -> Result<
    [BusValue], BusError
  > {
    try bus.answer(registered.last ?? "", "/StatusNotifierItem", interface, method, arguments)
  }

  /// Calls a method of the item; the error's name if it has one.
  func call(_ method: String, _ arguments: BusValue...) throws -> String? {
    switch try result(Self.item, method, arguments) {
    case .success: nil
    case .failure(let error): error.busName
    }
  }

  func property(_ name: String) throws -> BusValue {
    let reply = try result("org.freedesktop.DBus.Properties", "Get", [.string(Self.item), .string(name)])
    return try #require(try reply.get().first?.unwrapped)
  }

  func introspection() throws -> String {
    try #require(try result("org.freedesktop.DBus.Introspectable", "Introspect").get().first?.text)
  }

  /// What the item said since the last call, after everything that was sent has come.
  func take() throws -> [String] {
    _ = try result("org.freedesktop.DBus.Peer", "Ping")
    defer { signals = [] }
    return signals
  }
}

@MainActor final class TrayWorld {
  let bus: PrivateBus
  let connection: BusConnection
  let desk: ShellHarness
  private(set) var tray: Tray!
  var settings = TraySettings()
  var steady = Duration.zero
  var journal: [JournalRecord] { desk.records.filter { [.refused, .failed].contains($0.event) } }
  /// How often the tray said that something about it is new.
  private(set) var changes = 0

  init(settings: Settings = Settings()) throws {
    bus = try PrivateBus()
    connection = try bus.connect()
    desk = ShellHarness(settings: settings)
    begin()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  func begin() {
    tray = Tray(
      connection, desk.shell,
      TrayIcons(
        icon: {
          IconStore.Icon(name: "tomato-\($0.contentState.accent)", path: nil, isInTheme: false, themePath: "/icons")
        },
        pixmaps: { _ in [TrayPixmap(width: 1, height: 2, argb: [255, 1, 2, 3, 255, 4, 5, 6])] }
      ),
      settings: { [weak self] in self?.settings ?? TraySettings() }, clock: { [weak self] in self?.steady ?? .zero },
      onChange: { [weak self] in
        guard let self else { return }
        changes += 1
        if let tray { desk.shell.interestChanged(of: tray) }
      })
    desk.shell.add(tray)
  }

  func end() {
    desk.shell.remove(tray)
    tray.close()
    tray = nil
  }

  /// A tray that shows the item.
  func shown(by names: [String] = []) throws -> FakeTray {
    let tray = try FakeTray(bus.address)
    tray.appear(with: names)
    try #require(turn { self.tray.isShown })
    _ = try tray.take()
    return tray
  }

  func turn(_ done: () -> Bool) -> Bool { MainLoop.turn(until: done) }

  /// Everything that was sent on both connections has come.
  func settle(_ tray: FakeTray) throws {
    for _ in 0..<2 { _ = try tray.bus.turnRound() }
    _ = try connection.turnRound()
  }
}
