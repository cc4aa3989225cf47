// The steps of `demo`. Each step first brings the timer to its starting state, because the user may have pressed a
// button.

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
