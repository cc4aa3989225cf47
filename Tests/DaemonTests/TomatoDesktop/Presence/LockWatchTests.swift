// Locks as logind and screen savers tell of them.
import GLibBridge
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LockWatchTests {
  private let world: World

  init() throws { world = try World() }

  @MainActor final class World {
    let bus: PrivateBus
    let client: BusConnection
    var saver: BusConnection?
    private(set) var heard: [Bool] = []
    private(set) var watch: LockWatch!

    init() throws {
      bus = try PrivateBus()
      client = try bus.connect()
      saver = try bus.connect()
      watch = LockWatch { [weak self] in self?.heard.append($0) }
      watch.follow(session: client)
      try client.turnRound()
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func followSystem() { watch.follow(system: client) }

    func say(_ name: String, _ path: String, _ isActive: Bool) throws {
      try saver?.emit(path, name, "ActiveChanged", [.bool(isActive)])
    }

    func wait(_ heard: [Bool]) -> Bool { MainLoop.turn(until: { self.heard == heard }) }

    /// Everything that this connection, or the screen saver, has sent until now has come.
    func settle(_ sender: BusConnection? = nil) throws {
      var isHere = false
      let mark = client.subscribe(interface: "org.example.Mark", member: "Here") { _ in isHere = true }
      defer { mark.cancel() }
      try client.turnRound()
      try (sender ?? saver)?.emit("/", "org.example.Mark", "Here", [])
      #expect(MainLoop.turn(until: { isHere }))
    }
  }

  @Test(arguments: [
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"), ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
    ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"), ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
    ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
  ])
  func `a screen saver's word counts once, however often it is said`(_ name: String, _ path: String) throws {
    for isActive in [true, true, false, false, true] { try world.say(name, path, isActive) }
    #expect(world.wait([true, false, true]))
  }

  @Test func `Plasma says it on two paths`() throws {
    for isActive in [true, false] {
      for path in ["/ScreenSaver", "/org/freedesktop/ScreenSaver"] {
        try world.say("org.freedesktop.ScreenSaver", path, isActive)
      }
    }
    #expect(world.wait([true, false]))
    try world.settle()
    #expect(world.wait([true, false]))
  }

  @Test func `a screen saver that ends while it is active locks nothing any more`() throws {
    try world.say("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", true)
    #expect(world.wait([true]))
    world.saver = nil
    #expect(world.wait([true, false]))
  }

  @Test func `logind tells of locks, also of one that is there to begin with`() throws {
    let logind = try FakeLogind(world.bus.address, isLocked: true)
    logind.appear()
    world.followSystem()
    #expect(world.wait([true]))
    try logind.lock(false)
    try logind.lock(true)
    #expect(world.wait([true, false, true]))
  }

  @Test func `both say it, and the last of them ends it`() throws {
    let logind = try FakeLogind(world.bus.address, isLocked: true)
    logind.appear()
    world.followSystem()
    #expect(world.wait([true]))
    try world.say("org.freedesktop.ScreenSaver", "/ScreenSaver", true)
    try world.settle()
    try logind.lock(false)
    try world.settle(logind.bus)
    #expect(world.wait([true]))
    try world.say("org.freedesktop.ScreenSaver", "/ScreenSaver", false)
    #expect(world.wait([true, false]))
  }

  @Test func `GNOME's blank screen is no lock where logind says that it is none`() throws {
    try world.say("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", true)
    #expect(world.wait([true]))
    let logind = try FakeLogind(world.bus.address)
    logind.appear()
    world.followSystem()
    #expect(world.wait([true, false]))
    try world.say("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", true)
    try world.settle()
    try logind.lock(true)
    #expect(world.wait([true, false, true]))
    try world.say("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", false)
    try logind.lock(false)
    #expect(world.wait([true, false, true, false]))
  }

  @Test func `only those are asked whom the question does not start, and only if they run`() throws {
    var asked: [String] = []
    var objects: [BusRegistration] = []
    for name in ["org.gnome.ScreenSaver", "org.xfce.ScreenSaver"] {
      let xml = Introspection.xml([name: ["GetActive -> b"]])
      let path = "/" + name.replacing(".", with: "/")
      objects.append(
        try #require(world.saver).register(
          path, name, xml: xml,
          BusHandlers(call: { call in
            asked.append(call.interface)
            call.reply([.bool(true)])
          })))
      objects.append(try #require(world.saver).own(name))
    }
    try world.settle()
    var heard: [Bool] = []
    let watch = LockWatch { heard.append($0) }
    watch.follow(session: world.client)
    try world.client.turnRound()
    #expect(MainLoop.turn(until: { heard == [true] }))
    try world.settle()
    #expect(asked == ["org.xfce.ScreenSaver"])
  }

  @Test func `a logind without a session, or none, says nothing`() throws {
    world.followSystem()
    try world.settle()
    try world.say("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", true)
    #expect(world.wait([true]))
  }
}
