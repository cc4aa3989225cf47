// A stopwatch beside the Pomodoro: a phase without an end that counts up, with laps. PhaseMachine.swift has the
// transitions that it shares with the other kinds.

internal import TomatoLink

public struct Stopwatch: PhaseMachine {
  /// Its `total` is `endless` until it is stopped, then what it shows.
  public var phase: Phase
  public var task: String?
  /// What it showed at each lap, the first one first.
  public var laps: [Duration] = []

  /// Longer than every stopwatch runs.
  static let endless = StoredRange.length.upperBound
  /// A shorter lap is ignored: somebody pressed twice.
  static let shortestLap: Duration = .seconds(1)

  static var kind: ActivityKind { .stopwatch }

  func elapsed(at sinceBoot: Duration) -> Duration { phase.total - phase.remaining(at: sinceBoot) }

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch intent.verb {
    case .start, .stopwatch: return try start(intent, &turn)
    case .toggle where timerState == .running, .pause: return try pause(&turn)
    case .toggle: return try run(&turn)
    case .resume: return try resume(&turn)
    case .lap: return try lap(&turn)
    case .reset:
      laps = []
      return try reset(&turn)
    case .stop: return stop(&turn)
    default: throw .notFor(intent.verb, .stopwatch)
    }
  }

  private mutating func start(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode = intent.mode { throw .wrongMode(mode) }
    guard intent.duration == nil else { throw .notFor(.start, .stopwatch) }
    if intent.replace, intent.verb == .stopwatch, timerState.isUnderWay {
      turn.undo = .replace
      leave(.replaced, &turn)
      restart(&turn)
    }
    let changesTask = setTask(intent.task)
    return try run(&turn) || changesTask
  }

  private mutating func run(_ turn: inout Turn) throws(Refusal) -> Bool {
    if timerState.isUnderWay { return try resume(&turn) }
    if timerState == .completed { restart(&turn) }
    begin(&turn)
    return true
  }

  private mutating func restart(_ turn: inout Turn) {
    (phase, laps) = (turn.newPhase(.stopwatch, Self.endless), [])
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
      restart(&turn)
      task = nil
    } else {
      phase.total = elapsed(at: turn.when.sinceBoot)
      (phase.state, changed) = (.completed(nextStart: nil, row: token), Phase.Instant(turn.when))
    }
    return true
  }

  var deadline: Duration? { nil }
  func warning(_ before: Duration) -> Duration? { nil }

  // MARK: What is shown

  func face(of id: ActivityID, at now: Moment, _ settings: Settings) -> Content {
    var face = phaseFace(of: id, at: now)
    let gone = elapsed(at: now.sinceBoot)
    face.contentState.clock = timerState == .running ? .up(from: now.wall - gone) : .stopped(at: gone, .up)
    (face.contentState.seconds, face.contentState.totalDuration) = (gone.secondsRoundedDown, 0)
    face.contentState.laps = IntervalRecord.lapSeconds(laps)
    return face
  }

  var verbs: (buttons: [Verb], others: [Verb]) {
    switch timerState {
    case .ready: ([.start, .stop], [])
    case .running: ([.pause, .lap, .stop], [.reset])
    case .paused: ([.resume, .reset, .stop], [])
    case .completed: ([.stop, .start], [])
    }
  }

  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration? {
    timerState == .running ? now.sinceBoot + resolution.change(gone: elapsed(at: now.sinceBoot)) : nil
  }
}

extension Stopwatch {
  init(token: PhaseToken, changed: Phase.Instant) {
    self.init(phase: Phase(token: token, mode: .stopwatch, base: Self.endless, changed: changed))
  }

  // MARK: The stored form: elapsed time in place of remaining time

  var stored: StoredMachine {
    var it = phase.stored
    (it.base, it.total, it.row, it.task, it.laps) = (.zero, .zero, nil, task, laps)
    it.zero = it.zero.map { $0 - Self.endless }
    if timerState == .paused || timerState == .completed { it.pausedTime = elapsed(at: .zero) }
    return it
  }

  init(stored: StoredMachine) throws(InvalidState) {
    try stored.timeline.check()
    self.init(token: stored.token, changed: stored.changed)
    (phase.timeline, task, laps) = (stored.timeline, stored.task, stored.laps)
    switch stored.state {
    case .ready: break
    case .running:
      phase.state = .running(until: try required(stored.zero, "a running stopwatch has no start") + Self.endless)
    case .paused:
      let gone = try required(stored.pausedTime, "a paused stopwatch has no time")
      let pause = try required(stored.pause, "a paused stopwatch's pause has no beginning")
      phase.state = .paused(remaining: Self.endless - gone, since: pause.since, cause: pause.cause)
    case .completed:
      phase.total = try required(stored.pausedTime, "a stopped stopwatch has no time")
      phase.state = .completed(nextStart: nil, row: token)
    }
    let fits = IntervalRecord.canHave(laps) && (timerState != .ready || laps.isEmpty)
    try require(fits, "the laps do not follow one another")
  }
}
