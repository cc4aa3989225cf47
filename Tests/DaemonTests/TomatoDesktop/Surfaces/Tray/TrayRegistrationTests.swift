// The item in the list of a tray that comes, goes, hangs, comes back, and is not always the same.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct TrayRegistrationTests {
  private let world: TrayWorld

  init() throws { world = try TrayWorld() }

  static var name: String { "org.kde.StatusNotifierItem-\(getpid())-1" }

  @Test func `without a tray nothing is shown, and that is known at once`() throws {
    let world = try TrayWorld()
    #expect(!world.tray.isSettled)
    #expect(world.turn { world.tray.isSettled })
    #expect(!world.tray.isShown && world.tray.interest.isEmpty)
    #expect(try world.connection.owner(Self.name) == nil)
  }

  @Test func `a tray that starts anew gets it again, each time`() throws {
    #expect(world.turn { world.tray.isSettled })
    for _ in 0..<3 {
      let tray = try world.shown()
      #expect(tray.registered == [Self.name])
      #expect(try world.connection.owner(Self.name) == world.connection.uniqueName)
      tray.disappear()
      #expect(world.turn { !world.tray.isShown })
      #expect(world.tray.interest.isEmpty && world.tray.isSettled)
    }
  }

  @Test func `a tray that takes over from another gets it too`() throws {
    let (first, second) = (try world.shown(), try FakeTray(world.bus.address))
    second.appear()
    first.disappear()
    #expect(world.turn { !second.registered.isEmpty })
    #expect(world.turn { world.tray.isShown })
    #expect(first.registered.count == 1)
  }

  /// waybar 0.9.17 never draws an item that registers while its host does.
  @Test func `a list that nobody draws gets the item when somebody draws it`() throws {
    let tray = try FakeTray(world.bus.address, hasHost: false)
    tray.appear()
    #expect(world.turn { world.tray.isSettled })
    try world.settle(tray)
    #expect(tray.registered.isEmpty && !world.tray.isShown)
    try tray.setHost(true)
    #expect(world.turn { world.tray.isShown })
    #expect(tray.registered == [Self.name])
    try tray.setHost(false)
    #expect(world.turn { !world.tray.isShown })
    #expect(tray.registered.count == 1)
  }

  @Test func `a tray that does not answer holds up nothing`() throws {
    let tray = try FakeTray(world.bus.address)
    tray.isHung = true
    tray.appear()
    #expect(world.turn { !tray.registered.isEmpty })
    try world.settle(tray)
    #expect(!world.tray.isShown && !world.tray.isSettled)
    // It is ended, and another one comes; the old one's late failure is nobody's.
    tray.disappear()
    #expect(world.turn { world.tray.isSettled })
    _ = try world.shown()
    #expect(world.journal.isEmpty)
  }

  @Test func `a tray that refuses is noted once, and asked again with the next event`() throws {
    let tray = try FakeTray(world.bus.address)
    tray.refuses = true
    tray.appear()
    #expect(world.turn { !tray.registered.isEmpty && world.tray.isSettled })
    #expect(!world.tray.isShown)
    try world.settle(tray)
    #expect(tray.registered.count == 1)
    for (verb, count) in [(Verb.start, 2), (.pause, 3)] {
      world.desk.do(verb)
      #expect(world.turn { tray.registered.count == count })
      try world.settle(tray)
      #expect(tray.registered.count == count && !world.tray.isShown && world.tray.isSettled)
    }
    tray.refuses = false
    world.desk.do(.resume)
    #expect(world.turn { world.tray.isShown })
    #expect(try tray.property("Title") != .string(""))
    world.desk.do(.pause)
    try world.settle(tray)
    #expect(tray.registered.count == 4)
    #expect(world.journal.map(\.event) == [.failed])
    #expect(world.journal.first?.reason.contains("No more items.") == true)
  }

  @Test func `a tray that refuses late is asked again if an event came meanwhile, once`() throws {
    let tray = try FakeTray(world.bus.address)
    tray.isHung = true
    tray.appear()
    #expect(world.turn { tray.registered.count == 1 })
    world.desk.do(.start)
    world.desk.do(.pause)
    try world.settle(tray)
    #expect(tray.registered.count == 1)
    tray.refuses = true
    tray.refuseUnanswered()
    #expect(world.turn { tray.registered.count == 2 })
    try world.settle(tray)
    #expect(tray.registered.count == 2 && world.tray.isSettled && !world.tray.isShown)
  }

  @Test func `a tray that drops the item gets it again, three times`() throws {
    let tray = try world.shown()
    try tray.drop("org.kde.StatusNotifierItem-1-1/StatusNotifierItem")
    try world.settle(tray)
    #expect(tray.registered.count == 1)
    for count in 2...4 {
      try tray.drop(Self.name)
      #expect(world.turn { tray.registered.count == count })
    }
    try tray.drop(Self.name)
    try world.settle(tray)
    #expect(tray.registered == Array(repeating: Self.name, count: 4))
    #expect(world.tray.isShown && world.journal.isEmpty)
  }

  @Test func `when the name is another's, the item goes by its path`() throws {
    let other = try world.bus.connect()
    let theft = other.ownName(Self.name, acquired: {}, lost: {})
    _ = try other.turnRound()
    #expect(try world.shown().registered == ["/StatusNotifierItem"])
    withExtendedLifetime(theft) {}
  }

  @Test func `closing takes the item out of the tray`() throws {
    let tray = try world.shown()
    world.end()
    try world.settle(tray)
    #expect(try world.connection.owner(Self.name) == nil)
    let get = try tray.bus.answer(
      world.connection.uniqueName, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "GetAll",
      [.string(FakeTray.item)])
    #expect(get.isFailure)
    world.begin()
    #expect(world.turn { world.tray.isShown })
    #expect(tray.registered.count == 2)
  }

  nonisolated static let kinds: [(names: [String], kind: TrayKind)] = [
    ([], .other), (["org.gnome.Shell"], .gnome), (["org.kde.kded5"], .plasma), (["org.kde.kded6"], .plasma),
    (["org.mate.Panel"], .mate), (["org.mate.panel.applet.NotificationAreaAppletFactory"], .mate),
  ]

  @Test(arguments: kinds) func `a tray is known by its names`(names: [String], kind: TrayKind) throws {
    let tray = try world.shown(by: names)
    #expect(try tray.introspection().contains("\"Activate\"") == (kind != .gnome))
    #expect(try tray.introspection().contains("\"SecondaryActivate\""))
    let isRefused = try tray.call("Activate", .int32(0), .int32(0)) == "org.freedesktop.DBus.Error.UnknownMethod"
    #expect(isRefused == (kind == .gnome))
    #expect(try tray.property("ItemIsMenu") == .bool(false))
  }

  @Test func `a name that another process has is no sign of GNOME`() throws {
    let shell = try world.bus.connect()
    let name = shell.ownName("org.gnome.Shell", acquired: {}, lost: {})
    _ = try shell.turnRound()
    #expect(try world.shown().introspection().contains("\"Activate\""))
    withExtendedLifetime(name) {}
  }

  @Test func `the item is another one for the next tray`() throws {
    let plain = try world.shown()
    plain.disappear()
    #expect(world.turn { !world.tray.isShown })
    let gnome = try world.shown(by: ["org.gnome.Shell"])
    #expect(try gnome.introspection().contains("\"Activate\"") == false)
    gnome.disappear()
    #expect(world.turn { !world.tray.isShown })
    #expect(try world.shown().introspection().contains("\"Activate\""))
  }
}
