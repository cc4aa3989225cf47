// A tracked command on a terminal, under real shells with job control: everything is as without us.
import Glibc
import TestKit
import Testing

extension ProcessTests {
  struct TrackTerminalTests {
    private let folder = TemporaryFolder()

    /// Says `ready` when it reads; the word is put together, so that the echo of the line is not taken for it.
    private let reader = "sh -c 'echo rea\"\"dy; exec cat'"

    @Test func `the command has the keyboard; Ctrl-Z stops it and us, fg continues both, Ctrl-C ends both`() {
      let shell = ShellSession(folder: folder.path)
      #expect(shell.says("ready", after: "tomato-notify track -- \(reader)\r"))
      #expect(shell.says("one\r\none\r\n", after: "one\r"))
      #expect(shell.stop() == 148)
      #expect(shell.run("echo still here") == 0)
      #expect(shell.says("track --", after: "fg\r"))
      #expect(shell.says("two\r\ntwo\r\n", after: "two\r"))
      #expect(shell.prompt(after: "\u{3}") == 130)
    }

    @Test func `in the background it stops when it reads, and fg gives it the keyboard without a word to us`() {
      let shell = ShellSession(folder: folder.path)
      #expect(shell.says("ready", after: "tomato-notify track -- \(reader)\r"))
      #expect(shell.says("Stopped", after: "\u{1A}") && shell.prompt() != nil)
      #expect(shell.run("bg; until jobs | grep -q Stopped; do sleep 0.02; done") == 0)
      #expect(shell.says("track --", after: "fg\r"))
      #expect(shell.says("three\r\nthree\r\n", after: "three\r"))
      #expect(shell.prompt(after: "\u{4}") == 0)
    }

    @Test func `one that runs in the background is stopped and ended by the keys once it is in the foreground again`() {
      let shell = ShellSession(folder: folder.path)
      let script = "sh -c 'echo rea\"\"dy; exec sleep 99'"
      #expect(shell.says("ready", after: "tomato-notify track -- \(script)\r"))
      #expect(shell.stop() == 148)
      #expect(shell.run("bg") == 0 && shell.run("jobs") == 0)
      #expect(shell.says("track --", after: "fg\r"))
      #expect(shell.stop() == 148)
      #expect(shell.says("track --", after: "fg\r"))
      #expect(shell.prompt(after: "\u{3}") == 130)
    }

    @Test func `vim edits, is stopped and continued, and leaves the terminal as it was`() throws {
      try #require(Program.exists("vim"), "the package vim is missing: scripts/packages.sh suite")
      let shell = ShellSession(folder: folder.path, "TERM=xterm")
      let file = folder.file("note")
      #expect(shell.run("stty -a > ~/before") == 0)
      #expect(shell.says("[New]", after: "tomato-notify track -- vim -u NONE -i NONE -N \(file)\r"))
      #expect(shell.says("hello", after: "ihello\u{1B}"))
      #expect(shell.stop() == 148)
      #expect(shell.says("hello", after: "fg\r"))
      #expect(shell.says("written", after: "oworld\u{1B}:wq\r") && shell.prompt() == 0)
      #expect(Files.text(file) == "hello\nworld\n")
      #expect(shell.run("stty -a > ~/after; cmp ~/before ~/after") == 0)
    }

    @Test func `in a pipeline it stays in the group of the others, which need the terminal too`() {
      let shell = ShellSession(folder: folder.path)
      #expect(shell.run("tomato-notify track -- seq 3 | tail -n 1 | cat; echo ${PIPESTATUS[*]}") == 0)
      #expect(shell.child.lines.contains("3") && shell.child.lines.contains { $0.hasPrefix("0 0 0") })
      #expect(shell.says("ready", after: "tomato-notify track -- sh -c 'echo rea\"\"dy; exec sleep 99' | cat\r"))
      #expect(shell.stop() == 148)
      #expect(shell.says("| cat", after: "fg\r"))
      #expect(shell.prompt(after: "\u{3}") == 130)
    }

    @Test func `one key is one signal for a command in a pipeline`() {
      let shell = ShellSession(folder: folder.path)
      let (script, count) = (folder.file("script"), folder.file("count"))
      let loop = "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.05; done"
      Files.write("trap 'n=$((n+1))' INT; echo ready; \(loop); echo $n >\(count)\n", to: script)
      #expect(shell.says("ready", after: "tomato-notify track -- bash \(script) | cat\r"))
      shell.type("\u{3}")
      #expect(Patience.wait { !Files.text(count).isEmpty } && Files.text(count) == "1\n")
    }

    @Test func `Ctrl-C ends a script's loop, and Ctrl-Z stops the script`() {
      let shell = ShellSession(folder: folder.path)
      let tracked = "tomato-notify track -- sh -c 'echo ready; exec sleep 99'"
      Files.write("for i in 1 2 3; do \(tracked); echo next; done\n", to: folder.file("loop"))
      #expect(shell.says("ready", after: "bash \(folder.path)/loop\r"))
      #expect(shell.stop() == 148)
      #expect(shell.says("/loop", after: "fg\r"))
      #expect(shell.prompt(after: "\u{3}") == 130 && !shell.child.text.contains("next"))
    }

    @Test(arguments: [("no-such-command", 127), ("/etc", 126)])
    func `a command that cannot be run leaves the terminal to the shell`(_ command: String, _ code: Int) {
      let shell = ShellSession(folder: folder.path)
      #expect(shell.run("tomato-notify track -- \(command)") == code)
      #expect(shell.run("read -r line <<<x && echo $line") == 0)
      #expect(shell.run("tomato-notify track -- true") == 0)
    }

    @Test func `Stop ends all that the command has started`() throws {
      let mark = folder.file("mark")
      let daemon = TrackTests.daemon {
        _ = Patience.wait { access(mark, F_OK) == 0 }
        return TrackTests.press
      }.start()
      let shell = ShellSession(folder: daemon.folder)
      let script = "sleep 99 & echo $! >\(mark)~; mv \(mark)~ \(mark); wait; :"
      shell.type("tomato-notify track --after 0 -- sh -c '\(script)'\r")
      #expect(shell.prompt() == 128 + Int(SIGTERM))
      let inner = try #require(pid_t(Files.text(mark).filter(\.isNumber)))
      #expect(Patience.wait { !ProcessStatus.isRunning(inner) })
    }

    @Test func `while it is stopped the card says so`() {
      let daemon = TrackTests.daemon().start()
      let shell = ShellSession(folder: daemon.folder)
      shell.type("tomato-notify track --after 0 -- \(reader)\r")
      #expect(shell.says("ready") && daemon.waitForLines { $0.last?.contains("://watch") == true })
      #expect(shell.stop() == 148)
      #expect(daemon.waitForLines { $0.last?.contains(#""text":"stopped""#) == true })
      shell.type("fg\r")
      #expect(daemon.waitForLines { $0.last?.contains(#""label":"Stop""#) == true })
      #expect(shell.prompt(after: "\u{4}") == 0)
      #expect(daemon.hears("done in 0:"))
    }

    @Test func `where nobody could continue it, Ctrl-Z does nothing, as without us`() {
      let words = [Program.products + "/tomato-notify", "track", "sh", "-c", "echo ready; exec cat"]
      let child = Child(program: words, environment: TrackTests.environment(folder.path))
      #expect(child.waitFor("ready"))
      child.type("\u{1A}")
      child.type("one\r")
      #expect(child.waitFor("one\r\none"))
      child.type("\u{4}")
      #expect(child.end() == 0)
    }
  }
}
