// Reads the state in a database. A file whose tables can be read is used, whatever is in the rows (StateReader.swift).
// Nothing is written meanwhile, not even by SQLite itself, so that a file that cannot be used is kept as it was found.
// The same connection writes afterwards: opening a second one took a third of the store's start.
//
// The history is not read here. It grows for ever, and nobody waits for it at the start: with 60,000 rows that took ten
// times as long as all the rest. Damage in it is met by who reads it (`Store.history` says so) or writes it
// (`Store.commit` begins anew); only its end, where the next row goes, is looked at here. A file that was cut off says
// so in its first page.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// What a database holds.
package struct StoredState {
  package var snapshot: Engine.Snapshot?
  /// The newest minute mark.
  var mark: Moment?
  /// There are no tables yet.
  var isNew = false
  /// What of it cannot be read.
  package var lost: [LostPiece] = []
  /// What was read is not what the tables hold, so all of it is to be written.
  var isOther = false

  /// - Returns: what it holds, and the connection on which it was read, which has not written yet.
  /// - Throws: `Unreadable` or a `SQLiteError` that is a damage or a mismatch when the file cannot be used; another
  ///   `SQLiteError` when it cannot be read or written now.
  package static func read(_ path: String, _ schema: Schema = .current) throws -> (
    state: StoredState, database: Database
  ) {
    let database = try Database(looking: path)
    return (try database.reading { try StoredState(checking: database, schema) }, database)
  }

  /// What it holds where nothing can be written: on a full disk, or on one that is mounted for reading. Not one file is
  /// made. The newest commits may be in the log, so that is read where there is one.
  /// - Parameter withHistory: looks at the end of the history too.
  package static func look(_ path: String, _ schema: Schema = .current, withHistory: Bool = true) throws -> StoredState
  {
    let database: Database
    if !ThisProcess.exists(path + "-wal"), !ThisProcess.exists(path + "-journal") {
      database = try Database(path: path, readOnly: true, isUnchanging: true)
    } else {
      do throws(SQLiteError) {
        database = try Database(looking: path, alone: true)
      } catch {
        guard error.isReadOnly else { throw error }
        database = try Database(path: path, readOnly: true)
      }
    }
    return try database.reading { try StoredState(checking: database, schema, withHistory: withHistory) }
  }

  init(isNew: Bool) { self.isNew = isNew }

  private init(checking database: Database, _ schema: Schema, withHistory: Bool = true) throws {
    if try database.applicationID() == 0, try database.userVersion() == 0,
      try database.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty
    {
      isNew = true
      return
    }
    let version = try schema.version(of: database)
    guard version >= Schema.base else { throw Unreadable.older }
    try schema.check(database, version: version)
    for table in ["engine", "mark", "activity"] {
      guard let damage = try database.quickCheck(of: table), !Self.isOfOneRow(damage) else { continue }
      throw Unreadable("it is damaged: \(damage)")
    }
    var reader = StateReader(try StoredRows(database))
    (snapshot, mark) = (reader.snapshot(), reader.mark())
    (lost, isOther) = (reader.lost, !reader.lost.isEmpty || reader.isOutOfOrder)
    // The way to the last day of the history, which is the way to where the next row goes: a few pages.
    if withHistory { _ = try database.rows("SELECT max(ended_wall_ms) FROM interval") }
  }

  /// SQLite can read the table, and a row holds what it should not: whoever reads the rows says so of that one.
  private static func isOfOneRow(_ damage: String) -> Bool {
    [" value in ", " constraint failed in "].contains { damage.holds($0) }
  }

  /// What a person should know of it, as whole sentences.
  func complaints(_ path: String) -> [String] {
    lost.map { piece in
      piece.activity.map { StoreWords.lostActivity($0, path, piece.reason) } ?? StoreWords.lostPart(path, piece.reason)
    }
  }
}
