// One whole cycle with phases of a second, watched as another program would watch it; and how `wait` ends.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct CycleTests {
  private let home = Home()

  /// The next event of a stream, but for mere updates of the time.
  private func next(_ watch: Client, sourceLocation: SourceLocation = #_sourceLocation) throws -> WatchEvent {
    while let line = watch.line() {
      let event = try #require(WatchEvent(line), "\(line)", sourceLocation: sourceLocation)
      if event.name != "onUpdate" { return event }
    }
    throw Wrong(description: "the stream ended")
  }

  @Test
  func `four focus phases and their breaks are one activity with one id, and each event comes once, by name`() throws {
    try home.daemon()
    let watch = try home.connect()
    watch.send("tomatoclock://watch?format=json\n")
    let first = try #require(watch.line().flatMap(WatchEvent.init))
    #expect(first.name == "onUpdate" && first.content.activity == nil && first.content.attributes == nil)
    let control = try home.connect()
    var tokens: [UInt64] = []
    var attributes: Status.Attributes?
    let modes = ["focus", "shortBreak", "focus", "shortBreak", "focus", "shortBreak", "focus", "longBreak", "focus"]
    for (number, mode) in modes.enumerated() {
      // A person starts the first one; the rest comes by itself, because the person answers each time.
      if number == 0 { #expect(control.ask("tomatoclock://start?task=report")?.code == 0) }
      let started = try next(watch)
      #expect(started.name == "onStart" && started.origin == (number == 0 ? "command" : "engine"), "\(number)")
      #expect(started.content.contentState.modeIdentifier == mode && started.content.activity == "pomodoro")
      attributes = attributes ?? started.content.attributes
      #expect(started.content.attributes == attributes && attributes != nil)
      tokens.append(started.content.phase)
      // To one second, by the last thing that a person may do to it.
      #expect(control.ask("tomatoclock://extend?by=-1h")?.code == 0)
      #expect(try next(watch).name == "onExtend")
      let completed = try next(watch)
      #expect(completed.name == "onComplete" && completed.origin == "engine" && completed.content.phase == tokens.last)
      #expect(completed.content.contentState.stateIdentifier == "completed")
      #expect(completed.content.attributes == attributes)
    }
    #expect(tokens == tokens.sorted() && Set(tokens).count == tokens.count)
    let rows = try home.ask("tomatoclock://log?format=json").lines.compactMap(LogRow.init)
    #expect(rows.map(\.phase) == tokens && rows.map(\.modeIdentifier) == modes)
    #expect(rows.allSatisfy { $0.outcome == "completed" && $0.activeSeconds == 1 })
    #expect(rows.map(\.task) == modes.map { $0 == "focus" ? "report" : nil })
  }

  @Test func `every change is an event with its name and its origin`() throws {
    let daemon = try home.daemon()
    let watch = try home.connect()
    watch.send("tomatoclock://watch?format=json\n")
    let control = try home.connect()
    let steps = [
      ("start", "onStart"), ("pause", "onPause"), ("resume", "onResume"), ("toggle", "onPause"),
      ("toggle", "onResume"), ("extend?by=5m", "onExtend"), ("rewind?by=1s", "onRewind"), ("reset", "onReset"),
      ("undo", "onUndo"), ("hide", "onHide"), ("show", "onShow"), ("skip", "onSkip"), ("undo", "onUndo"),
      ("stop", "onStop"), ("undo", "onUndo"),
    ]
    for (verb, name) in steps {
      // There must be some active time to give back.
      if name == "onRewind" { usleep(5000) }
      #expect(control.ask("tomatoclock://\(verb)")?.code == 0, "\(verb)")
      let event = try next(watch)
      #expect(event.name == name && event.origin == "command", "\(verb): \(event)")
    }
    #expect(control.ask("tomatoclock://reset?phase=1000")?.code == 1)
    #expect(control.ask("tomatoclock://quit")?.code == 0)
    #expect(watch.reply()?.code == 0 && daemon.end() == 0)
  }

  @Test(arguments: [
    (nil, Int32(0), "completed"), ("tomatoclock://skip", 2, "skipped"), ("tomatoclock://stop", 3, "stopped"),
    ("tomatoclock://start?duration=9m&replace=1", 4, "replaced"), ("tomatoclock://reset", 5, "reset"),
  ])
  func `wait ends with the code that says how the phase ended`(_ link: String?, _ code: Int32, _ word: String) throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start?duration=\(link == nil ? "1s" : "1h")")
    let client = try home.connect()
    client.send("tomatoclock://wait\n")
    if let link {
      // The daemon takes what came first, so the `wait` is in before the answer to this is out.
      #expect(try home.ask(link).code == 0)
    }
    #expect(client.reply() == Reply(lines: ["The phase was \(word)."], code: code))
    #expect(try waitWithCommand(daemon, link) == Outcome(code: code, output: "The phase was \(word).\n", errors: ""))
  }

  /// The same through the command, which may come too late to wait: then it says 1, and is asked again.
  private func waitWithCommand(_ daemon: RunningProgram, _ link: String?) throws -> Outcome {
    let files = "/proc/\(daemon.identifier)/fd"
    var outcome = Outcome(code: nil, output: "", errors: "")
    for _ in 0..<5 {
      _ = try home.ask("tomatoclock://stop")
      _ = try home.ask("tomatoclock://start?duration=1h")
      let open = Files.names(in: files).count
      let command = home.start(["wait"])
      // A connection that ends meanwhile hides the new one; then the command may be too late, and is asked again.
      for _ in 0..<1000 where Files.names(in: files).count <= open { usleep(1000) }
      _ = try home.ask(link ?? "tomatoclock://extend?by=-1h")
      outcome = command.outcome()
      if outcome.code != 1 { return outcome }
    }
    return outcome
  }

  @Test func `wait is 1 when there is nothing to wait for, 69 when the daemon ends or dies first`() throws {
    var daemon = try home.daemon()
    #expect(home.run("wait").code == 1)
    for signal in [SIGTERM, SIGKILL] {
      _ = try home.ask("tomatoclock://start")
      let client = try home.connect()
      client.send("tomatoclock://wait\n")
      #expect(try home.ask("tomatoclock://status").code == 0)
      _ = daemon.end(killing: signal)
      #expect(client.reply()?.code == (signal == SIGTERM ? 69 : nil))
      daemon = try home.daemon()
    }
  }

  @Test func `the command's streams end with the daemon: 0 when it quits, 69 when it dies`() throws {
    for (signal, code) in [(SIGTERM, Int32(0)), (SIGKILL, 69)] {
      let daemon = try home.daemon()
      let watch = home.start(["watch", "--json"])
      #expect(watch.wait(for: "\n"))
      _ = daemon.end(killing: signal)
      #expect(watch.end() == code, "\(watch.errors)")
    }
  }
}
