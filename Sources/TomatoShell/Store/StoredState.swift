// Reads the state in a database and checks all of it: what comes out is a state that the engine could have written.
// Nothing is written meanwhile, not even by SQLite itself, so that a file that cannot be used is kept as it was found.
// The same connection writes afterwards: opening a second one took a third of the store's start.
//
// The history is not read here. It grows for ever, and nobody waits for it at the start: with 60,000 rows that took ten
// times as long as all the rest. Damage in it is met by who reads it (`Store.history` says so) or writes it
// (`Store.commit` begins anew); only its end, where the next row goes, is looked at here. A file that was cut off says
// so in its first page.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// What a database holds.
struct StoredState {
  var snapshot: Engine.Snapshot?
  /// The newest minute mark.
  var mark: Moment?
  /// There are no tables yet.
  var isNew = false

  /// - Returns: what it holds, and the connection on which it was read, which has not written yet.
  /// - Throws: `Unreadable` or a `SQLiteError` that is a damage or a mismatch when the file cannot be used; another
  ///   `SQLiteError` when it cannot be read or written now.
  static func read(_ path: String) throws -> (state: StoredState, database: Database) {
    let database = try Database(looking: path)
    return (try database.reading { try StoredState(checking: database) }, database)
  }

  /// What it holds where nothing can be written: on a full disk, or on one that is mounted for reading. Not one file is
  /// made. The newest commits may be in the log, so that is read where there is one.
  static func look(_ path: String) throws -> StoredState {
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
    return try database.reading { try StoredState(checking: database) }
  }

  init(isNew: Bool) { self.isNew = isNew }

  private init(checking database: Database) throws {
    let (program, version) = (try database.applicationID(), try database.userVersion())
    if program == 0, version == 0, try database.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty {
      isNew = true
      return
    }
    guard program == Schema.applicationID else { throw Unreadable("it is another program's") }
    guard version <= Schema.version else {
      throw Unreadable("it was written by a newer version (\(version), this one knows \(Schema.version))")
    }
    guard version >= 1 else { throw Unreadable("it does not say which version wrote it") }
    try Schema.check(database, version: version)
    for table in ["engine", "mark", "activity"] {
      if let damage = try database.quickCheck(of: table) { throw Unreadable("it is damaged: \(damage)") }
    }
    snapshot = try Self.snapshot(database, version)
    mark = try database.rows("SELECT * FROM mark").first.flatMap { try Self.moment($0, "") }
    try Self.checkHistory(database, upTo: snapshot?.lastToken ?? PhaseToken(0))
  }

  // MARK: The state

  private static func snapshot(_ database: Database, _ version: Int32) throws -> Engine.Snapshot? {
    let rows = try database.rows("SELECT * FROM activity ORDER BY position, slot")
    guard let row = try database.rows("SELECT * FROM engine").first else {
      guard rows.isEmpty else { throw Unreadable("the activities in it belong to nothing") }
      return nil
    }
    let engine = ActivityRow(row: row)
    let jobs = version > 2 ? try Self.jobs(database) : [:]
    let lastAlive = try moment(row, "alive_")
    let activities = try activities(rows.map(ActivityRow.init), jobs, lastAlive)
    guard Set(jobs.keys) == Set(activities.filter { $0.machine.kind == .job }.map(\.id.description)) else {
      throw Unreadable("a row of the table job belongs to no activity")
    }
    guard let pomodoro = activities.first else { throw Unreadable("it has no Pomodoro") }
    let snapshot = Engine.Snapshot(
      lastToken: try engine.token("last_token"), countedFocus: try engine.count("counted_focus"),
      lastAlive: lastAlive, leftAt: try moment(row, "left_"), pomodoro: pomodoro,
      others: Array(activities.dropFirst()), recentTimers: version > 1 ? try recentTimers(database) : [],
      correctionUndo: version > 3 ? try StoredCorrections.undo(database) : nil, departure: try engine.departure(),
      unseen: try engine.unseen())
    guard isConsistent(snapshot) else { throw Unreadable("the activities in it contradict each other") }
    try check(rows, against: activities)
    return snapshot
  }

  private static func recentTimers(_ database: Database) throws -> [Engine.RecentTimer] {
    let rows = try database.rows("SELECT * FROM recent_timer ORDER BY place")
    guard rows.count <= Engine.recentTimerLimit else { throw Unreadable("it holds too many timers of before") }
    return try rows.map { row in
      let length = try ActivityRow(row: row).length("duration_ms", Settings.durationRange)
      return Engine.RecentTimer(name: try ActivityRow(row: row).name(), duration: length)
    }
  }

  private static func jobs(_ database: Database) throws -> [String: JobRow] {
    let rows = try database.rows("SELECT * FROM job")
    return try Dictionary(rows.map { (try $0.text("activity"), try JobRow($0)) }) { first, _ in first }
  }

  private static func activities(
    _ rows: [ActivityRow], _ jobs: [String: JobRow], _ lastAlive: Moment?
  ) throws -> [Activity] {
    var activities: [Activity] = []
    for row in rows {
      guard let id = ActivityID(try row.row.text("id")) else { throw Unreadable("an activity's name is not valid") }
      if try row.row.text("slot") == "now" {
        let hidden = try row.row.isNull("hidden_token") ? nil : try row.token("hidden_token")
        let job = jobs[id.description]
        activities.append(
          Activity(
            id: id, attributes: try row.attributes(job?.attributes), machine: try row.machine(job?.state),
            hiddenPhase: hidden, ended: try row.ended(job?.lifetime), timedPause: try row.timedPause(lastAlive),
            attention: try row.attention(), ownerEvents: job?.events ?? [], isAllConfirmed: job?.isAllConfirmed ?? false
          ))
      } else {
        guard activities.last?.id == id else { throw Unreadable("an undo slot belongs to no activity") }
        activities[activities.count - 1].undo = UndoSlot(
          change: try row.named("undo_change"), machine: try row.machine(), attributes: try row.attributes(),
          at: try row.duration("undo_boot_ms"), rows: try row.undoRows(), batch: try row.undoBatch())
      }
    }
    return activities
  }

  /// A row is what its activity would be written as: so no cell says something that the others do not know of.
  private static func check(_ rows: [Row], against activities: [Activity]) throws {
    let written = activities.enumerated().flatMap { position, activity in
      [ActivityColumns.now(activity, position), ActivityColumns.undo(activity, position)].compactMap(\.self)
    }
    for (row, columns) in zip(rows, written) {
      let known = Dictionary(columns) { first, _ in first }
      for (column, value) in zip(row.columns, row.values) where known[column] ?? .null != value {
        throw Unreadable("\(column) contradicts the rest of its row")
      }
    }
  }

  private static func isConsistent(_ snapshot: Engine.Snapshot) -> Bool {
    let activities = snapshot.activities
    guard snapshot.pomodoro.id == .pomodoro, snapshot.pomodoro.machine.kind == .pomodoro,
      snapshot.others.allSatisfy({ $0.id != .pomodoro && $0.machine.kind != .pomodoro }),
      Set(activities.map(\.machine.token)).count == activities.count
    else { return false }
    if let left = snapshot.leftAt, let alive = snapshot.lastAlive {
      guard left.boot == alive.boot, left.sinceBoot <= alive.sinceBoot else { return false }
    }
    let now = snapshot.lastAlive?.sinceBoot ?? .zero
    if let departure = snapshot.departure, departure.since > now { return false }
    guard snapshot.unseen.allSatisfy({ $0.row <= snapshot.lastToken }) else { return false }
    if let slot = snapshot.correctionUndo, !slot.isPlausible(at: now, upTo: snapshot.lastToken) { return false }
    return activities.allSatisfy { activity in
      guard (activity.ended != nil) == activity.mustBeEnded, (activity.ended?.at ?? now) <= now,
        activity.machine.isPlausible(at: now), (activity.hiddenPhase ?? snapshot.lastToken) <= snapshot.lastToken,
        activity.machine.tokens.allSatisfy({ $0 <= snapshot.lastToken })
      else { return false }
      if let pause = activity.timedPause {
        guard activity.machine.stored.state == .paused, pause.until - now <= Settings.durationRange.upperBound else {
          return false
        }
      }
      if let attention = activity.attention {
        guard attention.isPlausible(at: now, upTo: snapshot.lastToken), !attention.isHeld || activity.id == .pomodoro
        else { return false }
      }
      guard let slot = activity.undo else { return true }
      return slot.machine.kind == activity.machine.kind && slot.at <= now && slot.machine.isPlausible(at: slot.at)
        && (slot.machine.tokens + slot.rows).allSatisfy { $0 <= snapshot.lastToken }
    }
  }

  /// Nil when all its columns are.
  private static func moment(_ row: Row, _ prefix: String) throws -> Moment? {
    let reader = ActivityRow(row: row)
    guard let boot = try row.optionalText(prefix + "boot_id") else {
      for column in ["boot_ms", "awake_ms", "wall_ms"] where try !row.isNull(prefix + column) {
        throw Unreadable("\(prefix)\(column) is of no boot")
      }
      return nil
    }
    let sinceBoot = try reader.length(prefix + "boot_ms", .zero...Schema.longest)
    return Moment(
      sinceBoot: sinceBoot, awake: try reader.length(prefix + "awake_ms", .zero...sinceBoot),
      wall: WallTime(milliseconds: try reader.number(prefix + "wall_ms", Schema.wallRange)), boot: BootID(boot))
  }

  // MARK: The history

  /// The way to the newest row and to the last day, which is the way to where the next row goes: a few pages.
  private static func checkHistory(_ database: Database, upTo last: PhaseToken) throws {
    let newest = try database.rows("SELECT max(token) AS n FROM interval").first?.optionalInt64("n") ?? 0
    guard newest <= Int64(last.number) else { throw Unreadable("its history holds phases that never were") }
    _ = try database.rows("SELECT max(ended_wall_ms) FROM interval")
  }
}

extension Activity {
  /// The Pomodoro never ends by itself.
  fileprivate var mustBeEnded: Bool { id != .pomodoro && attributes != nil && machine.stored.state == .completed }
}
