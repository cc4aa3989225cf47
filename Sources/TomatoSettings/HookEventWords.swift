// What there can be hooks for (`[hooks] on-start = …`), and what is said of each.

package import TomatoLink
internal import TomatoWords

extension HappeningName {
  /// How the configuration and `TOMATO_EVENT` call it: `on-start` for `onStart`.
  package var hookKey: String {
    rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}

/// Something for which there can be a hook.
package struct HookEvent: Sendable {
  package let name: HappeningName
  private let words: @Sendable () -> String
  /// One sentence: when the hook runs.
  var summary: String { words() }

  private init(_ name: HappeningName, _ summary: @autoclosure @escaping @Sendable () -> String) {
    self.name = name
    words = summary
  }

  /// In the order in which they are shown. What only concerns the screen (`onShow`, `onHide`, `onDismiss`), what is
  /// answered to a question about time away, and what programs say of their own activities has none.
  package static let all: [HookEvent] = [
    .init(.onStart, tr("What runs when a phase, a timer or a stopwatch begins.")),
    .init(.onPause, tr("What runs when one of them is paused.")),
    .init(.onResume, tr("What runs when one of them goes on after a pause.")),
    .init(.onComplete, tr("What runs when a phase or a timer has come to its end.")),
    .init(.onSkip, tr("What runs when a phase is skipped.")),
    .init(.onReset, tr("What runs when one of them is set back to its beginning.")),
    .init(.onStop, tr("What runs when one of them is stopped.")),
    .init(.onExtend, tr("What runs when one of them gets more time, or less.")),
    .init(.onRewind, tr("What runs when time is given back that did not count.")),
    .init(.onUndo, tr("What runs when a change is taken back.")),
    .init(.onLap, tr("What runs when a stopwatch begins a new lap.")),
    .init(.onAway, tr("What runs when nobody is there any more while a focus runs.")),
    .init(.onBack, tr("What runs when somebody is back.")),
  ]

  /// - Parameter text: as in the configuration, without `on-`, or as in JSON.
  package static func find(_ text: String) -> HookEvent? {
    all.first { [$0.name.hookKey, String($0.name.hookKey.dropFirst(3)), $0.name.rawValue].contains(text) }
  }
}
