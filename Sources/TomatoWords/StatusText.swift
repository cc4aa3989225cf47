// One line about an activity, for `status`, `list`, `watch` and the answer to every intent.

package import TomatoEngine
package import TomatoLink

package enum StatusText {
  /// As `Focus 24:59, running, ends 14:35, session 1 of 4`.
  package static func line(_ content: Content) -> String {
    let state = content.contentState
    let name = Words.name(of: content)
    if let job = state.job { return Words.clauses([name] + JobText.clauses(content, job)) }
    return Words.clauses([
      tr("{name} {time}", ["name": name, "time": state.displayTime]), Words.state(of: content), clause(content),
      Words.away(content).map { tr("{away}: keep or takeoff", ["away": $0]) }, Words.session(state),
      Words.goal(content), content.isOver ? Words.laps(state) : Words.lap(state), state.task,
    ])
  }

  /// The part for the current state: the end, the pause and its cause, or the next phase.
  static func clause(_ content: Content) -> String? {
    if let time = content.asOf { return tr("as of {time}", ["time": content.clock(time)]) }
    if let clause = Words.runningClause(content) { return clause }
    if let due = content.missed { return tr("was due {time}", ["time": content.clock(due)]) }
    if let pause = content.pause { return Words.clauses([self.pause(pause, content), Words.pausedUntil(content)]) }
    if content.contentState.state == .completed, let next = content.next {
      return tr("next: {name}, {length}", ["name": Words.name(of: next.mode), "length": Words.length(next.duration)])
    }
    return nil
  }

  static func pause(_ pause: Content.Pause, _ content: Content) -> String {
    let time = content.clock(pause.since)
    return switch pause.cause {
    case .person: tr("since {time}", ["time": time])
    case .left: tr("away since {time}", ["time": time])
    case .away(let length): tr("you were away for {length}", ["length": Words.length(length)])
    case .powerLoss: tr("the machine was off from about {time}", ["time": time])
    }
  }

  /// A history row, as `14:10–14:35  Focus  25:00  completed  write report`.
  package static func line(_ row: IntervalRecord, beside now: WallTime) -> String {
    Words.joined(cells(row, beside: now) + [laps(row)], "  ")
  }

  /// From and to, name, length, outcome and task.
  static func cells(_ row: IntervalRecord, beside now: WallTime) -> [String?] {
    [
      "\(Words.clock(row.began, beside: now))–\(Words.clock(row.ended, beside: row.began))", name(row),
      displayTimeText(seconds: row.active.secondsRoundedDown), Words.name(of: row.outcome), row.task,
    ]
  }

  /// The kind of phase, or the name of the timer or stopwatch.
  package static func name(_ row: IntervalRecord) -> String {
    if row.activity == .pomodoro { return Words.name(of: row.mode) }
    return Words.name(of: ActivityLabel(id: row.activity, name: row.name))
  }

  package static func laps(_ row: IntervalRecord) -> String? {
    guard !row.laps.isEmpty else { return nil }
    return tr("laps {times}", ["times": Words.list(row.lapSeconds.map { displayTimeText(seconds: $0) })])
  }

  package static func sum(_ rows: [IntervalRecord]) -> String {
    let focus = rows.filter { $0.mode == .focus }
    return today(focus.reduce(.zero) { $0 + $1.active }, completed: focus.count { $0.outcome == .completed })
  }

  /// `Today: 50 min of focus, sessions completed: 2`. The last number needs no plural form.
  package static func today(_ active: Duration, completed: Int) -> String {
    tr("Today: {length} of focus, sessions completed: {n}", ["length": Words.length(active), "n": String(completed)])
  }
}
