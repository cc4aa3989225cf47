// A timer beside the Pomodoro ("tea"): one phase, no cycle, no next phase. This file has its start, stop and zero, and
// the clock time at which it may have to end; PhaseMachine.swift has the transitions that it shares with the Pomodoro.

public import TomatoLink

public struct Timer: PhaseMachine {
  public var phase: Phase
  public var task: String?
  /// The requested clock time: it ends then even if the clock is set or the machine is off. A pause clears it.
  public var due: WallTime?
  /// Completed: its alert came more than 10 s after `due`.
  public var isMissed = false

  static var kind: ActivityKind { .timer }

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch intent.verb {
    case .toggle where timerState == .running, .pause:
      due = nil
      return try pause(&turn)
    case .toggle where timerState == .paused, .resume: return try resume(&turn)
    case .start, .timer, .toggle: return try start(intent, &turn)
    case .reset:
      due = nil
      return try reset(&turn)
    case .stop: return stop(&turn)
    case .extend, .rewind: return try moveEnd(intent, &turn)
    default: throw .notFor(intent.verb, .timer)
    }
  }

  /// The requested length, with the clock time if one was given; nil if neither was.
  private func wanted(_ intent: Intent, _ turn: Turn) throws(Refusal) -> (length: Duration, due: WallTime?)? {
    guard let until = intent.until else { return intent.duration.map { ($0, nil) } }
    let length = until - turn.when.wall
    guard until > turn.now.wall, length >= Settings.durationRange.lowerBound else { throw .isPast(until) }
    guard length <= Settings.durationRange.upperBound else { throw .tooFarAhead(until) }
    return (length, until)
  }

  private mutating func start(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode = intent.mode { throw .wrongMode(mode) }
    let wanted = try wanted(intent, turn)
    switch phase.state {
    case .ready:
      if let wanted { (phase.base, phase.total, due) = (wanted.length, wanted.length, wanted.due) }
      begin(&turn)
    case .completed: replacePhase(wanted ?? (phase.base, nil), &turn)
    case .running, .paused:
      if !lasts(wanted?.length, until: wanted?.due) || (intent.replace && intent.verb == .timer) {
        guard intent.replace else { throw .needsReplace(.countdown) }
        turn.undo = .replace
        leave(.replaced, &turn)
        replacePhase(wanted ?? (phase.base, nil), &turn)
      } else if phase.timerState == .paused {
        _ = try resume(&turn)
      } else {
        return setTask(intent.task)
      }
    }
    _ = setTask(intent.task)
    return true
  }

  /// Whether it has this length or end; true if both are nil.
  func lasts(_ length: Duration?, until end: WallTime?) -> Bool {
    if let end { return end == due }
    guard let length else { return true }
    return due == nil && (length == phase.base || length == phase.total)
  }

  /// Moves the end, and the requested clock time with it.
  private mutating func moveEnd(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    let (before, by) = (phase.deadline, intent.by ?? .zero)
    guard try intent.verb == .extend ? extend(by: by, &turn) : rewind(by: by, &turn) else { return false }
    isMissed = false
    if let before, let after = phase.deadline { due = due.map { $0 + (after - before) } } else { due = nil }
    return true
  }

  private mutating func stop(_ turn: inout Turn) -> Bool {
    guard turn.isRequested else { return false }
    end(&turn)
    self = Timer(phase: turn.newPhase(.countdown, phase.base))
    return true
  }

  mutating func runDeadline(_ turn: inout Turn) {
    guard case .running(let until) = phase.state else { return }
    isMissed = due.map { turn.now.wall - $0 > Phase.longestLateness } ?? false
    finish(at: until, nextStart: nil, .alert(.completed(.countdown)), &turn)
  }

  private mutating func replacePhase(_ wanted: (length: Duration, due: WallTime?), _ turn: inout Turn) {
    phase = turn.newPhase(.countdown, wanted.length)
    (due, isMissed) = (wanted.due, false)
    begin(&turn)
  }

  // MARK: A clock time as the end

  /// Moves zero to the requested clock time, or to now if that has passed.
  /// - Parameter last: the moment until which it counted, on the boot clock of its deadline.
  private mutating func moveZeroToDue(_ now: Moment, countedUntil last: Duration) {
    guard let due, case .running(let until) = phase.state else { return }
    let active = phase.total - (until - last) - phase.asleep
    let left = max(due - now.wall, .zero)
    phase.state = .running(until: now.sinceBoot + left)
    phase.total = max(active + left, Settings.durationRange.lowerBound)
    // Padding `total` to a second must not add counted time.
    phase.asleep = phase.total - active - left
  }

  mutating func clockWasSet(by jump: Duration, _ now: Moment) {
    phase.clockWasSet(by: jump)
    moveZeroToDue(now, countedUntil: now.sinceBoot)
  }

  /// After an undo, it still ends at the same clock time.
  mutating func shift(by gap: Duration, until end: Duration) { if due == nil { phase.shift(by: gap, until: end) } }
  mutating func notePause(_ pause: Pause) { if due == nil { phase.notePause(pause) } }

  mutating func apply(_ absence: Absence, _ settings: Settings) -> Bool {
    shift(by: absence.rebase, until: absence.now.sinceBoot)
    if absence.rebase != .zero { moveZeroToDue(absence.now, countedUntil: absence.began - absence.rebase) }
    return false
  }

  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration? {
    guard due != nil else { return phase.applyPowerLoss(lastAlive) }
    moveZeroToDue(now, countedUntil: lastAlive.sinceBoot)
    return nil
  }

  // MARK: What is shown

  func face(of id: ActivityID, at now: Moment, _ settings: Settings) -> Content {
    var face = phaseFace(of: id, at: now)
    face.missed = isMissed && phase.timerState == .completed ? due : nil
    return face
  }

  var verbs: (buttons: [Verb], others: [Verb]) {
    switch phase.timerState {
    case .ready: ([.start, .stop], [.extend])
    case .running: ([.pause, .extend, .stop], [.reset, .rewind])
    case .paused: ([.resume, .reset, .stop], [.extend, .rewind])
    case .completed: ([.stop, .extend, .start], [])
    }
  }
}

// MARK: - What is stored

extension Timer {
  var stored: StoredMachine {
    var it = phase.stored
    (it.task, it.due, it.isMissed) = (task, due, isMissed)
    return it
  }

  init(stored: StoredMachine) throws(InvalidState) {
    try require(stored.mode == .countdown, "the mode is not a timer's")
    let canBeMissed = stored.due != nil && stored.state == .completed
    try require(!stored.isMissed || canBeMissed, "a missed timer has no due time")
    // No phase follows a timer, so it would wait for ever.
    try require(stored.nextStart == nil, "a timer has no next phase")
    self.init(
      phase: try Phase(stored: stored, isBounded: false), task: stored.task, due: stored.due, isMissed: stored.isMissed)
  }
}
