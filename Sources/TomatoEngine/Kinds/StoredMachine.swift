// A machine of any kind in plain values: the store knows columns, and each kind knows which of them it needs.

public import TomatoLink

/// The values that a machine is stored as. What a kind or a state does not need has its default. A job keeps other
/// things in some of them: `zero` is when its owner was last heard, `nextStart` when it was last shown, `isWarned` that
/// an update waits, and `isMissed` that it is stale.
public struct StoredMachine: Hashable, Sendable {
  public var token: PhaseToken
  public var mode: TimerMode
  public var base: Duration = .zero
  public var total: Duration = .zero
  /// When it began and was paused. A job: when it began, and which of its times are of an earlier boot.
  public var timeline = Timeline()
  /// Slept time that a running focus counted (`when-away = run`).
  public var asleep: Duration = .zero
  public var state: TimerState
  /// Running: when it shows or showed 0, on CLOCK_BOOTTIME.
  public var zero: Duration?
  /// Paused: what is left, or has gone.
  public var pausedTime: Duration?
  public var pause: Content.Pause?
  /// Completed: when the next phase begins by itself, on CLOCK_BOOTTIME.
  public var nextStart: Duration?
  /// Completed: the history row that was written.
  public var row: PhaseToken?
  public var changed: Phase.Instant
  public var cyclePosition = 0
  public var unattended = 0
  public var task: String?
  public var isWarned = false
  /// A timer: the clock time at which it ends.
  public var due: WallTime?
  /// A completed timer: its alert came more than 10 s after `due`.
  public var isMissed = false
  /// A stopwatch: what it showed at each lap, the first one first.
  public var laps: [Duration] = []
  /// The Pomodoro: the question about time away.
  public var question: AwayQuestion?
  /// A job: what it shows, and whose it is.
  public var job: StoredJob?

  public init(token: PhaseToken, mode: TimerMode, state: TimerState, changed: Phase.Instant) {
    (self.token, self.mode, self.state, self.changed) = (token, mode, state, changed)
  }

  public var began: WallTime? { timeline.began }
  public var pauses: [Pause]? { timeline.pauses }

  /// Checks the ranges that hold for every kind.
  func check() throws(InvalidState) {
    try require(base, in: .zero...Settings.durationRange.upperBound, "base")
    try require(total, in: StoredRange.length, "total")
    try require(began, in: StoredRange.wall, "began")
    try require(asleep, in: StoredRange.length, "asleep")
    try require(zero, in: StoredRange.boot, "until")
    try require(pausedTime, in: StoredRange.length, "remaining")
    try require(pause?.since, in: StoredRange.wall, "paused")
    if case .away(let length) = pause?.cause { try require(length, in: StoredRange.length, "away") }
    try require(nextStart, in: StoredRange.boot, "next")
    for token in [token, row] { try require(token, in: StoredRange.token, "token") }
    try require(changed.sinceBoot, in: StoredRange.boot, "changed")
    try require(changed.awake, in: StoredRange.boot, "changed")
    try require(cyclePosition, in: StoredRange.count, "cycle_position")
    try require(unattended, in: StoredRange.count, "unattended")
    if let task { try require((try? Link.checkTask(task)) != nil, "task is invalid") }
    try require(due, in: StoredRange.wall, "due")
    for lap in laps { try require(lap, in: StoredRange.length, "laps") }
    try pauses?.check()
    try question?.check()
    try require(job?.awaited, in: StoredRange.boot, "awaited")
  }
}

extension Phase {
  var stored: StoredMachine {
    var it = StoredMachine(token: token, mode: mode, state: timerState, changed: changed)
    (it.base, it.total, it.timeline, it.asleep, it.isWarned) = (base, total, timeline, asleep, isWarned)
    switch state {
    case .ready: break
    case .running(let until): it.zero = until
    case .paused(let remaining, let since, let cause):
      (it.pausedTime, it.pause) = (remaining, .init(since: since, cause: cause))
    case .completed(let nextStart, let row): (it.nextStart, it.row) = (nextStart, row)
    }
    return it
  }

  /// - Parameter isBounded: whether `total` must be at most 24 h. A timer that ends at a clock time may exceed that
  ///   after the clock was set back, and keeps the length when it is paused.
  init(stored: StoredMachine, isBounded: Bool = true) throws(InvalidState) {
    let range = Settings.durationRange
    let fits = range.contains(stored.base) && stored.total >= range.lowerBound
    try require(fits && (!isBounded || stored.total <= range.upperBound), "a phase's length is out of range")
    try stored.timeline.check()
    self.init(
      token: stored.token, mode: stored.mode, base: stored.base, total: stored.total, timeline: stored.timeline,
      asleep: stored.asleep, state: try State(stored), changed: stored.changed, isWarned: stored.isWarned)
  }
}

extension Phase.State {
  fileprivate init(_ stored: StoredMachine) throws(InvalidState) {
    switch stored.state {
    case .ready: self = .ready
    case .running: self = .running(until: try required(stored.zero, "a phase runs without an end"))
    case .paused:
      guard let left = stored.pausedTime, let pause = stored.pause, left <= stored.total else {
        throw InvalidState(reason: "a pause has no beginning, or more time is left than the phase has")
      }
      self = .paused(remaining: left, since: pause.since, cause: pause.cause)
    case .completed:
      let row = try required(stored.row, "a phase is over and was not recorded")
      self = .completed(nextStart: stored.nextStart, row: row)
    }
  }
}
