// The configuration: what each text means, how each mistake is named, and what the config command does to the file.
import Glibc
import TestKit
import Testing
import TomatoIsland
import TomatoLink

@testable import TomatoEngine
@testable import TomatoPrograms
@testable import TomatoSettings
@testable import TomatoWords

@MainActor struct ConfigurationTests {
  @Test func `notes stand in one column, where letters are wide too`() {
    let lines = ConfigurationCommand.aligned([("on-start = 写报告", "a"), ("on-end = report", "b")])
    #expect(lines == ["on-start = 写报告  (a)", "on-end = report    (b)"])
  }

  @Test func `an empty file means the defaults, without a complaint`() {
    let (configuration, complaints) = Configuration.load("")
    #expect(configuration == Configuration() && complaints.isEmpty)
    #expect(configuration.timer == Settings() && configuration.islandMode == .auto)
  }

  private let everyKey =
    """
    [timer]
    focus = 50m
    short-break=90s
    long-break=1:00:00
    long-break-interval=2
    auto-start-breaks=false
    auto-start-focus=false
    unattended-phases=0
    when-away=run
    [island]
    mode=off
    [tray]
    enabled=false
    seconds=always
    [appearance]
    focus=#123456
    break=#ABCDEF
    paused=#000000
    completed=#ffffff
    urgent=#0a0B0c
    dots=x-.
    [alert]
    sound=~/ding.oga
    volume=50
    before=30s
    [track]
    ignore= vim  less
    [goal]
    focus-per-day=8
    day-starts=0:30
    """

  @Test func `every key is read`() throws {
    let (configuration, complaints) = Configuration.load(everyKey)
    var wanted = Configuration()
    wanted.timer = Settings(
      focus: .minutes(50), shortBreak: .seconds(90), longBreak: .hours(1), longBreakInterval: 2, autoStartBreaks: false,
      autoStartFocus: false, unattendedPhases: 0, whenAway: .run, alertBefore: .seconds(30))
    wanted.islandMode = .off
    wanted.tray = TraySettings(enabled: false, seconds: .always)
    (wanted.appearance.focus, wanted.appearance.break) = (Color(0x123456), Color(0xABCDEF))
    (wanted.appearance.paused, wanted.appearance.completed) = (Color(0), Color(0xFFFFFF))
    (wanted.appearance.urgent, wanted.appearance.dots) = (Color(0x0A0B0C), try #require(Dots("x-.")))
    wanted.sound = SoundSettings(sound: .file("~/ding.oga"), volume: 50)
    wanted.goal = GoalSettings(focusPerDay: 8, dayStarts: 30)
    wanted.trackIgnore = "vim less"
    #expect(configuration == wanted)
    #expect(complaints.isEmpty)
  }

  private static let mistakes = [
    "focus = 25x", "focus=", "focus=25h", "focus=25m # long", "long-break-interval=0", "unattended-phases=+3",
    "auto-start-focus=yes", "when-away=stop", "focsu=25m", "[iland]", "[colours]", "short-break=4m",
  ]

  @Test func `a mistake is named with its line, as the golden file shows, and the rest is used`() {
    var text = ""
    for line in Self.mistakes {
      let (configuration, complaints) = Configuration.load("[timer]\nshort-break=7m\n\(line)\n[island]\nmode=off\n")
      text += complaints.map { $0.description + "\n" }.joined()
      #expect(complaints.map(\.line) == [3], "\(line)")
      #expect(configuration.timer.shortBreak == .minutes(line.hasPrefix("short-break") ? 4 : 7), "\(line)")
      #expect(configuration.islandMode == .off && configuration.timer.focus == .minutes(25), "\(line)")
    }
    Golden.expect(text, is: "mistakes.txt")
  }

  @Test(arguments: [
    ("[activities]\ndeny=make;./x", false), ("[activities]\ndeny=./x;make", false), ("[activities]\ndeny=./x#", false),
    ("[activities]\ndeny=./x # why", true), ("[timer]\nfocus=25m ; long", true), ("[timer]\nfocus=25m\t#long", true),
  ])
  func `a mark that begins no comment is not taken for one`(_ lines: String, _ isComment: Bool) {
    let complaints = Configuration.load(lines + "\n").complaints.map(\.description)
    #expect(complaints.count == 1 && complaints.contains { $0.contains("comment") } == isComment, "\(complaints)")
  }

  @Test(arguments: ["13:00", "12:01", "4", "4:0", "+4:00", "04:60", "24:00", "04:00:00", ""])
  func `a day begins in the first half of a day`(_ text: String) {
    let (configuration, complaints) = Configuration.load("[goal]\nday-starts=\(text)\n")
    let expected = "expected a time from 00:00 to 12:00 such as 04:00; the default 04:00 is used."
    #expect(complaints.map(\.description) == ["config.ini line 2: [goal] day-starts = \(text): \(expected)"])
    #expect(configuration.goal == GoalSettings(focusPerDay: 0, dayStarts: 240))
  }

  @Test func `a line that cannot be read costs itself, a broken group its lines`() {
    let (configuration, complaints) = Configuration.load(
      "[timer]\nnonsense\nfocus=50m\n[island\nfocus=10m\n[island]\nmode=off\n")
    #expect(configuration.timer.focus == .minutes(50) && configuration.islandMode == .off)
    #expect(
      complaints.map(\.description) == [
        "config.ini line 2 cannot be read: a [group], a key=value or a # comment was expected.",
        "config.ini line 4 cannot be read: a group was expected, such as [timer]; "
          + "nothing is used until the next group.",
      ])
  }

  @Test func `ten mistakes are named, and the others counted`() {
    let lines = (1...3000).map { "mistake\($0)=1" }.joined(separator: "\n")
    let (_, complaints) = Configuration.load("[timer]\n\(lines)\n")
    #expect(complaints.count == 11)
    #expect(complaints.prefix(10).map(\.line) == (2...11).map { $0 })
    #expect(complaints.last?.description == "config.ini has 2990 more mistakes.")
    let eleven = Configuration.load("[timer]\n\(lines.split(separator: "\n").prefix(11).joined(separator: "\n"))\n")
    #expect(eleven.complaints.last?.description == "config.ini has 1 more mistake.")
  }

  @Test func `text from the file cannot smuggle control characters into a sentence`() throws {
    let (_, complaints) = Configuration.load("[timer]\nfocus=\u{1B}[31m\u{202E}" + String(repeating: "x", count: 5000))
    try #require(complaints.count == 1)
    let sentence = try #require(complaints.first).description
    #expect(!sentence.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(sentence.count < 200)
  }

  @Test func `random bytes never stop the reading`() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "[timer]", "[island", "\n", "\r\n", "focus", "=", "25m", "#", "]", "\u{0}", " ", "é", "\t", "[", ";", "\\",
    ]
    for _ in 0..<300 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let (configuration, complaints) = Configuration.load(text)
      #expect(configuration == Configuration() || text.contains("25m"), "\(text.debugDescription)")
      #expect(complaints.allSatisfy { !$0.description.contains("\n") }, "\(text.debugDescription)")
    }
  }

  /// The keys of hooks are in docs/hooks.md, which `HookValuesTests` compares.
  @Test func `the page lists exactly the keys of the table`() throws {
    let page = Repository.text("docs/configuration.md")
    let table = try #require(page.split(separator: "\n## Mistakes").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    let keys = ConfigurationKey.all.filter { $0.group != "hooks" }
    #expect(
      rows
        == keys.map { "| `\($0.key)` | \($0.type.expected()) | `\($0.defaultText)` | \($0.summary()) |" })
    for group in ConfigurationKey.groups { #expect(page.contains("\n### [\(group)]\n")) }
  }

  @Test func `the printed default of every key is read back as that default`() {
    for key in ConfigurationKey.all {
      var configuration = Configuration()
      #expect(key.type.read(key.defaultText, &configuration), "\(key.name)")
      #expect(configuration == Configuration(), "\(key.name)")
    }
  }
}

@MainActor struct ConfigurationCommandTests {
  let scratch = Scratch()
  var path: String { scratch.path("sub/config.ini") }

  init() { mkdir(scratch.path("sub"), 0o700) }

  private func run(_ words: String...) -> (output: String, errors: String, exitCode: Int32) {
    ConfigurationCommand(path: path).run(words)
  }

  @Test func `list prints every key with its value and where it comes from`() {
    let missing = Configuration.load(path: path)
    #expect(missing.configuration == Configuration() && missing.complaints.isEmpty)
    #expect(run().exitCode == 0 && run().errors.isEmpty)
    #expect(run().output.split(separator: "\n").count == ConfigurationKey.all.count)
    #expect(run().output.hasPrefix("timer.focus = 25m               (default)\n"))
    Files.write("[timer]\n\nfocus=50m\nbad=1\n", to: path)
    #expect(run("list").output.hasPrefix("timer.focus = 50m               (\(path) line 3)\n"))
    #expect(run("list").errors.hasPrefix("\(path) line 4: there is no key bad in [timer]; known are focus, "))
    #expect(run("list").exitCode == 65)
    #expect(run("get", "timer.focus") == ("50m\n", run("list").errors, 0))
  }

  @Test func `set changes one line and keeps every other, comments and unknown lines included`() {
    Files.write("# mine\n[other]\nx=1\n[timer]\n# long\nfocus = 25m\nbroken line\n\n[island]\nmode=off\n", to: path)
    chmod(path, 0o640)
    #expect(run("set", "timer.focus", "50m") == ("timer.focus = 50m\n", "", 0))
    #expect(run("set", "timer.short-break", "3").output == "timer.short-break = 3m\n")
    #expect(
      Files.text(path)
        == "# mine\n[other]\nx=1\n[timer]\n# long\nfocus = 50m\nshort-break=3\nbroken line\n\n[island]\nmode=off\n")
    #expect(Files.permissions(path) == 0o640)
    #expect(run("get", "timer.short-break").output == "3m\n")
  }

  @Test func `set takes a duration as people type it`() {
    #expect(run("set", "timer.focus", "50 minutes") == ("timer.focus = 50m\n", "", 0))
    #expect(run("set", "alert.before", "1 minute").output == "alert.before = 1m\n")
    #expect(Files.text(path) == "[timer]\nfocus=50m\n\n[alert]\nbefore=1m\n")
  }

  @Test func `unset takes one key away, every time that it stands there, and keeps every other line`() {
    Files.write("# mine\n[timer]\nfocus=50m\n# long\nshort-break=3\nfocus=40m\n", to: path)
    #expect(run("unset", "timer.focus") == ("timer.focus = 25m\n", "", 0))
    #expect(Files.text(path) == "# mine\n[timer]\n# long\nshort-break=3\n")
    #expect(run("unset", "timer.focus") == ("timer.focus = 25m\n", "", 0))
    #expect(Files.text(path) == "# mine\n[timer]\n# long\nshort-break=3\n")
  }

  @Test func `edit opens the file in the editor, with all keys at first, and says what is wrong afterwards`() {
    let command = ConfigurationCommand(path: path)
    #expect(throws: Never.self) {
      #expect(try command.edit("cp \"$1\" \"$1.seen\"; :").exitCode == 0)
      #expect(Files.text(path + ".seen") == ConfigurationCommand.example)
      let answer = try command.edit("printf '[timer]\\nfocus=x\\n' >\"$1\"; :")
      #expect(answer.exitCode == 65 && answer.errors.contains("line 2"))
    }
    let failure = #expect(throws: Failure.self) { try command.edit("exit 3; :") }
    #expect(failure?.code == .unavailable && failure?.sentence.contains("ended with 3") == true)
  }

  @Test func `path says where the file is; values are what a shell offers`() {
    #expect(run("path") == (path + "\n", "", 0))
    #expect(run("values").output.split(separator: "\n").count == ConfigurationKey.all.count)
    #expect(run("values", "island.mode").output == "auto\npinned\nlisted\nevents\noff\n")
    #expect(run("values", "timer.auto-start-breaks").output == "true\nfalse\n")
    #expect(run("values", "nothing.here").output.isEmpty)
    for key in ConfigurationKey.all {
      for value in run("values", key.name).output.split(separator: "\n") {
        var configuration = Configuration()
        #expect(key.type.read(String(value), &configuration), "\(key.name) = \(value)")
      }
    }
  }

  @Test func `set makes the file and its directory, for the owner alone`() {
    let path = scratch.path("new/config.ini")
    #expect(ConfigurationCommand(path: path).run(["set", "island.mode", "off"]).exitCode == 0)
    #expect(Files.text(path) == "[island]\nmode=off\n")
    #expect(Files.permissions(path) == 0o600)
  }

  @Test func `set writes through a link and leaves the link`() {
    Files.write("", to: scratch.path("sub/target"))
    symlink("target", path)
    #expect(run("set", "timer.focus", "1h").exitCode == 0)
    #expect(Files.text(scratch.path("sub/target")) == "[timer]\nfocus=1h\n")
    #expect(Files.isLink(path))
  }

  @Test(arguments: [
    ("/dev/null", "a device"), ("FOLDER", "a directory"), ("nowhere", "leads nowhere"),
    ("FOREIGN", "belongs to another user"),
  ])
  func `set follows a link only to a regular file of this user`(target: String, reason: String) {
    let foreign = scratch.path("foreign")
    Files.write("[timer]\n", to: foreign)
    // Only root can give a file away; everybody else has one of root's at hand.
    if target == "FOREIGN", getuid() == 0 { chown(foreign, 65534, 65534) }
    let places = ["FOLDER": scratch.directory, "FOREIGN": getuid() == 0 ? foreign : "/etc/passwd"]
    symlink(places[target] ?? target, path)
    let answer = run("set", "timer.focus", "1h")
    #expect(answer.exitCode == 73 && answer.errors.contains(path) && answer.output.isEmpty, "\(answer)")
    if target != "FOREIGN" || getuid() == 0 { #expect(answer.errors.contains(reason), "\(answer)") }
    #expect(Files.text(foreign) == "[timer]\n")
    #expect(Files.isLink(path))
  }

  @Test(arguments: [
    (["set", "timer.focus", "25x"], 65, "timer.focus = 25x: expected a duration from 1s to 24h such as 25m."),
    (["set", "timer.focus", "5m\n[island]\nmode=off"], 65, "expected a duration"),
    (["set", "timer.focsu", "25m"], 65, "There is no key timer.focsu; did you mean timer.focus?"),
    (["get", "focus"], 65, "There is no key focus; did you mean timer.focus?"), (["get"], 64, "usage: "),
    (["set", "focus", "30m"], 65, "There is no key focus; did you mean timer.focus?"),
    (["unset", "timer.focsu"], 65, "There is no key timer.focsu; did you mean timer.focus?"),
    (["set", "timer.focus"], 64, "usage: "), (["frobnicate"], 64, "usage: "), (["list", "all"], 64, "usage: "),
  ])
  func `wrong words get one sentence and change nothing`(arguments: [String], code: Int, sentence: String) {
    Files.write("[timer]\nfocus=30m\n", to: path)
    let answer = ConfigurationCommand(path: path).run(arguments)
    #expect(answer.exitCode == Int32(code) && answer.output.isEmpty)
    #expect(answer.errors.contains(sentence) && answer.errors.utf8.count { $0 == 10 } == 1)
    #expect(Files.text(path) == "[timer]\nfocus=30m\n")
  }

  @Test(arguments: [
    ([UInt8](repeating: 10, count: 65_537), "is too large: at most 65536 bytes were expected."),
    (Array("[timer]\nfocus=\u{C3}".utf8.dropLast()), "line 2 is not UTF-8 text; the file is not used."),
  ])
  func `a file that cannot be used as a whole is named, and stays as it is`(content: [UInt8], sentence: String) {
    Files.write(content, to: path)
    let (configuration, complaints) = Configuration.load(path: path)
    #expect(configuration == nil)
    #expect(complaints.map(\.description) == ["\(path) \(sentence)"])
    #expect(run("set", "timer.focus", "5m").exitCode == 73 && run("list").exitCode == 73)
    #expect(Files.bytes(path) == content)
  }

  @Test func `a directory, a pipe, or a path that cannot be is named`() {
    mkdir(path, 0o700)
    let complaints = Configuration.load(path: path).complaints
    #expect(complaints.map(\.description) == ["\(path) is a directory; a regular file was expected."])
    #expect(run("set", "timer.focus", "5m").exitCode == 73)
    remove(path)
    mkfifo(path, 0o600)
    #expect(run("list").errors == "\(path) is a FIFO; a regular file was expected.\n")
    let impossible = ConfigurationCommand(path: "/dev/null/config.ini").run(["set", "timer.focus", "5m"])
    #expect(impossible.exitCode == 73)
    #expect(impossible.errors == "/dev/null/config.ini cannot be written: Not a directory.\n")
  }

  @Test func `the example loads without a complaint, as it is and with every key set`() {
    let example = run("example").output
    #expect(Configuration.load(example) == (Configuration(), []))
    let names = ConfigurationKey.all.map(\.key)
    let active = example.split(separator: "\n").map { line in
      names.contains { line.hasPrefix("#\($0)=") } ? String(line.dropFirst()) : String(line)
    }
    let file = ConfigurationFile(active.joined(separator: "\n"), name: "example")
    #expect(file.complaints.isEmpty && file.lines.count == names.count)
  }
}

extension ConfigurationCommand {
  @MainActor func run(_ words: [String]) -> Answer {
    do throws(Failure) {
      return try answer(try ProgramRequest(.configuration, reading: words))
    } catch {
      return ("", error.sentence + "\n", error.code.status)
    }
  }
}

extension Configuration {
  /// The values and the mistakes of a file with this text.
  static func load(_ text: String) -> (configuration: Configuration, complaints: [Complaint]) {
    let file = ConfigurationFile(text, name: "config.ini")
    return (file.configuration, file.complaints)
  }
}

private func == (a: (Configuration, [Complaint]), b: (Configuration, [Complaint])) -> Bool { a.0 == b.0 && a.1 == b.1 }
