// Views on a private bus: that they are there as long as they say, what they are told, and what their presses do.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct ViewsTests {
  private let world: World

  init() throws { world = try World() }

  /// A daemon's side, and connections of views.
  @MainActor final class World {
    let bus: PrivateBus
    let desk = ShellHarness()
    private(set) var views: Views!
    private(set) var door: BusDoor!
    private(set) var changes: [OtherClock] = []
    let client: BusConnection
    private(set) var told: [String] = []
    private var subscription: BusRegistration?

    init() throws {
      bus = try PrivateBus()
      client = try bus.connect()
      let server = try bus.connect()
      views = try Views(server, desk.cards) { [weak self] in self.map { $0.changes.append($0.views.otherClock) } }
      door = try BusDoor(server, desk.shell, Leases(desk.shell), isView: { [weak self] in self?.views.has($0) == true })
      subscription = client.subscribe(
        interface: BusNames.properties, member: "PropertiesChanged", path: BusNames.applicationPath,
        arg0: BusNames.views1
      ) { [weak self] signal in
        if let line = signal.arguments[at: 1]?["Cards"]?.text { self?.told.append(line) }
      }
      try #require(turn { (try? client.owner(BusNames.application)) != nil })
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func turn(_ done: () -> Bool) -> Bool { MainLoop.turn(until: done) }

    func call(
      _ method: String, _ argument: String, _ interface: String = BusNames.views1, by other: BusConnection? = nil
    ) throws -> Result<[BusValue], BusError> {
      try (other ?? client).answer(
        BusNames.application, BusNames.applicationPath, interface, method, [.string(argument)])
    }

    func property(_ name: String) throws -> BusValue? {
      let arguments = [BusValue.string(BusNames.views1), .string(name)]
      return try client.answer(
        BusNames.application, BusNames.applicationPath, BusNames.properties, "Get", arguments
      ).get().first?.unwrapped
    }

    /// What was told since the last call, after everything that was sent has come.
    func take() throws -> [String] {
      _ = try property("Views")
      defer { told = [] }
      return told
    }
  }

  @Test func `a view is told at once and with each change, with the value, until it goes`() throws {
    world.desk.do(.start)
    #expect(try world.take() == [])
    _ = try world.call("AttachView", "gnome").get()
    #expect(try world.take() == [world.desk.cards.line] && world.changes == [.view])
    #expect(try world.property("Views") == .strings(["gnome"]))
    #expect(try world.property("Cards")?.text == world.desk.cards.line)
    world.desk.look(after: .minutes(5))
    #expect(try world.take() == [])
    world.desk.do(.pause)
    #expect(try world.take() == [world.desk.cards.line])
    _ = try world.call("DetachView", "gnome").get()
    world.desk.do(.resume)
    #expect(try world.take() == [] && world.changes == [.view, .none])
    #expect(world.desk.cards.interest.isEmpty)
  }

  @Test func `views of one connection are counted, and a connection that ends takes all of its own along`() throws {
    for kind in ["plasma", "plasma"] { _ = try world.call("AttachView", kind).get() }
    var other: BusConnection? = try world.bus.connect()
    _ = try world.call("AttachView", "gnome", by: other).get()
    #expect(try world.property("Views") == .strings(["gnome", "plasma", "plasma"]))
    _ = try world.call("DetachView", "plasma").get()
    _ = try world.call("DetachView", "gnome").get()
    #expect(try world.property("Views") == .strings(["gnome", "plasma"]), "that was another connection's")
    _ = try world.call("DetachView", "plasma").get()
    #expect(world.changes == [.view] && world.views.otherClock == .view)
    other = nil
    #expect(world.turn { world.changes == [.view, .none] })
    #expect(try world.property("Views") == .strings([]))
  }

  @Test func `views in a tray alone are for the island what our item is`() throws {
    for (method, kind) in [
      ("AttachView", "plasma-tray"), ("AttachView", "plasma"), ("AttachView", "plasma-tray"), ("DetachView", "plasma"),
      ("DetachView", "plasma-tray"), ("DetachView", "plasma-tray"),
    ] { _ = try world.call(method, kind).get() }
    #expect(world.changes == [.tray, .view, .tray, .none])
  }

  @Test func `a press of a view is one of the person, and a refused one gets its sentence`() throws {
    try world.desk.say(.request, #"{"name":"Build","buttons":[{"label":"Cancel","event":"cancel"}]}"#)
    let press = "tomatoclock://button/cancel?activity=build"
    func perform(_ link: String) throws -> BusError? {
      guard case .failure(let error) = try world.call("Perform", link, BusNames.tomatoNotify1) else { return nil }
      return error
    }
    #expect(try perform(press)?.busName == BusErrorName.badLink, "of a program that draws no cards")
    _ = try world.call("AttachView", "gnome").get()
    #expect(try perform(press) == nil)
    #expect(try perform("tomatoclock://start") == nil)
    #expect(world.desk.records.contains { $0.event == .start && $0.reason == "view" })
    let refused = try #require(try perform("tomatoclock://pause?activity=pomodoro&phase=99"))
    #expect(refused.busName == BusErrorName.refused && refused.message.hasPrefix("That was for phase 99"))
  }

  @Test(arguments: ["", "Gnome", "a b", "ä", String(repeating: "a", count: 33)])
  func `what is no kind of view is refused`(_ kind: String) throws {
    let error = #expect(throws: BusError.self) { try world.call("AttachView", kind).get() }
    #expect(error?.busName == BusErrorName.invalidArguments && world.changes == [] && world.views.otherClock == .none)
  }

  @Test func `no program makes up views without end`() throws {
    for _ in 0..<Views.most { _ = try world.call("AttachView", "x").get() }
    let error = #expect(throws: BusError.self) { try world.call("AttachView", "x").get() }
    #expect(error?.busName == BusErrorName.limitsExceeded)
  }
}
