// The history of a period. The start does not check it, so errors in it appear here.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine

/// Finished intervals, and the number of unreadable ones.
package struct History: Sendable {
  /// Oldest first.
  package var rows: [IntervalRecord]
  /// Number of unreadable rows in this period or without a valid time.
  var unreadable = 0
  /// Why the rows on the disk are missing; a part of a sentence.
  var trouble: String?

  package init(
    rows: [IntervalRecord] = []
  ) {
    self.rows = rows
  }

  /// Messages for the user, as whole sentences.
  package var complaints: [String] {
    [trouble.map(StoreWords.historyUnreadable), unreadable > 0 ? StoreWords.unreadableIntervals(unreadable) : nil]
      .compactMap(\.self)
  }
}

extension Store {
  /// The number of rows without a valid beginning. Text sorts after all numbers.
  static func countTimeless(_ database: Database) throws -> Int {
    let rows = try database.rows(
      "SELECT count(*) AS n FROM interval WHERE began_wall_ms > ? OR began_wall_ms < ?",
      [.integer(Schema.wallRange.upperBound), .integer(Schema.wallRange.lowerBound)])
    return Int(try rows.first?.int64("n") ?? 0)
  }

  /// How many rows the table itself has, whatever its indexes say.
  static func countRows(_ database: Database) throws -> Int {
    Int(try database.rows("SELECT count(*) AS n FROM interval NOT INDEXED").first?.int64("n") ?? 0)
  }

  /// How many finished intervals a database holds; 0 when there is none.
  package static func countIntervals(path: String) throws -> Int {
    let rows = try looking(path)?.rows("SELECT count(*) AS n FROM interval")
    return Int(try rows?.first?.int64("n") ?? 0)
  }

  /// A read-only connection for a process that may take its time; nil without a database, and for an empty one.
  package static func looking(_ path: String) throws(SQLiteError) -> Database? {
    guard ThisProcess.exists(path) else { return nil }
    // Without a log no process has it open, and reading leaves no trace.
    let isUnchanging = !ThisProcess.exists(path + "-wal")
    let database = try Database(path: path, readOnly: true, isUnchanging: isUnchanging)
    return try Schema.isUnused(database) ? nil : database
  }
}
