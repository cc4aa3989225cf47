// The clockwork of one phase. It knows nothing of cycles, activities or persons; the kinds of activity decide when to
// begin, pause, resume, extend or reset it.

public import TomatoLink

/// A focus, a break, a timer, a stopwatch. It stores no active time, which is `total` minus the time left.
public struct Phase: Hashable, Sendable {
  public var token: PhaseToken
  public var mode: TimerMode
  /// What `reset` goes back to.
  public var base: Duration
  /// `base` plus the time added since: 1 s to 24 h. Only a stopwatch, and a timer whose clock was set back, can exceed
  /// that (Stopwatch.swift, Timer.swift).
  public var total: Duration
  public var timeline = Timeline()
  /// Slept time that a running focus counted (`when-away = run`); it is never recorded as focus.
  public var asleep: Duration = .zero
  public var state = State.ready
  public var changed: Instant
  public var isWarned = false

  public enum State: Hashable, Sendable {
    /// The state while it waits for a person to start it; nothing has counted yet.
    case ready
    /// The state while time counts; `until` is on CLOCK_BOOTTIME.
    case running(until: Duration)
    case paused(remaining: Duration, since: WallTime, cause: PauseCause)
    /// The state after zero. `nextStart` (CLOCK_BOOTTIME) is set while the next phase is about to begin by itself;
    /// `row` is the history row that was written, which is the token under which this phase ended.
    case completed(nextStart: Duration?, row: PhaseToken)
  }

  /// An instant on the two clocks that never jump.
  public struct Instant: Hashable, Sendable {
    public var sinceBoot: Duration
    public var awake: Duration
    public init(sinceBoot: Duration, awake: Duration) { (self.sinceBoot, self.awake) = (sinceBoot, awake) }
    public init(_ moment: Moment) { self.init(sinceBoot: moment.sinceBoot, awake: moment.awake) }
    /// The start of the machine, which is before everything on this boot.
    public static let bootUp = Instant(sinceBoot: .zero, awake: .zero)
  }

  /// If zero is noticed later than this, nobody was there, so no phase begins by itself.
  static let longestLateness: Duration = .seconds(10)

  // MARK: What can be asked

  public var timerState: TimerState {
    switch state {
    case .ready: .ready
    case .running: .running
    case .paused: .paused
    case .completed: .completed
    }
  }

  /// When something happens without anybody: zero, or the next phase's start.
  var deadline: Duration? {
    switch state {
    case .running(let until): until
    case .completed(let nextStart, _): nextStart
    case .ready, .paused: nil
    }
  }

  /// When the almost-over warning is due; nil if not running, if warned, or if the last change left at most `before`.
  func warning(_ before: Duration) -> Duration? {
    guard case .running(let until) = state, before > .zero, !isWarned, until - changed.sinceBoot > before else {
      return nil
    }
    return until - before
  }

  /// The time left, at most `total`: after a short sleep has moved the end, an earlier moment (`at=`) would have more.
  func remaining(at sinceBoot: Duration) -> Duration {
    switch state {
    case .ready: total
    case .running(let until): min(max(until - sinceBoot, .zero), total)
    case .paused(let remaining, _, _): remaining
    case .completed: .zero
    }
  }

  /// The time that the record counts: active time without sleep.
  func recordedTime(at sinceBoot: Duration) -> Duration { max(total - remaining(at: sinceBoot) - asleep, .zero) }

  func pauses(until end: WallTime) -> [Pause]? {
    let since: WallTime? = if case .paused(_, let since, _) = state { since } else { nil }
    return timeline.pauses(since: since, until: end)
  }

  // MARK: What can be done; each is one change at `when`

  mutating func begin(_ when: Moment) {
    timeline = Timeline(began: when.wall, pauses: [])
    state = .running(until: when.sinceBoot + total)
    changed = Instant(when)
  }

  mutating func pause(_ when: Moment, cause: PauseCause = .person, since: WallTime? = nil) {
    let since = since ?? when.wall
    dropSleep(after: since)
    state = .paused(remaining: remaining(at: when.sinceBoot), since: since, cause: cause)
    changed = Instant(when)
  }

  /// Drops recorded sleep after this moment. A running phase has not changed since, so its later pauses are all sleep.
  mutating func dropSleep(after when: WallTime) {
    guard case .running = state else { return }
    asleep = max(asleep - timeline.cut(to: when), .zero)
  }

  mutating func resume(_ when: Moment) {
    if case .paused(_, let since, _) = state { timeline.endPause(since: since, at: when.wall) }
    state = .running(until: when.sinceBoot + remaining(at: when.sinceBoot))
    changed = Instant(when)
  }

  mutating func reset(_ when: Moment) {
    (total, timeline, asleep, state) = (base, Timeline(), .zero, .ready)
    changed = Instant(when)
  }

  /// Adds up to `wanted`, so that at least 1 s is left and at most 24 h in all; returns the time added.
  mutating func extend(by wanted: Duration, _ when: Moment) -> Duration {
    let left = remaining(at: when.sinceBoot)
    let most = max(Settings.durationRange.upperBound - total, .zero)
    let least = min(Settings.durationRange.lowerBound - left, .zero)
    let by = min(max(wanted, least), most)
    guard by != .zero else { return .zero }
    total += by
    setRemaining(left + by, when)
    return by
  }

  /// Turns up to `wanted` of the active time back into remaining time; returns the time given back.
  mutating func rewind(by wanted: Duration, _ when: Moment) -> Duration {
    let left = remaining(at: when.sinceBoot)
    let by = min(wanted, total - left)
    guard by > .zero else { return .zero }
    var before = self
    before.dropSleep(after: when.wall)
    asleep = max(before.asleep - by, .zero) + asleep - before.asleep
    setRemaining(left + by, when)
    return by
  }

  mutating func reopen(by: Duration, _ when: Moment) {
    let by = min(by, Settings.durationRange.upperBound - total)
    timeline.endPause(since: timeOfZero(at: when), at: when.wall)
    total += by
    state = .running(until: when.sinceBoot + by)
    changed = Instant(when)
  }

  /// When it reached zero. For an earlier boot, an estimate: start plus recorded time and pauses, without rewound time.
  private mutating func timeOfZero(at when: Moment) -> WallTime {
    guard changed == .bootUp, let began = timeline.began, let pauses = timeline.pauses else {
      return zeroOnThisBoot(at: when)
    }
    timeline.enterBoot(isPaused: true)
    return began + recordedTime(at: when.sinceBoot) + pauses.sum
  }

  /// When it reached zero on this boot, on the present wall clock.
  func zeroOnThisBoot(at when: Moment) -> WallTime { when.wall - max(when.sinceBoot - changed.sinceBoot, .zero) }

  /// Moves every deadline by `gap`, so that this time, which ends at `end`, does not count. Leaves at most `total`,
  /// because an earlier gap may have moved the end already.
  mutating func shift(by gap: Duration, until end: Duration) {
    switch state {
    case .running(let until): state = .running(until: min(until + gap, end + total))
    case .completed(let nextStart?, let row): state = .completed(nextStart: nextStart + gap, row: row)
    case .ready, .paused, .completed: break
    }
  }

  mutating func clockWasSet(by jump: Duration) {
    if case .paused(let remaining, let since, let cause) = state {
      state = .paused(remaining: remaining, since: timeline.moved(since, by: jump), cause: cause)
    }
    timeline.clockWasSet(by: jump)
  }

  mutating func enterBoot() { timeline.enterBoot(isPaused: timerState == .paused) }

  /// Notes a pause in a phase that undo restored.
  mutating func notePause(_ pause: Pause) { if case .running = state { timeline.add(pause) } }

  mutating func setRemaining(_ remaining: Duration, _ when: Moment) {
    switch state {
    case .running: state = .running(until: when.sinceBoot + remaining)
    case .paused(_, let since, let cause): state = .paused(remaining: remaining, since: since, cause: cause)
    case .ready, .completed: break
    }
    changed = Instant(when)
  }
}

extension Phase {
  init(token: PhaseToken, mode: TimerMode, base: Duration, changed: Instant) {
    self.init(token: token, mode: mode, base: base, total: base, changed: changed)
  }
}
