// The steps of `demo`, and the steps by which a real timer reaches each state of `preview` (docs/pomodoro.md). Each
// step of `demo` first brings the timer to its starting state, because the user may have pressed a button.

internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

struct DemoStep {
  var sentence: String
  /// Real time until the next step.
  var milliseconds: Int
  /// Left out if the server has room for only one card.
  var isSecondCard = false
  var act: (DemoStage) -> Void

  /// About half a minute.
  static let all: [DemoStep] = [
    DemoStep(sentence: DemoWords.start, milliseconds: 3500) { $0.perform(focus) },
    DemoStep(sentence: DemoWords.hurry, milliseconds: hurryLength) { $0.hurry(to: middle) },
    DemoStep(sentence: DemoWords.pause, milliseconds: 4000) {
      $0.bring(to: middle)
      $0.perform(Intent(.pause))
    },
    DemoStep(sentence: DemoWords.resume, milliseconds: 3000) { $0.perform(Intent(.resume)) },
    DemoStep(sentence: DemoWords.beside, milliseconds: 3500, isSecondCard: true) { $0.perform(timer) },
    DemoStep(sentence: DemoWords.hurry, milliseconds: hurryLength) {
      $0.bring(to: middle)
      $0.hurry(to: last)
    },
    DemoStep(sentence: DemoWords.lastSeconds, milliseconds: 8000) {
      $0.bring(to: last)
      $0.showIfHidden()
    },
    DemoStep(sentence: DemoWords.completed, milliseconds: 4500) { $0.complete() },
    DemoStep(sentence: DemoWords.startBreak, milliseconds: 4500) { $0.perform(Intent(.break, replace: true)) },
  ]

  /// Nothing begins by itself, so that the user sees each state.
  static let settings = Settings(autoStartBreaks: false, autoStartFocus: false)

  static let focus = Intent(.start, mode: .focus, duration: .minutes(25), task: DemoWords.task, replace: true)
  /// Long enough for all of the demonstration, whatever is pressed.
  static let timer = Intent(.timer, duration: .minutes(45), name: DemoWords.timer)
  /// Real milliseconds of `hurry`.
  static let hurryLength = 2500

  /// Takes the next step that can be shown.
  static func next(of rest: inout ArraySlice<DemoStep>, hasRoomForTwo: Bool) -> DemoStep? {
    rest = rest.drop { $0.isSecondCard && !hasRoomForTwo }
    return rest.popFirst()
  }
  private static let middle = Duration.seconds(754)
  private static let last = Duration.seconds(8)
}

extension DemoStage {
  fileprivate var isFocusRunning: Bool {
    content.contentState.mode == .focus && content.contentState.state == .running
  }

  private var left: Duration { .seconds(content.contentState.remainingSeconds) }

  /// Makes a running focus with this time left, at normal speed.
  func bring(to target: Duration) {
    run(at: 1)
    if !isFocusRunning {
      let isPaused = content.contentState.mode == .focus && content.contentState.state == .paused
      perform(isPaused ? Intent(.resume) : DemoStep.focus)
    }
    if left < target { perform(Intent(.extend, by: target - left)) }
    if left > target { pass(left - target) }
  }

  /// Runs fast to 5 s before `target`; the next step does the rest.
  func hurry(to target: Duration) {
    let seconds = (left - target).components.seconds - 5
    if isFocusRunning, seconds > 0 { run(at: max(seconds * 1000 / Int64(DemoStep.hurryLength), 1)) }
  }

  func showIfHidden() { if style == .events { showAgain() } }

  func complete() {
    guard content.contentState.state != .completed else { return }
    bring(to: .seconds(1))
    pass(.seconds(1))
  }
}

extension PreviewState {
  struct Step {
    var length = Duration.zero
    let act: (DemoStage) -> Void

    static func take(_ intent: Intent) -> Step { Step { $0.perform(intent) } }
    static func pass(_ length: Duration) -> Step { Step(length: length) { $0.pass(length) } }
    static func sleep(_ length: Duration) -> Step { Step(length: length) { $0.sleep(length) } }
    static func reboot(off length: Duration) -> Step { Step(length: length) { $0.reboot(off: length) } }
  }

  var settings: Settings {
    switch self {
    case .completed, .breakCompleted: Settings(autoStartBreaks: false, autoStartFocus: false)
    case .longBreak: Settings(longBreakInterval: 1)
    case .awayCounted: Settings(whenAway: .run)
    default: Settings()
    }
  }

  var steps: [Step] {
    let start = Step.take(Intent(.start, task: DemoWords.task))
    // A phase that begins by itself begins a second after the last one.
    let focus: [Step] = [start, .pass(.seconds(25 * 60 + 1))]
    switch self {
    case .focus: return [start]
    case .lastMinute: return [start, .pass(.seconds(24 * 60 + 18))]
    case .paused: return [start, .pass(.seconds(746)), .take(Intent(.pause))]
    case .completed: return [start, .pass(.minutes(25))]
    case .nextBegan, .longBreak: return focus
    case .shortBreak: return focus + [.pass(.seconds(90))]
    case .breakCompleted: return [start, .pass(.minutes(25)), .take(Intent(.start)), .pass(.minutes(5))]
    case .ready: return []
    case .skipped: return [start, .pass(.seconds(90)), .take(Intent(.skip))]
    case .away: return [start, .pass(.seconds(746)), .sleep(.minutes(18))]
    case .awayCounted: return [start, .pass(.minutes(5)), .sleep(.minutes(7))]
    case .powerOff:
      return [start, .pass(.seconds(746)), .take(Intent(.extend, by: .minutes(5))), .reboot(off: .hours(3))]
    }
  }

  /// From the first step to the state.
  var length: Duration { steps.reduce(.zero) { $0 + $1.length } }
}
