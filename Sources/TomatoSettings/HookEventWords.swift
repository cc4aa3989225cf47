// The events that can have hooks (`[hooks] on-start = …`), and a summary of each.

package import TomatoLink
internal import TomatoWords

extension HappeningName {
  /// Its name in the configuration and in `TOMATO_EVENT`: `on-start` for `onStart`.
  package var hookKey: String {
    rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}

package struct HookEvent: Sendable {
  package let name: HappeningName
  /// Intents that lead to the event, for a trial. Unless the first one begins an activity, a focus is started before.
  package let example: [Intent]
  let summary: @Sendable () -> String

  private init(
    _ name: HappeningName, after example: [Intent] = [], _ summary: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, self.example, self.summary) = (name, example, summary)
  }

  /// In display order. Events of the screen (`onShow`, `onHide`, `onDismiss`), answers to a question about time away,
  /// and events of programs' own activities have no hook.
  package static let all: [HookEvent] = [
    .init(.onStart, tr("What runs when a phase, a timer or a stopwatch begins.")),
    .init(.onPause, after: [Intent(.pause)], tr("What runs when one of them is paused.")),
    .init(
      .onResume, after: [Intent(.pause), Intent(.resume)], tr("What runs when one of them goes on after a pause.")),
    .init(.onComplete, tr("What runs when a phase or a timer has come to its end.")),
    .init(.onSkip, after: [Intent(.skip)], tr("What runs when a phase is skipped.")),
    .init(.onReset, after: [Intent(.reset)], tr("What runs when one of them is set back to its beginning.")),
    .init(.onStop, after: [Intent(.stop)], tr("What runs when one of them is stopped.")),
    .init(
      .onExtend, after: [Intent(.extend, by: .minutes(5))],
      tr("What runs when one of them gets more time, or less.")),
    .init(
      .onRewind, after: [Intent(.rewind, by: .minutes(5))],
      tr("What runs when time is given back that did not count.")),
    .init(.onUndo, after: [Intent(.skip), Intent(.undo)], tr("What runs when a change is taken back.")),
    .init(
      .onLap, after: [Intent(.stopwatch), Intent(.lap, activity: ActivityID("stopwatch-1"))],
      tr("What runs when a stopwatch begins a new lap.")),
    .init(.onAway, after: [Intent(.away)], tr("What runs when nobody is there any more while a focus runs.")),
    .init(.onBack, after: [Intent(.away), Intent(.back)], tr("What runs when somebody is back.")),
  ]

  /// - Parameter text: such as `on-start` (configuration), `start`, or `onStart` (JSON).
  package static func find(_ text: String) -> HookEvent? {
    all.first { [$0.name.hookKey, String($0.name.hookKey.dropFirst(3)), $0.name.rawValue].contains(text) }
  }
}
