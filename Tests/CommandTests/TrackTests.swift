// A tracked command from outside: it runs as if nobody were there, and what the daemon hears of it.
import Glibc
import TestKit
import Testing
import TomatoLink
import TomatoSocket

extension ProcessTests {
  struct TrackTests {
    /// Knows no activity, and takes all that it is told. The answer to `watch` is up to the test.
    static func daemon(_ watch: @escaping @Sendable () -> [Reply] = { [.silence] }) -> FakeDaemon {
      FakeDaemon { line in
        if line.contains("://watch") { return watch() }
        return [.bytes(line.contains("://update") ? "\tNo.\n1\n" : "0\n")]
      }
    }

    /// Somebody presses Stop.
    static let press = [
      Reply.bytes(#"\#t{"id":"x","event":"button","button":"stop","n":1,"at":"2999-01-01T00:00:00Z"}\#n"#)
    ]

    static func environment(_ folder: String, _ more: String...) -> [String] {
      ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "HOME"].map { "\($0)=\(folder)" }
        + ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "TZ=UTC"] + more
    }

    private func run(_ daemon: FakeDaemon, _ words: String...) -> Outcome {
      runCommand(["track"] + words, environment: Self.environment(daemon.folder))
    }

    @Test(
      arguments: [
        (["true"], Int32(0)), (["--", "sh", "-c", "exit 7"], 7), (["sh", "-c", "exit 255"], 255),
        (["sh", "-c", "kill -TERM $$"], 128 + SIGTERM), (["sh", "-c", "kill -KILL $$"], 128 + SIGKILL),
        (["sh", "-c", "kill -SEGV $$"], 128 + SIGSEGV), (["sh", "-c", "kill -INT $$"], 128 + SIGINT),
      ] as [([String], Int32)]
    )
    func `the command's exit code or signal is ours`(_ words: [String], _ code: Int32) {
      let daemon = Self.daemon()
      let outcome = runCommand(["track"] + words, environment: Self.environment(daemon.folder))
      #expect(outcome == Outcome(code: code, output: "", errors: ""))
    }

    @Test func `what cannot be run is 126, what is not found 127, each with one sentence`() {
      let daemon = Self.daemon().start()
      let gone = run(daemon, "--after", "0", "--", "no-such-command")
      let text = "tomato-notify: The command 'no-such-command' is not found.\n"
      #expect(gone == Outcome(code: 127, output: "", errors: text))
      #expect(run(daemon, "--after", "0", daemon.folder + "/none").code == 127)
      for place in [daemon.folder, daemon.path] {
        let refused = run(daemon, "--after", "0", place)
        #expect(refused.code == 126 && refused.errors.hasSuffix("cannot be run: Permission denied.\n"), "\(refused)")
      }
      #expect(daemon.lines.isEmpty)
    }

    @Test func `a script without a first line runs as in a shell, by its path and by its name`() {
      let daemon = Self.daemon()
      let path = daemon.folder + "/plain"
      Program.install("echo \"$0 $1\"\n", at: path)
      #expect(run(daemon, path, "a b").output == "\(path) a b\n")
      let environment = Self.environment(daemon.folder) + ["PATH=\(daemon.folder):/usr/bin"]
      let words = ["track", "plain", "x"]
      #expect(runCommand(words, environment: environment.filter { $0 != "PATH=/usr/bin:/bin" }).output == "\(path) x\n")
    }

    @Test func `arguments are bytes, and the environment, folder and streams are ours`() {
      let daemon = Self.daemon()
      let command = Program.products + "/tomato-notify"
      let tracked = "track sh -c 'cat; printf %s \"$1$X\"; pwd >&2' sh \"$(printf 'a\\376')\""
      let script = "cd /usr; printf 'x\\377y' | X=1 \(command) \(tracked) | od -An -tx1"
      let outcome = Program.run(["/bin/sh", "-c", script], environment: Self.environment(daemon.folder))
      #expect(outcome.output.split(separator: "\n").map { $0.filter { $0 != " " } } == ["/usr", "78ff7961fe31"])
    }

    @Test func `of a short command nobody hears, and without a daemon nobody says a word or starts one`() {
      let daemon = Self.daemon().start()
      #expect(run(daemon, "true").code == 0 && daemon.lines.isEmpty)
      let alone = Self.daemon()
      let quiet = run(alone, "--after", "0", "--", "sh", "-c", "echo x; exit 3")
      #expect(quiet == Outcome(code: 3, output: "x\n", errors: ""))
      #expect(access(alone.path, F_OK) != 0)
    }

    @Test func `the daemon hears since when it runs, that it can be stopped, and how it went`() throws {
      let daemon = Self.daemon().start()
      let fifo = daemon.folder + "/fifo"
      mkfifo(fifo, 0o600)
      let words = ["track", "--after", "0", "--icon", "system-run", "--", "sh", "-c", "read x <\(fifo); exit 2"]
      let command = startCommand(words, environment: Self.environment(daemon.folder))
      #expect(daemon.waitForLines { $0.last?.contains("://watch") == true })
      let verbs = daemon.lines.map { String($0.dropFirst("tomatoclock://".count).prefix { $0 != "?" }) }
      #expect(verbs == ["update", "end", "request", "watch"])
      let request = try #require(daemon.lines.first { $0.contains("://request") })
      for part in [
        "?activity=track-\(getpid())&format=json\t{", #""lease":\#(command.identifier)"#, #""name":"sh""#,
        #""icon":"system-run""#, #""since":1"#,
        #""label":"Stop""#, #""event":"stop""#, #""staleAfter":"24h""#,
      ] { #expect(request.contains(part), "\(request)") }
      Files.write("\n", to: fifo)
      #expect(command.end() == 2 && command.errors == "")
      #expect(daemon.hears(#""failed":true"#))
      let end = try #require(daemon.lines.first { $0.contains(#""failed":true"#) })
      #expect(end.hasPrefix("tomatoclock://end?activity=track-\(getpid())\t"))
      #expect(end.contains(#""alert":{"title":"failed (2) after 0:"#) && end.contains(#""text":"exit code 2 · "#))
    }

    /// A command that waits until the daemon is asked of it, and is over when there is the file.
    private static func asked(_ folder: TemporaryFolder) -> (fifo: String, over: String, words: [String]) {
      let (fifo, over) = (folder.file("fifo"), folder.file("over"))
      mkfifo(fifo, 0o600)
      return (fifo, over, ["--after", "0", "--", "sh", "-c", "read x <\(fifo); : >\(over)"])
    }

    @Test func `a daemon that is slow to say whose the card is hears the end all the same`() {
      let folder = TemporaryFolder()
      let (fifo, over, words) = Self.asked(folder)
      let daemon = FakeDaemon { line in
        guard line.contains("://update") else { return [.bytes(line.contains("://watch") ? "" : "0\n")] }
        // The command is over before it gets its answer.
        Files.write("\n", to: fifo)
        _ = Patience.wait { access(over, F_OK) == 0 }
        return [.bytes("\tNo.\n1\n")]
      }.start()
      #expect(runCommand(["track"] + words, environment: Self.environment(daemon.folder)).code == 0)
      #expect(daemon.hears("done in 0:"))
    }

    @Test func `Stop on the card is SIGTERM, and the end is shown for a moment`() throws {
      let folder = TemporaryFolder()
      let ready = folder.file("ready")
      let daemon = Self.daemon {
        _ = Patience.wait { access(ready, F_OK) == 0 }
        return Self.press
      }.start()
      let script = "trap 'echo bye; exit 9' TERM; : >\(ready); kill -STOP $$; sleep 99"
      #expect(run(daemon, "--after", "0", "--", "sh", "-c", script) == Outcome(code: 9, output: "bye\n", errors: ""))
      #expect(daemon.hears(#""title":"stopped after 0:"#))
      let end = try #require(daemon.lines.first { $0.contains(#""title":"stopped after 0:"#) })
      #expect(end.contains(#""dismissal":"5s""#))
    }

    @Test func `a card whose command runs is not taken`() {
      let daemon = FakeDaemon { [.bytes($0.contains("://watch") ? "" : "0\n")] }.start()
      let busy = startCommand(["track", "--after", "0", "sleep", "99"], environment: Self.environment(daemon.folder))
      let wanted = "://request?activity=track-\(getpid())-\(busy.identifier)&"
      #expect(daemon.waitForLines { $0.contains { $0.contains(wanted) } })
      #expect(busy.end(killing: SIGTERM) == 128 + SIGTERM)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1])
    func `a signal is passed on to the command`(_ signal: Int32) {
      let daemon = Self.daemon()
      let names = [SIGTERM: "TERM", SIGINT: "INT", SIGHUP: "HUP", SIGQUIT: "QUIT", SIGUSR1: "USR1"]
      let script = "trap 'echo got; exit 5' \(names[signal] ?? ""); echo ready; while :; do sleep 0.01; done"
      let command = startCommand(["track", "sh", "-c", script], environment: Self.environment(daemon.folder))
      #expect(command.wait(for: "ready\n"))
      #expect(command.end(killing: signal) == 5 && command.output == "ready\ngot\n")
    }

    @Test func `a signal that ends the command ends us`() {
      let daemon = Self.daemon()
      let words = ["track", "sh", "-c", "echo ready; exec sleep 99"]
      let command = startCommand(words, environment: Self.environment(daemon.folder))
      #expect(command.wait(for: "ready\n") && command.end(killing: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `what our caller ignores, the command ignores, and it sees no signal as blocked`() {
      let daemon = Self.daemon()
      let script = "trap '' HUP; \(Program.products)/tomato-notify track grep -E 'Sig(Blk|Ign)' /proc/self/status"
      let outcome = Program.run(["/bin/sh", "-c", script], environment: Self.environment(daemon.folder))
      let fields = outcome.output.split(whereSeparator: \.isWhitespace)
      #expect(
        fields.count == 4 && fields[text: 1].allSatisfy { $0 == "0" } && fields[text: 3].hasSuffix("1"), "\(outcome)")
    }

    @Test func `a daemon that comes later, or comes back, is told`() {
      let daemon = Self.daemon()
      let words = ["track", "--after", "0", "sleep", "99"]
      let command = startCommand(words, environment: Self.environment(daemon.folder))
      // It watches the folder by then.
      let open = "/proc/\(command.identifier)/fdinfo"
      #expect(
        Patience.wait { Files.names(in: open).contains { Files.text("\(open)/\($0)").contains("inotify") } })
      _ = daemon.start()
      #expect(daemon.waitForLines { $0.contains { $0.contains("://watch") } })
      daemon.hangUp()
      #expect(daemon.waitForLines { $0.count { $0.contains("://watch") } == 2 })
      // It is known by now, so nobody asks whether it is another one's.
      #expect(daemon.lines.count { $0.contains("://update") } == 1)
      #expect(daemon.lines.count { $0.contains("://request") } == 2)
      #expect(command.end(killing: SIGTERM) == 128 + SIGTERM)
      #expect(daemon.hears("failed (TERM) after 0:"))
    }

    @Test func `a daemon that refuses, or says nothing, is no reason to stop or to wait for long`() {
      for answer in ["\tNo.\n1\n", "nonsense\n", ""] {
        let daemon = FakeDaemon { _ in answer.isEmpty ? [.silence] : [.bytes(answer)] }.start()
        let outcome = run(daemon, "--after", "0", "--", "sh", "-c", "echo x; exit 4")
        #expect(outcome == Outcome(code: 4, output: "x\n", errors: ""), "\(answer)")
      }
    }

    @Test func `nothing wakes it while the command runs`() throws {
      let daemon = Self.daemon().start()
      let quiet = startCommand(["track", "--after", "0", "sleep", "99"], environment: Self.environment(daemon.folder))
      #expect(daemon.waitForLines { $0.contains { $0.contains("://watch") } })
      func switches() -> String {
        Files.text("/proc/\(quiet.identifier)/status").split(separator: "\n").filter { $0.contains("ctxt") }.joined()
      }
      // Other work goes by; what would wake it by a clock would do so more often than this.
      func runOthers() { for _ in 0..<20 { #expect(Program.run(["true"]).code == 0) } }
      // It comes to rest when its turn comes, on a busy machine after others.
      #expect(
        Patience.wait {
          let before = switches()
          runOthers()
          return before == switches()
        })
      let before = switches()
      runOthers()
      #expect(switches() == before)
      #expect(quiet.end(killing: SIGTERM) == 128 + SIGTERM)
    }
  }
}
