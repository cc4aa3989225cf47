// Reads the history for programs that show or count it. These are separate processes that only read, so the daemon is
// not blocked; they keep one row in memory at a time, because there may be a million.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// A filter for intervals. Nil fields exclude nothing.
package struct RecordChoice: Hashable {
  package var period = RecordPeriod.all
  /// The task, whole or without its tags, whatever its case.
  package var task: String?
  /// A tag of the task, with or without `#`, whatever its case.
  package var tag: String?
  /// The id or the name of an activity.
  package var activity: String?

  package init(_ period: RecordPeriod = .all, task: String? = nil, tag: String? = nil, activity: String? = nil) {
    (self.period, self.task, self.tag, self.activity) = (period, task, tag, activity)
  }

  /// The filter of a request in this period.
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
  /// For counting in SQL; nil when there is none.
  package let database: Database?
  /// - Throws: `Unreadable` or a `SQLiteError` for another program's database, or one of a newer version.
  package init(path: String) throws {
    database = try Store.looking(path)
    if let database { _ = try Schema.current.version(of: database) }
  }

  /// The selected rows in order of their beginning, and the number of unreadable ones.
  func history(_ choice: RecordChoice = RecordChoice()) -> History {
    var history = History()
    do {
      history.unreadable = try visit(choice) { history.rows.append($0) }
    } catch {
      history.trouble = Unreadable.reason(error)
    }
    return history
  }

  /// Passes the selected rows to `body`, in order of their beginning.
  /// - Returns: the number of unreadable rows in the period or without a valid time.
  /// - Throws: what `body` throws, and a `SQLiteError` for a read error.
  @discardableResult
  package func visit(_ choice: RecordChoice = RecordChoice(), _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    let (condition, values) = Self.condition(choice)
    var (seen, unreadable, reader) = (0, 0, IntervalReader())
    // One transaction gives one consistent snapshot, whatever is committed meanwhile.
    try database.reading {
      try database.forEach("SELECT * FROM interval WHERE \(condition) ORDER BY began_wall_ms, token", values) { row in
        seen += 1
        guard let interval = try? IntervalRecord(row, &reader) else {
          unreadable += 1
          return
        }
        if choice.contains(interval) { try body(interval) }
      }
      let timeless = try Store.countTimeless(database)
      unreadable += timeless
      // A damaged page of an index hides rows, and SQLite does not say so.
      if choice == RecordChoice(), try Store.countRows(database) != seen + timeless {
        throw Unreadable("an index of the database is damaged")
      }
    }
    return unreadable
  }

  /// Passes on what statistics count, in any order and without an index, which takes a third of the time where that is
  /// nearly all rows: every focus, and of each break its beginning and its time.
  /// - Returns: as `visit`, of these rows and of those whose mode is unknown.
  package func visitCounted(
    _ period: RecordPeriod, focus: (IntervalRecord) throws -> Void, breaks: (WallTime, Duration) -> Void
  ) throws -> Int {
    guard let database else { return 0 }
    let (condition, values) = Self.condition(RecordChoice(period), withIndex: false)
    var unreadable = 0
    try database.reading {
      try database.forEach("SELECT \(CountedRow.columns) FROM interval WHERE \(condition)", values) { row in
        switch CountedRow(row) {
        case .focus(let interval): try focus(interval)
        case .rest(let began, let active): breaks(began, active)
        case .other: break
        case nil: unreadable += 1
        }
      }
      unreadable += try Store.countTimeless(database)
    }
    return unreadable
  }

  /// Number of rows in memory at once.
  private static let piece: Int64 = 2000

  /// The same for a slow `body`, such as one that writes to a pager: no transaction is open while it runs, because the
  /// daemon's log could not be emptied and would grow. Each row is as of the reading of its piece.
  @discardableResult
  package func visitInPieces(_ choice: RecordChoice, _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    var (unreadable, reader) = (0, IntervalReader())
    let (condition, values) = Self.condition(choice)
    // The row-value comparison uses the index, and continues correctly after rows with equal beginnings.
    let sql = """
      SELECT * FROM interval WHERE \(condition) AND (began_wall_ms, token) > (?, ?)
        ORDER BY began_wall_ms, token LIMIT ?
      """
    var last: [SQLiteValue] = [.integer(.min), .integer(.min)]
    while true {
      var (rows, count): ([IntervalRecord], Int64) = ([], 0)
      try database.forEach(sql, values + last + [.integer(Self.piece)]) { row in
        count += 1
        last = [row.value(IntervalColumn.began.rawValue), row.value(IntervalColumn.token.rawValue)]
        guard let interval = try? IntervalRecord(row, &reader) else {
          unreadable += 1
          return
        }
        if choice.contains(interval) { rows.append(interval) }
      }
      for row in rows { try body(row) }
      if count < Self.piece { break }
    }
    return unreadable + (try Store.countTimeless(database))
  }

  /// The interval with this number; nil when there is none.
  /// - Throws: `Unreadable` for invalid values.
  func interval(_ token: PhaseToken) throws -> IntervalRecord? {
    try database?.interval(token).map { try IntervalRecord($0) }
  }

  /// The part of the filter that SQLite evaluates: the period, and a rough text match.
  private static func condition(
    _ choice: RecordChoice, withIndex: Bool = true
  ) -> (sql: String, values: [SQLiteValue]) {
    let (since, until) = (choice.period.since, choice.period.until)
    // A plus sign keeps SQLite from the index.
    let sign = withIndex ? "" : "+"
    var sql = "\(sign)began_wall_ms >= ? AND \(sign)began_wall_ms < ?"
    var values: [SQLiteValue] = [
      .integer(max(since?.milliseconds ?? .min, Schema.wallRange.lowerBound)),
      .integer(min(until?.milliseconds ?? .max, Schema.wallRange.upperBound + 1)),
    ]
    for text in [choice.tag, choice.task].compactMap(\.self) where text.allSatisfy(isPlain) {
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
