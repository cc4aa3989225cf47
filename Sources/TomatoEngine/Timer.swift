// A named countdown beside the Pomodoro ("tea"): one phase, no cycle, no successor. Its start, stop and zero are here.
// The transitions that it shares with the Pomodoro (pause, resume, reset, extend, rewind) are in PhaseMachine.swift,
// those of undo in Activity.swift, and what time away does in Absence.swift.

internal import TomatoLink

/// The state machine of a countdown.
public struct Countdown: PhaseMachine {
  public var phase: Phase
  public var task: String?

  public init(phase: Phase, task: String? = nil) {
    self.phase = phase
    self.task = task
  }

  static var kind: ActivityKind { .countdown }
  var asMachine: Machine { .countdown(self) }

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch intent.verb {
    case .start: return try start(intent, &turn)
    case .toggle:
      switch phase.timerState {
      case .running: return try pause(&turn)
      case .paused: return try resume(&turn)
      case .ready, .completed: return try start(intent, &turn)
      }
    case .pause: return try pause(&turn)
    case .resume: return try resume(&turn)
    case .reset: return try reset(&turn)
    case .stop: return stop(&turn)
    case .extend: return try extend(by: intent.by ?? .zero, &turn)
    case .rewind: return try rewind(by: intent.by ?? .zero, &turn)
    case .undo, .show, .hide: return false  // the activity's, not the machine's
    default: throw .notFor(intent.verb, .countdown)
    }
  }

  private mutating func start(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode = intent.mode { throw .wrongMode(mode) }
    let asksForAnother = intent.duration.map { $0 != phase.base && $0 != phase.total } ?? false
    switch phase.state {
    case .ready:
      if let duration = intent.duration { (phase.base, phase.total) = (duration, duration) }
      begin(&turn)
    case .completed: succeed(intent.duration ?? phase.base, &turn)
    case .running, .paused:
      if asksForAnother {
        guard intent.replace else { throw .needsReplace(.countdown) }
        turn.fillUndo(.replace)
        leave(.replaced, &turn)
        succeed(intent.duration ?? phase.base, &turn)
      } else if phase.timerState == .paused {
        _ = try resume(&turn)
      } else {
        return setTask(intent.task)
      }
    }
    _ = setTask(intent.task)
    return true
  }

  private mutating func stop(_ turn: inout Turn) -> Bool {
    guard turn.isRequested else { return false }
    end(&turn)
    phase = Phase(token: turn.newToken(), mode: .countdown, base: phase.base, changed: Phase.Mark(turn.when))
    return true
  }

  /// Zero.
  mutating func meetDeadline(_ turn: inout Turn) {
    guard case .running(let until) = phase.state else { return }
    finish(at: until, nextStart: nil, .alert(.completed(.countdown)), &turn)
  }

  private mutating func succeed(_ duration: Duration, _ turn: inout Turn) {
    phase = Phase(token: turn.newToken(), mode: .countdown, base: duration, changed: Phase.Mark(turn.when))
    begin(&turn)
  }

  mutating func uncount(_ turn: inout Turn) {}

  // MARK: What is stored

  var stored: StoredMachine {
    var it = phase.stored
    it.task = task
    return it
  }

  init(stored: StoredMachine) throws(Contradiction) {
    guard stored.mode == .countdown else { throw Contradiction(reason: "the mode is not a countdown's") }
    self.init(phase: try Phase(stored: stored), task: stored.task)
  }
}
