// The history of a period. The daemon's start does not read it, so damage in it is found here.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

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
  /// Intervals that began at `since` or later, and before `until`, including those not written yet.
  package func history(since: WallTime, until: WallTime = WallTime(milliseconds: .max)) -> History {
    var history = History()
    let period = RecordPeriod(since: since, until: until)
    do {
      guard let database else { throw Unreadable(whyClosed) }
      history.unreadable = try RecordReader(database).visit(RecordFilter(period)) { row in
        if !pending.replaces(row.token) { history.rows.append(row) }
      }
    } catch {
      history.trouble = Unreadable.reason(error)
    }
    let waiting = pending.added.filter { period.contains($0.began) }
    if !waiting.isEmpty {
      history.rows = (history.rows + waiting).sorted { ($0.began, $0.token) < ($1.began, $1.token) }
    }
    history.rows = history.rows.map(pending.applied)
    return history
  }

  /// The number of rows without a valid beginning. SQLite sorts text after all numbers, so this includes text.
  static func countTimeless(_ database: Database) throws -> Int {
    try database.count(
      "interval WHERE began_wall_ms > ? OR began_wall_ms < ?",
      [.integer(Schema.wallRange.upperBound), .integer(Schema.wallRange.lowerBound)])
  }

  /// The number of finished intervals; 0 without a database.
  package static func countIntervals(path: String) throws -> Int { try openReadOnly(path)?.count("interval") ?? 0 }

  /// The tasks of the latest intervals, for completions, the newest first, without repeats; empty without a database.
  package static func tasks(path: String, limit: Int) throws -> [String] {
    guard let database = try openReadOnly(path) else { return [] }
    // Only the newest rows: the whole history may have a million.
    let rows = try database.rows(
      """
      SELECT task, max(token) AS newest FROM (SELECT task, token FROM interval ORDER BY token DESC LIMIT 2000)
      WHERE task IS NOT NULL GROUP BY task ORDER BY newest DESC LIMIT ?
      """, [.integer(Int64(limit))])
    return try rows.map { try $0.text("task") }
  }

  /// Opens a read-only connection; nil if the database is missing or unused.
  package static func openReadOnly(_ path: String) throws(SQLiteError) -> Database? {
    guard !Files.isMissing(path) else { return nil }
    // Without a log no process has it open, so reading need not create files.
    let isUnchanging = !ThisProcess.exists(path + "-wal")
    let database = try Database(path: path, readOnly: true, isUnchanging: isUnchanging)
    return try Schema.isUnused(database) ? nil : database
  }
}

// MARK: - The goal

/// The tokens of completed focuses, for the goal.
package struct CountedFocus: Hashable, Sendable {
  package var tokens: Set<PhaseToken> = []
  /// Whether the history was readable.
  package var isWhole = true

  package init(tokens: Set<PhaseToken> = [], isWhole: Bool = true) { (self.tokens, self.isWhole) = (tokens, isWhole) }
}

extension Store {
  /// The completed focuses that began in this period, including those not written yet. Fast with a history of any size.
  package func counted(in time: Range<WallTime>) -> CountedFocus {
    // The same condition as in the index `interval_counted`.
    let rows = try? database?.rows(
      """
      SELECT token FROM interval
        WHERE mode = 'focus' AND outcome = 'completed' AND began_wall_ms >= ? AND began_wall_ms < ?
      """,
      [.integer(time.lowerBound.milliseconds), .integer(time.upperBound.milliseconds)])
    let tokens = (rows ?? []).compactMap { try? $0.int64("token") }.map { PhaseToken(UInt64(bitPattern: $0)) }
    let waiting = pending.added.filter { $0.isCounted && time.contains($0.began) }.map(\.token)
    return CountedFocus(tokens: Set(tokens.filter { !pending.replaces($0) } + waiting), isWhole: rows != nil)
  }
}

extension IntervalRecord {
  /// A focus that reached zero.
  package var isCounted: Bool { mode == .focus && outcome == .completed }
}
