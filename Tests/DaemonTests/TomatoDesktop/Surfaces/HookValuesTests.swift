// What a line of the configuration means, and what crosses the border to the process that runs a hook.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoSettings
@testable import TomatoWords

@MainActor struct HookValuesTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("playerctl pause", ["playerctl", "pause"]), ("/bin/sh -c 'echo \"a  b\"'", ["/bin/sh", "-c", "echo \"a  b\""]),
    ("~/bin/x  one\\ two \"\"", ["~/bin/x", "one two", ""]),
    ("x $HOME ~/y *.z `id`", ["x", "$HOME", "~/y", "*.z", "`id`"]),
    ("x 'it'\\''s'", ["x", "it's"]), ("x # not read", ["x"]),
  ])
  func `a line is divided into words, and nothing in them is expanded`(line: String, words: [String]) {
    #expect(HookCommand(line)?.words == words)
    #expect(HookCommand(line)?.text == line)
  }

  @Test(arguments: [
    "", " ", "bin/x", "./x", "../x", "x 'y", "x \"y", "''", "/", "/bin/", "~/", "x \u{1B}[2J", "x \u{202E}y",
    "~someone/x",
    "x " + String(repeating: "y", count: 4096),
  ])
  func `what is no program is refused with one sentence, and changes nothing`(line: String) {
    #expect(HookCommand(line) == nil)
    let answer = ConfigurationCommand(path: folder.file("config.ini")).run(["set", "hooks.on-start", line])
    #expect(answer.exitCode == 65 && answer.errors.contains("expected off, or a program"), "\(answer)")
    #expect(Files.bytes(folder.file("config.ini")) == nil)
  }

  @Test func `a program that is not there is refused when it is set, and kept where it stands in the file`() throws {
    let path = folder.file("config.ini")
    for (line, sentence) in [
      ("no-such-program x", "There is no program no-such-program in the folders of PATH."),
      ("/no/such/program", "/no/such/program does not exist or is not executable."),
      ("/etc/passwd", "/etc/passwd does not exist or is not executable."),
    ] {
      let answer = ConfigurationCommand(path: path).run(["set", "hooks.on-start", line])
      #expect(answer.exitCode == 65 && answer.errors == "hooks.on-start = \(line): \(sentence)\n")
    }
    let (configuration, complaints) = Configuration.load("[hooks]\non-start = no-such-program x\non-lap=off\n")
    let command = try #require(HookCommand("no-such-program x"))
    #expect(configuration.hooks == [.onStart: command] && complaints.isEmpty)
  }

  @Test func `what is stored is what was written`() {
    let path = folder.file("config.ini")
    let line = "sh -c 'echo \"$TOMATO_TASK\" \\; # x'"
    #expect(ConfigurationCommand(path: path).run(["set", "hooks.on-start", line]).exitCode == 0)
    #expect(ConfigurationCommand(path: path).run(["get", "hooks.on-start"]).output == line + "\n")
    let words = Configuration.load(path: path).configuration?.hooks[.onStart]?.words ?? []
    #expect(words[at: 2] == "echo \"$TOMATO_TASK\" \\; # x")
    #expect(ConfigurationCommand(path: path).run(["set", "hooks.on-start", "off"]).exitCode == 0)
    #expect(Configuration.load(path: path).configuration?.hooks == [:])
  }

  nonisolated static let without: Set<HappeningName> = [
    .onShow, .onHide, .onDismiss, .onKeep, .onTakeOff, .onUpdate, .onButton, .onEnd,
  ]

  @Test func `each event that a person brings about has a key, and its name is that of JSON`() {
    #expect(Set(HookEvent.all.map(\.name)) == Set(HappeningName.allCases).subtracting(Self.without))
    for event in HookEvent.all {
      #expect(event.name.hookKey == "on-" + event.name.rawValue.dropFirst(2).lowercased())
      #expect(HookEvent.find(event.name.rawValue)?.name == event.name)
      #expect(HookEvent.find(String(event.name.hookKey.dropFirst(3)))?.name == event.name)
    }
  }

  @Test func `a request is read as it was written, and nothing is no request`() throws {
    let request = HookRequest(
      name: .onComplete, command: try #require(HookCommand("x 'a b'")), input: "{\"task\":\"é\"}", activity: "pomodoro",
      mode: .shortBreak, task: "a\tb ünï", limits: TimedProgram.Limits(run: 7, grace: 8))
    let read = try #require(HookRequest.reading(request.bytes(record: "/a b/c")))
    #expect(read.request == request && read.record == "/a b/c")
    #expect(HookRequest.reading(request.bytes(record: nil))?.record == nil)
    #expect(HookRequest.reading([]) == nil)
    for cut in 0..<request.bytes(record: nil).count - request.input.utf8.count {
      #expect(HookRequest.reading(Array(request.bytes(record: nil).prefix(cut))) == nil)
    }
  }

  nonisolated static let endings: [HookResult.Ending] = [
    .ran(.exited(0)), .ran(.exited(255)), .ran(.signalled(9)), .ran(.late(isKilled: false)),
    .ran(.late(isKilled: true)), .ran(.ended), .missing, .ran(.notStarted(ENOEXEC)), .lost, .leftOut,
  ]

  @Test(arguments: endings)
  func `a result is kept for its command, and read as it was written`(ending: HookResult.Ending) throws {
    let result = HookResult(ending, 123)
    #expect(HookResult(result.text) == result)
    let command = try #require(HookCommand("x 'a b'"))
    let record = HookRecord(time: WallTime(milliseconds: 5), command: command.text, result: result)
    record.write(to: HookRecord.path(of: .onStart, in: folder.path))
    #expect(HookRecord.read(.onStart, command, in: folder.path) == record)
    #expect(HookRecord.read(.onStart, try #require(HookCommand("y")), in: folder.path) == nil)
    #expect(HookRecord.read(.onPause, command, in: folder.path) == nil)
    let words = HookWords.result(result)
    #expect(!words.isEmpty && !words.contains("{"))
  }

  @Test(arguments: ["", "x", "1\texited 0 1", "x\texited 0 1\ty\n", "1\texited\ty\n", "1\texited a 1\ty\n", "\u{FFFF}"])
  func `a file that is no result is none`(text: String) throws {
    Files.write(text, to: folder.file("on-start"))
    #expect(HookRecord.read(.onStart, try #require(HookCommand("y")), in: folder.path) == nil)
  }

  @Test func `the page and the configuration name the same events`() {
    let page = Repository.text("docs/hooks.md").split(separator: "\n")
    for event in HookEvent.all {
      let row = page.first { $0.hasPrefix("| `\(event.name.hookKey)` |") }
      #expect(row?.hasSuffix("| `\(event.name.rawValue)` |") == true, "\(event.name.hookKey)")
    }
    #expect(page.count { $0.hasPrefix("| `on-") } == HookEvent.all.count)
  }

  @Test(arguments: [(0, "0.0"), (149, "0.1"), (950, "1.0"), (9940, "9.9"), (12_700, "12")])
  func `seconds are short`(milliseconds: Int, text: String) { #expect(HookWords.seconds(milliseconds) == text) }

  @Test(arguments: HookEvent.all) func `the example of each event is that event`(event: HookEvent) throws {
    let (name, now) = (event.name, ShellHarness().moment)
    let command = try #require(HookCommand("x"))
    let request = try #require(HooksProgram.example(event, command, at: now))
    #expect(request.input.hasPrefix("{\"name\":\"\(name.rawValue)\""), "\(request.input)")
    #expect(request.input.contains(name == .onLap ? "\"laps\":[600]" : "\"sessionsPerCycle\":4"))
    if name == .onComplete { #expect(request.input.contains("\"stateIdentifier\":\"completed\"")) }
  }

  @Test func `doctor has a line for each hook that is set`() {
    var configuration = Configuration()
    let now = ShellHarness().moment.wall
    #expect(Findings.hooks(configuration, folder.path, at: now).isEmpty)
    for (name, line) in [(HappeningName.onStart, "sh -c x"), (.onPause, "sh"), (.onStop, "no-such-program")] {
      configuration.hooks[name] = HookCommand(line)
    }
    HookRecord(time: now, command: "sh -c x", result: HookResult(.ran(.exited(2)), 100))
      .write(to: HookRecord.path(of: .onStart, in: folder.path))
    var found = DoctorTests.good()
    found.hooks = Findings.hooks(configuration, folder.path, at: now)
    let lines = Diagnosis.all(found).filter { $0.subject == .hooks }.map(\.line)
    #expect(
      lines == [
        "limited   hooks: on-start: ended with 2 after 0.1 s, \(Words.clock(now, beside: now)) — tomato-notify hooks "
          + "test on-start shows what it does",
        "ok        hooks: on-pause: has not run yet",
        "limited   hooks: on-stop: There is no program no-such-program in the folders of PATH. — tomato-notify hooks "
          + "test on-stop shows what it does",
      ])
  }
}
