// Reads the history for programs that show or count it. They read only, in a process of their own, so the daemon goes
// on while they do; and one row is in memory at a time, as there may be a million.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// Which intervals are meant. What is not named excludes none.
package struct RecordChoice: Hashable {
  package var period = RecordPeriod.all
  /// The task, whole or without its tags, whatever its case.
  package var task: String?
  /// A tag of the task, with or without `#`, whatever its case.
  package var tag: String?
  /// The id of an activity, or what the person called it.
  package var activity: String?

  package init(_ period: RecordPeriod = .all, task: String? = nil, tag: String? = nil, activity: String? = nil) {
    (self.period, self.task, self.tag, self.activity) = (period, task, tag, activity)
  }

  /// What a request asks for, in this period.
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

/// The history in a database that may be another process's at the same time. Without a database it is empty.
package final class RecordReader {
  /// For counting in SQL; nil when there is none.
  package let database: Database?
  /// - Throws: `Unreadable` or a `SQLiteError` when this is no database of ours, or one of a newer version.
  package init(path: String) throws {
    database = try Store.looking(path)
    if let database { _ = try Schema.current.version(of: database) }
  }

  /// The rows that are chosen in the order in which they began, and how many cannot be read.
  func history(_ choice: RecordChoice = RecordChoice()) -> History {
    var history = History()
    do {
      history.unreadable = try visit(choice) { history.rows.append($0) }
    } catch {
      history.trouble = Unreadable.reason(error)
    }
    return history
  }

  /// Shows the rows that are chosen one after the other, in the order in which they began.
  /// - Returns: how many of that stretch of time, or of none at all, cannot be read.
  /// - Throws: what `body` throws, and a `SQLiteError` when the file cannot be read on.
  @discardableResult
  package func visit(_ choice: RecordChoice = RecordChoice(), _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    var (seen, unreadable) = (0, 0)
    let (condition, values) = Self.condition(choice)
    // Within one transaction: the rows are those of one moment, whatever is committed meanwhile.
    try database.reading {
      try database.forEach(
        "SELECT * FROM interval WHERE \(condition) ORDER BY began_wall_ms, token", values
      ) { row in
        seen += 1
        guard let interval = try? IntervalRecord(row) else {
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

  /// So many rows are in memory at once.
  private static let piece: Int64 = 2000

  /// The same for a `body` that may take its time, such as one that writes to a pager: nothing is held while it runs,
  /// as the daemon's log could not be emptied meanwhile and would grow. Each row is as it was when its piece was read.
  @discardableResult
  package func visitInPieces(_ choice: RecordChoice, _ body: (IntervalRecord) throws -> Void) throws -> Int {
    guard let database else { return 0 }
    var unreadable = 0
    let (condition, values) = Self.condition(choice)
    // A row value goes along the index: what comes behind the last row, also where many began at the same moment.
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
        guard let interval = try? IntervalRecord(row) else {
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
  /// - Throws: `Unreadable` when it makes no sense.
  func interval(_ token: PhaseToken) throws -> IntervalRecord? {
    guard let number = Int64(exactly: token.number) else { return nil }
    return try database?.rows(
      "SELECT * FROM interval WHERE token = ?", [.integer(number)]
    ).first.map { try IntervalRecord($0) }
  }

  /// What SQLite can tell by itself: the stretch of time, by its index, and roughly the text.
  private static func condition(_ choice: RecordChoice) -> (sql: String, values: [SQLiteValue]) {
    let (since, until) = (choice.period.since, choice.period.until)
    var sql = "began_wall_ms >= ? AND began_wall_ms < ?"
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

  /// Letters that SQLite compares without case as we do, and that mean nothing to LIKE.
  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}
