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
  private static let modes = TimerMode.allCases.map { Array($0.rawValue.utf8) }
  private static let outcomes = PhaseOutcome.allCases.map { Array($0.rawValue.utf8) }

  /// Nil for unreadable values.
  init?(_ row: Statement) {
    guard let mode = row.place(0, among: Self.modes).map({ TimerMode.allCases[$0] }) else { return nil }
    guard mode == .focus || mode.isBreak else {
      self = .other
      return
    }
    guard let began = row.integer(1), let ended = row.integer(2), let active = row.integer(3),
      Schema.wallRange.contains(began), Schema.wallRange.contains(ended), IntervalReader.lengths.contains(active)
    else { return nil }
    let isSound = Self.areCertainlySound(began, ended, active)
    if mode.isBreak, isSound {
      self = .break(began: WallTime(milliseconds: began), active: .milliseconds(active))
      return
    }
    var (outcome, task, pauses) = (PhaseOutcome.completed, String?.none, [Pause]?.none)
    if mode == .focus {
      guard let place = row.place(5, among: Self.outcomes) else { return nil }
      (outcome, task) = (PhaseOutcome.allCases[place], row.text(4))
      if task == nil, row.value(4) != .null { return nil }
      pauses = row.text(6).flatMap(PausesText.parse)
      if pauses == nil, row.value(6) != .null { return nil }
    }
    let it = IntervalRecord(
      token: PhaseToken(0), activity: .pomodoro, mode: mode, task: task, began: WallTime(milliseconds: began),
      ended: WallTime(milliseconds: ended), active: .milliseconds(active), outcome: outcome, pauses: pauses)
    let sound = isSound && pauses?.isEmpty != false ? it : it.bounded
    self = mode == .focus ? .focus(sound) : .break(began: sound.began, active: sound.active)
  }

  /// Whether a break, or a focus without pauses, has no fault with these times. A fast check.
  private static func areCertainlySound(_ began: Int64, _ ended: Int64, _ active: Int64) -> Bool {
    began >= first && ended >= began && ended <= last && active <= min(ended - began, longest)
  }

  private static let first = IntervalRecord.times.lowerBound.milliseconds
  private static let last = IntervalRecord.times.upperBound.milliseconds
  private static let longest = Settings.durationRange.upperBound.inMilliseconds
}
