// Writes the tables that hold the state: what changed, or everything.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// Remembers what these tables hold, so that unchanged rows are not written again.
struct StateWriter {
  /// Whether the next commit writes all activities, because the database is new or a commit failed.
  var writesAll = true
  /// The recently used timers in the database; nil if unknown.
  private var writtenTimers: [RecentTimer]?
  /// Whether the database may hold a correction that can be undone.
  private var mayHoldUndo = true

  /// - Parameter changes: nil writes everything.
  mutating func write(
    _ snapshot: Engine.Snapshot, _ changes: Engine.Changes?, _ database: Database
  ) throws(SQLiteError) {
    try write(snapshot, database)
    if mayHoldUndo, snapshot.correctionUndo == nil { try StoredCorrections.endUndo(database) }
    if let changes { try write(changes, database) } else { try writeAll(snapshot, database) }
  }

  mutating func didWrite(_ snapshot: Engine.Snapshot) {
    (writesAll, mayHoldUndo) = (false, snapshot.correctionUndo != nil)
    writtenTimers = snapshot.recentTimers
  }

  /// Writes the state outside activities.
  private mutating func write(_ snapshot: Engine.Snapshot, _ database: Database) throws(SQLiteError) {
    try database.replace(EngineColumns.columns(snapshot), in: "engine")
    if writtenTimers != snapshot.recentTimers { try write(snapshot.recentTimers, database) }
  }

  private mutating func write(_ timers: [RecentTimer], _ database: Database) throws(SQLiteError) {
    writtenTimers = nil
    try database.run("DELETE FROM recent_timer")
    for (place, timer) in timers.enumerated() {
      try database.replace(EngineColumns.columns(timer, place), in: "recent_timer")
    }
  }

  private func writeAll(_ snapshot: Engine.Snapshot, _ database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM activity")
    try database.run("DELETE FROM job")
    for (position, activity) in snapshot.activities.enumerated() { try write(activity, position, database) }
  }

  private func write(_ changes: Engine.Changes, _ database: Database) throws(SQLiteError) {
    for id in changes.gone {
      let id = [SQLiteValue.text(id.description)]
      // Later activities move up.
      try database.run(
        """
        UPDATE activity SET position = position - 1
          WHERE position > (SELECT position FROM activity WHERE id = ? AND slot = 'now')
        """, id)
      try database.run("DELETE FROM activity WHERE id = ?", id)
      try database.run("DELETE FROM job WHERE activity = ?", id)
    }
    for placed in changes.changed { try write(placed.activity, placed.position, database) }
  }

  private func write(_ activity: Activity, _ position: Int, _ database: Database) throws(SQLiteError) {
    try database.replace(ActivityColumns.now(activity, position), in: "activity")
    if let job = JobColumns.columns(activity) { return try database.replace(job, in: "job") }
    if let slot = ActivityColumns.undo(activity, position) {
      try database.replace(slot, in: "activity")
    } else {
      try database.run("DELETE FROM activity WHERE id = ? AND slot = 'undo'", [.text(activity.id.description)])
    }
  }
}

extension Database {
  /// - Parameter source: the rest of the query, after FROM.
  func count(_ source: String, _ values: [SQLiteValue] = []) throws -> Int {
    Int(try rows("SELECT count(*) AS n FROM \(source)", values).first?.int64("n") ?? 0)
  }

  /// Inserts a row, or replaces the one with the same key. Other columns become NULL.
  func replace(_ columns: [(String, SQLiteValue)], in table: String) throws(SQLiteError) {
    try run(Self.replacement(of: columns.map(\.0), in: table), columns.map(\.1))
  }

  /// The statement of `replace`.
  static func replacement(of columns: [String], in table: String) -> String {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT OR REPLACE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }
}
