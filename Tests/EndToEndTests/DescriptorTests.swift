// What the daemon has of the process that started it: nothing.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct DescriptorTests {
  @Test func `the daemon keeps no descriptor of the shell in which a command started it`() throws {
    let home = Home()
    // As `exec 9>lock; flock 9` and `exec 4>&1; x=$(script)` do.
    let script = "exec 4>&1 9>'\(home.folder)/lock'; flock 9; exec \"$@\""
    let words = ["-c", script, "sh", Home.command, "start"]
    let command = RunningProgram("/bin/sh", words, environment: home.environment)
    #expect(command.end() == 0, "\(command.errors)")
    try expectOwnFiles(home)
  }

  @Test func `the daemon keeps no descriptor of a script that started it`() throws {
    let home = Home()
    let daemon = home.daemon(after: "exec 4>&1 9>'\(home.folder)/lock'")
    try #require(daemon.wait(for: "ready\n", on: 2))
    try expectOwnFiles(home)
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `a command whose standard streams are closed starts a daemon that has them`(_ closed: String) throws {
    let home = Home()
    let words = ["-c", "exec \"$@\" \(closed)", "sh", Home.command, "start"]
    let command = RunningProgram("/bin/sh", words, environment: home.environment)
    // An answer that cannot be written is no success.
    #expect(command.end() == (closed.split(separator: " ").contains(">&-") ? 74 : 0), "\(command.errors)")
    try expectOwnFiles(home)
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `a daemon whose standard streams are closed has some that lead nowhere`(_ closed: String) throws {
    let home = Home()
    let daemon = home.daemon(after: "exec \(closed)")
    try #require(daemon.wait(for: "ready\n", on: 2))
    try expectOwnFiles(home)
  }

  @Test func `129 clients that say nothing lock nobody out, also where 64 files may be open`() throws {
    let home = Home()
    let daemon = home.daemon(after: "ulimit -n 64")
    try #require(daemon.wait(for: "ready\n", on: 2))
    let idle = (0..<129).map { _ in Client(home.socket) }
    for _ in 0..<3 { #expect(home.run("status").code == 0) }
    #expect(idle.allSatisfy { $0 != nil } && daemon.isAlive)
  }

  @Test(arguments: [16, 20, 40])
  func `where too few files may be open the start ends with a sentence`(_ limit: Int) {
    let home = Home()
    let daemon = home.daemon(after: "ulimit -n \(limit)")
    #expect(daemon.end() == 1, "\(daemon.errors)")
    #expect(daemon.said == "Only \(limit) files may be open at once here; expected at least 64 (ulimit -n).\n")
  }

  @Test func `a limit that may be raised is raised`() throws {
    let home = Home()
    let daemon = home.daemon(after: "ulimit -S -n 30")
    #expect(daemon.wait(for: "ready\n", on: 2))
  }

  /// The one daemon answers, its standard streams lead nowhere, and every other file and pipe is its own.
  private func expectOwnFiles(_ home: Home) throws {
    #expect(try home.ask("tomatoclock://status").code == 0)
    let daemons = home.processes(named: "tomato-notifyd")
    #expect(daemons.count == 1)
    var files = home.openFiles(of: try #require(daemons.first))
    for stream in Int32(0)...2 { #expect(files.removeValue(forKey: stream) == "/dev/null", "\(stream)") }
    let strange = files.values.filter { $0.hasPrefix("/") && !$0.hasPrefix(home.stateFolder) }
    #expect(strange.isEmpty)
    // A pipe of its own has both ends here.
    let pipes = Dictionary(grouping: files.values.filter { $0.hasPrefix("pipe:") }) { $0 }
    #expect(pipes.values.allSatisfy { $0.count == 2 }, "\(files)")
  }
}
