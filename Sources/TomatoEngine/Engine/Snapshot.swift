// What survives the process, and what one event changed of it. The store keeps the one by writing the other.

public import TomatoLink

/// Everything that must survive the process.
public struct EngineSnapshot: Hashable, Sendable {
  /// The newest phase token given out.
  public var lastToken: PhaseToken
  /// Focus phases counted since the first day.
  public var countedFocus: Int
  /// The last moment known alive; nil before the first launch.
  public var lastAlive: Moment?
  /// Set when the session was left in good order, until the next launch.
  public var leftAt: Moment?
  /// The one Pomodoro; its machine is of no other kind.
  public var pomodoro: Activity
  /// The other activities, oldest first; none is a Pomodoro.
  public var others: [Activity]
  /// The last timers that were begun, the newest first.
  public var recentTimers: [RecentTimer]
  /// What the last correction of the history did, while it can be taken back.
  public var correctionUndo: CorrectionUndo?
  /// No person is there.
  public var departure: Departure?
  /// Each focus that was completed since a person last did something, the newest last.
  public var unseen: [UnseenFocus]
  /// When the last sleep was over at the earliest, on CLOCK_MONOTONIC of `lastAlive`'s boot.
  public var awakeFrom: Duration

  public init(
    lastToken: PhaseToken, countedFocus: Int, lastAlive: Moment?, leftAt: Moment?, pomodoro: Activity,
    others: [Activity], recentTimers: [RecentTimer] = [], correctionUndo: CorrectionUndo? = nil,
    departure: Departure? = nil, unseen: [UnseenFocus] = [], awakeFrom: Duration = .zero
  ) {
    (self.lastToken, self.countedFocus, self.lastAlive, self.leftAt) = (lastToken, countedFocus, lastAlive, leftAt)
    (self.pomodoro, self.others, self.recentTimers) = (pomodoro, others, recentTimers)
    self.correctionUndo = correctionUndo
    (self.departure, self.unseen, self.awakeFrom) = (departure, unseen, awakeFrom)
  }

  /// The Pomodoro, then the others: an activity's place here is its `position`.
  public var activities: [Activity] { [pomodoro] + others }
}

/// What one event changed. `lastToken`, `countedFocus`, `lastAlive`, `leftAt`, `recentTimers`, `correctionUndo`,
/// `departure`, `unseen` and `awakeFrom` may be new with each.
public struct EngineChanges: Hashable, Sendable {
  /// Those that went, one after the other; what came after each moved up by one place.
  public var gone: [ActivityID]
  /// Those that are new or not as they were, at their places after that.
  public var changed: [Placed]
  public var rows: RowChanges
  /// They must outlive a loss of power. What a program says of its work need not.
  public var isDurable: Bool
  /// What would not have been read again, and is therefore not as the event had left it: a defect of the engine.
  public var mended: [Mended]

  public init(
    gone: [ActivityID] = [], changed: [Placed] = [], rows: RowChanges = RowChanges(), isDurable: Bool = true,
    mended: [Mended] = []
  ) {
    (self.gone, self.changed, self.rows) = (gone, changed, rows)
    (self.isDurable, self.mended) = (isDurable, mended)
  }
}

/// What the engine had made of an activity, or of what belongs to none, and what cannot be stored.
public struct Mended: Hashable, Sendable {
  /// Nil for what belongs to no activity.
  public var activity: ActivityID?
  /// One clause without a full stop.
  public var reason: String

  public init(activity: ActivityID?, reason: String) { (self.activity, self.reason) = (activity, reason) }
}

/// An activity and its place: 0 for the Pomodoro, then 1, 2, … by age.
public struct Placed: Hashable, Sendable {
  public var position: Int
  public var activity: Activity

  public init(position: Int, activity: Activity) {
    self.position = position
    self.activity = activity
  }
}
