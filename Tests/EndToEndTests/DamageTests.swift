// Broken surroundings: what cannot be used is kept and named in one sentence, and the timer runs all the same.
import Glibc
import SQLiteBridge
import TestKit
import Testing

@Suite(.serialized) struct DamageTests {
  private let home = Home()

  /// What may be in the place of the database.
  enum Damage: String, CaseIterable, Sendable {
    case empty, garbage, header, newer, anothers, flipped, truncated, folder
  }

  /// A history of one interval and a focus that runs, and no daemon.
  @discardableResult private func recordHistory() throws -> Status {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start?task=report")
    _ = try home.ask("tomatoclock://skip")
    let status = try #require(try home.ask("tomatoclock://start/focus?replace=1&format=json").status)
    #expect(daemon.end(killing: SIGTERM) == 0)
    return status
  }

  private func change(_ sql: String...) throws {
    let database = try Database(path: home.database, readOnly: false)
    for sql in sql { try database.execute(sql) }
    database.close()
  }

  private func spoil(_ damage: Damage) throws {
    let bytes = try #require(Files.bytes(home.database))
    switch damage {
    case .empty: home.write([], to: home.database)
    case .garbage: home.write([UInt8](repeating: 0xA5, count: 5000), to: home.database)
    case .header: home.write([UInt8](bytes.prefix(100)), to: home.database)
    case .newer: try change("PRAGMA user_version=99")
    case .anothers: try change("PRAGMA application_id=4711")
    case .flipped: home.write(bytes.enumerated().map { $0 < 4096 ? $1 : ~$1 }, to: home.database)
    case .truncated: home.write([UInt8](bytes.prefix(bytes.count / 2)), to: home.database)
    case .folder:
      unlink(home.database)
      home.write("mine", to: home.database + "/file")
    }
  }

  @Test(arguments: Damage.allCases)
  func `a database that cannot be used is kept as it is, named, and the timer runs`(_ damage: Damage) throws {
    try recordHistory()
    try spoil(damage)
    let before = Files.bytes(home.database) ?? []
    let daemon = try home.daemon()
    if damage == .empty {
      // An empty file is what a new database begins as.
      #expect(daemon.notes == [])
    } else {
      #expect(daemon.notes.count == 1, "\(daemon.notes)")
      #expect(daemon.notes.first?.contains("The history \(home.database) cannot be ") == true, "\(daemon.notes)")
    }
    #expect(!daemon.errors.contains("..") && !daemon.errors.contains("PRAGMA"), "\(daemon.notes)")
    let answer = try home.ask("tomatoclock://start")
    #expect(answer.code == 0 && answer.lines.allSatisfy { !$0.contains("..") }, "\(answer)")
    #expect(try home.status().contentState.stateIdentifier == "running")
    let kept = home.files(home.stateFolder).filter {
      $0.contains(".kept-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
    if damage != .empty && damage != .folder {
      #expect(kept.count == 1)
      #expect(kept.first.map { Files.bytes("\(home.stateFolder)/\($0)") == before } == true, "not one byte is changed")
    }
    #expect(daemon.end(killing: SIGTERM) == 0)
    // The next start finds what this one has stored, and nothing to complain about.
    if damage == .folder {
      #expect(Files.text(home.database + "/file") == "mine" || kept.count == 1)
      return
    }
    #expect(try home.daemon().notes == [])
    #expect(try home.status().activity == "pomodoro")
  }

  @Test
  func `any byte that is flipped, and any length that is cut off, is survived: the state is right or said to be lost`()
    throws
  {
    let status = try recordHistory()
    let bytes = try #require(Files.bytes(home.database))
    var random = SeededGenerator(state: 7)
    for number in 0..<24 {
      for name in home.files(home.stateFolder) { unlink("\(home.stateFolder)/\(name)") }
      var spoilt = bytes
      if number % 3 == 2 {
        spoilt.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        // Where something is, not in empty pages.
        let places = bytes.indices.filter { bytes[$0] != 0 }
        for _ in 0..<(number % 3 == 0 ? 1 : 30) { spoilt[places.randomElement(using: &random) ?? 0] ^= 0xFF }
      }
      home.write(spoilt, to: home.database)
      let daemon = home.startDaemon()
      let isReady = daemon.wait(for: "ready\n", on: 2)
      #expect(isReady, "\(number): \(daemon.said) \(daemon.errors)")
      guard isReady else { return }
      let found = try home.status()
      // One flipped byte in a number cannot be seen. Where the file itself cannot be read, a new one is begun, with the
      // state if that can be read; where a part of the state cannot, the next phase has a new number.
      if daemon.notes.contains(where: { $0.contains("a new one was begun") }) {
        let isLost = found.activity == nil && found.phase == 1
        #expect(isLost || found.phase <= status.phase + 1, "\(number): \(daemon.notes)")
      } else if !daemon.notes.isEmpty {
        #expect(found.phase <= status.phase + 1 || number % 3 == 1, "\(number): \(daemon.notes)")
      }
      #expect(found.phase <= status.phase || number % 3 != 2, "\(number)")
      #expect(try home.ask("tomatoclock://start/focus?replace=1").code == 0)
      #expect(try home.ask("tomatoclock://log").code == 0)
      #expect(daemon.end(killing: SIGTERM) == 0)
    }
  }

  @Test(arguments: [
    "engine SET last_token = -1", "engine SET last_token = 9223372036854775807",
    "engine SET counted_focus = 9223372036854775807", "engine SET alive_wall_ms = 9223372036854775807",
    "engine SET alive_boot_ms = -9223372036854775808", "engine SET left_wall_ms = -9223372036854775808",
    "activity SET total_ms = 9223372036854775807", "activity SET base_ms = -9223372036854775808",
    "activity SET until_boot_ms = 9223372036854775807", "activity SET changed_boot_ms = -9223372036854775808",
    "activity SET cycle_position = 9223372036854775807", "activity SET unattended = 9223372036854775807",
    "activity SET asleep_ms = 9223372036854775807", "activity SET session_count = 9223372036854775807",
    "activity SET requested_wall_ms = 9223372036854775807", "activity SET began_wall_ms = -9223372036854775808",
    "interval SET active_ms = 9223372036854775807", "interval SET ended_wall_ms = 9223372036854775807",
    "interval SET began_wall_ms = -9223372036854775808",
  ])
  func `numbers that cannot be are damage, and nothing that is asked afterwards ends the daemon`(_ assignment: String)
    throws
  {
    try recordHistory()
    try change("UPDATE " + assignment)
    let daemon = try home.daemon()
    for link in [
      "status", "log", "log?format=json", "list?format=json", "start/focus?replace=1", "skip", "extend?by=5m",
      "rewind?by=5m", "extend?by=-1h", "undo", "reset", "pause", "stop", "start",
    ] {
      let reply = Client(home.socket)?.ask("tomatoclock://" + link)
      #expect(reply?.code == 0 || reply?.code == 1, "\(link): \(daemon.errors)")
      guard reply != nil else { return }
    }
  }

  @Test(arguments: ["outcome = 'flown'", "ended_wall_ms = 'noon'", "active_ms = -1", "began_wall_ms = 1 << 60"])
  func `an interval that cannot be read is left out of the log, which says so`(_ assignment: String) throws {
    let before = try recordHistory()
    try change("UPDATE interval SET \(assignment) WHERE token = (SELECT min(token) FROM interval)")
    #expect(try home.daemon().notes == [])
    #expect(try home.status().phase == before.phase)
    let log = try home.ask("tomatoclock://log")
    #expect(log.code == 0 && log.lines.last?.hasSuffix("cannot be read and are not listed: 1") == true, "\(log)")
    let rows = try home.ask("tomatoclock://log?format=json")
    #expect(rows.lines.allSatisfy { LogRow($0) != nil }, "\(rows)")
  }

  @Test func `a database that another program began is kept for it, and not one table is added`() throws {
    home.write("", to: home.database)
    try change("CREATE TABLE note (text TEXT)", "INSERT INTO note VALUES ('mine')")
    let daemon = try home.daemon()
    #expect(daemon.notes.count == 1 && daemon.notes[text: 0].contains("another program's"), "\(daemon.notes)")
    let kept = try #require(home.files(home.stateFolder).first { $0.contains(".kept-") && !$0.contains("-wal") })
    let database = try Database(path: "\(home.stateFolder)/\(kept)", readOnly: true)
    #expect(try database.rows("SELECT name FROM sqlite_schema").map { try $0.text("name") } == ["note"])
  }

  @Test func `who starts the daemon with the command is told as well, and gets the answer`() throws {
    try recordHistory()
    try spoil(.newer)
    let first = home.run("status")
    #expect(first.code == 0 && first.output == "Focus 25:00, ready, session 1 of 4\n", "\(first)")
    #expect(first.errors.contains("was written by a newer version (99, this one knows 5)"), "\(first)")
    #expect(first.errors.split(separator: "\n").count == 1, "\(first)")
    #expect(home.run("status") == Outcome(code: 0, output: first.output, errors: ""))
  }

  @Test
  func `a state folder that cannot be made is named; the timer runs, and every answer says that nothing is saved`()
    throws
  {
    home.write("a file", to: home.folder + "/state")
    let daemon = try home.daemon()
    #expect(daemon.notes.contains { $0.contains("Cannot make the directory \(home.stateFolder)") }, "\(daemon.notes)")
    let reply = try home.ask("tomatoclock://start")
    #expect(reply.code == 0 && reply.lines.dropFirst().first?.hasPrefix("This is not saved yet: ") == true, "\(reply)")
    #expect(try home.status().contentState.stateIdentifier == "running")
    #expect(home.startDaemon().end() == 0, "there is one daemon also without a state folder")
    #expect(daemon.end(killing: SIGTERM) == 0)
    #expect(home.files(home.folder + "/run").filter { $0.hasSuffix(".sock") }.isEmpty)
  }

  @Test
  func `a state folder that may not be written is named; the timer runs, and what is there is left alone`() throws {
    let before = try recordHistory()
    // A file system that is mounted read-only holds back root as well.
    let mount = """
      mount --bind "$XDG_STATE_HOME" "$XDG_STATE_HOME" || exit 99
      mount -o remount,ro,bind "$XDG_STATE_HOME" || exit 99
      """
    guard let daemon = mounted(mount) else { return }
    #expect(daemon.notes.contains { $0.contains(home.database) }, "\(daemon.notes)")
    let reply = try home.ask("tomatoclock://start")
    #expect(reply.code == 0 && reply.lines.dropFirst().first?.hasPrefix("This is not saved yet: ") == true, "\(reply)")
    #expect(daemon.end(killing: SIGTERM) == 0)
    try home.daemon()
    #expect(try home.status().phase == before.phase)
  }

  @Test
  func `a full disk is said with the answer, the phase goes on, and the next change with room saves everything`() throws
  {
    mkdir(home.folder + "/state", 0o700)
    let mount = "mount -t tmpfs -o size=400k none \"$XDG_STATE_HOME\" || exit 99"
    guard let daemon = mounted(mount) else { return }
    // The daemon's own view of that disk.
    let disk = "/proc/\(daemon.identifier)/root\(home.folder)/state"
    _ = try home.ask("tomatoclock://start?task=report")
    fill(disk + "/ballast")
    var answers: [Reply] = []
    for verb in ["skip", "start/focus?replace=1", "pause"] + [String](repeating: "toggle", count: 40) {
      answers.append(try home.ask("tomatoclock://" + verb))
    }
    #expect(answers.allSatisfy { $0.code == 0 })
    let unsaved = answers.filter { $0.lines.count > 1 }
    #expect(!unsaved.isEmpty && unsaved.allSatisfy { $0.lines.contains { $0.hasPrefix("This is not saved yet: ") } })
    #expect(unsaved.allSatisfy { !$0.lines.contains { $0.contains("..") } }, "\(unsaved)")
    unlink(disk + "/ballast")
    let saved = try home.ask("tomatoclock://extend?by=5m")
    #expect(saved.code == 0 && saved.lines.count == 1, "\(saved)")
    let log = try home.ask("tomatoclock://log?format=json").lines.compactMap(LogRow.init)
    let before = try home.status()
    for ending in ["", "-wal"] {
      let file = "/tomato-notify/tomato.sqlite3" + ending
      home.write(Files.bytes(disk + file) ?? [], to: home.folder + "/copy" + file)
    }
    let copy = home.folder + "/copy/tomato-notify/tomato.sqlite3"
    let tokens = try Database(path: copy, readOnly: false).rows("SELECT token FROM interval ORDER BY token").map {
      UInt64(try $0.int64("token"))
    }
    #expect(tokens == log.map(\.phase) && tokens.count == 2)
    #expect(before.contentState.totalDuration == 30 * 60)
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test func `on a disk that is full at the start the phase goes on, and the next change with room saves all`() throws {
    let before = try recordHistory()
    let rows = try home.rows().count
    // This daemon alone sees the disk.
    let mount = """
      cp -r "$XDG_STATE_HOME" "$HOME/before" && mount -t tmpfs -o size=400k none "$XDG_STATE_HOME" || exit 99
      cp -r "$HOME/before/." "$XDG_STATE_HOME" && cat /dev/zero >"$XDG_STATE_HOME/ballast" 2>/dev/null
      """
    guard let daemon = mounted(mount) else { return }
    let disk = "/proc/\(daemon.identifier)/root\(home.folder)/state"
    #expect(
      daemon.notes.count == 1 && daemon.notes[text: 0].contains("the next change saves everything"), "\(daemon.notes)")
    #expect(try home.status().phase == before.phase)
    let unsaved = try home.ask("tomatoclock://toggle")
    #expect(unsaved.code == 0 && unsaved.lines.contains { $0.hasPrefix("This is not saved yet: ") }, "\(unsaved)")
    unlink(disk + "/ballast")
    let saved = try home.ask("tomatoclock://start/focus?replace=1&task=room")
    #expect(saved.code == 0 && !saved.lines.contains { $0.contains("not saved") }, "\(saved)")
    let now = try home.status().phase
    for name in Files.names(in: disk + "/tomato-notify") where name.hasPrefix("tomato.sqlite3") {
      home.write(Files.bytes("\(disk)/tomato-notify/\(name)") ?? [], to: "\(home.folder)/copy/\(name)")
    }
    let copy = try Database(path: home.folder + "/copy/tomato.sqlite3", readOnly: false)
    #expect(try copy.rows("SELECT 1 FROM interval").count >= rows)
    let stored = try copy.rows("SELECT task, token FROM activity WHERE slot = 'now'")
    #expect(try stored.map { UInt64(try $0.int64("token")) } == [now], "\(stored)")
    #expect(try stored.map { try $0.text("task") } == ["room"])
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  /// A daemon behind words that mount something, which nobody else sees. Nil without the right to mount, where this
  /// cannot be tried.
  private func mounted(_ mount: String) -> RunningProgram? {
    let shell = ["/usr/bin/unshare", getuid() == 0 ? "-m" : "-Urm", "/bin/sh", "-c"]
    let daemon = home.daemon(after: mount, with: shell)
    if daemon.wait(for: "ready\n", on: 2) { return daemon }
    #expect(daemon.end() == 99 || daemon.errors.contains("unshare"), "\(daemon.said) \(daemon.errors)")
    return nil
  }

  private func fill(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    close(descriptor)
  }

  // MARK: The environment

  /// Where the socket is found: with the daemon that the command starts, the two agree on the place.
  private func expectWorks(sourceLocation: SourceLocation = #_sourceLocation) {
    let started = home.run("start")
    #expect(started.code == 0 && started.output.contains("running"), "\(started)", sourceLocation: sourceLocation)
    #expect(home.run("status").output.contains("running"), sourceLocation: sourceLocation)
    #expect(home.processes(named: "tomato-notifyd").count == 1, sourceLocation: sourceLocation)
    #expect(home.run("quit").code == 0, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ["HOME": ""], ["HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": ""], ["HOME": "relative"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
    ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"],
  ])
  func `it works without HOME, without a session bus, and with the address of a dead one`(_ changes: [String: String]) {
    for (name, value) in changes { home.variables[name] = value.isEmpty ? nil : value }
    // Without any of these the user database says where home is; a test must not write there.
    if changes.count == 3 { home.variables["XDG_STATE_HOME"] = home.folder + "/other" }
    expectWorks()
  }

  @Test func `without a session bus the first start says that no island comes, and the next one does not`() {
    let sentence = "There is no session bus, so no island; \"tomato-notify run\" shows the time here."
    let first = home.run("start")
    #expect(first.code == 0 && first.output.contains("running") && first.output.contains(sentence), "\(first)")
    let second = home.run("break", "--replace")
    #expect(second.code == 0 && !second.output.contains("session bus"), "\(second)")
  }

  // The XDG Base Directory Specification: a relative path is invalid and to be ignored.
  @Test(arguments: [nil, "", "relative", "./run"])
  func `without XDG_RUNTIME_DIR, or with a relative one, the socket is beside the lock`(_ folder: String?) throws {
    home.variables["XDG_RUNTIME_DIR"] = folder
    let daemon = try home.daemon()
    #expect(Client(home.stateSocket) != nil && access(home.socket, F_OK) != 0)
    #expect(daemon.end(killing: SIGTERM) == 0)
    expectWorks()
  }

  @Test func `without XDG_RUNTIME_DIR two homes of one user have a daemon each`() throws {
    let homes = [Home(), Home()]
    for home in homes { home.variables["XDG_RUNTIME_DIR"] = nil }
    for (home, task) in zip(homes, ["one", "two"]) {
      #expect(home.run("start", "--task", task).code == 0)
      #expect(try home.status(afterStarting: true).contentState.task == task)
    }
    for home in homes { #expect(home.processes(named: "tomato-notifyd").count == 1) }
  }

  @Test(arguments: ["/nonexistent/run", "FILE", "LONG"])
  func `a runtime folder that cannot be used is named once, and the timer works`(_ folder: String) {
    home.write("", to: home.folder + "/file")
    let long = home.folder + "/" + String(repeating: "x", count: 120)
    mkdir(long, 0o700)
    let folders = ["FILE": home.folder + "/file", "LONG": long]
    home.variables["XDG_RUNTIME_DIR"] = folders[folder] ?? folder
    let outcome = home.run("status")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.errors.contains(home.variables["XDG_RUNTIME_DIR"] ?? "?"), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(home.run("status").errors == "")
  }
}
