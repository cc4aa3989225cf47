// The built daemon between a tray and a notification server: what it puts where, and in which order.
import GLibBridge
import Glibc
import TestKit
import Testing

@MainActor @Suite(.serialized) struct TrayDaemonTests {
  private let home: BusHome

  init() throws { home = try BusHome() }

  /// A dunst, and time that stands still.
  static func dunst(_ home: BusHome) -> FakeNotificationServer {
    let server = FakeNotificationServer(address: home.bus.address, now: { 0 })
    server.become(.dunst)
    server.appear()
    return server
  }

  static func notified(_ server: FakeNotificationServer) -> [String] { server.log.filter { $0.hasPrefix("notify") } }
  /// The expiry of the newest card, in milliseconds.
  static func expiry(_ server: FakeNotificationServer) -> String? {
    server.details.split(separator: " ").last.map(String.init)
  }

  @Test func `the first card is as the tray that is there wants it`() throws {
    for hasTray in [true, false] {
      let home = try BusHome()
      let (server, tray) = (Self.dunst(home), try FakeTray(home.bus.address))
      if hasTray { tray.appear() }
      _ = try tray.bus.turnRound()
      _ = try home.perform("tomatoclock://start")
      #expect(MainLoop.turn(until: { !Self.notified(server).isEmpty }))
      #expect(Self.expiry(server) == (hasTray ? "8000" : "150000"))
      _ = try home.perform("tomatoclock://pause")
      _ = try home.perform("tomatoclock://resume")
      if hasTray { #expect(MainLoop.turn(until: { !tray.registered.isEmpty })) }
    }
  }

  @Test func `a tray that hangs delays the island, and does not prevent it`() throws {
    let (server, tray) = (Self.dunst(home), try FakeTray(home.bus.address))
    tray.isHung = true
    tray.appear()
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { !Self.notified(server).isEmpty }))
    #expect(Self.expiry(server) == "150000", "\(server.log)")
  }

  @Test func `the item follows the configuration at once, and goes with the daemon`() throws {
    let tray = try FakeTray(home.bus.address)
    tray.appear()
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { tray.registered.count == 1 }))
    let name = try #require(tray.registered.first)
    #expect(try tray.property("Status").text == "Active")
    let icon = try #require(try tray.property("IconName").text)
    #expect(icon.hasPrefix("/") && icon.hasSuffix("TomatoNotify-tray-focus-12.svg"), "\(icon)")
    #expect(try tray.property("IconPixmap").elements?.isEmpty == false)
    let menu = try #require(try tray.property("Menu").text)
    let lines = try tray.bus.answer(
      name, menu, "com.canonical.dbusmenu", "GetLayout", [.int32(0), .int32(-1), .strings([])]
    ).get()
    #expect("\(lines)".contains("Pause"))
    var isThere = true
    let watch = home.client.watchName(name, appeared: { _ in isThere = true }, vanished: { isThere = false })
    #expect(home.run("tomato-notify", "config", "set", "tray.enabled", "false").code == 0)
    #expect(MainLoop.turn(until: { !isThere }))
    #expect(home.run("tomato-notify", "config", "set", "tray.enabled", "true").code == 0)
    #expect(MainLoop.turn(until: { tray.registered.count == 2 && isThere }))
    #expect(try tray.call("SecondaryActivate", .int32(0), .int32(0)) == nil)
    #expect(home.run("tomato-notify", "status").output.contains("paused"))
    try home.endDaemon()
    #expect(MainLoop.turn(until: { !isThere }))
    watch.cancel()
  }

  @Test func `the label's seconds follow the configuration at once`() throws {
    let tray = try FakeTray(home.bus.address)
    tray.appear(with: ["org.gnome.Shell"])
    _ = try home.perform("tomatoclock://start?duration=30m")
    #expect(MainLoop.turn(until: { !tray.registered.isEmpty }))
    #expect(try tray.property("XAyatanaLabel").text == "30 min")
    #expect(home.run("tomato-notify", "config", "set", "tray.seconds", "always").code == 0)
    let isTold = { tray.signals.contains { $0.hasPrefix("XAyatanaNewLabel") && $0.hasSuffix(", 00:00)") } }
    #expect(MainLoop.turn(until: isTold))
    #expect(try tray.property("XAyatanaLabel").text?.contains(":") == true)
  }

  @Test func `a panel that starts anew brings up no card`() throws {
    let (server, tray) = (Self.dunst(home), try FakeTray(home.bus.address))
    tray.appear()
    _ = try tray.bus.turnRound()
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { !Self.notified(server).isEmpty && tray.registered.count == 1 }))
    tray.disappear()
    _ = try tray.bus.turnRound()
    // The daemon has heard of it when it answers.
    for _ in 0..<3 { _ = try home.perform("tomatoclock://resume") }
    tray.appear()
    #expect(MainLoop.turn(until: { tray.registered.count == 2 }))
    _ = try home.perform("tomatoclock://pause")
    #expect(MainLoop.turn(until: { Self.notified(server).count >= 2 }))
    #expect(Self.notified(server).count == 2 && Self.expiry(server) == "8000", "\(server.log)")
  }
}
