// The state that survives the process, and the changes of one event, which the store writes.

public import TomatoLink

/// Everything that must survive the process.
public struct EngineSnapshot: Hashable, Sendable {
  /// The newest phase token given out.
  public var lastToken: PhaseToken
  /// Focus phases counted since the first day.
  public var countedFocus = 0
  /// The last moment at which the daemon is known to have run; nil before the first launch.
  public var lastAlive: Moment?
  /// Set when the session was left in good order, until the next launch.
  public var leftAt: Moment?
  /// The Pomodoro. Its machine is a `Pomodoro`.
  public var pomodoro: Activity
  /// The other activities, oldest first; none is a Pomodoro.
  public var others: ActivityList = []
  /// The last timers that were begun, the newest first.
  public var recentTimers: [RecentTimer] = []
  /// The last correction of the history, while it can be undone.
  public var correctionUndo: CorrectionUndo?
  public var departure: Departure?
  /// Each focus that was completed since a person last did something, the newest last.
  public var unseen: [UnseenFocus] = []
  /// The earliest possible end of the last sleep, on CLOCK_MONOTONIC of `lastAlive`'s boot.
  public var awakeFrom: Duration = .zero

  public init(lastToken: PhaseToken, pomodoro: Activity) { (self.lastToken, self.pomodoro) = (lastToken, pomodoro) }

  /// The Pomodoro, then the others: an activity's place here is its `position`.
  public var activities: [Activity] { [pomodoro] + others }
}

/// A recently used timer, which is offered again.
public struct RecentTimer: Hashable, Sendable {
  /// Nil where no name was given.
  public var name: String?
  public var duration: Duration
  public init(name: String?, duration: Duration) { (self.name, self.duration) = (name, duration) }

  /// The most remembered timers.
  public static let limit = 3

  /// Checks that it can be stored and read.
  public func check() throws(InvalidState) {
    try require(duration, in: Settings.durationRange, "duration")
    if let name { try require((try? ActivityName.checked(name)) == name, "name is invalid") }
  }
}

/// What one event changed. Each event may also change the values of the snapshot that belong to no activity.
public struct EngineChanges: Hashable, Sendable {
  /// Removed activities, in order; each removal moves the later ones up.
  public var gone: [ActivityID] = []
  /// New and changed activities, at their places after the removals.
  public var changed: [Placed] = []
  public var rows: RowChanges
  /// Whether they must survive a power loss. A program's updates need not.
  public var isDurable = true
  /// Invalid state that was replaced before the commit: bugs of the engine.
  public var repairs: [Repair] = []

  public init(rows: RowChanges = RowChanges()) { self.rows = rows }
}

/// Invalid state that was replaced, and what was wrong.
public struct Repair: Hashable, Sendable {
  /// Nil for what belongs to no activity.
  public var activity: ActivityID?
  /// One clause without a full stop.
  public var reason: String
}

/// An activity and its place: 0 for the Pomodoro, then 1, 2, … by age.
public struct Placed: Hashable, Sendable {
  public var position: Int
  public var activity: Activity
}
