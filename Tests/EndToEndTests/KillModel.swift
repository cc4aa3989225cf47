// The engine as the oracle of the kills: what may have happened, and whether the daemon may look as it does.
import Testing
import TomatoEngine
import TomatoLink

/// One way in which things may have gone.
struct Possibility {
  var engine: Engine
  var rows: [UInt64: IntervalRecord] = [:]
  /// How many requests without an answer are in effect here.
  var unanswered = 0
  /// Whether a request is handled when it has been answered, else when it is sent. The daemon handles it in between, so
  /// a deadline may come before or after that.
  var isLate = false

  func moment(_ sent: Moment, _ answered: Moment) -> Moment { isLate ? answered : sent }

  mutating func take(_ event: Event, _ now: Moment) -> Answer? {
    var answer: Answer?
    for effect in engine.handle(event, at: now) {
      if case .commit(let changes) = effect {
        for row in changes.rows.removed { rows[row.number] = nil }
        for row in changes.rows.added { rows[row.token.number] = row }
        for trim in changes.rows.trims { rows[trim.row.number]?.trim(by: trim) }
        for trim in changes.rows.putBack { rows[trim.row.number]?.putBack(trim) }
      }
      if case .answer(let given) = effect { answer = given }
    }
    return answer
  }

  /// Whether the daemon may show this if it is in this state.
  func matches(_ status: Status, _ now: Moment) -> Bool {
    guard let content = engine.content(of: .pomodoro, at: now) else { return false }
    let state = content.contentState
    let shown = status.contentState
    return status.phase == content.phase.number && shown.stateIdentifier == state.state.rawValue
      && shown.modeIdentifier == state.mode.rawValue && shown.task == state.task
      && abs(shown.totalDuration - state.totalDuration) <= 1 && shown.sessionNumber == state.sessionNumber
      && abs(shown.remainingSeconds - state.remainingSeconds) <= 1
      && status.activity == (content.isRequested ? content.id.description : nil)
      && status.attributes?.sessionCount == content.attributes?.sessionCount
  }

  /// Nil, or what differs from what the daemon says about everything.
  func complaint(about all: [Status], lastToken: UInt64, undo: [String: String], _ now: Moment) -> String? {
    let slots = engine.snapshot.activities.compactMap { activity in
      activity.undo.map { (activity.id.description, $0.change.rawValue) }
    }
    let expected = Dictionary(slots, uniquingKeysWith: { first, _ in first })
    guard expected == undo else { return "expected the undo slots \(expected)" }
    let token = engine.snapshot.lastToken.number
    guard token == lastToken else { return "expected the last token \(token)" }
    let states = engine.contents(at: now).map { "\($0.phase.number) \($0.contentState.state.rawValue)" }.sorted()
    guard states == all.map({ "\($0.phase) \($0.contentState.stateIdentifier)" }).sorted() else {
      return "expected the states \(states)"
    }
    return nil
  }

  /// Nil, or what is wrong with the history.
  func complaint(about log: [LogRow]) -> String? {
    guard Set(log.map(\.phase)).count == log.count else { return "an interval is doubled" }
    guard Set(log.map(\.phase)) == Set(rows.keys) else {
      return "intervals are \(log.map(\.phase)), expected \(rows.keys.sorted())"
    }
    for row in log {
      guard let wanted = rows[row.phase] else { continue }
      let isSame =
        row.activity == wanted.activity.description && row.modeIdentifier == wanted.mode.rawValue
        && row.task == wanted.task && row.outcome == wanted.outcome.rawValue
        && abs(row.activeSeconds - wanted.active.secondsRoundedDown) <= 1
      guard isSame else { return "interval \(row), expected \(wanted)" }
    }
    return nil
  }
}
