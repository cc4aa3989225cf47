// The steps by which a real timer reaches each state of `preview` (docs/pomodoro.md).

internal import TomatoEngine
internal import TomatoLink

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
