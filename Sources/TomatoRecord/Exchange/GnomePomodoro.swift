// The database of gnome-pomodoro.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

extension OtherDatabase {
  /// The table `entries` has a row for each finished state, which began at `datetime-string` in UTC. It has no pauses.
  static let gnomePomodoro = OtherDatabase(
    program: "gnome-pomodoro", matches: { try $0.columns(of: "entries").contains("state-name") },
    queries: [
      RowQuery(
        sql: """
          SELECT "id", "datetime-string", "state-name", "state-duration", "elapsed" FROM "entries" ORDER BY "id"
          """
      ) { row, _ in
        guard let id = row.integer(0), let began = row.text(1).flatMap({ UTCTime.parse($0) }),
          let mode = mode(row.value(2)), let planned = seconds(row.value(3)), let elapsed = seconds(row.value(4))
        else { return .dropped(.unknown) }
        return interval(
          SourceKey.of("gnome-pomodoro", String(id), began), mode, began, began + elapsed, active: elapsed,
          elapsed >= planned ? .completed : .stopped)
      }
    ])

  private static func seconds(_ value: SQLiteValue) -> Duration? {
    switch value {
    case .integer(let seconds) where (0...10_000_000).contains(seconds): .seconds(seconds)
    case .real(let seconds) where seconds >= 0 && seconds <= 10_000_000: SecondsText.length(seconds)
    default: nil
    }
  }
}
