// What is kept for ever: one row per phase that is over.

public import TomatoLink

/// One finished interval of the history.
public struct IntervalRecord: Hashable, Sendable {
  /// The phase; also the row's key, since tokens are never used again.
  public var token: PhaseToken
  public var activity: ActivityID
  /// What the person called it; nil for the Pomodoro, and where no name was given.
  public var name: String?
  public var mode: TimerMode
  public var task: String?
  public var began: WallTime
  public var ended: WallTime
  /// Time that counted: never more than the machine was awake for, when it is a focus.
  public var active: Duration
  public var outcome: Outcome
  /// A stopwatch: what it showed at each lap.
  public var laps: [Duration]

  /// Why the interval is over.
  public typealias Outcome = PhaseOutcome

  public init(
    token: PhaseToken, activity: ActivityID, name: String? = nil, mode: TimerMode, task: String?, began: WallTime,
    ended: WallTime, active: Duration, outcome: Outcome, laps: [Duration] = []
  ) {
    self.token = token
    self.activity = activity
    self.name = name
    self.mode = mode
    self.task = task
    self.began = began
    self.ended = ended
    self.active = active
    self.outcome = outcome
    self.laps = laps
  }
}
