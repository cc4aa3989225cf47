// What is kept for ever: one row per phase that is over.

public import TomatoLink

/// One finished interval of the history.
public struct IntervalRecord: Hashable, Sendable {
  /// The phase; also the row's key, since tokens are never used again.
  public var token: PhaseToken
  public var activity: ActivityID
  public var mode: TimerMode
  public var task: String?
  public var began: WallTime
  public var ended: WallTime
  /// Time that counted: never more than the machine was awake for, when it is a focus.
  public var active: Duration
  public var outcome: Outcome

  /// Why the interval is over.
  public typealias Outcome = PhaseOutcome

  public init(
    token: PhaseToken, activity: ActivityID, mode: TimerMode, task: String?, began: WallTime, ended: WallTime,
    active: Duration, outcome: Outcome
  ) {
    self.token = token
    self.activity = activity
    self.mode = mode
    self.task = task
    self.began = began
    self.ended = ended
    self.active = active
    self.outcome = outcome
  }
}
