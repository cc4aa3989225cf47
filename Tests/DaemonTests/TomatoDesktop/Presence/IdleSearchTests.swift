// The sources, each against a server that is written down here, and which of them is taken.
import GLibBridge
import TestKit
import Testing

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct IdleSearchTests {
  /// A search, and what it says.
  @MainActor final class World {
    var heard: [IdleReport] = []
    var now = Duration.seconds(1000)
    private(set) var search: IdleSearch!

    init(_ bus: BusConnection? = nil, wayland: String? = nil, x11: String? = nil) {
      var places = IdleAddresses { _ in nil }
      places.wayland = wayland
      places.cookie = { _ in nil }
      if let x11, var display = XDisplay(":0") {
        display.socket = x11
        places.x11 = display
      }
      search = IdleSearch(
        bus, places, now: { [weak self] in self?.now ?? .zero }, report: { [weak self] in self?.heard.append($0) })
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func wait(_ count: Int) -> Bool { wait { self.heard.count >= count } }
    func wait(_ condition: () -> Bool) -> Bool { MainLoop.turn(until: condition) }
  }

  /// A search that was armed, and what it talks to.
  private func arm(_ bus: BusConnection? = nil, wayland: FakeWireServer? = nil) -> World {
    let world = World(bus, wayland: wayland?.path)
    world.search.arm(after: .seconds(5))
    return world
  }

  private let bus: PrivateBus
  private let monitor: FakeIdleMonitor

  init() throws {
    bus = try PrivateBus()
    monitor = try FakeIdleMonitor(bus.address)
  }

  /// A search that watches Mutter's idle monitor.
  private func armedByMutter() throws -> World {
    monitor.appear()
    let world = arm(try bus.connect())
    #expect(world.wait(1))
    return world
  }

  @Test(arguments: [(IdleManager.mutter, "org.gnome.Mutter.IdleMonitor"), (.muffin, "org.cinnamon.Muffin.IdleMonitor")])
  func `away and back by a window manager, and nothing while somebody types`(
    _ manager: IdleManager, _ name: String
  ) throws {
    let monitor = try FakeIdleMonitor(bus.address, interface: name)
    monitor.appear()
    let world = arm(try bus.connect())
    #expect(world.wait(1) && world.heard == [.armed] && world.search.activeSource == .manager(manager))
    for _ in 0..<50 {
      monitor.pass(90)
      monitor.touch()
    }
    #expect(monitor.log == ["AddIdleWatch 5000"])
    for round in 1...2 {
      monitor.pass(5003)
      #expect(world.wait(2 * round) && world.heard.last == .idle(since: .milliseconds(994_997)))
      #expect(world.wait { monitor.watches == 2 })
      monitor.touch()
      #expect(world.wait(2 * round + 1) && world.heard.last == .active)
    }
    world.search.disarm()
    #expect(world.wait { monitor.watches == 0 })
    #expect(monitor.log.count == 1 + 2 * 2 + 1)
  }

  @Test func `who is away already when it begins is away from then on`() throws {
    monitor.pass(60_000)
    let world = try armedByMutter()
    #expect(world.wait(2) && world.heard == [.armed, .idle(since: .seconds(940))])
    #expect(world.wait { monitor.watches == 2 })
    monitor.touch()
    #expect(world.wait(3) && world.heard.last == .active)
  }

  @Test func `a film mutes the watch, and its end is the moment to ask`() throws {
    let world = try armedByMutter()
    try monitor.inhibit(true)
    #expect(world.wait { monitor.log.last == "GetIdletime" })
    monitor.pass(20_000)
    try monitor.inhibit(false)
    #expect(world.wait(2) && world.heard == [.armed, .idle(since: .seconds(980))])
  }

  @Test func `somebody who comes back in the moment of the signal was never away`() throws {
    let world = try armedByMutter()
    monitor.pass(5000)
    monitor.touch()
    #expect(world.wait { monitor.log.last == "GetIdletime" })
    monitor.pass(5000)
    #expect(world.wait(2) && world.heard == [.armed, .idle(since: .seconds(995))])
  }

  @Test func `a window manager that goes and comes back is found again, with nobody there all the while`() throws {
    let world = try armedByMutter()
    monitor.pass(5000)
    #expect(world.wait(2) && world.wait { monitor.watches == 2 })
    monitor.disappear()
    #expect(world.wait { world.search.activeSource == nil })
    monitor.appear()
    #expect(world.wait { world.search.activeSource == .manager(.mutter) && monitor.watches >= 2 })
    monitor.touch()
    #expect(world.wait { world.heard.last == .active })
    #expect(world.heard.filter { $0 == .active }.count == 1)
  }

  @Test func `one that refuses is passed over`() throws {
    monitor.refuses = true
    monitor.appear()
    let compositor = try FakeWireServer.compositor()
    let world = arm(try bus.connect(), wayland: compositor)
    #expect(world.wait(1) && world.search.activeSource == .wayland)
  }

  @Test func `away and back by a compositor`() throws {
    let compositor = try FakeWireServer.compositor()
    let world = World(try bus.connect(), wayland: compositor.path, x11: "/none")
    world.search.arm(after: .seconds(5))
    #expect(world.wait(1) && world.heard == [.armed] && world.search.activeSource == .wayland)
    compositor.send(WaylandScript.idled)
    #expect(world.wait(2) && world.heard.last == .idle(since: .seconds(995)))
    compositor.send(WaylandScript.resumed)
    #expect(world.wait(3) && world.heard.last == .active)
    world.search.disarm()
    #expect(world.wait { compositor.clients.allSatisfy(\.isGone) })
    #expect(compositor.clients.count == 1)
  }

  @Test func `a compositor that restarts is found again, and the next touch is the return`() throws {
    let compositor = try FakeWireServer.compositor()
    let world = arm(wayland: compositor)
    #expect(world.wait(1))
    compositor.send(WaylandScript.idled)
    #expect(world.wait(2))
    compositor.disappear()
    #expect(world.wait { world.search.activeSource == nil })
    try compositor.appear()
    #expect(world.wait(3) && world.heard.last == .armed)
    #expect(world.wait { compositor.clients.last.map { WaylandScript.requests($0.received).count == 5 } == true })
    compositor.send(WaylandScript.idled)
    compositor.send(WaylandScript.resumed)
    #expect(world.wait(5) && world.heard.suffix(2) == [.active, .armed])
    let asked = compositor.clients.map { WaylandScript.requests($0.received).last ?? "" }
    #expect(world.wait { compositor.clients.count == 3 })
    #expect(asked.prefix(2) == ["5.2 6 5000 4", "5.2 6 1000 4"])
  }

  @Test func `a compositor that cannot tell is not passed over for its own X server`() throws {
    let compositor = try FakeWireServer()
    compositor.script = [WaylandScript.global(1, "wl_seat", 1) + WaylandScript.listed]
    let server = try FakeWireServer()
    let world = World(wayland: compositor.path, x11: server.path)
    world.search.arm(after: .seconds(5))
    #expect(world.wait { world.search.isSettled } && world.search.activeSource == nil)
    #expect(server.clients.isEmpty && world.heard.isEmpty)
  }

  @Test func `away and back by an X server, where no compositor is`() throws {
    let server = try FakeWireServer()
    server.script = [XScript.greeting(), XScript.extensions(), XScript.counters(), XScript.idle(3)]
    let world = World(wayland: server.path + "-none", x11: server.path)
    world.search.arm(after: .seconds(5))
    #expect(world.wait(1) && world.heard == [.armed] && world.search.activeSource == .x11)
    server.send(XScript.alarm(1, 5002))
    #expect(world.wait(2) && world.heard.last == .idle(since: .milliseconds(994_998)))
    server.send(XScript.alarm(2, 1))
    #expect(world.wait(3) && world.heard.last == .active)
  }

  @Test(arguments: [[UInt8](repeating: 7, count: 100), [0, 0, 0, 0, 0, 0, 255, 255], []])
  func `a server that talks nonsense, or nothing, is as good as none`(_ bytes: [UInt8]) throws {
    let server = try FakeWireServer()
    server.script = [bytes.isEmpty ? [] : bytes]
    let world = arm(wayland: server)
    #expect(world.wait { world.search.isSettled } && world.search.activeSource == nil && world.heard.isEmpty)
    #expect(world.wait { server.clients.allSatisfy(\.isGone) })
  }

  @Test func `where nothing can tell nobody is away, and nothing is tried again`() {
    let world = arm()
    #expect(world.search.isSettled && world.search.activeSource == nil && world.heard.isEmpty)
  }

  @Test func `another length is another question`() throws {
    let compositor = try FakeWireServer.compositor()
    let world = arm(wayland: compositor)
    #expect(world.wait(1))
    world.search.arm(after: .seconds(5))
    world.search.arm(after: .seconds(9))
    #expect(world.wait(2))
    func asked() -> [String] { compositor.clients.map { WaylandScript.requests($0.received).last ?? "" } }
    #expect(world.wait { asked() == ["5.2 6 5000 4", "5.2 6 9000 4"] })
  }
}
