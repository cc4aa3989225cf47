// What must hold in a World of time for which nobody was there.

import TomatoLink

@testable import TomatoEngine

extension World {
  /// What is taken off rows of the history, and put back.
  mutating func keep(_ trims: [RowTrim], _ putBack: [RowTrim]) throws(Broken) {
    for (trim, isTakenOff) in trims.map({ ($0, true) }) + putBack.map({ ($0, false) }) {
      guard var row = history[trim.row] else { throw Broken(description: "row \(trim.row) is there to be trimmed") }
      try require(!isTakenOff || row.active >= trim.counted, "\(trim) is in \(row)")
      let isOnly = trims.allSatisfy { $0 == trim || $0.row != trim.row }
      if isTakenOff { clocks.untrimmed[trim.row] = isOnly ? row : nil }
      count(row, -1)
      if isTakenOff { row.trim(by: trim) } else { row.putBack(trim) }
      try require(row.isInOrder, "a row without \(trim) is in order: \(row)")
      history[trim.row] = row
      count(row, 1)
    }
    for trim in putBack {
      let isOnly = putBack.allSatisfy { $0 == trim || $0.row != trim.row }
      let old = clocks.untrimmed.removeValue(forKey: trim.row)
      guard isOnly, let old, let new = history[trim.row] else { continue }
      try require(old == new, "an undo puts back what was: \(old) is not \(new)")
    }
  }

  /// What is asked is about time for which nobody was there, each moment of it once, and only while nobody is there is
  /// there an end to come.
  mutating func checkAway(_ effects: [Effect], _ before: Engine) throws(Broken) {
    noteAwayTime(before)
    try require(takenOff <= awayTime, "\(takenOff) was taken off, and nobody was there for \(awayTime)")
    for case .update(let id, .alert(.wasAway)) in effects {
      try require(id == .pomodoro && engine.content(of: id, at: now)?.away != nil, "what is asked is shown")
      tally["was away", default: 0] += 1
    }
    let isUserAway = engine.departure?.counts == true
    guard case .pomodoro(let pomodoro) = engine.snapshot.pomodoro.machine, let question = pomodoro.question else {
      let isAsked = isUserAway && engine.settings.awayThen == .ask
      let runs = engine.snapshot.pomodoro.machine.phase.map { $0.mode == .focus && $0.timerState == .running }
      try require(!isAsked || runs != true, "a focus that runs without anybody will be asked about")
      return
    }
    let (phase, rows) = (pomodoro.phase, history)
    do throws(InvalidState) { try pomodoro.checkQuestion() } catch { throw Broken(description: error.reason) }
    try require(
      !question.isOpen || isUserAway && engine.settings.awayThen == .ask, "with somebody there nothing is open")
    try require(question.isAsked || isUserAway, "a question that waits waits for somebody")
    try require(
      question.closed.reduce(.zero) { $0 + $1.length } <= phase.total - phase.remaining(at: now.sinceBoot),
      "no more of a focus was away than of it has passed")
    for trim in question.trims {
      guard let row = rows[trim.row] else { throw Broken(description: "what is asked about is in the history") }
      try require(trim.counted <= row.active && trim.counted >= .zero, "the row counts what is asked: \(trim), \(row)")
    }
  }

  /// What an intent has taken off, or what its undo has put back.
  /// - untouched: as it was before the intent, with what was due. - alarm: what was due.
  mutating func noteTakenOff(_ intent: Intent, _ untouched: Engine, _ alarm: [Effect]) {
    guard untouched.snapshot.pomodoro.undo != engine.snapshot.pomodoro.undo else { return }
    if intent.verb == .undo {
      takenOff -= undoable
      undoable = .zero
    } else {
      let focus = recordedBefore + focus(writtenBy: alarm) + untouched.focusUnderWay(at: now)
      undoable = intent.verb == .takeoff ? focus - focusNow : .zero
      takenOff += undoable
    }
  }

  private mutating func noteAwayTime(_ before: Engine) {
    guard let last = before.snapshot.lastAlive, last.boot == now.boot, last.sinceBoot <= now.sinceBoot else { return }
    if let old = before.departure, old.counts {
      awayTime += now.sinceBoot - last.sinceBoot
    } else if engine.departure?.counts != false, let new = engine.departure ?? before.departure {
      awayTime += now.sinceBoot - new.since
    }
  }
}
