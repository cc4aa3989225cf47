// The engine's state and the history in one SQLite database: every commit is one durable transaction, so after a
// crash at any moment the state is the one before a change or the one after it, and the history agrees with it.

internal import GLibBridge
package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// The database of one person.
package final class Store {
  package private(set) var database: Database?
  private let path: String
  /// Makes the name of a file that is kept aside unique.
  private let stamp: String
  /// Hears what the person should know of what happened after the start: one sentence.
  package var onComplaint: (String) -> Void = { _ in }
  /// The database does not hold the activities as they were before the next commit: it is new, or a commit failed. So
  /// that commit writes them all.
  private var writesAll = true
  /// The timers of before as the database holds them; nil when that is not known.
  private var writtenTimers: [RecentTimer]?
  /// The database may hold a correction that can be taken back.
  private var mayHoldUndo = true
  /// Changes of the history that could not be written yet.
  private(set) var pendingAdded: [IntervalRecord] = []
  private(set) var pendingRemoved: [PhaseToken] = []
  private var pendingNotes: [CorrectionNote] = []
  private var pendingTrims = PendingTrims()
  private(set) var whyClosed = ""
  /// The database is there, but not the one that this process began with: only another start can use it.
  private var needsRestart = false
  /// What was read from a database that could not be written: the person's state goes on from it.
  private var known: Engine.Snapshot?
  /// Why nothing can be saved; nil while the database is open.
  package var trouble: Unsaved? { database == nil ? unsaved(whyClosed) : nil }

  /// What was found at start.
  package struct Opened {
    package var store: Store
    package var snapshot: Engine.Snapshot?
    package var lastMark: Moment?
    /// What the person should know: the file was damaged and kept aside, nothing can be saved, …
    package var complaints: [String]
  }

  /// Puts a sound database, with the intervals that can be read, in the place of one that cannot be used.
  /// - Parameter state: what goes on; nil at the start.
  /// - Returns: the name under which the other one was kept, and how many intervals were taken over; nil when nothing
  ///   was changed.
  package typealias Rescue = (_ state: Engine.Snapshot?) -> (aside: String, intervals: Int, leftOut: [String])?
  private let rescue: Rescue
  private let schema: Schema

  private init(path: String, stamp: String, _ schema: Schema, rescue: @escaping Rescue) {
    (self.path, self.stamp, self.schema, self.rescue) = (path, stamp, schema, rescue)
  }

  /// Opens or makes the database at `path`. Never fails: a file that cannot be used is kept aside under another name,
  /// and without any file the timer runs all the same.
  /// - Parameters:
  ///   - stamp: makes the name of a file that is kept aside unique.
  ///   - schema: the tables that it gets; others in tests.
  package static func open(
    path: String, stamp: String, _ schema: Schema = .current, rescue: @escaping Rescue = { _ in nil }
  ) -> Opened {
    finishRepair(path)
    let store = Store(path: path, stamp: stamp, schema, rescue: rescue)
    var complaints: [String] = []
    for _ in 1...2 {
      do {
        let found = try store.load()
        complaints += found.complaints(path)
        return Opened(store: store, snapshot: found.snapshot, lastMark: found.mark, complaints: complaints)
      } catch {
        store.database = nil
        let (found, reason) = store.look(because: error)
        store.whyClosed = Self.reason(reason)
        if let found, let snapshot = found.snapshot {
          store.known = snapshot
          complaints += found.complaints(path) + [StoreWords.cannotWrite(path, store.whyClosed)]
          return Opened(store: store, snapshot: snapshot, lastMark: found.mark, complaints: complaints)
        }
        guard Self.isUseless(reason), let sentences = store.keepAside(because: reason, nil) else {
          complaints.append(StoreWords.cannotOpen(path, store.whyClosed))
          break
        }
        complaints += sentences
      }
    }
    return Opened(store: store, snapshot: nil, lastMark: nil, complaints: complaints)
  }

  /// The name of a database that a repair has made, until it stands in the place of the damaged one.
  package static func repaired(_ path: String) -> String { path + ".repaired" }

  /// A repair that was cut off has moved the damaged database out of the way, and the sound one not into its place.
  private static func finishRepair(_ path: String) {
    guard !ThisProcess.exists(path), ThisProcess.exists(repaired(path)) else { return }
    // What is left of the damaged one's log was read, and is no part of the other.
    for ending in ["-wal", "-shm", "-journal"] { Files.removeIfPossible(path + ending) }
    KeptAside.rename(repaired(path), to: path)
  }

  // MARK: Reading

  /// What the file holds, if it is only that it cannot be written; and what is wrong, which may be the file itself.
  private func look(because error: any Error) -> (found: StoredState?, reason: any Error) {
    guard !Self.isUseless(error) else { return (nil, error) }
    do {
      return (try StoredState.look(path, schema), error)
    } catch let worse {
      return (nil, Self.isUseless(worse) ? worse : error)
    }
  }

  /// Reads first and writes afterwards, so that a file that is kept aside is as it was found.
  private func load() throws -> StoredState {
    let found: StoredState
    let database: Database
    if ThisProcess.exists(path) {
      (found, database) = try StoredState.read(path, schema)
    } else {
      (found, database) = (StoredState(isNew: true), try Database(looking: path, making: true))
    }
    do {
      if try !found.isNew && database.userVersion() < schema.version {
        try database.beginWriting()
        try Migrations.run(database, schema)
      } else {
        try database.beginSettingUp(isNew: found.isNew)
        if found.isNew { try schema.create(in: database) }
      }
      if found.isOther, let snapshot = found.snapshot { try replace(by: snapshot, found, database) }
    } catch {
      database.abandon()
      throw error
    }
    self.database = database
    writesAll = found.snapshot == nil || known != nil
    return found
  }

  /// The tables hold what was read of them; the rows that could not be are kept (KeptRows.swift).
  private func replace(by snapshot: Engine.Snapshot, _ found: StoredState, _ database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try KeptRows.add(found.lost, self.stamp, database)
      try self.write(snapshot, database)
      if snapshot.correctionUndo == nil { try StoredCorrections.endUndo(database) }
      if found.mark == nil { try database.run("DELETE FROM mark") }
      try self.writeAll(snapshot, database)
    }
  }

  /// What began at `since` or later, and before `until`; what could not be written yet included.
  package func history(since: WallTime, until: WallTime = WallTime(milliseconds: .max)) -> History {
    var history = History()
    do {
      guard let database else { throw Unreadable(whyClosed) }
      let rows = try database.rows(
        """
        SELECT \(IntervalColumn.list) FROM interval WHERE began_wall_ms >= ? AND began_wall_ms < ?
          ORDER BY began_wall_ms, token
        """,
        [.integer(since.milliseconds), .integer(until.milliseconds)])
      for row in rows {
        guard let interval = try? IntervalRecord(row) else {
          history.unreadable += 1
          continue
        }
        if !isOutdated(interval.token) { history.rows.append(interval) }
      }
      history.unreadable += try Self.countTimeless(database)
    } catch {
      history.trouble = Self.reason(error)
    }
    history.rows += pendingAdded.filter { $0.began >= since && $0.began < until }
    history.rows = history.rows.map(pendingTrims.applied)
    return history
  }

  /// The row on the disk is not as it should be: what was changed of it could not be written yet.
  func isOutdated(_ token: PhaseToken) -> Bool {
    pendingRemoved.contains(token) || pendingAdded.contains { $0.token == token }
  }

  // MARK: Writing

  /// Stores what changed durably; says why when it cannot.
  /// - Parameters:
  ///   - snapshot: what holds after these changes.
  ///   - isLaunch: what is stored can be worked out again, so nobody waits for the disk; the next commit does.
  package func commit(_ snapshot: Engine.Snapshot, _ changes: Engine.Changes, isLaunch: Bool = false) -> Unsaved? {
    pendingAdded.removeAll { row in
      changes.rows.removed.contains(row.token) || changes.rows.added.contains { $0.token == row.token }
    }
    pendingAdded += changes.rows.added
    pendingTrims.take(changes)
    pendingRemoved += changes.rows.removed
    pendingNotes += changes.rows.notes
    let waits = changes.isDurable && !isLaunch
    do {
      do {
        try save(snapshot, changes, waits)
      } catch let error as SQLiteError where error.isDamaged {
        try beginAnew(because: error, snapshot)
        try save(snapshot, changes, waits)
      }
    } catch {
      return unsaved(Self.reason(error))
    }
    (pendingAdded, pendingRemoved, pendingNotes) = ([], [], [])
    pendingTrims = PendingTrims()
    return nil
  }

  private func unsaved(_ reason: String) -> Unsaved { Unsaved(reason: reason, needsRestart: needsRestart) }

  private func save(_ snapshot: Engine.Snapshot, _ changes: Engine.Changes, _ waits: Bool) throws {
    if database == nil { try reopen() }
    guard let database else { throw Unreadable(whyClosed) }
    let writesAll = writesAll
    self.writesAll = true  // until this commit has succeeded
    let writing = { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        for token in self.pendingRemoved {
          try database.run("DELETE FROM interval WHERE token = ?", [.integer(Int64(bitPattern: token.number))])
        }
        for row in self.pendingAdded { try self.write(row, database) }
        for row in try self.pendingTrims.rows(database) { try self.write(row, database) }
        for note in self.pendingNotes { try StoredCorrections.write(note, database) }
        try self.write(snapshot, database)
        if self.mayHoldUndo, snapshot.correctionUndo == nil { try StoredCorrections.endUndo(database) }
        if writesAll { try self.writeAll(snapshot, database) } else { try self.write(changes, database) }
      }
    }
    if waits { try database.settle() }
    try waits ? writing() : database.withSynchronousNormal(writing)
    self.writesAll = false
    mayHoldUndo = snapshot.correctionUndo != nil
    writtenTimers = snapshot.recentTimers
  }

  /// Damage that the start did not look for stands in the way of a commit: the file is kept aside, and what is to be
  /// saved goes into a new one.
  private func beginAnew(because error: SQLiteError, _ snapshot: Engine.Snapshot) throws {
    // What the log has of this process stays beside the file, which is as it was found.
    database?.abandon()
    database = nil
    guard let sentences = keepAside(because: error, snapshot) else { throw error }
    sentences.forEach(onComplaint)
    _ = try load()
  }

  /// The database could not be opened at start; it may be possible now (a full disk, a late mount).
  private func reopen() throws {
    needsRestart = false
    let found: StoredState
    do {
      found = try load()
    } catch {
      whyClosed = Self.reason(error)
      throw error
    }
    guard found.isNew || found.snapshot == nil || found.snapshot == known else {
      database = nil
      (whyClosed, needsRestart) = (StoreWords.appearedLater(path), true)
      throw Unreadable(whyClosed)
    }
    known = nil
  }

  /// Notes the moment without waiting for the disk.
  package func markAlive(_ now: Moment) {
    guard let database else { return }
    // A mark that is lost costs at most a minute after a power loss; there is nothing to tell anybody.
    _ = try? database.withSynchronousNormal { () throws(SQLiteError) in
      try self.insert([("id", 1)] + EngineColumns.columns(now, ""), into: "mark", database)
    }
  }

  /// What belongs to no activity.
  private func write(_ snapshot: Engine.Snapshot, _ database: Database) throws(SQLiteError) {
    try insert(EngineColumns.columns(snapshot), into: "engine", database)
    if writtenTimers != snapshot.recentTimers { try write(snapshot.recentTimers, database) }
    // A mark is older than what is written after it; one that says otherwise is from before the clocks were set back.
    guard let alive = snapshot.lastAlive else { return }
    try database.run("DELETE FROM mark WHERE boot_ms > ?", [.milliseconds(alive.sinceBoot)])
  }

  private func write(_ timers: [RecentTimer], _ database: Database) throws(SQLiteError) {
    writtenTimers = nil
    try database.run("DELETE FROM recent_timer")
    for (place, timer) in timers.enumerated() {
      try insert(EngineColumns.columns(timer, place), into: "recent_timer", database)
    }
  }

  private func writeAll(_ snapshot: Engine.Snapshot, _ database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM activity")
    try database.run("DELETE FROM job")
    try write(snapshot.pomodoro, 0, database)
    for (number, activity) in snapshot.others.enumerated() { try write(activity, number + 1, database) }
  }

  private func write(_ changes: Engine.Changes, _ database: Database) throws(SQLiteError) {
    for id in changes.gone {
      let id = [SQLiteValue.text(id.description)]
      // What came after it moves up.
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
    try insert(ActivityColumns.now(activity, position), into: "activity", database)
    if let job = JobRow(activity) {
      let id = SQLiteValue.text(activity.id.description)
      return try insert([("activity", id)] + job.columns, into: "job", database)
    }
    if let slot = ActivityColumns.undo(activity, position) {
      try insert(slot, into: "activity", database)
    } else {
      try database.run("DELETE FROM activity WHERE id = ? AND slot = 'undo'", [.text(activity.id.description)])
    }
  }

  /// Columns that are not named become NULL: the row is replaced as a whole.
  private func insert(
    _ columns: [(String, SQLiteValue)], into table: String, _ database: Database
  ) throws(SQLiteError) {
    let names = columns.map(\.0).joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try database.run("INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.1))
  }

  private func write(_ row: IntervalRecord, _ database: Database) throws(SQLiteError) {
    let places = IntervalColumn.allCases.map { _ in "?" }.joined(separator: ", ")
    try database.run(
      "INSERT OR REPLACE INTO interval (\(IntervalColumn.list)) VALUES (\(places))", row.bounded.values)
  }

  /// Everything has been made that a start makes. Where that cannot be put on the disk, the next commit says so.
  package func settle() { try? database?.settle() }

  /// - Parameter keepingLog: does not copy the log into the file, so that there is no waiting for the disk.
  package func close(keepingLog: Bool = false) {
    if !keepingLog { settle() }
    if keepingLog { database?.abandon() } else { database?.close() }
    database = nil
  }

  // MARK: Files that cannot be used

  /// The file itself is the trouble, not the way to it.
  private static func isUseless(_ error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return error is Unreadable }
    return error.isDamaged || error.isMismatch
  }

  /// Without a full stop: it becomes a part of a sentence.
  package static func reason(_ error: any Error) -> String { (error as? SQLiteError)?.message ?? "\(error)" }

  /// Moves the database out of the way, with its log, and has what can be read of it taken over.
  /// - Returns: sentences that say so; nil when it cannot be moved.
  private func keepAside(because error: any Error, _ state: Engine.Snapshot?) -> [String]? {
    let (reason, isOlder) = (Self.reason(error), (error as? Unreadable)?.isOlder == true)
    if let (aside, intervals, leftOut) = rescue(state) {
      let sentence =
        isOlder
        ? StoreWords.takenOverOlder(path, aside, intervals) : StoreWords.takenOver(path, reason, aside, intervals)
      return [sentence] + leftOut
    }
    // A sound file stays where it is until its intervals can come over.
    guard !isOlder else { return nil }
    return KeptAside.moveDatabase(path, to: "\(path).kept-\(stamp)").map { [StoreWords.keptAside(path, reason, $0)] }
  }
}
