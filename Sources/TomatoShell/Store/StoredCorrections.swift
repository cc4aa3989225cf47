// What a person corrected of the history, as the table `correction` keeps it; and the rows that a correction is about.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

nonisolated enum StoredCorrections {
  /// Writes what a correction keeps, or takes away what one that was taken back had kept.
  static func write(_ note: CorrectionNote, _ database: Database) throws(SQLiteError) {
    switch note {
    case .takenBack(let batch):
      try database.run("DELETE FROM correction WHERE batch = ?", [.integer(Int64(bitPattern: batch.number))])
    case .made(let slot, let made):
      // Only the last one can be taken back.
      try endUndo(database)
      for row in columns(slot, made) { try insert(row.map(\.1), database) }
    }
  }

  private static let own = ["batch", "change", "made_wall_ms", "undo_boot_ms"]
  private static let names = IntervalColumn.allCases.map(\.column) + own

  /// A row for each interval that it is about: of one that was added only the number.
  static func columns(_ slot: CorrectionUndo, _ made: WallTime) -> [[(String, SQLiteValue)]] {
    let own: [SQLiteValue] = [
      .integer(Int64(bitPattern: slot.batch.number)), .text(slot.change.rawValue), .integer(made.milliseconds),
      .milliseconds(slot.at),
    ]
    let empty = Array(repeating: SQLiteValue.null, count: IntervalColumn.allCases.count - 1)
    let added = slot.added.map { [[.integer(Int64(bitPattern: $0.number))] + empty] } ?? []
    return (added + slot.old.map(\.values)).map { Array(zip(names, $0 + own)) }
  }

  /// From now on none can be taken back.
  static func endUndo(_ database: Database) throws(SQLiteError) {
    try database.run("UPDATE correction SET undo_boot_ms = NULL WHERE undo_boot_ms IS NOT NULL")
  }

  static func insert(_ values: [SQLiteValue], _ database: Database) throws(SQLiteError) {
    let places = values.map { _ in "?" }.joined(separator: ", ")
    let names = names.joined(separator: ", ")
    try database.run("INSERT INTO correction (\(names)) VALUES (\(places))", values)
  }

  /// The rows of the correction that can still be taken back.
  static func undoRows(_ database: Database) throws(SQLiteError) -> [Row] {
    let names = names.joined(separator: ", ")
    return try database.rows("SELECT \(names) FROM correction WHERE undo_boot_ms IS NOT NULL ORDER BY id")
  }

  /// The correction that they are of.
  static func undo(_ rows: [Row]) throws -> CorrectionUndo? {
    guard let first = rows.first.map({ ActivityRow(row: $0) }) else { return nil }
    var slot = CorrectionUndo(
      change: try first.named("change"), batch: try first.token("batch"), at: try first.duration("undo_boot_ms"),
      old: [])
    for row in rows {
      let reader = ActivityRow(row: row)
      guard try reader.token("batch") == slot.batch, try reader.named("change") == slot.change,
        try reader.duration("undo_boot_ms") == slot.at
      else { throw Unreadable("several corrections can be taken back") }
      if slot.change == .add {
        guard slot.added == nil else { throw Unreadable("a correction has added two intervals") }
        slot.added = try reader.token("token")
      } else {
        slot.old.append(try IntervalRecord(row))
      }
    }
    return slot
  }
}

extension Store {
  /// What the history holds that a correction is about.
  /// - Throws: when the history cannot be read.
  func ground(of wish: Correction, at now: WallTime) throws -> CorrectionGround {
    guard let database else { throw Unreadable(whyClosed) }
    var ground = CorrectionGround()
    for token in wish.rows {
      let pending = pendingAdded.last { $0.token == token }
      let stored = try database.rows(
        "SELECT \(IntervalColumn.names()) FROM interval WHERE token = ?", [.integer(Int64(bitPattern: token.number))]
      ).first.map { try IntervalRecord($0) }
      if let row = pending ?? (pendingRemoved.contains(token) ? nil : stored) { ground.rows.append(row) }
    }
    let old = ground.rows.first
    // What makes no sense is refused by the engine, with its reason.
    guard wish.change != .delete, wish.movesTime, wish.change == .add || old?.activity == .pomodoro,
      let row = try? wish.interval(of: old, at: now)
    else { return ground }
    ground.other = try overlapped(by: row, database)
    return ground
  }

  /// The longest that an interval of the Pomodoro goes on for is not known: it may be paused over night. So many
  /// before it are looked at, and at most so many steps are made past timers and stopwatches.
  private static let (neighbours, steps): (Int64, Int64) = (50, 2000)

  /// An interval of the Pomodoro that shares more than a minute with this one, which may be another form of itself.
  private func overlapped(by row: IntervalRecord, _ database: Database) throws -> IntervalRecord? {
    let rows = try database.rows(
      """
      SELECT \(IntervalColumn.names()) FROM
        (SELECT * FROM interval WHERE began_wall_ms < ? ORDER BY began_wall_ms DESC LIMIT ?)
        WHERE activity = ? LIMIT ?
      """,
      [
        .integer(row.ended.milliseconds), .integer(Self.steps), .text(ActivityID.pomodoro.description),
        .integer(Self.neighbours),
      ])
    // What is not written yet is there as it will be.
    let known = rows.compactMap { try? IntervalRecord($0) }.filter { !isOutdated($0.token) }
    return (pendingAdded + known).first { other in
      other.token != row.token && other.activity == .pomodoro
        && min(other.ended, row.ended) - max(other.began, row.began) > IntervalRecord.tolerance
    }
  }
}
