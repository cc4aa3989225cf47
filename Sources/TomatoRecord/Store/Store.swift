// The engine's state and the history in one SQLite database: every commit is one durable transaction, so after a
// crash at any moment the state is the one before a change or the one after it, and the history agrees with it.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine

package final class Store {
  package private(set) var database: Database?
  private let file: StoreFile
  private let complain: (String) -> Void
  private var state = StateWriter()
  /// The moment of the last commit.
  private var committed: Moment?
  private var markFile: OverwrittenFile?
  /// Changes of the history that could not be written yet.
  private(set) var pending = PendingRows()
  var whyClosed: String { file.whyClosed }
  /// Why nothing can be saved; nil while the database is open.
  package var trouble: Unsaved? { database == nil ? file.unsaved(whyClosed) : nil }

  package struct Opened {
    package var store: Store
    package var snapshot: Engine.Snapshot?
    package var lastMark: Moment?
    /// Messages for the user, as whole sentences.
    package var complaints: [String]
  }

  private init(_ file: StoreFile, _ complain: @escaping (String) -> Void) {
    (self.file, self.complain) = (file, complain)
  }

  /// Opens or creates the database at `path`. Never fails: an unusable file is renamed and kept, and the timer runs
  /// even without a database.
  /// - Parameters:
  ///   - stamp: makes the names of kept files unique.
  ///   - schema: replaced in tests.
  ///   - complain: called with one sentence for the user about a problem after the start.
  package static func open(
    path: String, stamp: String, _ schema: Schema = .current, complain: @escaping (String) -> Void = { _ in },
    rescue: @escaping Rescue = { _ in nil }
  ) -> Opened {
    let file = StoreFile(path: path, stamp: stamp, schema, rescue: rescue)
    let store = Store(file, complain)
    let (found, database, complaints) = file.open()
    store.use(database)
    store.state.writesAll = found?.snapshot == nil
    store.committed = found?.snapshot?.lastAlive
    return Opened(store: store, snapshot: found?.snapshot, lastMark: found?.mark, complaints: complaints)
  }

  private func use(_ database: Database?) { (self.database, state) = (database, StateWriter()) }

  // MARK: Writing

  /// Stores the changes durably; returns the reason on failure.
  /// - Parameters:
  ///   - snapshot: the state after these changes.
  ///   - isLaunch: does not wait for the disk, because these changes can be computed again; the next commit waits.
  package func commit(_ snapshot: Engine.Snapshot, _ changes: Engine.Changes, isLaunch: Bool = false) -> Unsaved? {
    pending.take(changes.rows)
    let waits = changes.isDurable && !isLaunch
    do {
      do {
        try save(snapshot, changes, waits)
      } catch let error as SQLiteError where error.isDamaged {
        try beginAnew(because: error, snapshot)
        try save(snapshot, changes, waits)
      }
    } catch {
      return file.unsaved(Unreadable.reason(error))
    }
    pending = PendingRows()
    return nil
  }

  private func save(_ snapshot: Engine.Snapshot, _ changes: Engine.Changes, _ waits: Bool) throws {
    if database == nil { use(try file.reopen()) }
    guard let database else { throw Unreadable(whyClosed) }
    let changes = state.writesAll ? nil : changes
    state.writesAll = true  // until this commit has succeeded
    let writing = { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        try self.pending.write(database)
        try self.state.write(snapshot, changes, database)
      }
    }
    if waits { try database.settle() }
    if pending.isBulk { try database.useLargeCache(true) }
    defer { if pending.isBulk { try? database.useLargeCache(false) } }
    try waits ? writing() : database.withSynchronousNormal(writing)
    state.didWrite(snapshot)
    committed = snapshot.lastAlive
  }

  /// Keeps the file aside and opens a new one, after a commit met damage that the start does not check for.
  private func beginAnew(because error: SQLiteError, _ snapshot: Engine.Snapshot) throws {
    // Closes without a checkpoint, so that the file and its log stay as found.
    database?.abandon()
    database = nil
    guard let sentences = file.keepAside(because: error, snapshot) else { throw error }
    sentences.forEach(complain)
    use(try file.load().database)
  }

  /// Stores the moment without waiting for the disk. Errors are ignored: a lost mark costs at most a minute after a
  /// power loss.
  package func markAlive(_ now: Moment) {
    guard let database, let committed else { return }
    if markFile == nil { markFile = OverwrittenFile(MinuteMark.path(database.path)) }
    if let markFile { MinuteMark(now, after: committed).write(to: markFile) }
  }

  /// Ends setting up, when the start is complete. Errors are ignored, because the next commit reports them.
  package func settle() { try? database?.settle() }

  /// - Parameter keepingLog: skips the checkpoint, so that the end does not wait for the disk.
  package func close(keepingLog: Bool = false) {
    if !keepingLog { settle() }
    if keepingLog { database?.abandon() } else { database?.close() }
    database = nil
  }
}
