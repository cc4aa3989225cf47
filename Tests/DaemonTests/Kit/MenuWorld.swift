// A shell with the tray item's menu on a private bus, and a host that draws that menu: it reads the layout once and
// then keeps its copy up by the signals, as hosts do.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor final class MenuWorld {
  static let menu = "com.canonical.dbusmenu"
  static let path = "/org/tomatoclock/TomatoNotify/Menu"

  let bus: PrivateBus
  let client: BusConnection
  let server: BusConnection
  let desk: ShellHarness
  private(set) var menu: TrayMenu!
  private(set) var quits = 0
  private(set) var intents: [Intent] = []
  var journal: [JournalRecord] { desk.records.filter { $0.event == .refused } }
  private var isSeen = false
  /// The signals as they came: `ItemsPropertiesUpdated(1.label, …)` and others by name.
  private(set) var signals: [String] = []
  /// The host's copy: what it read, with what it was told since.
  private(set) var copy: [Int32: [String: BusValue]] = [:]
  /// CLOCK_MONOTONIC, for clicks: a while after what was shown.
  var delay = Duration.seconds(1)
  /// The programs that are to show nothing any more.
  private(set) var denied: [String] = []
  private var subscription: BusRegistration?

  /// - showing: whether the shell shows its activities before the host looks.
  init(settings: Settings = Settings(), showing: Bool = true) throws {
    bus = try PrivateBus()
    client = try bus.connect()
    server = try bus.connect()
    desk = ShellHarness(settings: settings)
    subscription = client.subscribe(path: Self.path) { [weak self] in self?.note($0) }
    menu = try TrayMenu(
      server, path: Self.path, now: { [unowned self] in desk.moment.awake + delay },
      isSeen: { [weak self] in self?.isSeen ?? false },
      perform: { [unowned self] intent in
        intents.append(intent)
        _ = desk.shell.perform(intent, .tray)
      }, deny: { [weak self] in self?.denied.append($0) }, quit: { [weak self] in self?.quits += 1 })
    guard showing else { return }
    isSeen = true
    desk.shell.add(menu)
    try read()
    _ = try take()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  private func note(_ signal: BusSignal) {
    guard signal.member == "ItemsPropertiesUpdated" else { return signals.append(signal.member) }
    var names: [String] = []
    for item in signal.arguments[at: 0]?.elements ?? [] {
      guard let parts = item.elements, let id = parts[at: 0]?.integer.map({ Int32($0) }) else { continue }
      for (name, value) in Self.entries(parts[at: 1]) {
        copy[id, default: [:]][name] = value
        names.append("\(id).\(name)")
      }
    }
    #expect(signal.arguments[at: 1] == .array(element: "(ias)", []))
    signals.append("ItemsPropertiesUpdated(\(names.joined(separator: ", ")))")
  }

  static func entries(_ dictionary: BusValue?) -> [(String, BusValue)] {
    guard case .dictionary(_, let entries) = dictionary else { return [] }
    return entries.map { ($0.key.text ?? "", $0.value.unwrapped) }
  }

  // MARK: Calls

  func result(
    _ method: String, _ arguments: [BusValue], interface: String = MenuWorld.menu
  ) throws -> Result<[BusValue], BusError> {
    try client.answer(server.uniqueName, Self.path, interface, method, arguments)
  }

  func call(_ method: String, _ arguments: [BusValue]) throws -> [BusValue] { try result(method, arguments).get() }

  func property(_ name: String) throws -> BusValue? {
    try result("Get", [.string(Self.menu), .string(name)], interface: "org.freedesktop.DBus.Properties").get().first?
      .unwrapped
  }

  /// The signals since the last call, after everything that was sent has come.
  func take() throws -> [String] {
    _ = try result("Ping", [], interface: "org.freedesktop.DBus.Peer").get()
    defer { signals = [] }
    return signals
  }

  func layout(_ parent: Int32 = 0, depth: Int32 = -1, _ names: [String] = []) throws -> (revision: BusValue, BusValue) {
    let reply = try call("GetLayout", [.int32(parent), .int32(depth), .strings(names)])
    return (try #require(reply.first), try #require(reply[at: 1]))
  }

  /// Every line with its properties, by `GetLayout`.
  func layoutLines() throws -> [Int32: [String: BusValue]] {
    var lines: [Int32: [String: BusValue]] = [:]
    for child in try layout().1.elements?[at: 2]?.elements ?? [] {
      guard let parts = child.elements, let id = parts[at: 0]?.integer else { continue }
      lines[Int32(id)] = Dictionary(Self.entries(parts[at: 1]), uniquingKeysWith: { first, _ in first })
    }
    return lines
  }

  func read() throws { copy = try layoutLines() }

  // MARK: The person

  /// Clicks as LXQt and GNOME's extension do; xfce and waybar send the group.
  func click(_ item: TrayMenuItem, inGroup: Bool = false) throws {
    let event: [BusValue] = [.int32(item.id), .string("clicked"), .variant(.int32(0)), .uint32(0)]
    if inGroup {
      #expect(try call("EventGroup", [.array(element: "(isvu)", [.tuple(event)])]) == [.array(element: "i", [])])
    } else {
      _ = try call("Event", event)
    }
  }

  func event(_ kind: String, _ id: Int32 = 0) throws {
    _ = try call("Event", [.int32(id), .string(kind), .variant(.string("")), .uint32(7)])
  }

  /// What a person sees, by the host's copy: grey lines in parentheses, separators as a dash.
  var seen: [String] {
    TrayMenuItem.all.compactMap { item in
      guard let line = copy[item.id], line["visible"]?.flag == true else { return nil }
      if line["type"]?.text == "separator" { return "-" }
      let label = line["label"]?.text ?? ""
      return line["enabled"]?.flag == true ? label : "(\(label))"
    }
  }
}
