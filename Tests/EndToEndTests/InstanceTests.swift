// Start and end: one daemon for each person, whoever starts it and how often; and a clean house when it ends.
import GLibBridge
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct InstanceTests {
  private let home = Home()

  @Test func `20 commands at once without a daemon: all are answered, and one daemon remains`() throws {
    let commands = (0..<20).map { _ in home.start(["status"]) }
    for command in commands {
      let code = command.end()
      #expect(code == 0 && command.output.hasPrefix("Focus 25:00, ready"), "\(command.output) \(command.errors)")
    }
    // Another one that a command has started finds the first one, and takes a moment to end.
    #expect(Patience.wait { home.processes(named: "tomato-notifyd").count == 1 })
    #expect(home.run("quit") == Outcome(code: 0, output: "", errors: ""))
  }

  @Test func `a second daemon finds the first one and ends well; the first one goes on`() throws {
    let first = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    #expect(home.startDaemon().end() == 0)
    #expect(first.isAlive)
    #expect(try home.status().contentState.stateIdentifier == "running")
  }

  @Test func `a daemon with a session bus takes over from one without, and the phase goes on`() throws {
    let first = try home.daemon()
    let before = try #require(try home.ask("tomatoclock://start/short-break?format=json").status)
    let bus = try PrivateBus(environment: home.environment)
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let second = try home.daemon()
    #expect(first.end() == 0)
    let after = try home.status()
    #expect(after.phase == before.phase && after.contentState.stateIdentifier == "running")
    #expect(after.contentState.timerEndDate == before.contentState.timerEndDate)
    // The bus goes, as at a logout: the state is saved, the daemon ends, and the next one goes on from there.
    bus.kill()
    #expect(second.end() == 0)
    #expect(access(home.socket, F_OK) != 0)
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = nil
    try home.daemon()
    #expect(try home.status().phase == before.phase)
  }

  @MainActor @Test func `a daemon that the session bus turned away joins it with the next event`() throws {
    let real = try PrivateBus(environment: home.environment)
    let bus = HostileBus(before: real.address, at: home.folder + "/bus")
    defer { bus.end() }
    bus.go()
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    home.write("[island]\nmode=pinned\n[away]\nafter=1m\n", to: home.configuration)
    let daemon = try home.audibleDaemon()
    #expect(daemon.wait(for: "The session bus cannot be reached", on: 1))
    let (tray, monitor) = (try FakeTray(real.address), try FakeIdleMonitor(real.address))
    let server = FakeNotificationServer(address: real.address, now: { Int(Patience.now()) })
    server.appear()
    tray.appear()
    monitor.appear()
    bus.come()
    #expect(try home.ask("tomatoclock://start").code == 0)
    let isJoined = { tray.hasItem && monitor.watches == 1 && server.visible.count == 1 }
    #expect(MainLoop.turn(until: isJoined, limitMs: Patience.milliseconds))
    // It ends with the bus, as every daemon on one does.
    bus.go()
    #expect(daemon.end() == 0)
  }

  @MainActor @Test func `a word of another notification server that is not so makes no second card`() throws {
    let real = try PrivateBus(environment: home.environment)
    let bus = HostileBus(before: real.address, at: home.folder + "/bus")
    defer { bus.end() }
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    home.write("[island]\nmode=pinned\n", to: home.configuration)
    let server = FakeNotificationServer(address: real.address, now: { Int(Patience.now()) })
    server.appear()
    let daemon = try home.daemon()
    #expect(try home.ask("tomatoclock://start").code == 0)
    #expect(MainLoop.turn(until: { server.visible.count == 1 }, limitMs: Patience.milliseconds))
    let asked = bus.asked("GetNameOwner")
    bus.say(BusMessage.ownerChanged("org.freedesktop.Notifications", server.owner, ":1.9999"))
    // The island asks the bus whether the old one has left, and then who the new one is.
    #expect(Patience.wait { bus.asked("GetNameOwner") >= asked + 2 })
    bus.say(BusMessage.ownerChanged("org.freedesktop.Notifications", ":1.9999", server.owner))
    // A click comes after that word, on the same way.
    server.click("Pause")
    let isPaused = { server.visible.contains { $0.hasPrefix("PAUSED") } }
    #expect(MainLoop.turn(until: isPaused, limitMs: Patience.milliseconds))
    #expect(server.visible.count == 1, "\(server.log)")
    bus.go()
    #expect(daemon.end() == 0)
  }

  @Test(arguments: [[], [SIGTERM], [SIGINT], [SIGHUP], [SIGTERM, SIGHUP], [SIGHUP, SIGINT, SIGTERM]])
  func `quit and signals that end end it once with 0, and leave no socket and no open log`(_ signals: [Int32]) throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    let watch = try home.connect()
    watch.send("tomatoclock://watch\n")
    #expect(watch.line() != nil)
    if signals.isEmpty { #expect(home.run("quit") == Outcome(code: 0, output: "", errors: "")) }
    for signal in signals { kill(daemon.identifier, signal) }
    #expect(daemon.end() == 0, "\(daemon.errors)")
    #expect(watch.reply() == Reply(lines: [], code: 0) && watch.waitForEnd())
    #expect(access(home.socket, F_OK) != 0)
    #expect(home.files(home.folder + "/run").isEmpty)
    #expect(!home.files(home.stateFolder).contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
    #expect(try home.rows("SELECT left_boot_ms FROM engine")[at: 0]?.optionalInt64("left_boot_ms") != nil)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal during the start ends it with 0, and at once`(_ signal: Int32) throws {
    let lock = home.stateFolder + "/starting"
    home.write("", to: lock)
    let starting = open(lock, O_RDWR | O_CLOEXEC)
    try #require(starting >= 0 && flock(starting, LOCK_EX) == 0)
    defer { close(starting) }
    let daemon = home.startDaemon()
    try #require(Patience.wait { home.openFiles(of: daemon.identifier).values.contains(lock) })
    kill(daemon.identifier, signal)
    #expect(daemon.end() == 0 && daemon.said == "", "\(daemon.said) \(daemon.errors)")
    #expect(access(home.database, F_OK) != 0)
  }

  @Test func `nohup keeps a hang-up away from it`() throws {
    let daemon = try home.ready(home.daemon(after: "trap '' HUP"))
    kill(daemon.identifier, SIGHUP)
    #expect(try home.ask("tomatoclock://start").code == 0)
    #expect(daemon.isAlive)
  }

  @Test func `after quit a focus is paused because the person was away, and the time away does not count`() throws {
    let daemon = try home.daemon()
    let began = Patience.now()
    let before = try #require(try home.ask("tomatoclock://start?format=json").status)
    #expect(home.run("quit").code == 0 && daemon.end() == 0)
    let counted = Int(Patience.now() - began) / 1000 + 1
    waitForSeconds(2)
    let line = home.run("status").output
    #expect(line.contains("paused, you were away for"), "\(line)")
    let after = try home.status()
    #expect(after.phase == before.phase && after.contentState.stateIdentifier == "paused")
    #expect((1500 - counted...1500).contains(after.contentState.remainingSeconds))
    #expect(home.run("resume").output.contains("running"))
  }

  @Test func `after quit a break has run on`() throws {
    let daemon = try home.daemon()
    let before = try #require(try home.ask("tomatoclock://start/short-break?format=json").status)
    #expect(home.run("quit").code == 0 && daemon.end() == 0)
    waitForSeconds(2)
    let after = try home.status(afterStarting: true)
    #expect(after.phase == before.phase && after.contentState.stateIdentifier == "running")
    #expect(after.contentState.timerEndDate == before.contentState.timerEndDate)
  }

  @Test func `who quits without a daemon starts none`() {
    #expect(home.run("quit") == Outcome(code: 0, output: "", errors: ""))
    #expect(home.processes().isEmpty)
  }

  @Test func `commands that meet a daemon which is ending are carried out by the next one`() throws {
    for _ in 0..<8 {
      #expect(home.run("start").code == 0)
      let commands = [["quit"], ["pause"], ["quit"], ["status"], ["resume"]].map { home.start($0) }
      for command in commands {
        #expect(command.end() == 0 && command.errors == "", "\(command.output) \(command.errors)")
      }
    }
  }

  @Test func `who has connected when the daemon ends is told that nothing was carried out`() throws {
    let daemon = try home.daemon()
    let (silent, pipelined, served) = (try home.connect(), try home.connect(), try home.connect())
    #expect(served.ask("tomatoclock://start")?.code == 0)
    pipelined.send("tomatoclock://quit\ntomatoclock://pause\n")
    #expect(pipelined.lastReplies() == [Reply(lines: [], code: 0), Reply(lines: [], code: 75)])
    #expect(silent.lastReplies() == [Reply(lines: [], code: 75)])
    #expect(served.lastReplies() == [])
    #expect(daemon.end() == 0)
  }

  @Test func `a socket file that nobody listens on is replaced`() throws {
    let first = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    _ = first.end(killing: SIGKILL)
    #expect(access(home.socket, F_OK) == 0)
    let outcome = home.run("status")
    #expect(outcome.code == 0 && outcome.output.contains("running"), "\(outcome)")
  }

  @Test func `what is no socket in the socket's place is left alone, and named`() {
    home.write("mine", to: home.socket)
    // The socket beside the lock is as good; the person is told why.
    let outcome = home.run("status")
    #expect(outcome.code == 0 && outcome.errors.contains(home.socket), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(Files.text(home.socket) == "mine")
    #expect(home.run("quit").code == 0 && Files.text(home.socket) == "mine")
  }

  @Test func `without its program the command says where it looked`() {
    let copy = home.folder + "/tomato-notify"
    Program.copy(Home.command, to: copy)
    home.variables["PATH"] = "\(home.folder)/bin"
    let process = RunningProgram(copy, ["status"], environment: home.environment)
    #expect(process.end() == 69)
    let expected = "The daemon tomato-notifyd is not found: looked in \(home.folder), \(home.folder)/bin."
    #expect(process.errors == "tomato-notify: \(expected)\n")
  }

  @Test func `a daemon that is stopped is 69 after the time-out, and goes on afterwards`() throws {
    let daemon = try home.daemon()
    kill(daemon.identifier, SIGSTOP)
    let outcome = home.run("status")
    kill(daemon.identifier, SIGCONT)
    #expect(outcome == Outcome(code: 69, output: "", errors: "tomato-notify: The daemon does not answer.\n"))
    #expect(home.run("status").code == 0)
  }
}

/// Real time that must go by for the programs; there is nothing to listen to meanwhile.
func waitForSeconds(_ seconds: Int32) { poll(nil, 0, seconds * 1000) }

extension Home {
  /// The status, after the command has started the daemon where needed.
  func status(afterStarting: Bool) throws -> Status {
    let outcome = run("status", "--json")
    return try #require(Status(outcome.output), "\(outcome)")
  }
}
