// The history: one row for each phase that is over.

public import TomatoLink

public struct IntervalRecord: Hashable, Sendable {
  /// The phase; also the row's key, since tokens are never used again.
  public var token: PhaseToken
  public var activity: ActivityID
  /// The name that the person gave; nil for the Pomodoro, and where no name was given.
  public var name: String?
  public var mode: TimerMode
  public var task: String?
  public var began: WallTime
  public var ended: WallTime
  /// The time that counted. A focus never counts time in which the machine slept.
  public var active: Duration
  public var outcome: PhaseOutcome
  /// A stopwatch: what it showed at each lap.
  public var laps: [Duration]
  /// The pauses in it, in order; nil if unknown, as in imports without pauses, in some corrected intervals, and where
  /// the wall clock went back.
  public var pauses: [Pause]?
  /// The source of an import, and the id there, such as `gnome-pomodoro:17`; nil for what was recorded here.
  public var source: String?

  /// The most laps; all fit into a content of 4 KB.
  public static let lapLimit = 200

  public init(
    token: PhaseToken, activity: ActivityID, name: String? = nil, mode: TimerMode, task: String?, began: WallTime,
    ended: WallTime, active: Duration, outcome: PhaseOutcome, laps: [Duration] = [], pauses: [Pause]? = nil,
    source: String? = nil
  ) {
    (self.token, self.activity, self.name, self.mode, self.task) = (token, activity, name, mode, task)
    (self.began, self.ended, self.active, self.outcome, self.laps) = (began, ended, active, outcome, laps)
    (self.pauses, self.source) = (pauses, source)
  }
}

/// A part of an interval whose time did not count.
public struct Pause: Hashable, Sendable {
  public var began: WallTime
  /// Never negative.
  public var length: Duration

  public init(began: WallTime, length: Duration) { (self.began, self.length) = (began, length) }

  var ended: WallTime { began + length }

  func length(from start: WallTime, to end: WallTime) -> Duration {
    max(min(ended, end) - max(began, start), .zero)
  }

  func length(in other: Pause) -> Duration { length(from: other.began, to: other.ended) }

  /// The most pauses of an interval. Further ones lengthen the last, so that the sum stays right.
  public static let limit = 100
}
