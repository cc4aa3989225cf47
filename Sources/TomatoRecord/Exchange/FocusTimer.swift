// The database of Focus Timer, gnome-pomodoro's successor.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

extension OtherDatabase {
  static let focusTimer = OtherDatabase(
    program: "Focus Timer", matches: { try !$0.columns(of: "timeblocks").isEmpty },
    queries: [timeBlocks, oldStatistics])

  /// The table `timeblocks`, with `gaps` as pauses. Times are microseconds in UTC; an open block's end is negative.
  private static let timeBlocks = RowQuery(
    sql: """
      SELECT "id", "start-time", "end-time", "state", "status" FROM "timeblocks" ORDER BY "start-time"
      """
  ) { row, database in
    guard let id = row.integer(0), let began = moment(row.value(1)), let status = row.text(4),
      let mode = mode(row.value(3))
    else { return .dropped(.unknown) }
    guard status != "scheduled", status != "in-progress", let ended = moment(row.value(2)) else {
      return .dropped(.open)
    }
    var pauses: [Pause] = []
    for gap in try database.rows(gaps, [.integer(id)]) {
      if let pause = try pause(gap, within: began, ended) { pauses.insert(pause) }
    }
    return interval(
      SourceKey.of("focus-timer", String(id), began), mode, began, ended, active: ended - began - pauses.sum,
      status == "completed" ? .completed : .stopped, pauses: pauses)
  }

  private static let gaps = """
    SELECT "start-time", "end-time" FROM "gaps" WHERE "time-block-id" = ? ORDER BY "start-time"
    """

  /// The part of a gap within its block.
  private static func pause(_ row: Row, within began: WallTime, _ ended: WallTime) throws -> Pause? {
    guard let from = moment(try row.value("start-time")) else { return nil }
    let (start, end) = (max(from, began), min(moment(try row.value("end-time")) ?? ended, ended))
    return end > start ? Pause(began: start, length: end - start) : nil
  }

  /// Records taken over from gnome-pomodoro are only in the table `stats`. Their source id is 0; breaks have no kind.
  private static let oldStatistics = RowQuery(
    sql: """
      SELECT "id", "time", "duration", "category" FROM "stats"
        WHERE "source-id" = 0 AND "category" <> 'interruption' ORDER BY "time"
      """
  ) { row, _ in
    guard let id = row.integer(0), let began = moment(row.value(1)), let mode = mode(row.value(3)),
      let length = row.integer(2), length < 10_000_000_000_000
    else { return .dropped(.unknown) }
    let active = Duration.milliseconds(length / 1000)
    guard active > .zero else { return .dropped(.zero) }
    return interval(
      SourceKey.of("focus-timer", "stats-\(id)", began), mode, began, began + active, active: active, .completed)
  }

  private static func moment(_ value: SQLiteValue) -> WallTime? {
    guard case .integer(let microseconds) = value, microseconds > 0, microseconds < 250_000_000_000_000_000 else {
      return nil
    }
    return WallTime(milliseconds: microseconds / 1000)
  }
}
