// The databases of other programs that can be imported. Each program has its own file, and an entry in `all`.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct OtherDatabase: Sendable {
  let program: String
  /// Whether a database is of this program, by its tables and columns.
  let matches: @Sendable (Database) throws -> Bool
  let queries: [RowQuery]

  /// In the order in which they are tried.
  static let all = [focusTimer, gnomePomodoro]

  /// A query, and the conversion of its rows to entries.
  struct RowQuery: Sendable {
    /// The first column is the entry's id.
    let sql: String
    let convert: @Sendable (Statement, Database) throws -> ImportFound.What
  }

  /// Parses the modes of both programs.
  static func mode(_ value: SQLiteValue) -> TimerMode? {
    switch value {
    case .text("pomodoro"): .focus
    case .text("short-break"), .text("break"): .shortBreak
    case .text("long-break"): .longBreak
    default: nil
    }
  }

  static func interval(
    _ source: String, _ mode: TimerMode, _ began: WallTime, _ ended: WallTime, active: Duration,
    _ outcome: PhaseOutcome, pauses: [Pause]? = nil
  ) -> ImportFound.What {
    guard active > .zero || ended < began else { return .dropped(.zero) }
    return .interval(
      IntervalRecord(
        token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: began, ended: ended, active: active,
        outcome: outcome, pauses: pauses, source: source))
  }
}

extension OtherDatabase: Equatable {
  static func == (a: OtherDatabase, b: OtherDatabase) -> Bool { a.program == b.program }
}

extension Database {
  /// The names of a table's columns; empty without the table.
  func columns(of table: String) throws -> Set<String> {
    Set(try rows("PRAGMA table_info(\"\(table)\")").map { try $0.text("name") })
  }
}
