// The clockwork of one phase that counts down. It knows nothing of cycles, activities or persons; the kinds of
// activity (Pomodoro, Timer) decide which of these moves happens when.

public import TomatoLink

/// One phase: a stretch of focus, a break, a timer.
///
/// Invariant: `remaining + active == total`. So a phase needs no counter of worked time: what is not left was active.
public struct Phase: Hashable, Sendable {
  public var token: PhaseToken
  public var mode: TimerMode
  /// What `reset` goes back to.
  public var base: Duration
  /// `base`, with what was added or taken since: 1 s to 24 h, but for a timer whose clock was set back (Timer.swift).
  public var total: Duration
  /// When it began; nil until it runs for the first time, and again after a reset.
  public var began: WallTime?
  /// Time slept that a running focus counted all the same (`when-away = run`); it is never recorded as focus.
  public var asleep: Duration
  public var state: State
  /// The last change of this phase, so that `at=` cannot reach behind it.
  public var changed: Mark
  /// It has said that it is almost over, and no time was given back since.
  public var isWarned: Bool
  /// The pauses since it began that are over; nil while it has not begun, and where that is not known.
  public var pauses: [Pause]?

  public enum State: Hashable, Sendable {
    /// The state while it waits for a person to start it; nothing has counted yet.
    case ready
    /// The state while time counts; `until` is on CLOCK_BOOTTIME.
    case running(until: Duration)
    /// The state while time does not count.
    case paused(remaining: Duration, since: WallTime, cause: PauseCause)
    /// The state after zero. `nextStart` (CLOCK_BOOTTIME) is set while the next phase is about to begin by itself;
    /// `row` is the history row that was written, which is the token under which this phase ended.
    case completed(nextStart: Duration?, row: PhaseToken)
  }

  /// An instant on the two clocks that never jump.
  public struct Mark: Hashable, Sendable {
    public var sinceBoot: Duration
    public var awake: Duration
    public init(sinceBoot: Duration, awake: Duration) {
      self.sinceBoot = sinceBoot
      self.awake = awake
    }
    public init(_ moment: Moment) { self.init(sinceBoot: moment.sinceBoot, awake: moment.awake) }
    /// The start of the machine: nothing on this boot is behind it.
    public static let bootUp = Mark(sinceBoot: .zero, awake: .zero)
  }

  public init(
    token: PhaseToken, mode: TimerMode, base: Duration, total: Duration? = nil, began: WallTime? = nil,
    asleep: Duration = .zero, state: State = .ready, changed: Mark, isWarned: Bool = false,
    pauses: [Pause]? = nil
  ) {
    self.token = token
    self.mode = mode
    self.base = base
    self.total = total ?? base
    self.began = began
    self.asleep = asleep
    self.state = state
    self.changed = changed
    self.isWarned = isWarned
    self.pauses = pauses
  }

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

  /// When it is to say that it is almost over; nil when it is not, or not any more.
  ///
  /// Nil also when the last change left less than `before`: the person who made that change knows.
  func warning(_ before: Duration) -> Duration? {
    guard case .running(let until) = state, before > .zero, !isWarned, until - changed.sinceBoot > before else {
      return nil
    }
    return until - before
  }

  /// Never more than the whole: a nap of less than a second has moved the end, also as seen from before it.
  func remaining(at sinceBoot: Duration) -> Duration {
    switch state {
    case .ready: total
    case .running(let until): min(max(until - sinceBoot, .zero), total)
    case .paused(let remaining, _, _): remaining
    case .completed: .zero
    }
  }

  /// What counts for the record: active time, without what was slept through.
  func recordedTime(at sinceBoot: Duration) -> Duration { max(total - remaining(at: sinceBoot) - asleep, .zero) }

  /// All its pauses, the one in which it stands until `end` included.
  func pauses(until end: WallTime) -> [Pause]? {
    guard case .paused(_, let since, _) = state, var pauses else { return pauses }
    pauses.add(Pause(began: since, length: end - since))
    return pauses
  }

  // MARK: What can be done; each is one change at `when`

  mutating func begin(_ when: Moment) {
    (began, pauses) = (when.wall, [])
    state = .running(until: when.sinceBoot + total)
    changed = Mark(when)
  }

  mutating func pause(_ when: Moment, cause: PauseCause = .person, since: WallTime? = nil) {
    state = .paused(remaining: remaining(at: when.sinceBoot), since: since ?? when.wall, cause: cause)
    changed = Mark(when)
  }

  mutating func resume(_ when: Moment) {
    pauses = pauses(until: when.wall)
    state = .running(until: when.sinceBoot + remaining(at: when.sinceBoot))
    changed = Mark(when)
  }

  /// Back to the beginning, as if it had never begun.
  mutating func reset(_ when: Moment) {
    (total, began, asleep, state, pauses) = (base, nil, .zero, .ready, nil)
    changed = Mark(when)
  }

  /// Adds `by` to what remains and to the total, within 1 s left and 24 h in all; says how much it came to.
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

  /// Gives back up to `by` of the time that was active; says how much it came to.
  mutating func rewind(by wanted: Duration, _ when: Moment) -> Duration {
    let left = remaining(at: when.sinceBoot)
    let by = min(wanted, total - left)
    guard by > .zero else { return .zero }
    asleep = max(asleep - by, .zero)
    setRemaining(left + by, when)
    return by
  }

  /// Runs again for `by` more after zero.
  mutating func reopen(by: Duration, _ when: Moment) {
    let by = min(by, Settings.durationRange.upperBound - total)
    let over = overtime(at: when)
    pauses?.add(Pause(began: when.wall - over, length: over))
    total += by
    state = .running(until: when.sinceBoot + by)
    changed = Mark(when)
  }

  /// How long ago it reached zero. Of an earlier boot only the clock on the wall knows that, and the phase when it
  /// began and what did not count: where time was rewound, that is as if it had not counted at the end.
  private func overtime(at when: Moment) -> Duration {
    guard changed == .bootUp, let began, let pauses else { return max(when.sinceBoot - changed.sinceBoot, .zero) }
    let ended = began + pauses.reduce(recordedTime(at: when.sinceBoot)) { $0 + $1.length }
    return max(when.wall - ended, when.sinceBoot)
  }

  /// Moves every deadline by `gap`, for time that is to be as if it had not passed.
  mutating func shift(by gap: Duration) {
    switch state {
    case .running(let until): state = .running(until: until + gap)
    case .completed(let nextStart?, let row): state = .completed(nextStart: nextStart + gap, row: row)
    case .ready, .paused, .completed: break
    }
  }

  /// Moves the clock times that it holds.
  mutating func clockWasSet(by jump: Duration) {
    began = began.map { $0 + jump }
    pauses = pauses?.shifted(by: jump)
    if case .paused(let remaining, let since, let cause) = state {
      state = .paused(remaining: remaining, since: since + jump, cause: cause)
    }
  }

  /// What was taken back goes on: the time since then was a pause.
  mutating func notePause(_ pause: Pause) {
    if case .running = state { pauses?.add(pause) }
  }

  mutating func setRemaining(_ remaining: Duration, _ when: Moment) {
    switch state {
    case .running: state = .running(until: when.sinceBoot + remaining)
    case .paused(_, let since, let cause): state = .paused(remaining: remaining, since: since, cause: cause)
    case .ready, .completed: break
    }
    changed = Mark(when)
  }
}
