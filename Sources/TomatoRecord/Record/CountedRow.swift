// Reads only the columns that statistics count, because there may be a million rows.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

enum CountedRow {
  /// Without its number, activity, name, laps and source.
  case focus(IntervalRecord)
  case `break`(began: WallTime, active: Duration)
  case other

  static let columns = "mode, began_wall_ms, ended_wall_ms, active_ms, task, outcome, pauses"
  private static let modes = TimerMode.allCases.map { (name: $0.rawValue, mode: $0) }
  private static let outcomes = PhaseOutcome.allCases.map { (name: $0.rawValue, outcome: $0) }

  /// Nil for unreadable values.
  init?(_ row: Statement) {
    guard let name = row.text(0), let mode = Self.modes.first(where: { $0.name == name })?.mode else { return nil }
    guard mode == .focus || mode.isBreak else {
      self = .other
      return
    }
    guard let began = row.integer(1), let ended = row.integer(2), let active = row.integer(3),
      Schema.wallRange.contains(began), Schema.wallRange.contains(ended), IntervalReader.lengths.contains(active)
    else { return nil }
    if mode.isBreak, Self.isCertainlySound(began, ended, active) {
      self = .break(began: WallTime(milliseconds: began), active: .milliseconds(active))
      return
    }
    var it = IntervalRecord(
      token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: WallTime(milliseconds: began),
      ended: WallTime(milliseconds: ended), active: .milliseconds(active), outcome: .completed)
    if mode == .focus {
      guard let name = row.text(5), let known = Self.outcomes.first(where: { $0.name == name }) else { return nil }
      (it.outcome, it.task) = (known.outcome, row.text(4))
      if it.task == nil, row.value(4) != .null { return nil }
      it.pauses = row.text(6).flatMap(PausesText.parse)
      if it.pauses == nil, row.value(6) != .null { return nil }
    }
    if it.fault != nil { it = it.bounded }
    self = mode == .focus ? .focus(it) : .break(began: it.began, active: it.active)
  }

  /// Whether a break with these times has no fault. A fast check, because breaks are half of all rows.
  private static func isCertainlySound(_ began: Int64, _ ended: Int64, _ active: Int64) -> Bool {
    began >= first && ended >= began && ended <= last && active <= min(ended - began, longest)
  }

  private static let first = IntervalRecord.times.lowerBound.milliseconds
  private static let last = IntervalRecord.times.upperBound.milliseconds
  private static let longest = Settings.durationRange.upperBound.inMilliseconds
}
