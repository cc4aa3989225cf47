// Reads the state in a database. A file whose tables can be read is used, whatever is in the rows (StateReader.swift).
// Nothing is written meanwhile, not even by SQLite itself, so that a file that cannot be used is kept as it was found.
// The same connection writes afterwards: opening a second one took a third of the store's start.
//
// The history is not read here. It grows forever, and the start does not need it: with 60,000 rows reading it took ten
// times as long as all the rest. Damage in it is found when it is read (`Store.history` reports it) or written
// (`Store.commit` starts a new file). Only its end, where the next row goes, is checked here. A truncated file is
// detected by its first page.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

package struct StoredState {
  package var snapshot: Engine.Snapshot?
  var mark: Moment?
  /// Whether there are no tables yet.
  var isNew = false
  package var lost: [LostPiece] = []
  /// Whether the state differs from the tables, so that all of it must be written.
  var needsRewrite = false

  /// - Returns: the content, and the connection that read it, which has not written yet.
  /// - Throws: for an unusable file, `Unreadable` or a `SQLiteError` (`isDamaged`, `isMismatch`); another `SQLiteError`
  ///   when it cannot be read or written now.
  package static func read(_ path: String, _ schema: Schema = .current) throws -> (
    state: StoredState, database: Database
  ) {
    let database = try Database(looking: path)
    return (try database.reading { try StoredState(checking: database, schema) }, database)
  }

  /// Reads the content without writing, on a full disk or a read-only mount. Creates no file. Also reads the log, which
  /// may have the newest commits.
  /// - Parameter withHistory: also checks the history's end.
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
    if try Schema.isUnused(database) {
      isNew = true
      return
    }
    let version = try schema.version(of: database)
    guard version >= Schema.base else { throw Unreadable.older }
    try schema.check(database, version: version)
    for table in ["engine", "activity"] {
      guard let damage = try database.quickCheck(of: table), !Self.isOfOneRow(damage) else { continue }
      throw Unreadable("it is damaged: \(damage)")
    }
    let rows = try StoredRows(database)
    var reader = StateReader(rows)
    snapshot = reader.snapshot()
    if let found = rows.mark, found.commit == snapshot?.lastAlive { mark = found.moment }
    (lost, needsRewrite) = (reader.lost, !reader.lost.isEmpty || reader.isOutOfOrder)
    // Reads the end of the index `interval_ended`, where the next row goes: a few pages.
    if withHistory { _ = try database.rows("SELECT max(ended_wall_ms) FROM interval") }
  }

  /// Whether the damage is only an invalid value in one row, which the row's reader reports.
  private static func isOfOneRow(_ damage: String) -> Bool {
    [" value in ", " constraint failed in "].contains { damage.containsText($0) }
  }

  /// Messages for the user, as whole sentences.
  func complaints(_ path: String) -> [String] {
    lost.map { piece in
      piece.activity.map { StoreWords.lostActivity($0, path, piece.reason) } ?? StoreWords.lostPart(path, piece.reason)
    }
  }
}
