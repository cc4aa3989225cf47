// The built command from outside: exit codes, pipes, completions, and the terminal island on a pseudoterminal.
import Glibc
import TestKit
import Testing
import TomatoLink
import TomatoSocket

@testable import tomato_notify

extension ProcessTests.CommandTests {
  @Test(arguments: [["status"], ["status", "--activity", "pomodoro"]])
  func `the body is on stdout and the code is the exit code, the fast way and the long way`(_ words: [String]) {
    let daemon = FakeDaemon { _ in [.bytes("\tFocus 24:59\n0\n")] }.start()
    let result = runCommand(words, environment: daemon.environment())
    #expect(result == Outcome(code: 0, output: "Focus 24:59\n", errors: ""))
  }

  @Test(arguments: [
    (["pause"], Int32(1), "Nothing runs.\n"), (["25x"], 65, "tomato-notify: '25x' is not a duration"),
    (["strat"], 64, "tomato-notify: 'strat' is not a command; did you mean start?"),
    (["config"], 69, "tomato-notify: "),
  ])
  func `what goes wrong is one sentence on stderr and its code`(_ words: [String], _ code: Int32, _ start: String) {
    let daemon = FakeDaemon { _ in [.bytes("\tNothing runs.\n1\n")] }.start()
    let result = runCommand(words, environment: daemon.environment())
    if words == ["config"] {
      // The daemon's program stands beside the command once it is built, and answers then.
      #expect(result.code != 64)
    } else {
      #expect(result.code == code && result.output == "" && result.errors.hasPrefix(start), "\(result)")
    }
  }

  @Test(arguments: ["C", "zh_TW.UTF-8", "zh_CN.UTF-8"])
  func `without words it is what runs and the help, on one screen`(_ language: String) {
    let activities = (1...9).map { "\ttimer-\($0): Timer 3:59, running, ends 14:14\n" }.joined()
    let daemon = FakeDaemon { _ in [.bytes(activities + "0\n")] }.start()
    let result = runInstalledCommand([], environment: daemon.environment("LC_ALL=" + language))
    #expect(result.code == 0 && result.errors == "" && daemon.lines == ["tomatoclock://list"])
    #expect(result.output.hasPrefix("timer-1: Timer 3:59, running, ends 14:14\n"))
    #expect(result.output.contains("tomato-notify 25m write report") && result.output.hasSuffix("\n"))
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25 && lines.allSatisfy { TextWidth.of(String($0)) <= 80 }, "\(lines.count)")
  }

  @Test func `without words and without a daemon it says so, and starts none`() {
    let daemon = FakeDaemon { _ in [] }
    let result = runCommand([], environment: daemon.environment())
    #expect(result.code == 0 && result.errors == "" && result.output.hasPrefix("Nothing runs"), "\(result)")
    #expect(result.output.contains("tomato-notify 25m write report"))
  }

  @Test(arguments: [["status"], ["watch"]])
  func `when the reader has gone, the command ends without a word`(_ words: [String]) {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n"), .bytes(words == ["status"] ? "0\n" : "\ttwo\n")] }.start()
    let result = runCommand(words, environment: daemon.environment(), isRead: false)
    #expect(result.code == 141 && result.errors == "")
  }

  @Test func `run prints the lines of watch where there is no terminal`() {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n\ttwo\n0\n")] }.start()
    #expect(
      runCommand(["run"], environment: daemon.environment()) == Outcome(code: 0, output: "one\ntwo\n", errors: ""))
    #expect(daemon.lines == ["tomatoclock://watch"])
  }

  @Test(arguments: [
    ("bash", "/bin/bash", ["-n"]), ("zsh", "/bin/zsh", ["-n"]), ("fish", "/usr/bin/fish", ["--no-execute"]),
  ])
  func `completions come out for each shell, name the verbs and values, and are what the shell can read`(
    _ shell: String, _ path: String, _ options: [String]
  ) {
    let daemon = FakeDaemon { _ in [] }
    let result = runCommand(["--generate-completion-script", shell], environment: daemon.environment())
    #expect(result.code == 0)
    for word in Verb.allCases.map(\.rawValue) + ["status", "long-break", "until", "25m", "json"] {
      #expect(result.output.contains(word), "\(word)")
    }
    guard access(path, X_OK) == 0 else { return }
    let file = daemon.folder + "/spawned"
    Files.write(result.output, to: file)
    #expect(Program.run([path] + options + [file]).code == 0)
  }

  @Test(arguments: [
    (["pause"], "positional@0"), (["stop"], "positional@0"), (["wait"], "--activity"), (["start"], "--activity"),
    (["lap"], "positional@0"), (["run"], "positional@0"), (["watch"], "--activity"), (["extend"], "positional@0"),
  ])
  func `the activities that there are can be completed`(_ verb: [String], _ place: String) {
    let daemon = FakeDaemon { _ in
      [.bytes("\ttea: tea 3:59, running, ends 14:14\n\ttimer-2: 泡茶: 7:30, ready\n\tpomodoro: Focus 25:00\n0\n")]
    }.start()
    let words = ["---completion"] + verb + ["--", place, "1", "0", "tomato-notify", ""]
    let result = runCommand(words, environment: daemon.environment("SAP_SHELL=bash"))
    let offered = result.output.split(separator: "\n").map(String.init)
    #expect(result.code == 0 && offered.suffix(3) == ["tea", "timer-2", "pomodoro"], "\(result)")
    #expect((offered.count > 3) == (verb == ["extend"]))
    #expect(daemon.lines == ["tomatoclock://list"])
  }

  @Test(arguments: [nil, "\tIt is wrong.\n65\n", "75\n", "nonsense\n", "\tno colon\n\tNo Id: x\n0\n"] as [String?])
  func `where the daemon does not run or does not know, nothing is offered and nobody started`(_ answer: String?) {
    let daemon = FakeDaemon { _ in [.bytes(answer ?? "")] }
    if answer != nil { _ = daemon.start() }
    let words = ["---completion", "pause", "--", "positional@0", "1", "0", "tomato-notify", ""]
    let result = runCommand(words, environment: daemon.environment())
    #expect(result.code == 0 && result.output.allSatisfy(\.isNewline) && result.errors == "", "\(result)")
    // The daemon's program stands beside the command, and would listen there.
    #expect(answer != nil || access(daemon.path, F_OK) != 0)
    #expect(!daemon.lines.contains("tomatoclock://quit"))
  }

  @Test func `the Tab key of bash completes the name of an activity`() {
    let daemon = FakeDaemon { _ in [.bytes("\ttea: tea 3:59\n\trun: run 0:10\n0\n")] }.start()
    let script = runCommand(["--generate-completion-script", "bash"], environment: daemon.environment()).output
    let command = Program.products + "/tomato-notify"
    let words = """
      shopt -s progcomp
      eval "$SCRIPT"
      COMP_WORDS=("$COMMAND" pause t); COMP_CWORD=2; COMP_LINE="$COMMAND pause t"; COMP_POINT=${#COMP_LINE}
      _tomato-notify "$COMMAND" t pause
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let variables = daemon.environment("SCRIPT=\(script)", "COMMAND=\(command)")
    let outcome = Program.run(["bash", "-c", words], environment: variables)
    #expect(outcome.output.split(whereSeparator: \.isWhitespace) == ["tea"], "\(outcome)")
  }

  // MARK: The terminal island

  /// Answers keys with `answer`, and the stream with one line.
  private func island(_ answer: String = "\tdone\n0\n", first: String = islandLine()) -> FakeDaemon {
    FakeDaemon { $0.contains("watch") ? [.bytes("\t\(first)\n")] : [.bytes(answer)] }.start()
  }

  @Test func `the island shows the content, sends what the keys mean, and gives the terminal back`() {
    let daemon = island()
    let child = shown(by: daemon)
    #expect(child.text.contains("Focus · ends 14:35") && child.text.hasPrefix(TerminalCanvas.begin))
    let raw = child.localModes
    #expect(raw & tcflag_t(ICANON | ECHO) == 0 && raw & tcflag_t(ISIG) != 0)
    let meanings = [
      ("p", "pause?phase=17"), ("s", "skip?phase=17"), ("+", "extend?phase=17&by=1m"), ("-", "extend?phase=17&by=-1m"),
      ("u", "undo?phase=17"),
    ]
    for (key, link) in meanings {
      child.type(key)
      #expect(daemon.waitForLines { $0.last == "tomatoclock://" + link })
    }
    let shown = child.output.count
    daemon.broadcast("\t\(islandLine(accent: "paused", state: "paused", title: "PAUSED"))\n")
    #expect(child.waitFor("PAUSED", from: shown) && child.waitFor("\u{1B}[1;33m", from: shown))
    child.type(" ")
    #expect(daemon.waitForLines { $0.last == "tomatoclock://resume?phase=17" })
    leave(child)
    #expect(child.waitFor(TerminalCanvas.end + "The phase stays paused. To go on: tomato-notify resume"))
    #expect(child.localModes & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }

  /// The island on a terminal, once it has been drawn.
  private func shown(by daemon: FakeDaemon, sourceLocation: SourceLocation = #_sourceLocation) -> Child {
    let child = Child(["run"], environment: daemon.environment())
    #expect(child.waitFor("q leave"), sourceLocation: sourceLocation)
    return child
  }

  private func leave(_ child: Child, sourceLocation: SourceLocation = #_sourceLocation) {
    child.type("q")
    #expect(child.end() == 0, "\(child.output.suffix(400))", sourceLocation: sourceLocation)
  }

  /// Shows the activity that the stream is asked for; of three, each in its place.
  private func several() -> FakeDaemon {
    FakeDaemon { link in
      guard link.contains("watch") else { return [.bytes("\tdone\n0\n")] }
      if link.contains("activity=run") { return [.bytes("\tThere is no activity \"run\".\n1\n")] }
      let isTea = link.contains("activity=tea")
      let more = isTea ? ["", "tea", "pomodoro tea run", "1 Focus 24 min · 3 run 5 min"] : amongThree
      let line = islandLine(title: isTea ? "tea · ends 14:14" : "Focus", phase: isTea ? "18" : "17", more: more)
      return [.bytes("\t\(line)\n")]
    }.start()
  }

  @Test func `of several activities the keys choose the one that is large, and act on that`() {
    let daemon = several()
    let child = Child(["run"], environment: daemon.environment())
    #expect(child.waitFor("2 tea 3 min · 3 run 5 min") && child.waitFor("Tab others"))
    #expect(daemon.lines == ["tomatoclock://watch?format=island&seconds=1"])
    for (key, choosing) in [("2", "activity=tea&"), ("1", "activity=pomodoro&"), ("\t", "activity=tea&")] {
      let shown = child.output.count
      child.type(key)
      #expect(daemon.waitForLines { $0.last?.contains(choosing) == true }, "\(key)")
      #expect(child.waitFor(choosing.contains("tea") ? "1 Focus 24 min" : "2 tea 3 min", from: shown), "\(key)")
    }
    child.type("p")
    #expect(daemon.waitForLines { $0.last == "tomatoclock://pause?activity=tea&phase=18" })
    // Where it is shown already, or there is none of that number, nothing is asked.
    let asked = daemon.lines.count
    child.type("2")
    child.type("7")
    child.type("+")
    let longer = "tomatoclock://extend?activity=tea&phase=18&by=1m"
    #expect(daemon.waitForLines { $0.count == asked + 1 && $0.last == longer })
    leave(child)
  }

  @Test func `when what was chosen is over, the most relevant one is large again`() {
    let daemon = several()
    let child = Child(["run"], environment: daemon.environment())
    #expect(child.waitFor("2 tea 3 min"))
    var shown = child.output.count
    child.type("3")
    #expect(child.waitFor("That activity has ended.", from: shown))
    #expect(daemon.waitForLines { $0.last == "tomatoclock://watch?format=island&seconds=1" && $0.count == 3 })
    child.type("2")
    #expect(child.waitFor("1 Focus 24 min", from: shown))
    shown = child.output.count
    daemon.broadcast("0\n")
    #expect(daemon.waitForLines { $0.count == 5 })
    #expect(child.waitFor("2 tea 3 min", from: shown))
    leave(child)
  }

  @Test func `a refusal is shown in the last line`() {
    let daemon = island("\tNothing can be undone.\n1\n")
    let child = shown(by: daemon)
    child.type("u")
    #expect(child.waitFor("Nothing can be undone."))
    leave(child)
  }

  @Test func `pasted text is no keys`() {
    let daemon = island()
    let child = shown(by: daemon)
    child.type("\u{1B}[200~psruq\nquit\u{1B}[201~")
    child.type("\u{1B}[A")
    child.type("+")
    #expect(daemon.waitForLines { $0.count == 2 })
    #expect(daemon.lines.last == "tomatoclock://extend?phase=17&by=1m")
    leave(child)
  }

  @Test func `the block follows the terminal's size down to one row`() {
    let daemon = island()
    let child = shown(by: daemon)
    let sizes: [(UInt16, UInt16, String)] = [(20, 3, "p pause · s skip ·…"), (10, 1, "24:59 Fo…"), (80, 24, "q leave")]
    for (columns, rows, wanted) in sizes {
      let shown = child.output.count
      child.resize(columns: columns, rows: rows)
      #expect(child.waitFor(wanted, from: shown), "\(columns) × \(rows)")
    }
    leave(child)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGABRT, 134)] as [(Int32, Int32)])
  func `each ending signal gives the terminal back`(_ number: Int32, _ code: Int32) {
    let daemon = island()
    let child = shown(by: daemon)
    kill(child.identifier, number)
    #expect(child.end() == code)
    #expect(child.text.contains("\u{1B}[?7h\u{1B}[?25h\u{1B}[?2004l"))
    #expect(child.localModes & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }

  @Test func `Control-Z gives the terminal back, and going on takes it again`() {
    let daemon = island()
    let child = shown(by: daemon)
    let shown = child.output.count
    kill(child.identifier, SIGTSTP)
    #expect(child.waitFor(TerminalCanvas.end, from: shown))
    kill(child.identifier, SIGCONT)
    #expect(child.waitFor("q leave", from: shown))
    leave(child)
  }

  @Test func `a key behind Control-Z is discarded, and nothing waits for it`() {
    let daemon = island()
    let child = shown(by: daemon)
    let shown = child.output.count
    // No process could continue it, so the system does not stop it.
    child.type("\u{1A}p")
    #expect(child.waitFor("q leave", from: shown))
    kill(child.identifier, SIGTERM)
    #expect(child.end() == 143)
  }

  @Test func `the island survives a daemon that ended in order and comes back`() {
    let daemon = island()
    let child = shown(by: daemon)
    daemon.stop(lastWords: "0\n")
    #expect(child.waitFor("p starts it again"))
    let shown = child.output.count
    _ = daemon.start()
    #expect(child.waitFor("p pause", from: shown))
    leave(child)
  }

  @Test func `the island starts a daemon again that broke off`() {
    let daemon = island()
    let child = shown(by: daemon)
    let shown = child.output.count
    // Hangs up on everybody, and listens on: as if somebody else had started it again.
    daemon.hangUp()
    #expect(child.waitFor("went away", from: shown))
    #expect(child.waitFor("p pause", from: shown))
    leave(child)
  }

  @Test func `a daemon that the island started leaves nothing behind when it ends`() throws {
    let owned = TemporaryFolder()
    let folder = owned.path
    let variables = ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"].map { "\($0)=\(folder)" }
    let environment = variables + ["PATH=/usr/bin:/bin", "TERM=xterm", "SWIFT_BACKTRACE=enable=no"]
    let child = Child(["run"], environment: environment)
    #expect(child.waitFor("q leave"))
    #expect(children(of: child.identifier).count == 1)
    #expect(runCommand(["quit"], environment: environment).code == 0)
    #expect(child.waitFor("p starts it again"))
    // Its process ends a moment after its stream; the island keeps drawing meanwhile, so this reads its output.
    #expect(child.drain { children(of: child.identifier).isEmpty })
    leave(child)
  }

  /// The processes that have this one as their parent, ended ones included.
  private func children(of parent: pid_t) -> [Substring] {
    Files.text("/proc/\(parent)/task/\(parent)/children").split(separator: " ")
  }

  @Test(arguments: [
    ("\tThere is no activity 'tea'.\n1\n", Int32(1), "There is no activity 'tea'."), ("\tbad\n65\n", 65, "bad"),
    ("HTTP/1.1 400\r\n", 69, "not understood"), ("\tbad\n\tworse\n", 69, "not understood"),
  ])
  func `a stream that is refused, or is none, ends the island with the code and the sentence`(
    _ answer: String, _ code: Int32, _ sentence: String
  ) {
    let daemon = FakeDaemon { _ in [.bytes(answer)] }.start()
    let child = Child(["run", "--activity", "tea"], environment: daemon.environment())
    #expect(child.waitFor(sentence))
    #expect(child.end() == code)
    #expect(child.localModes & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }
}
