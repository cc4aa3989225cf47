// The built daemon, started by a private bus, by a command, and by what desktops use for links.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor @Suite(.serialized) struct BusActivationTests {
  private let home: BusHome

  init() throws { home = try BusHome() }

  @Test func `fifty cold calls are all answered`() throws {
    _ = try home.perform("tomatoclock://start?task=report")
    for number in 1...49 {
      try home.endDaemon()
      let content = try home.perform("tomatoclock://pause")
      #expect(content?["contentState"]?["task"]?.text == "report", "call \(number)")
    }
  }

  @Test func `a command has the bus start the daemon`() throws {
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
    _ = try home.perform("tomatoclock://start?task=report")
    home.bus.kill()
    #expect(home.hasEnded())
    let status = home.run("tomato-notify", "status", without: "DBUS_SESSION_BUS_ADDRESS")
    #expect(status.output.contains("report"), "\(status)")
    #expect(home.run("tomato-notify", "quit").code == 0)
  }

  @Test func `a bus that says nothing delays the start by a second, and nothing after that`() throws {
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
}
