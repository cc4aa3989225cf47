// Every situation that a person can see, each reached by what would really lead there.

import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

struct Situation {
  enum Step {
    case act(Verb, by: Duration? = nil, task: String? = nil)
    case say(Intent)
    case tell(Event)
    case pass(Duration)
    /// The machine sleeps and wakes up.
    case sleep(Duration)
    case look
    /// The next alarm.
    case ring
    /// All alarms that there are.
    case ringOut
    case focusEnds
    case secondsLeft(Int)
    case phase(UInt64)
    /// A surface shows the minutes of the Pomodoro.
    case seenEachMinute
    case leave
    case absence(Duration)
    /// The power was gone for so long.
    case powerLoss(Duration)
  }

  var name: String
  var settings: Settings
  var steps: [Step]

  init(_ name: String, _ settings: Settings, _ steps: Step...) {
    (self.name, self.settings, self.steps) = (name, settings, steps)
  }

  init(_ name: String, _ steps: Step...) { self.init(name, steps: steps) }
  init(_ name: String, steps: [Step]) { (self.name, settings, self.steps) = (name, Settings(), steps) }

  @MainActor func harness(wall: WallTime = ShellHarness.afternoon) -> ShellHarness {
    let desk = ShellHarness(settings: settings, wall: wall)
    for step in steps { step.take(on: desk) }
    return desk
  }

  static let chinese = "写报告 <b>&amp; \"it's\"</b>"
  static let report = "write report"
  private static let waits = Settings(autoStartBreaks: false, autoStartFocus: false)

  static let all: [Situation] = running + still + afterwards + away

  private static let running: [Situation] = [
    Situation("running, with a task", .act(.start, task: report)),
    Situation("running, a task with markup and Chinese", .act(.start, task: chinese)),
    Situation("running, 35 s later", .act(.start), .pass(.seconds(35))),
    Situation("running, the last minute", .act(.start), .pass(.seconds(24 * 60 + 18))),
    Situation(
      "running, almost over", Settings(alertBefore: .seconds(30)), .act(.start, task: report), .secondsLeft(30)),
    Situation("a break, almost over", Settings(alertBefore: .minutes(2)), .act(.break), .secondsLeft(120)),
    Situation("running, longer than an hour", .say(Intent(.start, duration: .seconds(5400)))),
    Situation("a break, begun by itself", .act(.start, task: report), .focusEnds),
    Situation("a break, a minute later", .act(.start, task: report), .focusEnds, .seenEachMinute, .ring),
    Situation(
      "a break, its alert held back", Settings(holdWhenBusy: true), .act(.start, task: report),
      .tell(.devices(.microphone)), .focusEnds, .pass(.seconds(192)), .tell(.devices(nil))),
    Situation("the next focus, begun by itself", .act(.start, task: report), .phase(3)),
    Situation("a long break, begun by itself", Settings(longBreakInterval: 1), .act(.start), .focusEnds),
  ]

  private static let still: [Situation] = [
    Situation("ready, before the first start"),
    Situation("ready, a short break", waits, .act(.start), .act(.skip), .pass(.seconds(61))),
    Situation("paused", .act(.start, task: chinese), .pass(.seconds(746)), .act(.pause)),
    Situation(
      "paused for five minutes", .act(.start, task: report), .pass(.seconds(746)),
      .say(Intent(.pause, duration: .minutes(5)))),
    Situation(
      "still paused, six minutes later", .act(.start, task: report), .pass(.seconds(746)),
      .say(Intent(.pause, duration: .minutes(5))), .ring, .pass(.minutes(1))),
    Situation("completed, a focus waiting for its break", waits, .act(.start), .ringOut),
    Situation("completed, a break waiting for its focus", waits, .act(.start), .ringOut, .act(.start), .ringOut),
  ]

  private static let afterwards: [Situation] = [
    Situation("after a reset", .act(.start), .pass(.seconds(90)), .act(.reset)),
    Situation("after a skip", .act(.start), .pass(.seconds(90)), .act(.skip)),
    Situation("after a stop", .act(.start), .pass(.seconds(90)), .act(.stop)),
    Situation("after a rewind", .act(.start), .pass(.seconds(90)), .act(.rewind, by: .seconds(60))),
    Situation("after shortening", .act(.start), .act(.extend, by: .minutes(-5))),
    Situation(
      "after replacing", .act(.start), .pass(.seconds(90)), .say(Intent(.start, mode: .longBreak, replace: true))),
    Situation("a minute after a skip", .act(.start), .act(.skip), .pass(.seconds(61))),
  ]

  private static let away: [Situation] = [
    Situation("back after sleep", .act(.start), .pass(.seconds(746)), .sleep(.minutes(18))),
    Situation(
      "back after power loss", .act(.start), .pass(.seconds(746)), .act(.extend, by: .minutes(5)),
      .powerLoss(.hours(3))),
    Situation(
      "back after sleep that counted", Settings(whenAway: .run), .act(.start), .pass(.seconds(300)),
      .sleep(.minutes(7))),
    Situation("zero came while the machine was away", Settings(whenAway: .run), .act(.start), .sleep(.hours(2))),
    Situation("back, asked about a time away", .act(.start, task: report), .pass(.minutes(10)), .absence(.minutes(12))),
    Situation(
      "back, asked about a focus that ended meanwhile", waits, .act(.start), .pass(.minutes(20)),
      .absence(.minutes(12))),
    Situation(
      "back, asked about the time before a sleep", .act(.start), .pass(.minutes(10)), .leave, .pass(.minutes(3)),
      .sleep(.hours(1)), .tell(.presence(.here))),
    Situation(
      "back, the time away was taken off", .act(.start), .pass(.minutes(10)), .absence(.minutes(12)), .act(.takeoff)),
    Situation(
      "back, paused as of the time they left", Settings(awayThen: .pause), .act(.start), .pass(.minutes(10)),
      .absence(.minutes(12))),
  ]
}

extension Situation.Step {
  @MainActor func take(on desk: ShellHarness) {
    func ring(while holds: (ContentState) -> Bool) { while holds(desk.content.contentState), desk.ring() {} }
    switch self {
    case .act(let verb, let by, let task): desk.do(verb, by: by, task: task)
    case .say(let intent): desk.shell.take(.intent(intent, .command))
    case .tell(let event): desk.shell.take(event)
    case .pass(let duration): desk.pass(duration)
    case .sleep(let duration):
      desk.sleep(duration)
      desk.shell.timePassed()
    case .look: desk.shell.timePassed()
    case .ring: _ = desk.ring()
    case .ringOut: ring { _ in true }
    case .focusEnds: ring { $0.mode == .focus }
    case .secondsLeft(let seconds): ring { $0.remainingSeconds > seconds }
    case .phase(let number): while desk.content.phase.number < number, desk.ring() {}
    case .seenEachMinute:
      desk.interest = (.pomodoro, .minute)
      desk.shell.timePassed()
    case .leave: desk.leave()
    case .absence(let duration): desk.absence(of: duration)
    case .powerLoss(let duration): desk.restart(.launched(lastAlive: nil), boot: "second", off: duration)
    }
  }
}
