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
