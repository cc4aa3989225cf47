// The built daemon, its island and its names: switched off and on again, and on a bus that hangs.
import GLibBridge
import Glibc
import TestKit
import Testing

@MainActor @Suite(.serialized) struct DaemonIslandTests {
  private let home: BusHome

  init() throws { home = try BusHome() }

  @Test func `an island that is switched off and on again hears its buttons`() throws {
    let server = FakeNotificationServer.on(home)
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { server.visible.count == 1 }))
    for (button, title) in [("Pause", "PAUSED"), ("Skip", "Break")] {
      #expect(home.run("tomato-notify", "config", "set", "island.mode", "off").code == 0)
      #expect(MainLoop.turn(until: { server.visible.isEmpty }))
      let count = server.log.count
      _ = try home.perform("tomatoclock://pause")
      _ = try home.perform("tomatoclock://resume")
      #expect(server.log.count == count, "\(server.log)")
      #expect(home.run("tomato-notify", "config", "set", "island.mode", "pinned").code == 0)
      #expect(MainLoop.turn(until: { server.visible.contains { $0.contains("Skip") } }), "\(server.log)")
      server.click(button)
      #expect(MainLoop.turn(until: { server.visible.contains { $0.contains(title) } }), "\(button): \(server.log)")
      if button == "Pause" { _ = try home.perform("tomatoclock://resume") }
    }
  }

  @Test func `an island that is switched off while no daemon runs leaves no card of the one before`() throws {
    let server = FakeNotificationServer.on(home)
    _ = try home.perform("tomatoclock://start")
    #expect(MainLoop.turn(until: { server.visible.count == 1 }))
    // A card that is replaced has a number that the daemon knows, and the next commit is after that of the number.
    _ = try home.perform("tomatoclock://pause")
    #expect(MainLoop.turn(until: { server.log.contains { $0.hasPrefix("notify 1 → 1") } }), "\(server.log)")
    _ = try home.perform("tomatoclock://resume")
    try home.endDaemon(SIGKILL)
    home.configure("[island]\nmode = off\n")
    #expect(home.run("tomato-notify", "status").code == 0)
    #expect(MainLoop.turn(until: { server.visible.isEmpty }), "\(server.log)")
  }

  @Test func `on a bus that hangs the daemon follows its configuration, answers, and ends`() throws {
    let tray = try FakeTray(home.bus.address)
    tray.appear()
    _ = try home.perform("tomatoclock://show")
    #expect(MainLoop.turn(until: { tray.registered.count == 1 }))
    let process = try #require(try home.owner())
    home.bus.freeze()
    home.configure("[timer]\nfocus = 48m\n\n[tray]\nenabled = false\n")
    var answer = home.run("tomato-notify", "status", "--json")
    var isNew: Bool { answer.output.contains("\"totalDuration\":2880") }
    for _ in 0..<2000 where answer.code == 0 && !isNew { answer = home.run("tomato-notify", "status", "--json") }
    #expect(answer.code == 0 && isNew, "\(answer)")
    kill(process, SIGTERM)
    #expect(home.hasEnded())
  }
}
