// The application's icon in a dock: when it is told, and what.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct DockTests {
  private let world: World

  init() throws { world = try World() }

  /// A shell, its dock side, and somebody on the bus who hears every update and may be a dock.
  @MainActor final class World {
    let bus: PrivateBus
    let client: BusConnection
    let server: BusConnection
    let desk: ShellHarness
    private(set) var dock: Dock!
    var hasOtherSender = false
    private(set) var heard: [String] = []
    private(set) var changes: [Bool] = []
    private var subscription: BusRegistration?
    private var name: BusRegistration?

    init(settings: Settings = Settings()) throws {
      bus = try PrivateBus()
      client = try bus.connect()
      server = try bus.connect()
      desk = ShellHarness(settings: settings)
      subscription = client.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
        [weak self] in self?.heard.append(Self.text($0.arguments))
      }
      dock = try Dock(
        server, hasOtherSender: { [weak self] in self?.hasOtherSender == true },
        onChange: { [weak self] dock in
          guard let self else { return }
          changes.append(dock.hasListener)
          desk.shell.interestChanged(of: dock)
        })
      desk.shell.add(dock)
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    static func text(_ arguments: [BusValue]) -> String {
      #expect(arguments.first == .string("application://org.tomatoclock.TomatoNotify.desktop"))
      let badge = arguments[at: 1] ?? .strings([])
      var parts: [String] = []
      if badge["progress-visible"]?.flag == true, case .double(let progress)? = badge["progress"] {
        parts.append("\(Int((progress * 100).rounded())) %")
      }
      if badge["count-visible"]?.flag == true, case .int64(let count)? = badge["count"] { parts.append("\(count)") }
      if badge["urgent"]?.flag == true { parts.append("urgent") }
      return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    func arrive() {
      name = client.ownName("com.canonical.Unity", acquired: {}, lost: {})
      #expect(MainLoop.turn(until: { self.dock.hasListener }))
    }

    func leave() {
      name?.cancel()
      #expect(MainLoop.turn(until: { !self.dock.hasListener }))
    }

    func call(_ method: String, _ interface: String) throws -> [BusValue] {
      try client.answer(server.uniqueName, "/org/tomatoclock/TomatoNotify/Dock", interface, method).get()
    }

    /// What was heard since the last call, after everything that was sent has come.
    func take() throws -> [String] {
      _ = try call("Ping", "org.freedesktop.DBus.Peer")
      defer { heard = [] }
      return heard
    }
  }

  @Test func `without a listener nothing is sent and no time is shown`() throws {
    world.desk.do(.start)
    world.dock.observe(world.desk.shell.scene())
    world.dock.close()
    #expect(world.dock.interest.isEmpty)
    #expect(try world.take() == [])
    world.arrive()
    world.leave()
    #expect(world.dock.interest.isEmpty)
    #expect(world.changes == [true, false])
  }

  @Test func `a dock hears a phase from its start to its end, and what came of it`() throws {
    let world = try World(settings: Settings(autoStartBreaks: false))
    world.arrive()
    #expect(try world.take() == [])
    world.desk.do(.start)
    #expect(try world.take() == ["0 %, 25"])
    for _ in 0..<600 {
      world.desk.look(after: .seconds(1))
    }
    #expect(try world.take() == (1...10).map { "\($0 * 4) %, \(25 - $0)" })
    world.desk.do(.pause)
    world.desk.look(after: .minutes(3))
    #expect(try world.take() == [])
    world.desk.do(.resume)
    while world.desk.content.contentState.state == .running, world.desk.ring() {}
    #expect(try world.take().suffix(2) == ["96 %, 1", "urgent"])
    world.desk.do(.start)
    #expect(try world.take() == ["0 %, 5"])
    world.desk.do(.stop)
    #expect(try world.take() == ["nothing"])
  }

  @Test func `a phase that is followed by another is not urgent`() throws {
    world.arrive()
    world.desk.do(.start)
    while world.desk.content.contentState.mode == .focus, world.desk.ring() {}
    #expect(try world.take().suffix(3) == ["96 %, 1", "nothing", "0 %, 5"])
  }

  @Test func `while somebody else tells docks in our name, nothing is told`() throws {
    world.arrive()
    world.desk.do(.start)
    world.hasOtherSender = true
    world.desk.do(.pause)
    world.hasOtherSender = false
    world.desk.do(.resume)
    #expect(try world.take() == ["0 %, 25", "nothing", "0 %, 25"])
  }

  @Test func `everything is taken away before the process ends, and once`() throws {
    world.arrive()
    world.desk.do(.start)
    _ = try world.take()
    world.dock.close()
    world.dock.close()
    #expect(try world.take() == ["nothing"])
  }

  /// Longer than any end may take; a bus that hangs takes nothing until then.
  private static let hang = 10

  @Test func `a bus that hangs and takes nothing more does not hold up the end`() throws {
    world.arrive()
    world.desk.do(.start)
    _ = try world.take()
    let thaw = try #require(world.bus.freeze(seconds: Self.hang))
    let long = BusValue.string(String(repeating: "x", count: 100_000))
    for _ in 0..<100 { try world.server.emit("/flood", "org.example.Flood", "Long", [long]) }
    let start = ContinuousClock.now
    world.dock.close()
    #expect(ContinuousClock.now - start < .seconds(Self.hang / 2))
    withExtendedLifetime(thaw) {}
    world.bus.thaw()
    #expect(MainLoop.turn(until: { world.heard.last == "nothing" }))
  }

  @Test func `a dock that comes late, or again, gets what holds`() throws {
    world.desk.do(.start)
    world.arrive()
    #expect(try world.take() == ["0 %, 25"])
    world.leave()
    world.desk.look(after: .minutes(5))
    #expect(try world.take() == [])
    world.arrive()
    #expect(try world.take() == ["20 %, 20"])
    #expect(world.changes == [true, false, true])
  }

  @Test func `a dock that takes over from another gets what holds`() throws {
    world.desk.do(.start)
    var names: [BusRegistration] = []
    let other = try world.bus.connect()
    names.append(world.client.ownName("com.canonical.Unity", allowReplacement: true, acquired: {}, lost: {}))
    #expect(MainLoop.turn(until: { world.dock.hasListener }))
    #expect(try world.take() == ["0 %, 25"])
    names.append(other.ownName("com.canonical.Unity", replace: true, acquired: {}, lost: {}))
    #expect(MainLoop.turn(until: { world.changes.count == 3 }))
    #expect(try world.take() == ["0 %, 25"])
    withExtendedLifetime(names) {}
  }

  @Test func `who asks is answered`() throws {
    #expect(World.text(try world.call("Query", "com.canonical.Unity.LauncherEntry")) == "nothing")
    world.arrive()
    world.desk.do(.start)
    #expect(World.text(try world.call("Query", "com.canonical.Unity.LauncherEntry")) == "0 %, 25")
  }

  @Test(arguments: [1, 90, 300, 1500, 4800, 5730, 6000, 10_800, 86_400])
  func `there is at most one change a per cent and a minute`(seconds: Int) {
    let desk = ShellHarness()
    desk.shell.take(.intent(Intent(.start, duration: .seconds(seconds)), .command))
    var badges: [Dock.Badge] = []
    for _ in 0..<seconds {
      let badge = Dock.badge(desk.content)
      if badges.last != badge { badges.append(badge) }
      desk.pass(.seconds(1))
    }
    #expect(badges.count <= min(100, (seconds + 59) / 60))
    #expect(Set(badges.map(\.percent)).count == badges.count)
    #expect(badges.first == Dock.Badge(percent: 0, minutes: seconds <= 6000 ? (seconds + 59) / 60 : nil))
  }

  @Test func `other activities: a countdown has a per cent, a stopwatch only a number`() throws {
    world.arrive()
    let run = ActivityID("run")
    world.desk.shell.take(.intent(Intent(.start, activity: run), .command))
    world.desk.look(after: .seconds(125))
    #expect(try world.take() == ["0", "2"])
    world.desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: ActivityID("tea")), .command))
    #expect(try world.take() == ["0 %, 4"])
    while world.desk.shell.contents()[at: 0]?.contentState.state == .running, world.desk.ring() {}
    #expect(try world.take().last == "urgent")
  }
}
