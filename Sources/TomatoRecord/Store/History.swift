// What the history says of a stretch of time. The start does not look at it, so what is wrong in it shows here.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine

/// Finished intervals, and what could not be read of them.
package struct History {
  /// Oldest first.
  package var rows: [IntervalRecord]
  /// How many are there and say nothing that can be: of this stretch, or of no time at all.
  var unreadable = 0
  /// Why those on the disk are not among them; a part of a sentence.
  var trouble: String?

  package init(
    rows: [IntervalRecord] = []
  ) {
    self.rows = rows
  }

  /// What a person should know of it, as whole sentences.
  package var complaints: [String] {
    [trouble.map(StoreWords.historyUnreadable), unreadable > 0 ? StoreWords.unreadableIntervals(unreadable) : nil]
      .compactMap(\.self)
  }
}

extension Store {
  /// How many rows no stretch of time holds, because their beginning is no time. Text comes after all numbers.
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

  /// A connection for a process that changes nothing, and for which nobody waits; nil when there is no database.
  package static func looking(_ path: String) throws(SQLiteError) -> Database? {
    guard ThisProcess.exists(path) else { return nil }
    // Without a log nobody has it open, and looking leaves nothing behind.
    let isUnchanging = !ThisProcess.exists(path + "-wal")
    return try Database(path: path, readOnly: true, isUnchanging: isUnchanging)
  }
}
