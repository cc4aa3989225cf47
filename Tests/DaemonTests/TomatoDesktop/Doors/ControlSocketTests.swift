// The control socket as docs/socket.md promises it: each verb's lines and code, their order, and clients that hang up.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct ControlSocketTests {
  private let harness = SocketHarness()

  @Test(arguments: [
    ("status", true), ("list", true), ("log", true), ("watch", true), ("wait", true), ("quit", true),
    ("version", true), ("start", false), ("toggle", false), ("show", false), ("nonsense", true),
  ])
  func `a question is told from what changes something, before the start is done`(link: String, isReadOnly: Bool) {
    #expect(ControlSocket.isReadOnly(.line(Array("tomatoclock://\(link)".utf8))) == isReadOnly)
  }

  nonisolated static let badInput: [(String, String)] = [
    ("", "is not a link"), ("hello", "is not a link"), ("tomatoclock://dance", "dance"),
    ("tomatoclock://extend?by=soon", "by"),
    ("tomatoclock://pause?x=1", "'x'"), ("tomatoclock://start?task=a%00b", "U+0000"),
    ("tomatoclock://start?task=%E2%80%AE", "U+202E"), ("tomatoclock://pau\0se", "The link"),
  ]

  @Test(arguments: badInput) func `bad input gets one sentence and changes nothing`(_ link: String, _ part: String) {
    _ = harness.ask("tomatoclock://start")
    let before = harness.desk.shell.engine
    let answer = harness.ask(link)
    #expect(answer.count == 2 && answer.last == "65")
    #expect(answer.first?.contains(part) == true, "\(answer)")
    #expect(harness.desk.shell.engine == before)
  }

  @Test func `what is not text or too long or unfinished is refused`() {
    let client = harness.client()
    client.send(Array("tomatoclock://".utf8) + [0xFF, 0x0A])
    #expect(harness.hear(1, client) == ["\tThe link is not valid UTF-8; expected text in UTF-8.", "65"])
    client.send("tomatoclock://start?task=" + String(repeating: "a", count: 5000) + "\n")
    #expect(harness.hear(1, client) == ["\tThe link has 5025 bytes; expected at most 4096.", "65"])
    client.send("tomatoclock://request?activity=a\t" + String(repeating: "a", count: 20_000) + "\n")
    #expect(harness.hear(1, client) == ["\tThe content has 20000 bytes; expected at most 16384.", "65"])
    client.send("tomatoclock://start?task=" + String(repeating: "a", count: 25_000) + "\ntomatoclock://start\n")
    #expect(harness.hear(1, client) == ["\tThe request is longer than \(SocketLine.limit) bytes.", "65"])
    #expect(harness.hasEnded(client))
    let other = harness.client()
    other.send("tomatoclock://start")
    other.finishSending()
    #expect(
      harness.hear(1, other) == ["\tThe last request has no line break at its end, so it was not carried out.", "65"])
    #expect(harness.desk.content.contentState.state == .ready)
  }

  @Test func `answers come in the order of the requests also behind a wait`() {
    let client = harness.client("start", "wait", "status", "pause")
    #expect(harness.hear(1, client) == ["\tFocus 25:00, running, ends 14:35, session 1 of 4", "0"])
    _ = harness.ask("tomatoclock://status")
    client.receive()
    #expect(client.count == 0)
    _ = harness.ask("tomatoclock://stop")
    #expect(
      harness.hear(3, client) == [
        "\tThe phase was stopped.", "3", "\tFocus 25:00, ready, session 1 of 4", "0",
        "\t\"pause\" is not possible now: start it first.", "1",
      ])
  }

  nonisolated static let endings: [(String, String, String)] = [
    ("skip", "\tThe phase was skipped.", "2"), ("stop", "\tThe phase was stopped.", "3"),
    ("start/long-break?replace=1", "\tThe phase was replaced.", "4"), ("reset", "\tThe phase was reset.", "5"),
  ]

  @Test(arguments: endings) func `wait says how the phase ended`(_ verb: String, _ sentence: String, _ code: String) {
    let client = harness.client("start", "wait")
    _ = harness.hear(1, client)
    for link in ["pause", verb] { _ = harness.ask("tomatoclock://" + link) }
    #expect(harness.hear(1, client) == [sentence, code])
  }

  @Test func `wait hears of zero and of the daemons end`() {
    let client = harness.client("start", "wait")
    _ = harness.hear(1, client)
    while harness.desk.content.contentState.mode == .focus, harness.desk.ring() {}
    #expect(harness.hear(1, client) == ["\tThe phase was completed.", "0"])
    client.send("tomatoclock://wait\ntomatoclock://watch\n")
    #expect(harness.turn { harness.desk.shell.engine.isAnythingRunning })
    _ = harness.ask("tomatoclock://status")
    harness.desk.shell.leave()
    let last = ["\tThe timer was told to quit while the phase was under way; it goes on at the next start.", "69"]
    #expect(Array(harness.hear(1, client).prefix(2)) == last)
  }

  @Test func `watchers that hang up leave no wake up behind`() {
    _ = harness.ask("tomatoclock://start")
    #expect(harness.desk.alarm == .seconds(1060))
    let clients = (0..<3).map { _ in harness.client("watch?seconds=1") }
    for client in clients { #expect(harness.hasHeard(1, client)) }
    #expect(harness.desk.alarm == .seconds(1001))
    for client in clients { client.hangUp() }
    #expect(harness.turn { harness.connections == 0 })
    #expect(harness.desk.alarm == .seconds(1060))
  }

  @Test func `a waiter that hangs up is forgotten`() {
    let client = harness.client("start", "wait")
    _ = harness.hear(1, client)
    _ = harness.ask("tomatoclock://status")
    client.hangUp()
    #expect(harness.turn { harness.connections == 0 })
    _ = harness.ask("tomatoclock://stop")
    #expect(harness.ask("tomatoclock://status") == ["\tFocus 25:00, ready, session 1 of 4", "0"])
  }

  @Test func `for a client that has gone nothing is made, and what it wanted to be done is done`() {
    harness.hindrance = nil
    let client = harness.client()
    let questions = Array(repeating: "log", count: 100)
    client.send((questions + ["start", "log", "pause", "quit"]).map { "tomatoclock://\($0)\n" }.joined())
    client.hangUp()
    #expect(harness.turn { harness.quits == 1 && harness.connections == 0 })
    #expect(harness.desk.looks == 0 && harness.questions.isEmpty)
    #expect(harness.desk.content.contentState.state == .paused)
  }

  @Test(arguments: ["wait", "watch"]) func `what was to come behind a stream comes to nothing when its client has gone`(
    stream: String
  ) {
    let client = harness.client("start", stream, "pause")
    client.hangUp()
    #expect(harness.turn { harness.desk.shell.engine.isAnythingRunning && harness.connections == 0 })
    #expect(harness.desk.content.contentState.state == .running)
  }

  @Test func `a client that goes before the answer to start has what it sent behind it carried out`() {
    harness.hindrance = nil
    let client = harness.client("start", "pause")
    #expect(harness.turn { !harness.questions.isEmpty })
    client.hangUp()
    #expect(harness.turn { harness.connections == 0 })
    #expect(harness.desk.content.contentState.state == .paused)
    harness.questions[at: 0]?(.noServer)
  }

  @Test func `watch ends with the daemon and the stream of an ended activity`() {
    _ = harness.ask("tomatoclock://start?activity=tea&duration=4m")
    let (tea, all) = (harness.client("watch?activity=tea"), harness.client("watch"))
    for client in [tea, all] { #expect(harness.hasHeard(1, client)) }
    _ = harness.ask("tomatoclock://stop?activity=tea")
    #expect(harness.hear(1, tea).last == "0")
    harness.desk.shell.leave()
    #expect(harness.hear(1, all) == ["\tFocus 25:00, ready, session 1 of 4", "0"])
  }

  @Test func `the log of today lists nothing of tomorrow, which a clock that was wrong has written`() {
    let now = harness.desk.moment.wall
    harness.desk.rows = [now + .hours(24), now + .hours(2), now - .minutes(5)].enumerated().map { number, end in
      RecordFixtures.focus(UInt64(number + 1), at: end - .minutes(25))
    }
    #expect(harness.ask("tomatoclock://log?format=json").count == 2 + 1)
  }

  @Test func `the log of today has the day of everything else: what began in it, from four in the morning on`() {
    // Half past one at night, on the day after the harness's.
    let harness = SocketHarness(wall: ShellHarness.afternoon + .minutes(680))
    let now = harness.desk.moment.wall
    // At four the day began; one focus began five minutes before that.
    let begins = [now - .minutes(30), now - .hours(6), now - .minutes(1295), now - .hours(30)]
    harness.desk.rows = begins.enumerated().map { number, began in
      RecordFixtures.focus(UInt64(number + 1), at: began, task: "\(number)")
    }
    let tasks = harness.ask("tomatoclock://log").compactMap { $0.split(separator: " ").last }
    #expect(tasks.prefix(2) == ["0", "1"] && tasks.count == 4, "\(tasks)")
    harness.desk.shell.goal.settings.dayStarts = 0
    #expect(harness.ask("tomatoclock://log?format=json").count == 1 + 1)
  }

  @Test func `the log lists todays intervals and their sum`() {
    let harness = SocketHarness(settings: Settings(autoStartBreaks: false))
    _ = harness.ask("tomatoclock://start?task=write%20report")
    while harness.desk.ring() {}
    _ = harness.ask("tomatoclock://start")
    harness.desk.pass(.seconds(100))
    _ = harness.ask("tomatoclock://skip")
    #expect(
      harness.ask("tomatoclock://log") == [
        "\t14:10–14:35  Focus  25:00  completed  write report", "\t14:35–14:36  Short Break  1:40  skipped",
        "\tToday: 25 min of focus, sessions completed: 1", "0",
      ])
    #expect(harness.ask("tomatoclock://log?activity=tea").count == 2)
  }

  @Test func `a change that is not saved says so`() {
    harness.desk.commitFails = "database or disk is full"
    #expect(
      harness.ask("tomatoclock://start") == [
        "\tFocus 25:00, running, ends 14:35, session 1 of 4",
        "\tThis is not saved yet: database or disk is full. The timer goes on, and the next change saves everything.",
        "0",
      ])
  }

  @Test func `refusals are in the journal`() {
    _ = harness.ask("tomatoclock://resume")
    #expect(harness.refused.count == 1 && harness.refused.first?.reason.hasPrefix("resume: ") == true)
  }

  // MARK: JSON

  @Test func `JSON is as the golden file shows`() {
    let wall = WallTime(seconds: 1_795_180_200)
    var text = ""
    for situation in Situation.all {
      let content = situation.harness(wall: wall).content
      text += "== \(situation.name)\n\(JSON.line(StatusJSON.object(content)))\n"
    }
    let desk = ShellHarness(wall: wall)
    _ = desk.watch("watch", Query(.watch, format: .json))
    for verb in [Verb.start, .pause, .resume, .skip, .undo, .reset, .hide, .show, .stop] { desk.do(verb) }
    desk.shell.take(.intent(Intent(.start, duration: .seconds(3), task: "write report"), .command))
    while desk.rows.count < 2, desk.ring() {}
    text += "== watch\n" + desk.take().filter { $0.hasPrefix("watch: ") }.joined(separator: "\n") + "\n== log\n"
    text += desk.rows.map { JSON.line(StatusJSON.row($0)) }.joined(separator: "\n") + "\n"
    Golden.expect(text, is: "json.txt")
  }

  // MARK: What hides the island

  @Test func `start says once what hides the island`() {
    harness.hindrance = .inhibited
    let status = "\tFocus 25:00, running, ends 14:35, session 1 of 4"
    let hidden = "\t" + Answers.hidden(.inhibited)
    #expect(harness.ask("tomatoclock://start") == [status, hidden, "0"])
    #expect(harness.ask("tomatoclock://extend?by=1s").count == 2)
    #expect(harness.ask("tomatoclock://pause").count == 2)
    #expect(harness.ask("tomatoclock://start").count == 2)
    #expect(harness.ask("tomatoclock://start/short-break?replace=1").count == 4)
    #expect(harness.ask("tomatoclock://start/focus?replace=1&format=json").count == 2)
    harness.hindrance = .some(nil)
    #expect(harness.ask("tomatoclock://start/focus?replace=1&duration=1h").count == 3)
  }

  @Test func `while the desktop is asked the next request waits its turn`() {
    harness.hindrance = nil
    let client = harness.client("start", "pause")
    #expect(harness.turn { !harness.questions.isEmpty })
    #expect(client.take().isEmpty)
    // Another client is answered meanwhile.
    #expect(harness.ask("tomatoclock://status").last == "0")
    harness.questions[at: 0]?(.noServer)
    #expect(
      harness.hear(2, client) == [
        "\tFocus 25:00, running, ends 14:35, session 1 of 4", "\t" + Answers.hidden(.noServer), "0",
        "\tFocus 25:00, paused, since 14:10, session 1 of 4", "0",
      ])
  }

  @Test(arguments: [([], []), (["pause", "status"], ["75"])])
  func `at the end an answer that was held goes out first, then the refusal of what was not carried out`(
    behind: [String], refusals: [String]
  ) {
    harness.hindrance = nil
    let client = harness.client()
    client.send((["start"] + behind).map { "tomatoclock://\($0)\n" }.joined())
    #expect(harness.turn { !harness.questions.isEmpty })
    harness.desk.shell.leave()
    harness.dismiss()
    #expect(harness.hasEnded(client))
    #expect(client.take() == ["\tFocus 25:00, running, ends 14:35, session 1 of 4", "0"] + refusals)
    harness.questions[at: 0]?(.noServer)
  }
}
