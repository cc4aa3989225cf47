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
  /// Why stored rows are missing; a clause.
  var trouble: String?

  package init(rows: [IntervalRecord] = []) { self.rows = rows }

  /// Messages for the user, as whole sentences.
  package var complaints: [String] {
    [trouble.map(StoreWords.historyUnreadable), unreadable > 0 ? StoreWords.unreadableIntervals(unreadable) : nil]
      .compactMap(\.self)
  }
}

extension Store {
  /// The number of rows without a valid beginning. SQLite sorts text after all numbers, so this includes text.
  static func countTimeless(_ database: Database) throws -> Int {
    try database.count(
      "interval WHERE began_wall_ms > ? OR began_wall_ms < ?",
      [.integer(Schema.wallRange.upperBound), .integer(Schema.wallRange.lowerBound)])
  }

  /// The number of finished intervals; 0 without a database.
  package static func countIntervals(path: String) throws -> Int { try openReadOnly(path)?.count("interval") ?? 0 }

  /// Opens a read-only connection; nil if the database is missing or unused.
  package static func openReadOnly(_ path: String) throws(SQLiteError) -> Database? {
    guard ThisProcess.exists(path) else { return nil }
    // Without a log no process has it open, so reading need not create files.
    let isUnchanging = !ThisProcess.exists(path + "-wal")
    let database = try Database(path: path, readOnly: true, isUnchanging: isUnchanging)
    return try Schema.isUnused(database) ? nil : database
  }
}

extension Database {
  /// - Parameter source: the rest of the query, after FROM.
  func count(_ source: String, _ values: [SQLiteValue] = []) throws -> Int {
    Int(try rows("SELECT count(*) AS n FROM \(source)", values).first?.int64("n") ?? 0)
  }
}
