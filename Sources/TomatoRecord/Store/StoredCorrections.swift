// The user's corrections, as stored in the table `correction`.

package import SQLiteBridge
internal import TomatoEngine
package import TomatoLink

package enum StoredCorrections {
  /// Writes a correction's rows, or deletes those of an undone one.
  static func write(_ note: CorrectionNote, _ database: Database) throws(SQLiteError) {
    switch note {
    case .undone(let batch):
      try database.run("DELETE FROM correction WHERE batch = ?", [.token(batch)])
    case .made(let slot, let made):
      // Only the last correction can be undone.
      try endUndo(database)
      for row in columns(slot, made) { try database.replace(row, in: "correction") }
    }
  }

  private static let own = ["batch", "change", "made_wall_ms", "undo_boot_ms"]
  private static let names = IntervalColumn.names + own

  /// One row for each corrected interval; for an added one only the number.
  static func columns(_ slot: CorrectionUndo, _ made: WallTime) -> [[(String, SQLiteValue)]] {
    let own: [SQLiteValue] = [
      .token(slot.batch), .text(slot.change.rawValue), .integer(made.milliseconds),
      .milliseconds(slot.at),
    ]
    let added = slot.added.map { [self.added($0)] } ?? []
    return (added + slot.old.map(\.values)).map { Array(zip(names, $0 + own)) }
  }

  /// The interval columns for an added interval: its number, then NULLs.
  package static func added(_ token: PhaseToken) -> [SQLiteValue] {
    [.token(token)] + Array(repeating: SQLiteValue.null, count: IntervalColumn.allCases.count - 1)
  }

  static func endUndo(_ database: Database) throws(SQLiteError) {
    try database.run("UPDATE correction SET undo_boot_ms = NULL WHERE undo_boot_ms IS NOT NULL")
  }

  package static func insert(_ values: [SQLiteValue], _ database: Database) throws(SQLiteError) {
    try database.replace(Array(zip(names, values)), in: "correction")
  }

  static func undoRows(_ database: Database) throws(SQLiteError) -> [Row] {
    let names = names.joined(separator: ", ")
    return try database.rows("SELECT \(names) FROM correction WHERE undo_boot_ms IS NOT NULL ORDER BY id")
  }

  static func undo(_ rows: [Row]) throws -> CorrectionUndo? {
    guard let first = rows.first else { return nil }
    var slot = CorrectionUndo(
      change: try first.named("change"), batch: try first.token("batch"), at: try first.duration("undo_boot_ms"),
      old: [])
    for row in rows {
      guard try row.token("batch") == slot.batch, try row.named("change") == slot.change,
        try row.duration("undo_boot_ms") == slot.at
      else { throw Unreadable("several corrections can be taken back") }
      if slot.change == .add {
        guard slot.added == nil else { throw Unreadable("a correction has added two intervals") }
        slot.added = try row.token("token")
      } else {
        slot.old.append(try IntervalRecord(row.values))
      }
    }
    return slot
  }
}
