// A named stopwatch beside the Pomodoro: counts up, has no deadline and no end of its own.

public import TomatoLink

/// The state machine of a stopwatch.
public struct Stopwatch: Hashable, Sendable {
  public var token: PhaseToken
  public var state: State
  public var began: WallTime?
  public var task: String?
  public var changed: Phase.Mark

  public enum State: Hashable, Sendable {
    /// The state before it runs.
    case ready
    /// The state while it counts; `zero` is the moment (CLOCK_BOOTTIME) at which it would have shown 0.
    case running(zero: Duration)
    case paused(elapsed: Duration, since: WallTime, cause: PauseCause)
  }

  public init(
    token: PhaseToken, state: State = .ready, began: WallTime? = nil, task: String? = nil, changed: Phase.Mark
  ) {
    self.token = token
    self.state = state
    self.began = began
    self.task = task
    self.changed = changed
  }

  var timerState: TimerState {
    switch state {
    case .ready: .ready
    case .running: .running
    case .paused: .paused
    }
  }

  func elapsed(at sinceBoot: Duration) -> Duration {
    switch state {
    case .ready: .zero
    case .running(let zero): max(sinceBoot - zero, .zero)
    case .paused(let elapsed, _, _): elapsed
    }
  }

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch intent.verb {
    case .start: return try start(intent, &turn)
    case .toggle: return timerState == .running ? pause(&turn) : run(&turn)
    case .resume:
      guard timerState != .ready else { throw .notWhile(.resume, .ready) }
      return run(&turn)
    case .pause:
      guard timerState != .ready else { throw .notWhile(.pause, .ready) }
      return pause(&turn)
    case .reset: return try reset(&turn)
    case .stop: return stop(&turn)
    case .focus, .break, .skip, .extend, .rewind: throw .notFor(intent.verb, .stopwatch)
    case .undo, .show, .hide: return false  // the activity's, not the machine's
    }
  }

  private mutating func start(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode = intent.mode { throw .wrongMode(mode) }
    guard intent.duration == nil else { throw .notFor(.start, .stopwatch) }
    let text = intent.task.map { $0.isEmpty ? nil : $0 } ?? task
    let changesTask = text != task
    task = text
    return run(&turn) || changesTask
  }

  private mutating func run(_ turn: inout Turn) -> Bool {
    guard timerState != .running else { return false }
    turn.announce(timerState == .ready ? .onStart : .onResume)
    if timerState == .ready { began = turn.when.wall }
    state = .running(zero: turn.when.sinceBoot - elapsed(at: turn.when.sinceBoot))
    changed = Phase.Mark(turn.when)
    return true
  }

  private mutating func pause(_ turn: inout Turn) -> Bool {
    guard timerState == .running else { return false }
    state = .paused(elapsed: elapsed(at: turn.when.sinceBoot), since: turn.when.wall, cause: .person)
    changed = Phase.Mark(turn.when)
    turn.announce(.onPause)
    return true
  }

  private mutating func reset(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard timerState != .ready else { throw .notWhile(.reset, .ready) }
    turn.fillUndo(.reset)
    turn.announce(.onReset, ended: .init(phase: token, outcome: .reset))
    (state, began, changed) = (.ready, nil, Phase.Mark(turn.when))
    return true
  }

  private mutating func stop(_ turn: inout Turn) -> Bool {
    guard turn.isRequested else { return false }
    turn.fillUndo(.stop)
    if let began {
      turn.add(
        IntervalRecord(
          token: token, activity: turn.activity, mode: .stopwatch, task: task, began: began, ended: turn.when.wall,
          active: elapsed(at: turn.when.sinceBoot), outcome: .stopped))
    }
    turn.announce(.onStop, ended: .init(phase: token, outcome: .stopped))
    turn.endActivity()
    self = Stopwatch(token: turn.newToken(), changed: Phase.Mark(turn.when))
    return true
  }

  /// Everything as if the last `gap` had not passed.
  mutating func shift(by gap: Duration) {
    if case .running(let zero) = state { state = .running(zero: zero + gap) }
  }
}
