// Unreadable rows, stored unchanged in a separate table as SQL statements. No program parses them again.

package import SQLiteBridge
internal import TomatoLink

extension Row {
  /// The row as an SQL statement.
  func insertion(into table: String) -> String {
    let values = values.map(\.literal).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values));"
  }
}

extension SQLiteValue {
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): "'" + text.replacingEach("'", with: "''") + "'"
    }
  }
}

/// An unreadable piece of the state.
package struct LostPiece: Hashable, Sendable {
  /// The activity's id; nil for a piece outside activities, and for an undo slot.
  var activity: String?
  /// One clause.
  var reason: String
  /// As SQL statements.
  var rows: [String]
}

package enum KeptRows {
  private static let columns = "stamp, activity, reason, row"
  private static let insertion = "INSERT INTO kept_row (\(columns)) VALUES (?, ?, ?, ?)"
  private static let limit: Int64 = 1000

  package static func add(_ lost: [LostPiece], _ stamp: String, _ database: Database) throws(SQLiteError) {
    guard !lost.isEmpty else { return }
    for piece in lost {
      for row in piece.rows {
        let values: [SQLiteValue] = [.text(stamp), SQLiteValue(piece.activity), .text(piece.reason), .text(row)]
        try database.run(insertion, values)
      }
    }
    try forgetOldest(database)
  }

  private static func forgetOldest(_ database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM kept_row WHERE id <= (SELECT max(id) FROM kept_row) - ?", [.integer(limit)])
  }

  // MARK: Repair

  /// The rows without their ids, oldest first.
  package static func all(_ database: Database) throws(SQLiteError) -> [[SQLiteValue]] {
    try database.rows("SELECT \(columns) FROM kept_row ORDER BY id").map(\.values)
  }

  /// Whether these are valid values of `columns`.
  static func areColumns(_ values: [SQLiteValue]) -> Bool {
    guard values.count == 4 else { return false }
    switch (values[0], values[1], values[2], values[3]) {
    case (.text, .text, .text, .text(let row)), (.text, .null, .text, .text(let row)):
      return row.hasPrefix("INSERT INTO ")
    default: return false
    }
  }

  /// Adds rows of another database; skips existing ones.
  package static func restore(_ rows: [[SQLiteValue]], _ database: Database) throws(SQLiteError) {
    var there = Set(try all(database))
    for values in rows where there.insert(values).inserted { try database.run(insertion, values) }
    try forgetOldest(database)
  }

  /// The activities and the reasons of the newest three, the newest first; nil when there are none.
  package static func newest(_ database: Database) throws(SQLiteError) -> String? {
    guard try database.userVersion() >= Schema.base else { return nil }
    let rows = try database.rows(
      """
      SELECT coalesce(activity || ': ', '') || reason AS what FROM kept_row
        GROUP BY stamp, what ORDER BY max(id) DESC LIMIT 3
      """)
    let all = try rows.map { row throws(SQLiteError) in try row.text("what") }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}
