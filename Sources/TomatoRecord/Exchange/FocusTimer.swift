// The database of Focus Timer, gnome-pomodoro's successor.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

extension OtherDatabase {
  static let focusTimer = OtherDatabase(
    program: "Focus Timer", key: "focus-timer", isIts: { try !$0.columns(of: "timeblocks").isEmpty },
    parts: [timeBlocks, oldStatistics])

  /// `timeblocks` less their `gaps`, which are pauses. Microseconds in UTC; an end below zero is none yet.
  private static let timeBlocks = Part(
    sql: """
      SELECT "id", "start-time", "end-time", "state", "status" FROM "timeblocks" ORDER BY "start-time"
      """
  ) { row, database in
    guard case .integer(let id) = row.value(0), let began = moment(row.value(1)), case .text(let status) = row.value(4),
      let mode = mode(row.value(3))
    else { return .dropped(.unknown) }
    guard status != "scheduled", status != "in-progress", let ended = moment(row.value(2)) else {
      return .dropped(.open)
    }
    let pauses = try database.rows(gaps, [.integer(id)]).compactMap { try pause($0, within: began, ended) }
    return interval(
      SourceKey.of("focus-timer", String(id), began), mode, began, ended,
      active: ended - began - pauses.reduce(Duration.zero) { $0 + $1.length },
      status == "completed" ? .completed : .stopped, pauses: pauses.limited)
  }

  private static let gaps = """
    SELECT "start-time", "end-time" FROM "gaps" WHERE "time-block-id" = ? ORDER BY "start-time"
    """

  /// What of a gap lies within its block.
  private static func pause(_ row: Row, within began: WallTime, _ ended: WallTime) throws -> Pause? {
    guard let from = moment(try row.value(0)) else { return nil }
    let (start, end) = (max(from, began), min(moment(try row.value(1)) ?? ended, ended))
    return end > start ? Pause(began: start, length: end - start) : nil
  }

  /// What it took over from gnome-pomodoro is in its statistics only, with 0 as the id of where it came from; of
  /// breaks it is not said which.
  private static let oldStatistics = Part(
    sql: """
      SELECT "id", "time", "duration", "category" FROM "stats"
        WHERE "source-id" = 0 AND "category" <> 'interruption' ORDER BY "time"
      """
  ) { row, _ in
    guard case .integer(let id) = row.value(0), let began = moment(row.value(1)), let mode = mode(row.value(3)),
      case .integer(let length) = row.value(2), length < 10_000_000_000_000
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

extension [Pause] {
  /// As many as are kept; those behind them make the last one longer, so that the sum stays right.
  fileprivate var limited: [Pause] {
    guard count > Pause.limit, let last = prefix(Pause.limit).last else { return self }
    let rest = dropFirst(Pause.limit).reduce(Duration.zero) { $0 + $1.length }
    return prefix(Pause.limit - 1) + [Pause(began: last.began, length: last.length + rest)]
  }
}
