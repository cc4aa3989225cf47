// A pause of a length (`pause 5m`): once that is over it asks, a single time, whether to go on. Nothing goes on by
// itself. It is the same for every kind that can be paused, so it is the activity's and not the machine's.

internal import TomatoLink

/// Until when a pause was to last.
public struct TimedPause: Hashable, Sendable {
  /// When it asks, on CLOCK_BOOTTIME.
  public var until: Duration
  /// It has asked. It stays so until something else is done with the activity.
  public var hasAsked: Bool

  public init(until: Duration, hasAsked: Bool = false) { (self.until, self.hasAsked) = (until, hasAsked) }

  /// The alert offers to ask again after this time.
  public static let again: Duration = .minutes(5)

  /// When it asks of itself; nil once it has.
  var wake: Duration? { hasAsked ? nil : until }

  /// After a reboot the wall clock is the only one that went on meanwhile.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    until = now.sinceBoot + (until - last.sinceBoot) - max(now.wall - last.wall, .zero)
  }
}

extension Activity {
  /// Notes for how long an intent pauses. Whatever else changes the activity, and a pause without a length, ends that.
  /// - Parameter changes: the machine is another one now.
  /// - Returns: whether anything changed.
  mutating func time(_ intent: Intent, _ changes: Bool, _ turn: Turn) -> Bool {
    let before = timedPause
    if intent.verb == .pause {
      timedPause = intent.duration.map { TimedPause(until: turn.when.sinceBoot + $0) }
    } else if changes {
      timedPause = nil
    }
    return changes || timedPause != before
  }

  /// The pause lasts longer than it was to. A person asked for this alert, so a card that was closed comes back.
  mutating func ask(_ turn: inout Turn) {
    timedPause?.hasAsked = true
    hiddenPhase = nil
    turn.present(.alert(.stillPaused))
  }

  /// The buttons and the other verbs while it asks.
  func verbsWhileAsking(_ face: Face) -> (buttons: [Verb], others: [Verb]) {
    ([.resume, .pause], face.buttons.filter { $0 != .resume } + face.others)
  }
}
