// A timed pause (`pause 5m`): once it is over it asks a single time whether to go on; nothing resumes by itself.

internal import TomatoLink

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
}
