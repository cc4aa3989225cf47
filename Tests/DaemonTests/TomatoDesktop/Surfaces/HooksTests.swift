// Hooks as a surface: which events have one, what it gets, and that none of them is waited for.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoSettings

@MainActor final class HookBench {
  let desk: ShellHarness
  var commands: [HappeningName: HookCommand] = [:]
  /// What was started and has not ended, with what ends it.
  private(set) var running: [(request: HookRequest, end: (HookResult) -> Void)] = []
  private(set) var started: [HookRequest] = []
  private(set) var results: [HookResult] = []
  /// What is to be done in the next turn of the loop.
  private var queue: [() -> Void] = []
  private(set) var hooks: Hooks!

  init(_ names: [HappeningName] = HookEvent.all.map(\.name), settings: Settings = Settings(), isOpen: Bool = true) {
    desk = ShellHarness(settings: settings)
    for name in names { commands[name] = HookCommand("program \(name.hookKey)") }
    hooks = Hooks(
      commands: { [unowned self] in commands }, report: { [unowned self] in results.append($1) },
      later: { [unowned self] in queue.append($0) })
    desk.shell.add(hooks)
    if isOpen { open() }
    _ = desk.take()
  }

  func open() {
    hooks.open { [unowned self] request, end in
      desk.note("hook \(request.name.hookKey)")
      started.append(request)
      running.append((request, end))
    }
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  func turn() {
    while !queue.isEmpty { queue.removeFirst()() }
  }

  func `do`(_ verbs: Verb...) {
    for verb in verbs { desk.do(verb) }
    turn()
  }

  func end(_ name: HappeningName, _ ending: HookResult.Ending = .ran(.exited(0))) {
    guard let place = running.firstIndex(where: { $0.request.name == name }) else { return }
    running.remove(at: place).end(HookResult(ending))
    turn()
  }
}

@MainActor struct HooksTests {
  private let bench = HookBench()

  @Test func `each event has its hook, which starts after everything is shown`() {
    bench.desk.do(.start, task: "report")
    let shown = bench.desk.take()
    #expect(shown.contains { $0.hasPrefix("island running") } && !shown.contains { $0.hasPrefix("hook") })
    bench.turn()
    #expect(bench.desk.take() == ["hook on-start"])
    bench.end(.onStart)
    for verb in [Verb.pause, .resume, .extend, .rewind, .reset] {
      bench.desk.pass(.minutes(2))
      bench.desk.do(verb, by: [.extend, .rewind].contains(verb) ? .minutes(1) : nil)
    }
    bench.turn()
    #expect(bench.started.map(\.name) == [.onStart, .onPause, .onResume, .onExtend, .onRewind, .onReset])
  }

  @Test func `it gets what watch says of all activities, and who and what in its environment`() throws {
    var lines: [String] = []
    let query = Query(.watch, format: .json, scope: .all)
    let stream = AllStream(query, .all, StreamOutput(send: { lines.append($0) }))
    bench.desk.streams.add(stream)
    bench.desk.do(.start, task: "report $HOME \"x\"")
    bench.turn()
    let request = try #require(bench.started.first)
    #expect(lines.contains(request.input) && request.input.contains("\"name\":\"onStart\""))
    let variables = request.variables.map { "\($0.name)=\($0.value)" }
    #expect(
      variables == [
        "TOMATO_EVENT=on-start", "TOMATO_ACTIVITY=pomodoro", "TOMATO_MODE=focus",
        "TOMATO_TASK=report $HOME \"x\"",
      ])
  }

  @Test func `an activity that is over is told with what it was`() throws {
    let bench = HookBench([.onStop])
    bench.desk.shell.take(.intent(Intent(.timer, duration: .minutes(4), name: "tea"), .command))
    bench.desk.shell.take(.intent(Intent(.stop, activity: ActivityID("tea")), .command))
    bench.turn()
    let request = try #require(bench.started.first)
    #expect(request.activity == "tea" && request.mode == .countdown)
    #expect(request.input == #"{"name":"onStop","origin":"command","activity":"tea","content":null}"#)
  }

  @Test func `the natural end has a hook, and a break that begins by itself another one`() {
    let bench = HookBench(settings: Settings(autoStartBreaks: true))
    bench.do(.start)
    bench.end(.onStart)
    while bench.desk.content.contentState.mode == .focus, bench.desk.ring() {}
    bench.turn()
    #expect(bench.started.map(\.name) == [.onStart, .onComplete, .onStart])
    #expect(bench.started.map(\.mode) == [.focus, .focus, .shortBreak])
  }

  @Test func `what programs say of their activities has none`() {
    var request = Intent(.request, activity: ActivityID("build"), name: "Build")
    request.content = ContentUpdate()
    request.program = "/usr/bin/make"
    #expect(bench.desk.shell.take(.intent(request, .command)) == .changed)
    bench.turn()
    #expect(bench.started.isEmpty)
  }

  @Test func `without a hook nothing is made, and nothing starts before it is known how`() {
    let bench = HookBench([.onPause], isOpen: false)
    bench.do(.start, .pause)
    #expect(bench.started.isEmpty)
    bench.open()
    #expect(bench.started.map(\.name) == [.onPause])
  }

  @Test func `one runs for each event, and the newest waits`() {
    let bench = HookBench([.onPause, .onResume])
    bench.desk.do(.start)
    for minute in 1...5 {
      bench.desk.pass(.minutes(1))
      bench.desk.do(minute.isMultiple(of: 2) ? .resume : .pause)
      bench.turn()
    }
    #expect(bench.started.map(\.name) == [.onPause, .onResume])
    bench.end(.onPause)
    #expect(bench.started.map(\.name) == [.onPause, .onResume, .onPause])
    // After five minutes, of which two were a pause.
    #expect(bench.started.last?.input.contains("\"remainingSeconds\":1320") == true)
    bench.end(.onPause)
    bench.end(.onResume)
    bench.end(.onResume)
    #expect(bench.started.map(\.name) == [.onPause, .onResume, .onPause, .onResume])
    #expect(bench.results.count == 4 && bench.running.isEmpty)
  }

  @Test func `a thousand events with hooks that never end: each phase ends on time, and one waits for each event`() {
    let (bench, free) = (Self.busy(with: HookEvent.all.map(\.name)), Self.busy(with: []))
    #expect(bench.started.count == Set(bench.started.map(\.name)).count && free.started.isEmpty)
    #expect(bench.running.count == bench.started.count && bench.started.contains { $0.name == .onComplete })
    // The same moment, and the same is shown, as where there are no hooks.
    #expect(bench.desk.moment == free.desk.moment)
    #expect(bench.desk.take().filter { !$0.hasPrefix("hook") } == free.desk.take())
  }

  /// After a thousand events and the end of a phase. No hook ever ends.
  private static func busy(with names: [HappeningName]) -> HookBench {
    let bench = HookBench(names, settings: Settings(autoStartBreaks: true, autoStartFocus: true, unattendedPhases: 99))
    bench.desk.do(.start)
    for _ in 0..<250 {
      for verb in [Verb.pause, .resume, .skip, .undo] {
        bench.desk.pass(.seconds(1))
        bench.do(verb)
      }
    }
    bench.do(.skip)
    let token = bench.desk.content.phase
    while bench.desk.content.phase == token, bench.desk.ring() {}
    bench.turn()
    return bench
  }

  /// A hook that pauses and a hook that resumes, each of which ends at once.
  private static func quarrel(_ bench: HookBench, rounds: Int, _ origin: Origin) {
    for round in 0..<rounds {
      bench.desk.pass(.milliseconds(5))
      let verb: Verb = round.isMultiple(of: 2) ? .pause : .resume
      bench.desk.shell.take(.intent(Intent(verb), origin))
      bench.turn()
      bench.end(verb == .pause ? .onPause : .onResume)
    }
  }

  @Test(arguments: [Origin.command, .dbus, .link])
  func `hooks that call each other are stopped after thirty starts in a minute, and it is said once`(_ origin: Origin) {
    let bench = HookBench([.onPause, .onResume])
    bench.desk.do(.start)
    Self.quarrel(bench, rounds: 400, origin)
    #expect(bench.started.filter { $0.name == .onPause }.count == 30)
    #expect(bench.started.filter { $0.name == .onResume }.count == 30)
    #expect(bench.results.filter { !$0.isGood }.count == 2, "one sentence for each of the two")
    // The newest of each waits for a minute without them, and they are started again.
    bench.desk.pass(.minutes(2))
    bench.desk.shell.take(.alarm)
    bench.turn()
    #expect(bench.started.count == 62)
    bench.end(.onPause)
    bench.end(.onResume)
    Self.quarrel(bench, rounds: 2, origin)
    #expect(bench.started.count == 64)
  }

  @Test(arguments: [Origin.island, .tray])
  func `what a hand does on a card or in the tray starts its hook as often as it comes`(_ origin: Origin) {
    let bench = HookBench([.onPause, .onResume])
    bench.desk.do(.start)
    Self.quarrel(bench, rounds: 200, origin)
    #expect(bench.started.count == 200 && bench.results.allSatisfy(\.isGood))
  }

  @Test func `at the end nothing new starts, and what ends later is no news`() {
    let bench = HookBench([.onStart, .onPause])
    bench.do(.start)
    bench.desk.do(.pause)
    bench.desk.do(.stop)
    bench.desk.do(.start)
    bench.desk.shell.leave()
    bench.turn()
    #expect(bench.started.map(\.name) == [.onStart, .onPause])
    bench.end(.onStart)
    #expect(bench.started.count == 2)
  }

  @Test func `a change of the configuration counts from the next event on`() throws {
    let bench = HookBench([.onStart])
    bench.do(.start)
    bench.commands = [.onPause: try #require(HookCommand("other"))]
    bench.end(.onStart)
    bench.do(.pause, .stop, .start)
    #expect(bench.started.map(\.command.text) == ["program on-start", "other"])
  }
}
