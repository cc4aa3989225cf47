// A shell with a door on a private bus, and somebody at the other end of that bus.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord
@testable import TomatoWords

@MainActor final class BusWorld {
  static let interface = "org.tomatoclock.TomatoNotify1"
  static let application = "org.freedesktop.Application"
  static let name = "org.tomatoclock.TomatoNotify"

  private let folder = TemporaryFolder()
  let bus: PrivateBus
  let client: BusConnection
  var moment = Moment(up: .seconds(1000), wall: WallTime(seconds: 1_795_180_200))
  private(set) var shell: Shell!
  private(set) var door: BusDoor!
  private(set) var searches: SearchDoor!
  private(set) var telling: BusSignals!
  /// The signals of the door, as `Member(argument, …)`, but for PropertiesChanged's values only their names.
  private(set) var signals: [String] = []
  var contents: [BusValue] = []
  var journal: [JournalRecord] = []
  var shown: [String] = []
  var onRecord: (JournalRecord) -> Void = { _ in }
  /// Commits wait in `commits`.
  var isDiskSlow = false
  var commits: [() -> Void] = []
  private var subscription: BusRegistration?

  init() throws {
    bus = try PrivateBus()
    client = try bus.connect()
    shell = Shell(Engine(settings: Settings()), ports())
    shell.take(.launched(lastAlive: nil))
    subscription = client.subscribe(path: BusNames.applicationPath) { [weak self] in self?.note($0) }
    let connection = try bus.connect()
    telling = BusSignals(connection, shell)
    shell.add(telling)
    shell.add(Island(self))
    searches = try SearchDoor(connection, shell, NoticeLimit(folder: folder.path))
    door = try BusDoor(connection, shell, Leases(shell), NoticeLimit(folder: folder.path))
    let isOwned = MainLoop.turn(until: { (try? self.client.owner(Self.name)) != nil })
    try #require(isOwned)
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  private func ports() -> Ports {
    Ports(
      now: { [unowned self] in moment },
      commit: { [unowned self] _, _, done in if isDiskSlow { commits.append { done(nil) } } else { done(nil) } },
      markAlive: { _ in }, history: { $2(History()) }, counted: { _ in CountedFocus() },
      correctionContext: { $2(.success(CorrectionContext())) }, unrecorded: { $1(.success($0)) }, setAlarm: { _ in },
      open: { _, _ in },
      journal: { [unowned self] record in
        if [.refused, .failed].contains(record.event) { journal.append(record) }
        onRecord(record)
      })
  }

  @MainActor private final class Island: Observer {
    unowned let world: BusWorld
    init(_ world: BusWorld) { self.world = world }
    let interest: [Interest] = []
    func observe(_ scene: Scene) {
      for update in scene.updates {
        world.shown.append("\(scene.content(of: update.activity)?.contentState.state ?? .ready) \(update.presentation)")
      }
    }
    func close() {}
  }

  private func note(_ signal: BusSignal) {
    switch signal.member {
    case "ContentChanged":
      contents += signal.arguments.dropFirst().prefix(1)
      signals.append("ContentChanged(\(signal.arguments[at: 0]?.text ?? ""))")
    case "PropertiesChanged":
      let invalid = signal.arguments[at: 2]?.elements ?? []
      let given = signal.arguments[at: 1]?["Content"] == nil ? [] : ["Content"]
      let names = given + invalid.compactMap { $0.text.map { $0 + "?" } }
      signals.append("PropertiesChanged(\(names.joined(separator: ", ")))")
    default: signals.append("\(signal.member)(\(signal.arguments.compactMap(\.text).joined(separator: ", ")))")
    }
  }

  func result(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue]
  ) throws -> Result<[BusValue], BusError> {
    try client.answer(destination, path, interface, method, arguments)
  }

  func call(_ interface: String, _ method: String, _ arguments: [BusValue]) throws -> [BusValue] {
    try result(Self.name, BusNames.applicationPath, interface, method, arguments).get()
  }

  func perform(_ link: String) throws -> BusValue {
    try #require(try call(Self.interface, "Perform", [.string(link)]).first)
  }

  func property(_ name: String) throws -> BusValue {
    let arguments = [BusValue.string(Self.interface), .string(name)]
    return try #require(try call("org.freedesktop.DBus.Properties", "Get", arguments).first?.unwrapped)
  }

  /// The signals since the last call, after everything that was sent has come.
  func take() throws -> [String] {
    _ = try call("org.freedesktop.DBus.Peer", "Ping", [])
    defer { signals = [] }
    return signals
  }

  func pass(_ duration: Duration) {
    moment.pass(duration)
    shell.timePassed()
  }
}
