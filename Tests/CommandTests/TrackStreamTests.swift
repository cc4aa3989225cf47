// `… | track --stdin Copy`: the bytes as they are and at once, and how far they say that they are.
import Glibc
import TestKit
import Testing

extension ProcessTests {
  struct TrackStreamTests {
    /// Runs a shell's line in which `$T` is the command.
    private func run(_ line: String, _ folder: String) -> (code: Int32?, output: String) {
      let environment = TrackTests.environment(folder, "T=\(Program.products)/tomato-notify", "DIR=\(folder)")
      return Program.run(["bash", "-c", line], environment: environment)
    }

    @Test func `a megabyte of any bytes comes out as it went in, also through a slow reader`() {
      let daemon = TrackTests.daemon().start()
      let make = "head -c 1000000 /dev/urandom >$DIR/in; "
      let line = make + "$T track --after 0 --stdin Copy <$DIR/in | (sleep 0.2; cat) >$DIR/out; cmp $DIR/in $DIR/out"
      #expect(run(line, daemon.folder) == (0, ""))
      #expect(daemon.hears(#""title":"done in 0:"#))
      #expect(run("cat $DIR/in | $T track --stdin Copy | cmp - $DIR/in", daemon.folder) == (0, ""))
    }

    @Test func `what comes is passed on before the next piece is there, and its progress is told`() throws {
      let daemon = TrackTests.daemon().start()
      let (first, second, out) = (daemon.folder + "/first", daemon.folder + "/second", daemon.folder + "/out")
      for fifo in [first, second] { mkfifo(fifo, 0o600) }
      // The writer goes on when the test has seen what was written.
      let writer = "printf '40%%\\r'; read x <\(first); printf '41/312 a\\n'; read x <\(second)"
      let line = "(\(writer)) | \(Program.products)/tomato-notify track --after 0 --stdin Copy >\(out)"
      let environment = TrackTests.environment(daemon.folder)
      let program = try #require(RunningProgram(["bash", "-c", line], environment: environment))
      #expect(Patience.wait { Files.text(out) == "40%\r" })
      Files.write("\n", to: first)
      #expect(daemon.waitForLines { $0.contains { $0.contains(#""progress":[41,312]"#) && $0.contains("41/312 a") } })
      #expect(Files.text(out) == "40%\r41/312 a\n")
      Files.write("\n", to: second)
      #expect(program.finish() == 0)
      #expect(daemon.lines.contains { $0.contains("://request") && $0.contains(#""name":"Copy""#) })
      #expect(daemon.hears("done in 0:"))
    }

    @Test func `updates are at most one a second, however much comes`() {
      let daemon = TrackTests.daemon().start()
      let many = "for i in {1..100}; do printf \"$i%%\\r\"; sleep 0.005; done"
      let line = "\(many) | $T track --after 0 --stdin Copy >/dev/null"
      let began = Patience.now()
      #expect(run(line, daemon.folder).code == 0)
      let updates = daemon.lines.count { $0.contains("://update") && $0.contains("progress") }
      #expect(updates <= Int((Patience.now() - began) / 1000) + 2, "\(daemon.lines)")
    }

    @Test func `without a reader it ends as others do, and the writer hears of it`() {
      let daemon = TrackTests.daemon()
      let outcome = run("yes | $T track --stdin Copy | head -n 1; echo ${PIPESTATUS[*]}", daemon.folder)
      #expect(outcome == (0, "y\n141 141 0\n"))
    }

    @Test func `Stop ends it, and so the writer`() {
      let daemon = TrackTests.daemon { TrackTests.press }.start()
      let outcome = run("yes | $T track --after 0 --stdin Copy >/dev/null; echo ${PIPESTATUS[*]}", daemon.folder)
      #expect(outcome.output.hasSuffix("141 143\n"), "\(outcome)")
      #expect(daemon.hears("stopped after"))
    }

    @Test func `what cannot be read or written is said, with 74`() {
      let daemon = TrackTests.daemon()
      let unreadable = run("$T track --stdin Copy </", daemon.folder)
      #expect(unreadable == (74, "tomato-notify: The stream cannot be read: Is a directory.\n"))
      let full = run("echo x | $T track --stdin Copy >/dev/full", daemon.folder)
      #expect(full == (74, "tomato-notify: Cannot write to standard output: No space left on device.\n"))
      #expect(run("$T track --stdin Copy <&-", daemon.folder).code == 74)
    }
  }
}
