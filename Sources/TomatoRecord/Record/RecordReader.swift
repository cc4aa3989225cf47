// Reads the history for programs that show or count it. These are separate processes that only read, so the daemon is
// not blocked; they keep one row in memory at a time, because there may be a million.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// A filter for intervals. Nil fields exclude nothing.
package struct RecordFilter: Hashable {
  package var period = RecordPeriod.all
  /// The task, with or without its tags, ignoring case.
  package var task: String?
  /// A tag of the task, with or without `#`, ignoring case.
  package var tag: String?
  /// The id or the name of an activity.
  package var activity: String?

  package init(_ period: RecordPeriod = .all, task: String? = nil, tag: String? = nil, activity: String? = nil) {
    (self.period, self.task, self.tag, self.activity) = (period, task, tag, activity)
  }

  package init(_ period: RecordPeriod, _ request: ProgramRequest) throws(Failure) {
    if let tag = request[.tag], !Tags.isName(tag) { throw RecordWords.noTag(tag) }
    self.init(period, task: request[.task], tag: request[.tag], activity: request[.activity])
  }

  func contains(_ interval: IntervalRecord) -> Bool {
    guard period.contains(interval.began) else { return false }
    if let activity, interval.activity.description != activity,
      !ActivityName.areSame(interval.name ?? interval.activity.description, activity)
    {
      return false
    }
    guard task != nil || tag != nil else { return true }
    guard let text = interval.task else { return false }
    let tags = Tags(text)
    if let tag, !tags.contains(tag) { return false }
    return task.map { Tags.areSame(text, $0) || Tags.areSame(tags.text, $0) } ?? true
  }
}

/// The history in a database that another process may be using. Empty without a database.
package final class RecordReader {
  /// Nil if the file is missing or unused.
  package let database: Database?
  /// - Throws: `Unreadable` or a `SQLiteError` for another program's database, or one of a newer version.
  package init(path: String) throws {
    database = try Store.openReadOnly(path)
    if let database { _ = try Schema.current.version(of: database) }
  }

  init(_ database: Database) { self.database = database }

  /// The number of rows without a valid time, which are in no period.
  package var timeless: Int { get throws { try database.map { try Store.countTimeless($0) } ?? 0 } }

  /// Passes the selected rows to `body`, in order of their beginning.
  /// - Returns: the number of unreadable rows in the period or without a valid time.
  /// - Throws: what `body` throws, and a `SQLiteError` for a read error.
  @discardableResult
  package func visit(_ filter: RecordFilter = RecordFilter(), _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    let (condition, values) = Self.condition(filter)
    var (seen, timeless, reader) = (0, 0, IntervalReader())
    // One transaction gives one consistent snapshot, whatever is committed meanwhile.
    try database.reading {
      try database.forEach("SELECT * FROM interval WHERE \(condition) ORDER BY began_wall_ms, token", values) { row in
        seen += 1
        if let interval = reader.interval(row), filter.contains(interval) { try body(interval) }
      }
      timeless = try Store.countTimeless(database)
      // A damaged index hides rows without an error, so count them in the table itself.
      if filter == RecordFilter(), try database.count("interval NOT INDEXED") != seen + timeless {
        throw Unreadable("an index of the database is damaged")
      }
    }
    return reader.unreadable + timeless
  }

  /// Passes on each focus, and each break's beginning and length, in any order. Reads the whole table, which is faster
  /// than any index and condition for most of it.
  /// - Returns: as `visit`; timers and stopwatches are not checked.
  package func visitCounted(
    _ period: RecordPeriod, focus: (IntervalRecord) throws -> Void, breaks: (WallTime, Duration) -> Void
  ) throws -> Int {
    guard let database else { return 0 }
    var unreadable = 0
    let rows = CountedRows(period)
    try database.forEach("SELECT \(CountedRows.columns) FROM interval") { row in
      if try !rows.read(row, focus: focus, breaks: breaks) { unreadable += 1 }
    }
    return unreadable
  }

  /// Number of rows in memory at once.
  private static let piece: Int64 = 2000

  /// As `visit`, for a slow `body`, such as one that writes to a pager. No transaction is open while it runs, because
  /// the daemon's log would grow meanwhile. So the rows are from several snapshots.
  @discardableResult
  package func visitInPieces(_ filter: RecordFilter, _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    var reader = IntervalReader()
    let (condition, wholePeriod) = Self.condition(filter)
    // The row-value comparison continues correctly after rows with equal beginnings.
    let sql = """
      SELECT * FROM interval WHERE \(condition) AND (began_wall_ms, token) > (?, ?)
        ORDER BY began_wall_ms, token LIMIT ?
      """
    var (values, last) = (wholePeriod, [SQLiteValue.integer(.min), .integer(.min)])
    while true {
      var (rows, count): ([IntervalRecord], Int64) = ([], 0)
      try database.forEach(sql, values + last + [.integer(Self.piece)]) { row in
        count += 1
        last = [row.value(IntervalColumn.began.rawValue), row.value(IntervalColumn.token.rawValue)]
        if let interval = reader.interval(row), filter.contains(interval) { rows.append(interval) }
      }
      for row in rows { try body(row) }
      if count < Self.piece { break }
      // SQLite enters the index at `values[0]`. If that stayed the same, each piece would read all earlier rows again.
      values[0] = last[0]
    }
    return reader.unreadable + (try Store.countTimeless(database))
  }

  /// The part of the filter that SQLite evaluates: the period, and a rough text match.
  private static func condition(_ filter: RecordFilter) -> (sql: String, values: [SQLiteValue]) {
    var sql = "began_wall_ms >= ? AND began_wall_ms < ?"
    let times = filter.period.stored
    var values = [SQLiteValue.integer(times.lowerBound), .integer(times.upperBound)]
    for text in [filter.tag, filter.task].compactMap(\.self) where text.allSatisfy(isPlain) {
      sql += " AND task LIKE ?"
      values.append(.text("%\(text)%"))
    }
    return (sql, values)
  }

  /// Characters that SQLite compares case-insensitively as we do, and that have no meaning in LIKE.
  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}

extension IntervalRecord {
  /// From the first moment of this interval and `other` to the last. A damaged interval may end before it begins.
  func span(with other: ClosedRange<WallTime>?) -> ClosedRange<WallTime> {
    let (first, last) = (min(began, ended), max(began, ended))
    return min(other?.lowerBound ?? first, first)...max(other?.upperBound ?? last, last)
  }
}
