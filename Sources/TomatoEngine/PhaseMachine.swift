// The moves that every kind with a phase knows. A move says true when it changed something, and throws when the
// phase cannot be moved so from where it is.

internal import TomatoLink

/// A kind of activity that goes through phases which count down.
protocol PhaseMachine: Hashable, Sendable {
  var phase: Phase { get set }
  /// The person's task text; never empty.
  var task: String? { get set }
  /// Takes back what the end of the phase counted, because the phase goes on.
  mutating func uncount(_ turn: inout Turn)
}

extension PhaseMachine {
  mutating func begin(_ turn: inout Turn) {
    phase.begin(turn.when)
    turn.announce(.onStart)
  }

  mutating func pause(_ turn: inout Turn) throws(Refusal) -> Bool {
    switch phase.state {
    case .paused: return false
    case .running: phase.pause(turn.when)
    case .ready, .completed: throw .notWhile(.pause, phase.timerState)
    }
    turn.announce(.onPause)
    return true
  }

  mutating func resume(_ turn: inout Turn) throws(Refusal) -> Bool {
    switch phase.state {
    case .running: return false
    case .paused: phase.resume(turn.when)
    case .ready, .completed: throw .notWhile(.resume, phase.timerState)
    }
    turn.announce(.onResume)
    return true
  }

  mutating func reset(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard phase.timerState == .running || phase.timerState == .paused else {
      throw .notWhile(.reset, phase.timerState)
    }
    turn.fillUndo(.reset)
    turn.announce(.onReset, ended: .init(phase: phase.token, outcome: .reset))
    phase.reset(turn.when)
    return true
  }

  /// Adds time, or takes some; a completed phase reopens for `by`.
  mutating func extend(by: Duration, _ turn: inout Turn) throws(Refusal) -> Bool {
    if case .completed(_, let row) = phase.state {
      guard by > .zero else { throw .cannotShorten }
      guard phase.total < Settings.durationRange.upperBound else { return false }
      turn.remove(row)
      uncount(&turn)
      phase.reopen(by: by, turn.when)
    } else {
      guard phase.extend(by: by, turn.when) != .zero else { return false }
      if by < .zero { turn.fillUndo(.shorten) }
    }
    turn.announce(.onExtend)
    return true
  }

  /// Gives back time that did not count.
  mutating func rewind(by: Duration, _ turn: inout Turn) throws(Refusal) -> Bool {
    guard phase.timerState == .running || phase.timerState == .paused else {
      throw .notWhile(.rewind, phase.timerState)
    }
    guard phase.rewind(by: by, turn.when) > .zero else { return false }
    turn.fillUndo(.rewind)
    turn.announce(.onRewind)
    return true
  }

  /// Writes the row of a phase that is left before zero.
  func leave(_ outcome: IntervalRecord.Outcome, _ turn: inout Turn) {
    guard phase.timerState != .completed else { return }
    turn.record(phase, outcome: outcome, task: task, turn.when)
    turn.ended = .init(phase: phase.token, outcome: outcome)
  }

  mutating func setTask(_ text: String?) -> Bool {
    guard let text else { return false }
    let wanted = text.isEmpty ? nil : text
    defer { task = wanted }
    return task != wanted
  }
}
