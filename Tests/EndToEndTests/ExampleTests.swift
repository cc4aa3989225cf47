// The programs in Examples/, each against a real daemon and pressed as a person would.
import Glibc
import TestKit
import Testing
import TomatoLink

struct ExampleTests {
  private let home = Home()

  init() { home.variables["PATH"] = Program.products + ":/usr/bin:/bin" }

  private func example(_ name: String, _ words: [String] = []) -> RunningProgram {
    RunningProgram("\(Repository.root)/Examples/\(name)", words, environment: home.environment)
  }

  /// A line of the list has all of these.
  private func says(_ parts: String...) -> Bool {
    Patience.wait {
      let lines = Client(home.socket)?.ask("tomatoclock://list")?.lines ?? []
      return lines.contains { line in parts.allSatisfy { line.contains($0) } }
    }
  }

  private func press(_ button: String, of id: String) throws {
    let reply = try home.ask("tomatoclock://button/\(button)?activity=\(id)")
    #expect(reply.code == 0, "\(reply)")
  }

  // MARK: deploy.sh

  /// A step lasts until somebody writes into this pipe.
  private func steps() -> String {
    let fifo = home.folder + "/step"
    mkfifo(fifo, 0o600)
    home.variables["STEP"] = "cat \(fifo)"
    return fifo
  }

  private func finishStep(_ fifo: String) { #expect(home.shell("printf . > \(fifo)") == 0) }

  @Test func `a shell script deploys to three servers and says so`() throws {
    home.variables["STEP"] = "true"
    let deploy = example("deploy.sh")
    #expect(deploy.end() == 0, "\(deploy.errors)")
    #expect(says("Deploy, done, 3 servers"))
  }

  @Test func `its Cancel button stops it between two servers`() throws {
    let fifo = steps()
    let deploy = example("deploy.sh", ["one", "two", "three"])
    #expect(says("Deploy, one, 0 %"))
    finishStep(fifo)
    #expect(says("Deploy, two, 33 %"))
    try press("cancel", of: "deploy")
    finishStep(fifo)
    #expect(deploy.end() == 1 && says("Deploy, failed, cancelled after 2 of 3"), "\(deploy.errors)")
  }

  @Test func `killed, it is lost`() throws {
    _ = steps()
    let deploy = example("deploy.sh", ["one"])
    #expect(says("Deploy, one, 0 %"))
    for name in ["tomato-notify", "cat", "deploy.sh"] { for it in home.processes(named: name) { kill(it, SIGKILL) } }
    _ = deploy.end(killing: SIGKILL)
    #expect(says("Deploy, lost"))
  }

  // MARK: stopwatch.mjs

  @Test func `a JavaScript program has a stopwatch with 暫停, 繼續 and 重置`() throws {
    let stopwatch = example("stopwatch.mjs")
    #expect(says("碼錶, 計時中, since"))
    try press("pause", of: "stopwatch-js")
    #expect(says("碼錶, 已暫停 · 0:0"))
    try press("reset", of: "stopwatch-js")
    #expect(says("碼錶, 已暫停 · 0:00"))
    try press("resume", of: "stopwatch-js")
    #expect(says("碼錶, 計時中, since"))
    for process in home.processes(named: "tomato-notifyd") { kill(process, SIGKILL) }
    #expect(says("碼錶, 計時中, since"), "it goes on with the next daemon")
    try press("pause", of: "stopwatch-js")
    #expect(says("碼錶, 已暫停"))
    #expect(stopwatch.end(killing: SIGTERM) == 0 && says("碼錶, done, 0:"))
    let events = stopwatch.output.split(separator: "\n").filter { $0.contains(#""event":"button""#) }
    #expect(events.count == 4, "each once: \(stopwatch.output)")
  }

  // MARK: backup.py

  /// One that starts the daemon for the first call, as where it is installed.
  private func bus() throws -> PrivateBus {
    let name = "org.tomatoclock.TomatoNotify"
    home.write("[D-BUS Service]\nName=\(name)\nExec=\(Home.daemon)\n", to: "\(home.folder)/services/\(name).service")
    return try PrivateBus(services: home.folder + "/services", environment: home.environment)
  }

  private func files(_ count: Int) -> (source: String, target: String) {
    let (source, target) = (home.folder + "/source", home.folder + "/target")
    for number in 0..<count { home.write("\(number)", to: "\(source)/folder/\(number)") }
    return (source, target)
  }

  @Test func `a Python program shows over D-Bus what it copies`() throws {
    let bus = try bus()
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let (source, target) = files(3)
    let backup = example("backup.py", [source, target])
    #expect(backup.end() == 0 && backup.errors == "", "\(backup.errors)")
    #expect(says("Backup, done, 3 files") && Files.text(target + "/folder/2") == "2")
    withExtendedLifetime(bus) {}
  }

  @Test func `its Stop button stops it, and a wrong folder is one sentence`() throws {
    let bus = try bus()
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let (source, target) = files(3000)
    let backup = example("backup.py", [source, target])
    #expect(says("Backup", "%"))
    try press("stop", of: "backup")
    #expect(backup.end() == 1 && says("Backup, failed, stopped after"), "\(backup.errors)")
    let wrong = example("backup.py", ["/nowhere", target])
    #expect(wrong.end() == 1 && wrong.errors.hasPrefix("backup.py: "))
    withExtendedLifetime(bus) {}
  }
}
