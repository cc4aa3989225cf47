// What cannot be printed is never a success: a disk that is full, an output that is closed, a reader that has gone.
import Glibc
import TestKit
import Testing

/// A line that prints something, and what makes that possible.
struct PrintedLine: Sendable, CustomTestStringConvertible {
  var words: [String]
  /// Typed before each attempt.
  var before: [[String]] = []
  var testDescription: String { words.joined(separator: " ") }

  init(_ line: String, after before: String...) {
    words = line.split(separator: " ").map(String.init)
    self.before = before.map { $0.split(separator: " ").map(String.init) }
  }

  /// At least one for each command of `help all`, but for `silent`.
  static let commands = [
    PrintedLine("start", after: "stop"), PrintedLine("focus"), PrintedLine("break --replace"),
    PrintedLine("pause", after: "start"), PrintedLine("resume", after: "start", "pause"), PrintedLine("toggle"),
    PrintedLine("skip"), PrintedLine("reset", after: "start"), PrintedLine("stop", after: "start"),
    PrintedLine("extend 5m", after: "start"), PrintedLine("rewind 1s", after: "focus --replace"),
    PrintedLine("undo", after: "start", "skip"), PrintedLine("away", after: "start"),
    PrintedLine("back", after: "start", "away"),
    PrintedLine("keep", after: "focus --ago 20s", "away --ago 12s", "back"),
    PrintedLine("takeoff", after: "focus --ago 20s", "away --ago 12s", "back"), PrintedLine("demo"),
    PrintedLine("preview focus --seconds 1"), PrintedLine("timer 4m tea"), PrintedLine("stopwatch run"),
    PrintedLine("lap run", after: "stopwatch run"), PrintedLine("activity request build --text compiling"),
    PrintedLine("activity authorization"), PrintedLine("show", after: "start"), PrintedLine("hide", after: "start"),
    PrintedLine("run"), PrintedLine("status"), PrintedLine("status --json"), PrintedLine("watch"),
    PrintedLine("watch --format waybar"), PrintedLine("wait", after: "stop"), PrintedLine("list", after: "start"),
    PrintedLine("log"), PrintedLine("log --all --json"), PrintedLine("log --csv"),
    PrintedLine("log add x --from 0:00 --to 0:01"), PrintedLine("stats"), PrintedLine("stats --json"),
    PrintedLine("report --output -"), PrintedLine("report --output HOME/page.html"), PrintedLine("export"),
    PrintedLine("export --format csv --output -"), PrintedLine("import --dry-run HOME/record.data"),
    PrintedLine("import HOME/record.data"), PrintedLine("repair"), PrintedLine("config"),
    PrintedLine("config get timer.focus"), PrintedLine("config set timer.focus 30m"), PrintedLine("config path"),
    PrintedLine("config unset timer.focus"), PrintedLine("config --example"), PrintedLine("quiet"),
    PrintedLine("quiet on"), PrintedLine("quiet status --json"), PrintedLine("autostart"), PrintedLine("autostart on"),
    PrintedLine("autostart status --json"), PrintedLine("hooks"), PrintedLine("hooks test on-start"),
    PrintedLine("views"),
    PrintedLine("doctor"), PrintedLine("doctor --json"), PrintedLine("help"), PrintedLine("help all"),
    PrintedLine("help start"), PrintedLine("start --help"), PrintedLine("--version"),
    PrintedLine("--generate-completion-script bash"), PrintedLine("--generate-completion-script zsh"),
    PrintedLine("--generate-completion-script fish"), PrintedLine("tomatoclock://status"),
  ]
  /// These print nothing of their own here, and why.
  static let silent = [
    "track": "only what it runs prints", "open": "what it says, a notification shows", "quit": "it says nothing",
  ]
  /// What only the daemon's program knows.
  static let programs = [
    PrintedLine("--version"), PrintedLine("--help"), PrintedLine("history"), PrintedLine("history tasks"),
    PrintedLine("config values"), PrintedLine("config values island.mode"), PrintedLine("hooks events"),
  ]
}

@Suite(.serialized) struct OutputTests {
  private static let full = "Cannot write to standard output: No space left on device.\n"
  private static let closed = "Cannot write to standard output: Bad file descriptor.\n"

  /// A home in which each line has something to print.
  private func makeHome() -> Home {
    let home = Home()
    home.write("[away]\nafter=1s\n[hooks]\non-start=true\n", to: home.configuration)
    home.write("inc 20200105T080000Z - 20200105T082500Z # night", to: home.folder + "/home" + "/record.data")
    return home
  }

  private func type(_ line: PrintedLine, _ program: String, behind script: String, _ home: Home) -> Outcome {
    let folder = home.folder + "/home"
    for words in line.before { _ = home.run(words) }
    let words = line.words.map { $0.replacing("HOME", with: folder) }
    return RunningProgram("/bin/sh", ["-c", script, "sh", program] + words, environment: home.environment).outcome()
  }

  @Test func `each command has a line here that prints, or a reason why it prints nothing`() {
    let help = Home().run("help", "all").output.split(separator: "\n").drop { $0 != "The Pomodoro:" }
    let rows = help.filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLetter == true }
    let names = rows.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "tomato-notify" }
    #expect(names.count > 35)
    let tried = Set(PrintedLine.commands.compactMap(\.words.first))
    #expect(Set(names) == Set(PrintedLine.silent.keys).union(tried.intersection(names)))
  }

  /// These show a card, and say so too where no server of notifications is on the bus.
  private static let cards: Set<String?> = ["demo", "preview"]

  @Test(arguments: PrintedLine.commands)
  func `a command whose output cannot be written ends with 74 and one sentence`(_ line: PrintedLine) throws {
    let bus = Self.cards.contains(line.words.first) ? try PrivateBus() : nil
    for (end, sentence) in [(">/dev/full", Self.full), (">&-", Self.closed)] {
      let home = makeHome()
      home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
      let outcome = type(line, Home.command, behind: "exec \"$@\" \(end)", home)
      #expect(outcome.code == 74 && outcome.errors.hasSuffix(sentence), "\(end): \(outcome)")
      #expect(home.run("quit").code == 0)
    }
  }

  @Test(arguments: PrintedLine.programs)
  func `so does what the daemon's program prints for shells`(_ line: PrintedLine) {
    let home = makeHome()
    #expect(home.run("focus", "--task", "report").code == 0 && home.run("skip").code == 0)
    for (end, sentence) in [(">/dev/full", Self.full), (">&-", Self.closed)] {
      let outcome = type(line, Home.daemon, behind: "exec \"$@\" \(end)", home)
      #expect(outcome.code == 74 && outcome.errors == sentence, "\(end): \(outcome)")
    }
  }

  @Test(arguments: PrintedLine.commands.filter { !cards.union(["watch", "run"]).contains($0.words.first) })
  func `a command whose reader has gone ends without a word`(_ line: PrintedLine) {
    // A program may have been started by one that ignores the signal.
    for start in ["", "trap '' PIPE; "] {
      let home = makeHome()
      let given = line.words.map { $0.replacing("HOME", with: home.folder + "/home") }
      for words in line.before { _ = home.run(words) }
      let words = ["-c", start + "exec \"$@\"", "sh", Home.command] + given
      let program = RunningProgram("/bin/sh", words, environment: home.environment, isRead: false)
      #expect(program.end() == 141 && program.errors.isEmpty, "\(start)\(program.errors)")
      #expect(home.run("quit").code == 0)
    }
  }
}
