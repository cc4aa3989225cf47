// A timed pause (`pause 5m`): once it is over it asks a single time whether to go on; nothing resumes by itself. All
// kinds do it alike, so it is in the activity and not in the machine.

internal import TomatoLink

/// The end of a timed pause.
public struct TimedPause: Hashable, Sendable {
  /// When it asks, on CLOCK_BOOTTIME.
  public var until: Duration
  /// It has asked. The next change of the activity removes the timed pause.
  public var hasAsked: Bool

  public init(until: Duration, hasAsked: Bool = false) { (self.until, self.hasAsked) = (until, hasAsked) }

  /// How much longer the alert offers to pause.
  public static let snooze: Duration = .minutes(5)

  /// When it asks by itself; nil once it has.
  var wake: Duration? { hasAsked ? nil : until }

  /// After a reboot: moves its end to the new boot's clock. The wall clock, which went on, measures the gap.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    until = now.sinceBoot + (until - last.sinceBoot) - max(now.wall - last.wall, .zero)
  }
}
