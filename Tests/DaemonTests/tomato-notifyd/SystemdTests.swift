// Runs for good: what systemd makes of the unit, and that a phase's end is announced also after a crash.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor @Suite(.serialized) struct SystemdTests {
  @Test(.enabled(if: Program.exists("systemd-analyze")))
  func `systemd-analyze has nothing to say about the unit`() throws {
    let scratch = Scratch()
    // What a user manager's own targets need; not all units of this machine, which may contradict each other.
    let targets = ["basic", "shutdown", "sockets", "paths", "timers", "graphical-session"].map { $0 + ".target" }
    for unit in targets + ["app.slice", "dbus.socket"] {
      symlink("/usr/lib/systemd/user/" + unit, scratch.path(unit))
    }
    func verify(_ text: String) -> (code: Int32?, output: String) {
      Files.write(text, to: scratch.path(FakeSystemd.unitName))
      return Program.run(
        ["systemd-analyze", "--user", "verify", "--man=no", scratch.path(FakeSystemd.unitName)],
        environment: [
          "PATH=/usr/bin:/bin", "SYSTEMD_UNIT_PATH=" + scratch.directory, "XDG_RUNTIME_DIR=" + scratch.directory,
          "HOME=" + scratch.directory,
        ])
    }
    let verdict = verify(FakeSystemd.unit)
    #expect(verdict.code == 0 && verdict.output.isEmpty, "\(verdict)")
    #expect(!verify(FakeSystemd.unit + "Unknown=yes\n").output.isEmpty)
  }

  @Test func `the bus's service names the unit, and the unit the bus's name and no target that would start it`() {
    let service = Repository.text("desktop/\(BusNames.application).service.in")
    #expect(service.contains("\nSystemdService=\(FakeSystemd.unitName)\n"))
    let unit = KeyFile.reading(FakeSystemd.unit).file
    #expect(unit.value("Service", "BusName") == BusNames.application)
    #expect(!unit.headers.contains { $0.group == "Install" })
  }

  @Test(arguments: [true, false])
  func `a command has systemd start the daemon; where the unit is unknown, the spawned one has the name`(
    _ knowsUnit: Bool
  ) throws {
    let home = try BusHome(hasSystemd: true)
    let systemd = try FakeSystemd(home, knowsUnit: knowsUnit)
    let status = home.runTurning("tomato-notify", "start")
    #expect(status.code == 0 && status.output.contains("running"), "\(status)")
    let owner = try #require(try home.waitForOwner())
    #expect(systemd.started == (knowsUnit ? [owner] : []))
  }

  @Test func `after a crash systemd starts it again, and the end of the phase is announced in time`() throws {
    let home = try BusHome(hasSystemd: true)
    let systemd = try FakeSystemd(home)
    let server = FakeNotificationServer.on(home)
    _ = try home.perform("tomatoclock://start?duration=3s&task=report")
    try home.endDaemon(SIGKILL)
    #expect(systemd.waitForEnd())
    #expect(systemd.ended == [128 + SIGKILL] && systemd.started.count == 2)
    #expect(MainLoop.turn(until: { server.has("Focus done. Short Break until") }), "\(server.log)")
    #expect(home.run("tomato-notify", "log").output.contains("report"))
  }

  @Test(arguments: ["quit", "logout"]) func `who quits or logs out stays out`(how: String) throws {
    let home = try BusHome(hasSystemd: true)
    let systemd = try FakeSystemd(home)
    _ = try home.perform("tomatoclock://start")
    if how == "quit" { #expect(home.run("tomato-notify", "quit").code == 0) } else { try home.endDaemon() }
    #expect(systemd.waitForEnd())
    #expect(systemd.ended == [0] && systemd.started.count == 1)
  }

  @Test(arguments: [["tomato-notify", "status"], ["tomato-notifyd", "--login"]])
  func `after a crash the next start, a command or a login, announces the end of the phase`(start: [String]) throws {
    let home = try BusHome()
    let server = FakeNotificationServer.on(home)
    _ = try home.perform("tomatoclock://start?duration=1s&task=report")
    try home.endDaemon(SIGKILL)
    server.forgetLog()
    #expect(home.run(start).code == 0)
    #expect(MainLoop.turn(until: { server.has("Focus done. Short Break until") }), "\(server.log)")
    #expect(home.run("tomato-notify", "log").output.contains("report"))
  }
}

extension FakeNotificationServer {
  /// One that is there, in a time that stands still.
  @MainActor static func on(_ home: BusHome) -> FakeNotificationServer {
    let server = FakeNotificationServer(address: home.bus.address, now: { 0 })
    server.appear()
    return server
  }

  /// Whether a card with these words was shown.
  func has(_ words: String) -> Bool { log.contains { $0.contains(words) } }
  /// How many cards were shown, updates included.
  var cards: [String] { log.filter { $0.hasPrefix("notify") } }
}
