// What ends: a phase, and an activity, which is still shown for a while.

public import TomatoLink

/// How a phase ended.
public struct PhaseEnd: Hashable, Sendable {
  public var phase: PhaseToken
  public var outcome: PhaseOutcome
  public init(phase: PhaseToken, outcome: PhaseOutcome) {
    self.phase = phase
    self.outcome = outcome
  }
}

/// An activity is over, and still shown for a while (ActivityKit's `ended`).
public struct Ended: Hashable, Sendable {
  /// When its end was noticed, on CLOCK_BOOTTIME.
  public var at: Duration
  /// For a minute it comes before everything that runs.
  public var isRecent: Bool
  /// How long it is shown: 1 s to 4 h.
  public var lifetime: Duration

  public init(at: Duration, isRecent: Bool, lifetime: Duration = Ended.longest) {
    (self.at, self.isRecent, self.lifetime) = (at, isRecent, lifetime)
  }

  /// How long the card of an activity stays that a person has stopped.
  public static let dismissalDelay: Duration = .seconds(5)
  static let recency: Duration = .minutes(1)
  static let lifetimes: ClosedRange<Duration> = .seconds(1)...longest
  /// ActivityKit's: how long what has ended is shown at most.
  public static let longest: Duration = .hours(4)

  /// When that changes without anybody.
  var wake: Duration { at + (isRecent ? min(Self.recency, lifetime) : lifetime) }
}
