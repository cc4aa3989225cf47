// Hooks from outside: programs that hang, fork, fail, flood, or are not there, and a daemon that none of them holds up.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct HookTests {
  private let home = Home()

  /// The process that runs one hook, with what it is told: fields with a NUL between (docs/hooks.md has the limits).
  static func helper(
    _ home: Home, _ command: String, input: String = "{}", run: Int = 60_000, grace: Int = 60_000, record: String = ""
  ) -> RunningProgram {
    let program = RunningProgram(Home.daemon, ["hook"], environment: home.environment, hasInput: true)
    let fields = [
      "onStart", command, record, String(run), String(grace), "pomodoro", "focus", "write \"it\" $HOME", input,
    ]
    program.write(fields.joined(separator: "\0"))
    program.closeInput()
    return program
  }

  /// A file in the home directory.
  static func file(_ home: Home, _ name: String) -> String { (home.variables["HOME"] ?? "") + "/" + name }

  /// The process whose number a hook has written into its home.
  static func process(_ home: Home) -> pid_t? {
    _ = Patience.wait { Files.text(Self.file(home, "pid")).hasSuffix("\n") }
    return pid_t(Files.text(Self.file(home, "pid")).dropLast())
  }

  static func isGone(_ process: pid_t) -> Bool { Patience.wait { !ProcessStatus.isRunning(process) } }

  @Test(arguments: [
    ("true", "exited 0"), ("sh -c 'exit 7'", "exited 7"), ("sh -c 'kill -9 $$'", "signalled 9"),
    // It need not read, may close what it has, and may say what it wants.
    ("sh -c 'exec <&-; exit 0'", "exited 0"), ("sh -c 'exec >&- 2>&-; exit 0'", "exited 0"),
    ("head -c 100000000 /dev/zero", "exited 0"), ("sh -c 'head -c 50000000 /dev/zero >&2'", "exited 0"),
    ("no-such-program", "missing"), ("/etc/passwd", "missing"), ("~/no-such-program", "missing"),
    ("~/without-a-shell", "failed \(ENOEXEC)"),
  ])
  func `how a hook ends is told`(command: String, result: String) {
    Program.install("exit 0\n", at: Self.file(home, "without-a-shell"))
    // More than a pipe has room for beside what is told.
    let helper = Self.helper(home, command, input: String(repeating: "x", count: 60_000))
    #expect(helper.end() == 0)
    #expect(helper.output.hasPrefix(result + " ") && helper.errors.isEmpty, "\(helper.output) \(helper.errors)")
  }

  @Test func `it has its input, its variables, its home, and a group of its own`() throws {
    let script =
      "cat; echo \"$TOMATO_EVENT $TOMATO_ACTIVITY $TOMATO_MODE $TOMATO_TASK\"; pwd; ps -o pgid= -p $$; echo $$"
    let helper = Self.helper(home, "sh -c '(\(script)) >out'", input: "{\"task\":\"é\"}")
    #expect(helper.end() == 0 && helper.output.hasPrefix("exited 0 "), "\(helper.output)")
    let lines = Files.text(Self.file(home, "out")).split(separator: "\n").map { $0.filter { $0 != " " } }
    try #require(lines.count == 5)
    #expect(lines[at: 0] == "{\"task\":\"é\"}" && lines[at: 1] == "on-startpomodorofocuswrite\"it\"$HOME")
    #expect(lines[at: 2] == home.variables["HOME"] && lines[at: 3] == lines[at: 4])
  }

  @Test(arguments: [
    ("sh -c 'echo $$ >pid; sleep 1000; exit 1'", "late"), ("sh -c 'echo $$ >pid; sleep 1000 & wait'", "late"),
    ("sh -c 'trap \"\" TERM; echo $$ >pid; while :; do sleep 1; done'", "killed"),
    ("sh -c 'echo $$ >pid; kill -STOP $$'", "late"),
    ("sh -c 'trap \"exit 0\" TERM; echo $$ >pid; sleep 1000 & wait'", "late"),
  ])
  func `one that takes too long is ended, with all that it has started`(command: String, result: String) throws {
    let helper = Self.helper(home, command, run: 500, grace: 500)
    let process = try #require(Self.process(home))
    #expect(helper.end() == 0)
    #expect(helper.output.hasPrefix(result + " "), "\(helper.output)")
    #expect(Self.isGone(process) && home.processes().isEmpty)
  }

  @Test func `what it leaves in the background is ended with it, and what has a session of its own lives on`() throws {
    let left = Self.helper(home, "sh -c 'sleep 1000 & echo $! >pid'", run: 500, grace: 500)
    let process = try #require(Self.process(home))
    #expect(left.end() == 0 && left.output.hasPrefix("exited 0 "))
    #expect(Self.isGone(process))
    let other = Home()
    let kept = Self.helper(other, "setsid --fork sh -c 'echo $$ >pid; exec sleep 1000'", run: 500, grace: 500)
    let survivor = try #require(Self.process(other))
    #expect(kept.end() == 0 && kept.output.hasPrefix("exited 0 "))
    #expect(other.processes() == [survivor])
  }

  @Test func `when the session ends, the hook is ended`() throws {
    let record = home.stateFolder + "/hooks/on-start"
    let helper = Self.helper(home, "sh -c 'echo $$ >pid; sleep 1000'", record: record)
    let process = try #require(Self.process(home))
    #expect(helper.end(killing: SIGTERM) == 0 && helper.output.hasPrefix("ended 0 "))
    #expect(Self.isGone(process) && Files.text(record).contains("\tended 0 "))
  }

  @Test func `who asks for nothing gets nothing`() {
    let program = RunningProgram(Home.daemon, ["hook"], environment: home.environment)
    #expect(program.end() == 64 && program.output.isEmpty && program.errors.isEmpty)
  }

  // MARK: With the daemon

  private func configure(_ lines: String...) {
    home.write("[timer]\nauto-start-breaks=false\n[hooks]\n" + lines.joined(separator: "\n"), to: home.configuration)
  }

  private func record(_ key: String, _ part: String) -> Bool {
    Patience.wait { Files.text(home.stateFolder + "/hooks/" + key).contains(part) }
  }

  @Test func `a phase ends on time while a hook hangs, and one that fails is named`() throws {
    configure("on-start=sh -c 'echo $$ >pid; sleep 1000'", "on-complete=sh -c 'cat >done; exit 3'")
    let daemon = try home.audibleDaemon()
    #expect(home.run("start", "--duration", "2s", "--task", "report").code == 0)
    let process = try #require(Self.process(home))
    #expect(home.run("wait").code == 0)
    #expect(record("on-complete", "\texited 3 "))
    // The other one hangs still, and nothing has waited for it.
    #expect(kill(process, 0) == 0)
    #expect(Files.text(Self.file(home, "done")).contains("\"name\":\"onComplete\""))
    #expect(try home.rows("SELECT * FROM interval WHERE outcome = 'completed'").count == 1)
    #expect(daemon.wait(for: "The hook on-complete (sh -c 'cat >done; exit 3') ended with 3 after", on: 1))
    #expect(home.run("hooks").output.contains("(ended with 3 after "))
    #expect(home.run("status").code == 0)
    kill(process, SIGKILL)
    #expect(record("on-start", "\tsignalled 9 "))
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test func `a thousand events are answered, one hook runs at a time, and nothing is left behind`() async throws {
    configure(
      "on-pause=sh -c 'mkdir one || echo two >>wrong; cat >last; rmdir one'", "on-resume=sh -c 'echo x >>resumed'")
    let daemon = try home.daemon()
    let client = try home.connect()
    _ = try home.ask("tomatoclock://start")
    let before = home.openFiles(of: daemon.identifier).count
    for _ in 0..<500 {
      #expect(client.ask("tomatoclock://pause")?.code == 0)
      #expect(client.ask("tomatoclock://resume")?.code == 0)
    }
    _ = try home.ask("tomatoclock://extend?by=7m")
    _ = try home.ask("tomatoclock://pause")
    // The newest is not lost; it comes a minute after the first.
    #expect(await eventually { Files.text(Self.file(home, "last")).contains("\"totalDuration\":1920") })
    #expect(Files.bytes(Self.file(home, "wrong")) == nil)
    #expect(Files.text(Self.file(home, "resumed")).split(separator: "\n").count <= 500)
    let children = "/proc/\(daemon.identifier)/task/\(daemon.identifier)/children"
    #expect(Patience.wait { Files.text(children).isEmpty }, "zombies: \(Files.text(children))")
    #expect(Patience.wait { home.openFiles(of: daemon.identifier).count <= before })
  }

  @Test func `hooks that start each other are left out, which the journal, hooks and doctor say`() throws {
    configure("on-pause=\(Home.command) resume", "on-resume=\(Home.command) pause")
    let daemon = try home.audibleDaemon()
    #expect(home.run("start").code == 0 && home.run("pause").code == 0)
    let words = "started 30 times within a minute"
    #expect(daemon.wait(for: words, on: 1) && daemon.errors.contains("The hook on-pause ("), "\(daemon.errors)")
    for line in ["hooks", "doctor"] {
      let lines = home.run(line).output.split(separator: "\n")
      #expect(lines.contains { $0.contains("on-pause") && $0.contains(words) }, "\(lines)")
    }
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a hook goes on when the daemon is killed or ends, and its result is kept`(signal: Int32) throws {
    configure("on-start=sh -c 'echo $$ >pid; read word <gate; exit 5'")
    mkfifo(Self.file(home, "gate"), 0o600)
    let daemon = try home.daemon()
    #expect(home.run("start").code == 0)
    let process = try #require(Self.process(home))
    _ = daemon.end(killing: signal)
    #expect(kill(process, 0) == 0)
    #expect(home.shell("echo go >'\(Self.file(home, "gate"))'") == 0)
    #expect(record("on-start", "\texited 5 "))
    #expect(Self.isGone(process))
    #expect(home.run("hooks").output.contains("ended with 5"))
  }

  @Test func `test runs one and shows what it gets, says and does`() throws {
    configure(
      "on-start=sh -c 'echo \"$TOMATO_EVENT\"; printf \"a\\033[2Jb\\n\" >&2; exit 4'",
      "on-lap=head -c 200000 /dev/zero", "on-stop=no-such-program")
    let outcome = home.run("hooks", "test", "start")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.code == 1 && lines.count == 7, "\(outcome)")
    #expect(lines.first?.hasPrefix("runs: sh -c 'echo ") == true)
    #expect(lines.dropFirst().first?.hasPrefix("has: TOMATO_EVENT=on-start TOMATO_ACTIVITY=pomodoro") == true)
    #expect(lines.dropFirst(2).first?.hasPrefix("reads: {\"name\":\"onStart\"") == true)
    #expect(lines.dropFirst(3).prefix(3) == ["says:", "  on-start", "  a[2Jb"])
    #expect(lines.last?.hasPrefix("ended with 4 after ") == true)
    #expect(home.run("hooks", "test", "on-lap").output.contains("more bytes are not shown"))
    #expect(home.run("hooks", "test", "on-stop").code == 1)
    #expect(home.run("hooks", "test", "on-pause").code == 65)
    #expect(home.run("hooks", "test", "on-strat").errors.contains("did you mean on-start?"))
    #expect(home.run("hooks", "start").code == 64)
    // A test is no result.
    #expect(home.run("hooks").output.contains("(has not run yet)"))
  }

  @Test(arguments: ["hooks", "hooks/test/on-start", "hook", "start?hook=x", "config?hooks.on-start=x"])
  func `no link sets or runs one`(link: String) throws {
    configure("on-pause=sh -c 'echo >ran'")
    try home.daemon()
    #expect(try home.ask("tomatoclock://" + link).code == 65)
    #expect(home.run("open", "tomatoclock://" + link).code == 65)
    #expect(Files.bytes(Self.file(home, "ran")) == nil)
  }
}
