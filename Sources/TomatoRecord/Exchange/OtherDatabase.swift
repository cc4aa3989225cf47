// The databases of other programs that are understood: a program is a file beside this one, and a name in the list.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct OtherDatabase: Sendable {
  /// As people call the program.
  let program: String
  /// Stands before the colon in the keys of its intervals (`SourceKey`).
  let key: String
  /// Told by tables and columns that only this program has.
  let isIts: @Sendable (Database) throws -> Bool
  let parts: [Part]

  /// In the order in which they are tried.
  static let all = [focusTimer, gnomePomodoro]

  /// What is read of it with one query.
  struct Part: Sendable {
    /// The first column is the number that an entry has there.
    let sql: String
    let what: @Sendable (RowCursor, Database) throws -> ImportFound.What
  }

  /// What runs, in the words of both programs.
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
  static func == (a: OtherDatabase, b: OtherDatabase) -> Bool { a.key == b.key }
}

extension Database {
  /// None where there is no such table.
  func columns(of table: String) throws -> Set<String> {
    Set(try rows("PRAGMA table_info(\"\(table)\")").map { try $0.text("name") })
  }
}
