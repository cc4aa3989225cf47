// Reads only the columns that statistics count, because there may be a million rows. It compares the period itself:
// SQLite takes longer to compare a column than to read it.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// Its rules are members, which a million rows read faster than static values.
struct CountedRows {
  static let columns = "mode, began_wall_ms, ended_wall_ms, active_ms, task, outcome, pauses"
  private let modes = TimerMode.allCases.map { Array($0.rawValue.utf8) }
  private let outcomes = PhaseOutcome.allCases.map { Array($0.rawValue.utf8) }
  private let period: Range<Int64>
  private let times = Schema.wallRange
  private let lengths = IntervalReader.lengths
  private let first = IntervalRecord.times.lowerBound.milliseconds
  private let last = IntervalRecord.times.upperBound.milliseconds
  private let longest = Settings.durationRange.upperBound.inMilliseconds

  init(_ period: RecordPeriod) { self.period = period.stored }

  /// Passes on a focus, without its number, activity, name, laps and source, or a break. Of other modes nothing else is
  /// read.
  /// - Returns: false for unreadable values.
  func read(
    _ row: Statement, focus: (IntervalRecord) throws -> Void, breaks: (WallTime, Duration) -> Void
  ) rethrows -> Bool {
    guard let began = row.integer(1), times.contains(began) else { return false }
    guard period.contains(began) else { return true }
    guard let mode = row.place(0, among: modes).map({ TimerMode.allCases[$0] }) else { return false }
    guard mode == .focus || mode.isBreak else { return true }
    guard let ended = row.integer(2), let active = row.integer(3), times.contains(ended), lengths.contains(active)
    else { return false }
    let isSound = areCertainlySound(began, ended, active)
    guard mode == .focus else {
      if isSound {
        breaks(WallTime(milliseconds: began), .milliseconds(active))
      } else {
        let sound = interval(mode, began, ended, active).bounded
        breaks(sound.began, sound.active)
      }
      return true
    }
    guard let place = row.place(5, among: outcomes) else { return false }
    let (task, pauses) = (row.text(4), row.text(6).flatMap(PausesText.parse))
    if task == nil, !row.isNull(4) { return false }
    if pauses == nil, !row.isNull(6) { return false }
    let it = interval(mode, began, ended, active, PhaseOutcome.allCases[place], task, pauses)
    if isSound, pauses?.isEmpty != false { try focus(it) } else { try focus(it.bounded) }
    return true
  }

  private func interval(
    _ mode: TimerMode, _ began: Int64, _ ended: Int64, _ active: Int64, _ outcome: PhaseOutcome = .completed,
    _ task: String? = nil, _ pauses: [Pause]? = nil
  ) -> IntervalRecord {
    IntervalRecord(
      token: PhaseToken(0), activity: .pomodoro, mode: mode, task: task, began: WallTime(milliseconds: began),
      ended: WallTime(milliseconds: ended), active: .milliseconds(active), outcome: outcome, pauses: pauses)
  }

  /// Whether a break, or a focus without pauses, has no fault with these times. A fast check.
  private func areCertainlySound(_ began: Int64, _ ended: Int64, _ active: Int64) -> Bool {
    began >= first && ended >= began && ended <= last && active <= min(ended - began, longest)
  }
}
