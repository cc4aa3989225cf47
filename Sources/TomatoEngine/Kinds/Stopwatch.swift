// A stopwatch beside the Pomodoro: it counts up, has no deadline, and keeps laps.

public import TomatoLink

public struct Stopwatch: ActivityMachine {
  public var token: PhaseToken
  public var state = State.ready
  public var timeline = Timeline()
  public var task: String?
  public var changed: Phase.Instant
  /// What it showed at each lap, the first one first.
  public var laps: [Duration] = []

  /// A shorter lap is ignored: somebody pressed twice.
  static let shortestLap: Duration = .seconds(1)

  public enum State: Hashable, Sendable {
    case ready
    /// The state while it counts; `zero` is the moment (CLOCK_BOOTTIME) at which it would have shown 0.
    case running(zero: Duration)
    case paused(elapsed: Duration, since: WallTime, cause: PauseCause)
    /// The state after it was stopped: the total.
    case completed(elapsed: Duration)
  }

  static var kind: ActivityKind { .stopwatch }

  var timerState: TimerState {
    switch state {
    case .ready: .ready
    case .running: .running
    case .paused: .paused
    case .completed: .completed
    }
  }

  func elapsed(at sinceBoot: Duration) -> Duration {
    switch state {
    case .ready: .zero
    case .running(let zero): max(sinceBoot - zero, .zero)
    case .paused(let elapsed, _, _), .completed(let elapsed): elapsed
    }
  }

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch intent.verb {
    case .start, .stopwatch: return try start(intent, &turn)
    case .toggle: return timerState == .running ? pause(&turn) : run(&turn)
    case .resume, .pause:
      try requireUnderWay(for: intent.verb)
      return intent.verb == .resume ? run(&turn) : pause(&turn)
    case .lap: return try lap(&turn)
    case .reset: return try reset(&turn)
    case .stop: return stop(&turn)
    default: throw .notFor(intent.verb, .stopwatch)
    }
  }

  private mutating func start(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode = intent.mode { throw .wrongMode(mode) }
    guard intent.duration == nil else { throw .notFor(.start, .stopwatch) }
    let text = intent.task.map { $0.isEmpty ? nil : $0 } ?? task
    let changesTask = text != task
    if intent.replace, intent.verb == .stopwatch, timerState.isUnderWay {
      turn.undo = .replace
      leave(.replaced, &turn)
      self = Stopwatch(token: turn.newToken(), changed: Phase.Instant(turn.when))
    }
    task = text
    return run(&turn) || changesTask
  }

  private mutating func run(_ turn: inout Turn) -> Bool {
    guard timerState != .running else { return false }
    if timerState == .completed {
      self = Stopwatch(token: turn.newToken(), task: task, changed: Phase.Instant(turn.when))
    }
    turn.announce(timerState == .ready ? .onStart : .onResume)
    if timerState == .ready { timeline = Timeline(began: turn.when.wall, pauses: []) }
    if case .paused(_, let since, _) = state { timeline.endPause(since: since, at: turn.when.wall) }
    state = .running(zero: turn.when.sinceBoot - elapsed(at: turn.when.sinceBoot))
    changed = Phase.Instant(turn.when)
    return true
  }

  private mutating func pause(_ turn: inout Turn) -> Bool {
    guard timerState == .running else { return false }
    state = .paused(elapsed: elapsed(at: turn.when.sinceBoot), since: turn.when.wall, cause: .person)
    changed = Phase.Instant(turn.when)
    turn.announce(.onPause)
    return true
  }

  private mutating func reset(_ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .reset)
    turn.undo = .reset
    turn.announce(.onReset, ended: .init(phase: token, outcome: .reset))
    (state, timeline, changed, laps) = (.ready, Timeline(), Phase.Instant(turn.when), [])
    return true
  }

  private mutating func lap(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard timerState == .running else { throw .notWhile(.lap, timerState) }
    let gone = elapsed(at: turn.when.sinceBoot)
    guard gone - (laps.last ?? .zero) >= Self.shortestLap else { return false }
    guard laps.count < IntervalRecord.lapLimit else { throw .tooManyLaps }
    laps.append(gone)
    changed = Phase.Instant(turn.when)
    turn.announce(.onLap)
    return true
  }

  private mutating func stop(_ turn: inout Turn) -> Bool {
    guard turn.isRequested else { return false }
    turn.undo = .stop
    leave(.stopped, &turn)
    turn.announce(.onStop)
    if timerState == .ready {
      turn.endActivity()
      self = Stopwatch(token: turn.newToken(), changed: Phase.Instant(turn.when))
    } else {
      (state, changed) = (.completed(elapsed: elapsed(at: turn.when.sinceBoot)), Phase.Instant(turn.when))
    }
    return true
  }

  private func leave(_ outcome: PhaseOutcome, _ turn: inout Turn) {
    turn.ended = .init(phase: token, outcome: outcome)
    guard let began = timeline.began else { return }
    let since: WallTime? = if case .paused(_, let since, _) = state { since } else { nil }
    turn.consequences.rows.add(
      IntervalRecord(
        token: token, activity: turn.activity, name: turn.name, mode: .stopwatch, task: task, began: began,
        ended: turn.when.wall, active: elapsed(at: turn.when.sinceBoot), outcome: outcome, laps: laps,
        pauses: timeline.pauses(since: since, until: turn.when.wall)))
  }

  // MARK: Time away

  mutating func notePause(_ pause: Pause) {
    if case .running = state { timeline.add(pause) }
  }

  mutating func shift(by gap: Duration, until end: Duration) {
    if case .running(let zero) = state { state = .running(zero: min(zero + gap, end)) }
  }

  mutating func clockWasSet(by jump: Duration, _ now: Moment) {
    if case .paused(let elapsed, let since, let cause) = state {
      state = .paused(elapsed: elapsed, since: timeline.moved(since, by: jump), cause: cause)
    }
    timeline.clockWasSet(by: jump)
  }

  mutating func enterBoot() { timeline.enterBoot(isPaused: timerState == .paused) }

  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration? {
    guard timerState == .running else { return nil }
    state = .paused(elapsed: elapsed(at: lastAlive.sinceBoot), since: lastAlive.wall, cause: .powerLoss)
    return .returned
  }

  // MARK: What is shown

  func face(at now: Moment, _ settings: Settings) -> Face {
    let gone = elapsed(at: now.sinceBoot)
    var clock = Clock.stopped(at: gone, .up)
    var pause: Content.Pause?
    switch state {
    case .ready, .completed: break
    case .running: clock = .up(from: now.wall - gone)
    case .paused(_, let since, let cause): pause = .init(since: since, cause: cause)
    }
    let shown = ContentState(
      clock: clock, seconds: gone.secondsRoundedDown, mode: .stopwatch, state: timerState, startedAt: timeline.began,
      accent: timerState.accent(.focus), task: task, laps: IntervalRecord.lapSeconds(laps))
    return Face(state: shown, pause: pause, buttons: buttons, others: timerState == .running ? [.reset] : [])
  }

  private var buttons: [Verb] {
    switch state {
    case .ready: [.start, .stop]
    case .running: [.pause, .lap, .stop]
    case .paused: [.resume, .reset, .stop]
    case .completed: [.stop, .start]
    }
  }

  /// The next moment at which the shown number of minutes or seconds grows.
  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration? {
    guard case .running(let zero) = state else { return nil }
    let unit: Int64 = resolution == .second ? 1000 : 60_000
    let gone = (now.sinceBoot - zero).inMilliseconds
    return zero + .milliseconds((gone / unit + 1) * unit)
  }

  // MARK: What is stored

  var tokens: [PhaseToken] { [token] }

  /// Whether it did not begin in the future.
  func isPlausible(at sinceBoot: Duration) -> Bool {
    if case .running(let zero) = state { zero <= sinceBoot } else { true }
  }
}

extension Stopwatch {
  var stored: StoredMachine {
    var it = StoredMachine(token: token, mode: .stopwatch, state: timerState, changed: changed)
    (it.timeline, it.task, it.laps) = (timeline, task, laps)
    switch state {
    case .ready: break
    case .running(let zero): it.zero = zero
    case .paused(let elapsed, let since, let cause):
      (it.pausedTime, it.pause) = (elapsed, .init(since: since, cause: cause))
    case .completed(let elapsed): it.pausedTime = elapsed
    }
    return it
  }

  init(stored: StoredMachine) throws(InvalidState) {
    try stored.timeline.check()
    self.init(
      token: stored.token, state: try State(stored), timeline: stored.timeline, task: stored.task,
      changed: stored.changed, laps: stored.laps)
    let steps = zip([.zero] + laps, laps)
    guard laps.count <= IntervalRecord.lapLimit, steps.allSatisfy({ $0 < $1 }), state != .ready || laps.isEmpty else {
      throw InvalidState(reason: "the laps do not follow one another")
    }
  }
}

extension IntervalRecord {
  /// How long each lap took, in whole seconds. Their sum is what the stopwatch showed at the last lap.
  public var lapSeconds: [Int] { Self.lapSeconds(laps) }
  static func lapSeconds(_ laps: [Duration]) -> [Int] {
    zip([.zero] + laps, laps).map { $1.secondsRoundedDown - $0.secondsRoundedDown }
  }
}

extension Stopwatch.State {
  fileprivate init(_ stored: StoredMachine) throws(InvalidState) {
    switch stored.state {
    case .ready: self = .ready
    case .running:
      guard let zero = stored.zero else { throw InvalidState(reason: "a running stopwatch has no start") }
      self = .running(zero: zero)
    case .paused:
      guard let gone = stored.pausedTime, let pause = stored.pause, gone >= .zero else {
        throw InvalidState(reason: "a paused stopwatch has no time")
      }
      self = .paused(elapsed: gone, since: pause.since, cause: pause.cause)
    case .completed:
      guard let gone = stored.pausedTime, gone >= .zero else {
        throw InvalidState(reason: "a stopped stopwatch has no time")
      }
      self = .completed(elapsed: gone)
    }
  }
}
