// The end of a phase, and the end of an activity, whose card stays for a while.

public import TomatoLink

public struct PhaseEnd: Hashable, Sendable {
  public var phase: PhaseToken
  public var outcome: PhaseOutcome
}

/// An activity is over, and still shown for a while (ActivityKit's `ended`).
public struct Ended: Hashable, Sendable {
  /// When its end was noticed, on CLOCK_BOOTTIME.
  public var at: Duration
  /// It ended less than a minute ago, so it ranks before everything that runs.
  public var isRecent: Bool
  /// How long it is shown: 1 s to 4 h.
  public var lifetime: Duration

  public init(at: Duration, isRecent: Bool, lifetime: Duration = Ended.longest) {
    (self.at, self.isRecent, self.lifetime) = (at, isRecent, lifetime)
  }

  /// How long the card of a stopped activity stays.
  public static let dismissalDelay: Duration = .seconds(5)
  static let recency: Duration = .minutes(1)
  static let lifetimes: ClosedRange<Duration> = .seconds(1)...longest
  /// The longest an ended activity is shown (ActivityKit).
  public static let longest: Duration = .hours(4)

  /// When the minute ends, and after it when the card expires.
  var wake: Duration { at + (isRecent ? min(Self.recency, lifetime) : lifetime) }
}
