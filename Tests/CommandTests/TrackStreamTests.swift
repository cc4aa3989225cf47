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

    @Test
    func `a megabyte of any bytes comes out as it went in, also through a slow reader`() {
      let daemon = TrackTests.daemon().start()
      let make = "head -c 1000000 /dev/urandom >$DIR/in; "
      let line = make + "$T track --after 0 --stdin Copy <$DIR/in | (sleep 0.2; cat) >$DIR/out; cmp $DIR/in $DIR/out"
      #expect(run(line, daemon.folder) == (0, ""))
      #expect(daemon.lines.last?.contains(#""title":"done in 0:0"#) == true)
      #expect(run("cat $DIR/in | $T track --stdin Copy | cmp - $DIR/in", daemon.folder) == (0, ""))
    }

    @Test
    func `what comes is passed on before the next piece is there, and its progress is told`() throws {
      let daemon = TrackTests.daemon().start()
      let (fifo, answer) = (daemon.folder + "/fifo", daemon.folder + "/answer")
      mkfifo(fifo, 0o600)
      mkfifo(answer, 0o600)
      // The writer goes on when the reader has had what was written.
      let script = """
        (exec 3>$DIR/fifo; printf '40%%\\r' >&3; read x <$DIR/answer; printf '41/312 a\\n' >&3; read x <$DIR/answer) &
        $T track --after 0 --stdin Copy <$DIR/fifo >$DIR/out &
        until grep -q 40 $DIR/out 2>/dev/null; do sleep 0.02; done
        echo go >$DIR/answer
        until grep -q 312 $DIR/out; do sleep 0.02; done
        echo seen; read x <$DIR/hold; echo go >$DIR/answer; wait
        """
      mkfifo(daemon.folder + "/hold", 0o600)
      let environment = TrackTests.environment(
        daemon.folder, "T=\(Program.products)/tomato-notify", "DIR=\(daemon.folder)")
      let program = try #require(RunningProgram(["bash", "-c", script], environment: environment))
      #expect(program.wait(for: "seen"))
      #expect(daemon.waitForLines { $0.contains { $0.contains(#""progress":[41,312]"#) && $0.contains("41/312 a") } })
      Files.write("\n", to: daemon.folder + "/hold")
      #expect(program.finish() == 0 && Files.text(daemon.folder + "/out") == "40%\r41/312 a\n")
      #expect(daemon.lines.contains { $0.contains("://request") && $0.contains(#""name":"Copy""#) })
      #expect(daemon.lines.last?.contains("://end") == true)
    }

    @Test
    func `updates are at most one a second, however much comes`() {
      let daemon = TrackTests.daemon().start()
      let line = "for i in {1..100}; do printf \"$i%%\\r\"; sleep 0.005; done | $T track --after 0 --stdin Copy >/dev/null"
      let began = Patience.now()
      #expect(run(line, daemon.folder).code == 0)
      let updates = daemon.lines.count { $0.contains("://update") && $0.contains("progress") }
      #expect(updates <= Int((Patience.now() - began) / 1000) + 2, "\(daemon.lines)")
    }

    @Test
    func `without a reader it ends as others do, and the writer hears of it`() {
      let daemon = TrackTests.daemon()
      let outcome = run("yes | $T track --stdin Copy | head -n 1; echo ${PIPESTATUS[*]}", daemon.folder)
      #expect(outcome == (0, "y\n141 141 0\n"))
    }

    @Test
    func `Stop ends it, and so the writer`() {
      let press = #"{"id":"x","event":"button","button":"stop","n":1,"at":"2999-01-01T00:00:00Z"}"#
      let daemon = TrackTests.daemon { [.bytes("\t\(press)\n")] }.start()
      let outcome = run("yes | $T track --after 0 --stdin Copy >/dev/null; echo ${PIPESTATUS[*]}", daemon.folder)
      #expect(outcome.output.hasSuffix("141 143\n"), "\(outcome)")
      #expect(daemon.lines.last?.contains("stopped after") == true)
    }

    @Test
    func `what cannot be read or written is said, with 74`() {
      let daemon = TrackTests.daemon()
      let unreadable = run("$T track --stdin Copy </", daemon.folder)
      #expect(unreadable == (74, "tomato-notify: The stream cannot be read: Is a directory.\n"))
      let full = run("echo x | $T track --stdin Copy >/dev/full", daemon.folder)
      #expect(full == (74, "tomato-notify: The stream cannot be written: No space left on device.\n"))
      #expect(run("$T track --stdin Copy <&-", daemon.folder).code == 74)
    }
  }
}
