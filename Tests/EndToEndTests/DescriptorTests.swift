// What the daemon has of the process that started it: nothing.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct DescriptorTests {
  private let home = Home()

  @Test func `the daemon keeps no descriptor of the shell in which a command started it`() throws {
    // As `exec 9>lock; flock 9` and `exec 4>&1; x=$(script)` do.
    let script = "exec 4>&1 9>'\(home.folder)/lock'; flock 9; exec \"$@\""
    let words = ["-c", script, "sh", Home.command, "start"]
    let command = RunningProgram("/bin/sh", words, environment: home.environment)
    #expect(command.end() == 0, "\(command.errors)")
    try expectOwnFiles()
  }

  @Test func `the daemon keeps no descriptor of a script that started it`() throws {
    try home.ready(home.daemon(after: "exec 4>&1 9>'\(home.folder)/lock'"))
    try expectOwnFiles()
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `a command whose standard streams are closed starts a daemon that has them`(_ closed: String) throws {
    let words = ["-c", "exec \"$@\" \(closed)", "sh", Home.command, "start"]
    let command = RunningProgram("/bin/sh", words, environment: home.environment)
    // An answer that cannot be written is no success.
    #expect(command.end() == (closed.split(separator: " ").contains(">&-") ? 74 : 0), "\(command.errors)")
    try expectOwnFiles()
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `a daemon whose standard streams are closed has some that lead nowhere`(_ closed: String) throws {
    try home.ready(home.daemon(after: "exec \(closed)"))
    try expectOwnFiles()
  }

  @Test func `129 clients that say nothing lock nobody out, also where 64 files may be open`() throws {
    let daemon = try home.ready(home.daemon(after: "ulimit -n 64"))
    let idle = (0..<129).map { _ in Client(home.socket) }
    for _ in 0..<3 { #expect(home.run("status").code == 0) }
    #expect(idle.allSatisfy { $0 != nil } && daemon.isAlive)
  }

  @Test(arguments: [16, 20, 40]) func `where too few files may be open the start ends with a sentence`(_ limit: Int) {
    let daemon = home.daemon(after: "ulimit -n \(limit)")
    #expect(daemon.end() == 1, "\(daemon.errors)")
    #expect(daemon.said == "Only \(limit) files may be open at once here; expected at least 64 (ulimit -n).\n")
  }

  @Test func `a limit that may be raised is raised`() throws {
    #expect(home.daemon(after: "ulimit -S -n 30").wait(for: "ready\n", on: 2))
  }

  /// The one daemon answers, its standard streams lead nowhere, and every other file and pipe is its own.
  private func expectOwnFiles() throws {
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
