// The rows of the state's tables, from a database or from a snapshot. Excludes the history.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct StoredRows {
  var engine: Row?
  var mark: MinuteMark?
  /// In the order of their positions.
  var activities: [Row] = []
  var jobs: [Row] = []
  var timers: [Row] = []
  /// The correction that can be undone.
  var corrections: [Row] = []
  /// The newest interval's token, among the tokens in `StoredRange.lastToken`.
  var newestInterval: PhaseToken?
  /// Counts the focuses completed here, as a fallback for the stored count.
  var countFocuses: () -> Int? = { nil }

  init(_ snapshot: Engine.Snapshot) {
    engine = Row(EngineColumns.columns(snapshot))
    for (position, activity) in snapshot.activities.enumerated() {
      let slots = [ActivityColumns.now(activity, position), ActivityColumns.undo(activity, position)]
      activities += slots.compactMap { $0.map(Row.init) }
      if let job = JobColumns.columns(activity) { jobs.append(Row(job)) }
    }
    timers = snapshot.recentTimers.enumerated().map { Row(EngineColumns.columns($1, $0)) }
    if let undo = snapshot.correctionUndo {
      corrections = StoredCorrections.columns(undo, WallTime(seconds: 0)).map(Row.init)
    }
  }
}

extension StoredRows {
  init(_ database: Database) throws {
    engine = try database.rows("SELECT * FROM engine").first
    mark = MinuteMark(beside: database.path)
    activities = try database.rows("SELECT * FROM activity ORDER BY position, slot")
    timers = try database.rows("SELECT * FROM recent_timer ORDER BY place")
    jobs = try database.rows("SELECT * FROM job")
    corrections = try StoredCorrections.undoRows(database)
    let newest = try database.rows(
      "SELECT max(token) AS n FROM interval WHERE token <= ?",
      [.token(StoredRange.lastToken.upperBound)])
    newestInterval = try newest.first?.optionalInt64("n").flatMap { $0 > 0 ? PhaseToken(UInt64($0)) : nil }
    countFocuses = {
      try? database.count("interval WHERE mode = 'focus' AND outcome = 'completed' AND source IS NULL")
    }
  }
}

extension Row {
  init(_ columns: [(String, SQLiteValue)]) {
    self.init(columns: columns.map(\.0), values: columns.map(\.1))
  }
}
