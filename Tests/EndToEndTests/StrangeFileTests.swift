// What is no regular file where one is expected, and files that may not grow: one sentence, and nobody waits for ever.
import Glibc
import SQLiteBridge
import TestKit
import Testing

@Suite(.serialized) struct StrangeFileTests {
  private let home = Home()

  enum Kind: String, CaseIterable {
    case fifo, socket, device, folder

    /// As a sentence names it.
    var name: String {
      switch self {
      case .fifo: "a FIFO"
      case .socket: "a socket"
      case .device: "a device"
      case .folder: "a directory"
      }
    }

    func make(_ path: String) {
      switch self {
      case .fifo: mkfifo(path, 0o600)
      case .socket: mknod(path, S_IFSOCK | 0o600, 0)
      case .device: symlink("/dev/zero", path)
      case .folder: mkdir(path, 0o700)
      }
    }
  }

  /// One interval and a focus that runs, and no daemon.
  private func recordHistory() throws {
    let daemon = try home.daemon()
    for verb in ["start?task=report", "skip", "start/focus?replace=1"] { _ = try home.ask("tomatoclock://" + verb) }
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  private static let places = Kind.allCases.map { ($0, "") } + ["-wal", "-journal", "-shm"].map { (.fifo, $0) }

  @Test(arguments: places) func `a database that is no file is named, nothing waits for it, and the timer runs`(
    _ kind: Kind, _ ending: String
  ) throws {
    try recordHistory()
    let path = home.database + ending
    rename(path, home.folder + "/away")
    kind.make(path)
    let words = "\(path) is \(kind.name); a regular file was expected"
    for line in [["log"], ["stats"], ["export"], ["repair"], ["report", "--output", "-"]] {
      let outcome = home.run(line)
      #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.errors.contains(words), "\(line): \(outcome)")
    }
    let doctor = home.run("doctor")
    #expect(doctor.code == 1 && doctor.output.contains(words), "\(doctor)")
    let daemon = try home.daemon()
    #expect(daemon.notes.count == 1 && daemon.notes.first?.contains(words) == true, "\(daemon.notes)")
    let reply = try home.ask("tomatoclock://start")
    #expect(reply.code == 0 && reply.lines.contains { $0.contains("not saved yet: \(words)") }, "\(reply)")
    #expect(home.files(home.stateFolder).contains { $0 == "tomato.sqlite3" + ending }, "it is left where it is")
    // What can be mended is mended while it runs.
    Files.remove(path)
    #expect(try home.ask("tomatoclock://extend?by=5m").lines.count == (ending.isEmpty ? 1 : 2))
  }

  @Test func `a history behind a link that leads nowhere is not taken for an empty one`() throws {
    try recordHistory()
    for path in [home.stateFolder, home.database] {
      rename(path, home.folder + "/away")
      symlink(home.folder + "/drive/history", path)
      for line in [["log"], ["stats"], ["export"], ["repair"], ["report", "--output", "-"], ["doctor"]] {
        let outcome = home.run(line)
        let said = line == ["doctor"] ? outcome.output : outcome.output + "|" + outcome.errors
        let isNamed = said.contains("No such file") && !said.contains("it will be")
        #expect(outcome.code == 1 && isNamed, "\(line): \(outcome)")
      }
      unlink(path)
      rename(home.folder + "/away", path)
    }
    #expect(home.run("log").output.contains("report"))
  }

  @Test func `a repair of a database behind a link that was interrupted is finished beside the file itself`() throws {
    try recordHistory()
    let file = home.folder + "/record.sqlite3"
    rename(home.database, file + ".repaired")
    symlink(file, home.database)
    let daemon = try home.daemon()
    #expect(home.run("log").output.contains("report") && access(file, F_OK) == 0)
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test func `of a database behind a link the log is read that is beside the file itself`() throws {
    try recordHistory()
    let file = home.folder + "/record.sqlite3"
    rename(home.database, file)
    symlink(file, home.database)
    let daemon = try home.daemon()
    for verb in ["start/focus?replace=1&task=letter", "skip"] { _ = try home.ask("tomatoclock://" + verb) }
    #expect(home.run("log").output.contains("letter") && home.run("stats").output.contains("letter"))
    let found = [file, home.database].map { path in home.run("import", "--dry-run", path).output.dropFirst(path.count) }
    #expect(Set(found).count == 1, "\(found)")
    #expect(daemon.end(killing: SIGTERM) == 0 && home.run("repair").output.contains("is sound"))
  }

  @Test(arguments: Kind.allCases)
  func `a file to import that is none is named, also beside a database`(_ kind: Kind) throws {
    try recordHistory()
    let path = home.folder + "/record"
    kind.make(path)
    let outcome = home.run("import", path)
    #expect(outcome == Outcome(code: 65, output: "", errors: "\(path) is \(kind.name); a regular file was expected.\n"))
    rename(home.database, home.folder + "/other.sqlite3")
    kind.make(home.folder + "/other.sqlite3-wal")
    let other = home.run("import", "--dry-run", home.folder + "/other.sqlite3")
    #expect(other.code == 65 && other.errors.contains("other.sqlite3-wal is \(kind.name)"), "\(other)")
  }

  @Test(arguments: Kind.allCases)
  func `a configuration that is no file is named, and the defaults hold`(_ kind: Kind) throws {
    home.write("", to: home.configuration)
    unlink(home.configuration)
    kind.make(home.configuration)
    let words = "\(home.configuration) is \(kind.name); a regular file was expected."
    let daemon = try home.daemon()
    #expect(daemon.notes.count == 1 && daemon.notes.first?.hasSuffix(words) == true, "\(daemon.notes)")
    #expect(home.run("config").code == 73 && home.run("config", "set", "timer.focus", "5m").errors == words + "\n")
    #expect(home.run("start").code == 0 && daemon.end(killing: SIGTERM) == 0)
  }

  @Test func `a daemon whose files may not grow says that nothing is saved, and goes on`() throws {
    // 4 KiB: less than a database.
    try home.ready(home.daemon(after: "ulimit -f 8"))
    let reply = try home.ask("tomatoclock://start")
    #expect(reply.code == 0 && reply.lines.contains { $0.contains("not saved yet: ") }, "\(reply)")
    #expect(try home.status().contentState.stateIdentifier == "running")
  }

  @Test func `a program whose output may not grow says so`() throws {
    let script = "ulimit -f 4; exec \"$@\" >\"$HOME/page\""
    let words = ["-c", script, "sh", Home.command, "report", "--output", "-"]
    let program = RunningProgram("/bin/sh", words, environment: home.environment)
    #expect(program.end() == 74 && program.errors == "Cannot write to standard output: File too large.\n")
    let file = ["-c", "ulimit -f 4; exec \"$@\"", "sh", Home.command, "report", "--output", "page"]
    let other = RunningProgram("/bin/sh", file, environment: home.environment)
    #expect(other.end() == 74 && other.errors == "page cannot be written: File too large.\n")
  }

  @Test func `a hook that writes too much ends as it would elsewhere`() {
    let script = "grep -E ^Sig[IB] /proc/self/status >\"$HOME/out\""
    let helper = HookTests.helper(home, "sh -c '\(script)'")
    #expect(helper.end() == 0 && helper.output.hasPrefix("exited 0 "), "\(helper.output)")
    let lines = Files.text(HookTests.file(home, "out")).split(separator: "\n")
    // What else is ignored comes from the machine.
    let sizeLimit = UInt64(1) << UInt64(SIGXFSZ - 1)
    let masks = lines.compactMap { UInt64($0.drop { $0 != "\t" }.dropFirst(), radix: 16) }
    #expect(masks.count == 2 && masks.allSatisfy { $0 & sizeLimit == 0 }, "\(lines)")
  }

  @Test func `a history of before 1.0.0 comes over with the first command, which says so once`() throws {
    try recordHistory()
    let old = try Database(path: home.database, readOnly: false)
    try old.setUserVersion(4)
    old.close()
    let count = try home.rows().count
    let first = home.run("status")
    let said = "The history \(home.database) is of a version before 1.0.0. It is kept as \(home.database).version-4,"
    #expect(first.errors.contains(said), "\(first)")
    #expect(first.code == 0 && first.errors.hasSuffix(" its intervals were taken over: \(count)\n"), "\(first)")
    #expect(home.run("status").errors == "" && home.run("quit").code == 0)
    #expect(try home.rows().count == count && count > 0)
    #expect(home.files(home.stateFolder).allSatisfy { !$0.contains(".kept-") })
  }
}
