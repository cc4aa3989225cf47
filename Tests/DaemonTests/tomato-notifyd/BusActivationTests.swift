// The built daemon, started by a private bus, by a command, and by what desktops use for links.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor @Suite(.serialized) struct BusActivationTests {
  @Test func `fifty cold calls are all answered`() throws {
    let home = try BusHome()
    _ = try home.perform("tomatoclock://start?task=report")
    for number in 1...49 {
      try home.endDaemon()
      let content = try home.perform("tomatoclock://pause")
      #expect(content?["contentState"]?["task"]?.text == "report", "call \(number)")
    }
  }

  @Test func `a command has the bus start the daemon`() throws {
    let home = try BusHome()
    let status = home.run("tomato-notify", "start")
    #expect(status.code == 0, "\(status)")
    let owner = try #require(try home.waitForOwner())
    #expect(home.wasStartedByBus(owner))
    #expect(try home.perform("tomatoclock://pause")?["contentState"]?["stateIdentifier"]?.text == "paused")
    #expect(home.run("tomato-notify", "status").output.contains("paused"))
  }

  @Test(arguments: [nil, "/bin/false", "/nonexistent/tomato-notifyd"])
  func `where the bus cannot start it, the spawned daemon stays and has the name`(service: String?) throws {
    let home = try BusHome(service: service)
    let status = home.run("tomato-notify", "start")
    #expect(status.code == 0 && status.output.contains("running"), "\(status)")
    let owner = try #require(try home.waitForOwner())
    #expect(!home.wasStartedByBus(owner))
    #expect(try home.perform("tomatoclock://pause")?["contentState"]?["stateIdentifier"]?.text == "paused")
  }

  @Test func `a bus that goes ends the daemon, with its state saved`() throws {
    let home = try BusHome()
    _ = try home.perform("tomatoclock://start?task=report")
    home.bus.kill()
    #expect(home.hasEnded())
    let status = home.run("tomato-notify", "status", without: "DBUS_SESSION_BUS_ADDRESS")
    #expect(status.output.contains("report"), "\(status)")
    #expect(home.run("tomato-notify", "quit").code == 0)
  }

  @Test func `a bus that says nothing delays the start by a second, and nothing after that`() throws {
    let home = try BusHome()
    let path = home.folder + "/run/dead"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    try #require(SocketFile.listen(listener, at: path))
    func run(_ verb: String) -> (code: Int32?, output: String) {
      home.run(
        "tomato-notify", verb, without: "DBUS_SESSION_BUS_ADDRESS", with: "DBUS_SESSION_BUS_ADDRESS=unix:path=\(path)")
    }
    let clock = ContinuousClock()
    let start = clock.measure { #expect(run("start").output.contains("running")) }
    #expect(start > .milliseconds(900), "\(start)")
    let pause = clock.measure { #expect(run("pause").output.contains("paused")) }
    #expect(pause < start, "\(pause)")
    #expect(run("quit").code == 0)
    #expect(home.hasEnded())
  }

  @Test(.enabled(if: Program.exists("gapplication")))
  func `gapplication starts, shows, acts and opens`() throws {
    let home = try BusHome()
    let name = BusNames.application
    #expect(home.run("gapplication", "action", name, "start").code == 0)
    #expect(home.run("tomato-notify", "status").output.contains("running"))
    #expect(home.run("gapplication", "launch", name).code == 0)
    #expect(home.run("gapplication", "launch", name, "tomatoclock://pause").code == 0)
    #expect(home.run("tomato-notify", "status").output.contains("paused"))
    #expect(home.run("gapplication", "list-actions", name).output == "toggle\n")
    let refused = home.run("gapplication", "action", name, "dance")
    #expect(refused.code == 1 && refused.output.contains("'dance'"), "\(refused)")
  }

  @Test(.enabled(if: Program.exists("gio")), arguments: [true, false])
  func `gio open reaches the engine, or starts it`(isRunning: Bool) throws {
    let home = try BusHome()
    if isRunning { _ = try home.perform("tomatoclock://show") }
    // gio does not wait until it is done.
    var doors: [String?] = []
    let signals = home.client.subscribe(interface: BusNames.tomatoNotify1, member: "IntentPerformed") { signal in
      if signal.arguments.first?.text == "onStart" { doors.append(signal.arguments[at: 1]?.text) }
    }
    defer { signals.cancel() }
    let opened = home.run("gio", "open", "tomatoclock://start?task=from%20a%20link")
    #expect(opened.code == 0, "\(opened)")
    #expect(MainLoop.turn(until: { doors == ["link"] }, limitMs: Patience.milliseconds))
    #expect(home.run("tomato-notify", "status").output.contains("from a link"))
  }

  @Test(.enabled(if: Program.exists("xdg-open")))
  func `xdg-open reaches the engine`() throws {
    let home = try BusHome()
    // It looks for the handlers of links only where there seems to be a display.
    let opened = home.run("xdg-open", "tomatoclock://start?task=report", with: "DISPLAY=:99")
    #expect(opened.code == 0, "\(opened)")
    #expect(home.run("tomato-notify", "status").output.contains("report"))
  }
}
