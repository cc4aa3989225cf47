// Changes of the history that are not written yet.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct PendingRows {
  private(set) var added: [IntervalRecord] = []
  private(set) var removed: [PhaseToken] = []
  private var notes: [CorrectionNote] = []
  private var trims: [(trim: RowTrim, isTakenOff: Bool)] = []

  /// Adds changes; drops earlier changes of rows that the new ones replace.
  mutating func take(_ rows: RowChanges) {
    added.removeAll { rows.replaces($0.token) }
    trims.removeAll { rows.replaces($0.trim.row) }
    added += rows.added
    removed += rows.removed
    notes += rows.notes
    trims += rows.trims.map { ($0, true) } + rows.putBack.map { ($0, false) }
  }

  /// Whether there are as many rows as only an import adds.
  var isBulk: Bool { added.count > 50 }

  /// Whether the stored row is outdated.
  func replaces(_ row: PhaseToken) -> Bool { removed.contains(row) || added.contains { $0.token == row } }

  /// The row with its pending trims.
  func applied(_ row: IntervalRecord) -> IntervalRecord {
    var row = row
    for one in trims where one.trim.row == row.token {
      if one.isTakenOff { row.trim(by: one.trim) } else { row.putBack(one.trim) }
    }
    return row
  }

  func write(_ database: Database) throws(SQLiteError) {
    for token in removed { try database.run("DELETE FROM interval WHERE token = ?", [.token(token)]) }
    for row in added { try Self.write(row, database) }
    for token in Set(trims.map(\.trim.row)).sorted() {
      // Unreadable rows stay unchanged.
      let row = try database.interval(token).flatMap { try? IntervalRecord($0) }
      if let row { try Self.write(applied(row), database) }
    }
    for note in notes { try StoredCorrections.write(note, database) }
  }

  private static let replacement = Database.replacement(of: IntervalColumn.names, in: "interval")

  private static func write(_ row: IntervalRecord, _ database: Database) throws(SQLiteError) {
    try database.run(replacement, row.bounded.values)
  }
}
