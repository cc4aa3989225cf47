// The built daemon between a tray, a view and a notification server: one clock, over restarts.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor @Suite(.serialized) struct ViewDaemonTests {
  private let home: BusHome

  init() throws { home = try BusHome() }

  private static func say(_ method: String, _ home: BusHome) throws {
    _ = try home.result(
      BusNames.application, BusNames.applicationPath, BusNames.views1, method, [.string("gnome")]
    ).get()
  }

  @Test func `while a view is there the item is not, and cards come as beside a tray`() throws {
    let (server, tray) = (TrayDaemonTests.dunst(home), try FakeTray(home.bus.address))
    tray.appear()
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { tray.registered.count == 1 && !TrayDaemonTests.notified(server).isEmpty }))
    let name = try #require(tray.registered.first)
    var isThere = true
    let watch = home.client.watchName(name, appeared: { _ in isThere = true }, vanished: { isThere = false })
    try Self.say("AttachView", home)
    #expect(MainLoop.turn(until: { !isThere }))
    _ = try home.perform("tomatoclock://start?activity=tea&duration=4m")
    #expect(MainLoop.turn(until: { TrayDaemonTests.notified(server).count >= 2 }))
    #expect(TrayDaemonTests.expiry(server) == "8000", "\(server.log)")
    // At once again: nothing happens.
    try Self.say("DetachView", home)
    try Self.say("AttachView", home)
    #expect(tray.registered.count == 1)
    try Self.say("DetachView", home)
    #expect(MainLoop.turn(until: { tray.registered.count == 2 && isThere }))
    watch.cancel()
  }

  @Test func `without a tray the cards stand again when the view has gone`() throws {
    let server = TrayDaemonTests.dunst(home)
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { !TrayDaemonTests.notified(server).isEmpty }))
    #expect(TrayDaemonTests.expiry(server) == "150000")
    try Self.say("AttachView", home)
    #expect(MainLoop.turn(until: { server.log.contains { $0.hasPrefix("close") } }), "a card that stood has gone")
    let before = TrayDaemonTests.notified(server).count
    try Self.say("DetachView", home)
    #expect(MainLoop.turn(until: { TrayDaemonTests.notified(server).count > before }))
    #expect(TrayDaemonTests.expiry(server) == "150000", "\(server.log)")
  }

  @Test func `a daemon that starts anew waits for its view: no item and no card that stands`() throws {
    let (server, tray) = (TrayDaemonTests.dunst(home), try FakeTray(home.bus.address))
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { !TrayDaemonTests.notified(server).isEmpty }))
    try Self.say("AttachView", home)
    #expect(MainLoop.turn(until: { server.log.contains { $0.hasPrefix("close") } }))
    tray.appear()
    _ = try tray.bus.turnRound()
    for signal in [SIGTERM, SIGKILL] {
      // As a view does: it says that it is there when the name is.
      let view = home.client.watchName(
        BusNames.application,
        appeared: { _ in
          home.client.call(
            BusNames.application, BusNames.applicationPath, BusNames.views1, "AttachView", [.string("gnome")]
          ) { _ in }
        }, vanished: {})
      try home.endDaemon(signal)
      _ = try home.perform("tomatoclock://start?activity=tea-\(signal)&duration=4m")
      #expect(MainLoop.turn(until: { TrayDaemonTests.expiry(server) == "8000" }), "\(server.log)")
      #expect(tray.registered.isEmpty)
      view.cancel()
    }
  }

  @Test func `on a GNOME whose bar could show the time that is said once, whatever daemon is asked`() throws {
    let server = TrayDaemonTests.dunst(home)
    server.become(.gnome51)
    let hint = "\"tomato-notify views on\" shows the time in GNOME's top bar."
    #expect(!home.run("tomato-notify", "start").output.contains(hint), "there is nothing to switch on")
    #expect(MainLoop.turn(until: { !TrayDaemonTests.notified(server).isEmpty }))
    let extensions = home.folder + "/data/gnome-shell/extensions"
    #expect(home.run("mkdir", "-p", extensions).code == 0)
    let ours = Repository.root + "/desktop/gnome-shell"
    #expect(home.run("cp", "-r", ours, extensions + "/island@tomatoclock.org").code == 0)
    for isFirst in [true, false] {
      #expect(home.run("tomato-notify", "stop").code == 0)
      #expect(home.run("tomato-notify", "start").output.contains(hint) == isFirst)
      try home.endDaemon()
    }
  }
}
