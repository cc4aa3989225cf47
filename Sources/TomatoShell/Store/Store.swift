// The engine's state and the history in one SQLite database: every commit is one durable transaction, so after a
// crash at any moment the state is the one before a change or the one after it, and the history agrees with it.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine

/// The database of one person.
final class Store {
  private var database: Database?
  private let path: String
  /// What is in the database now, so that a commit writes only what differs.
  private var stored: Engine.Snapshot?
  /// Changes of the history that could not be written yet.
  private var pendingAdded: [IntervalRecord] = []
  private var pendingRemoved: [PhaseToken] = []
  private var whyClosed = ""

  /// What was found at start.
  struct Opened {
    var store: Store
    var snapshot: Engine.Snapshot?
    var lastMark: Moment?
    /// What the person should know: the file was damaged and kept aside, nothing can be saved, …
    var complaints: [String]
  }

  private init(path: String) { self.path = path }

  /// Opens or makes the database at `path`. Never fails: a file that cannot be used is kept aside under another name,
  /// and without any file the timer runs all the same.
  /// - Parameter stamp: makes the name of a file that is kept aside unique.
  static func open(path: String, stamp: String) -> Opened {
    let store = Store(path: path)
    var complaints: [String] = []
    for _ in 1...2 {
      do {
        let (snapshot, mark) = try store.load()
        return Opened(store: store, snapshot: snapshot, lastMark: mark, complaints: complaints)
      } catch let error as Unreadable {
        store.database = nil
        complaints.append(store.keepAside(error.description, stamp))
      } catch let error as SQLiteError where error.isDamaged || error.isMismatch {
        store.database = nil
        complaints.append(store.keepAside(error.description, stamp))
      } catch {
        store.database = nil
        store.whyClosed = "\(error)"
        complaints.append(Answers.cannotOpen(path, "\(error)"))
        break
      }
    }
    return Opened(store: store, snapshot: nil, lastMark: nil, complaints: complaints)
  }

  // MARK: Reading

  private func load() throws -> (Engine.Snapshot?, Moment?) {
    let database = try Database(path: path, readOnly: false)
    let version = try database.userVersion()
    guard version <= Schema.version else {
      throw Unreadable("it was written by a newer version (\(version), this one knows \(Schema.version))")
    }
    if version == 0 { try Schema.create(in: database) }
    guard try database.applicationID() == Schema.applicationID else { throw Unreadable("it is another program's") }
    try database.execute(Schema.seat)
    if let damage = try database.quickCheck() { throw Unreadable("it is damaged: \(damage)") }
    self.database = database
    stored = try snapshot(database)
    let mark = try database.rows("SELECT * FROM mark").first.map { try moment($0, "") } ?? nil
    return (stored, mark)
  }

  private func snapshot(_ database: Database) throws -> Engine.Snapshot? {
    guard let row = try database.rows("SELECT * FROM engine").first else { return nil }
    let rows = try database.rows("SELECT * FROM activity ORDER BY position, slot")
    let activities = try self.activities(rows.map(ActivityRow.init))
    let last = PhaseToken(UInt64(bitPattern: try row.int64("last_token")))
    let tokens = activities.flatMap { [$0.machine.token, $0.undo?.machine.token].compactMap(\.self) }
    guard activities.first?.id == .pomodoro, activities.first?.machine.kind == .pomodoro,
      activities.dropFirst().allSatisfy({ $0.id != .pomodoro && $0.machine.kind != .pomodoro }),
      tokens.allSatisfy({ $0 <= last })
    else { throw Unreadable("the activities in it contradict each other") }
    return Engine.Snapshot(
      lastToken: last, countedFocus: Int(try row.int64("counted_focus")), lastAlive: try moment(row, "alive_"),
      leftAt: try moment(row, "left_"), activities: activities)
  }

  private func activities(_ rows: [ActivityRow]) throws -> [Activity] {
    var activities: [Activity] = []
    for row in rows {
      guard let id = ActivityID(try row.row.text("id")) else { throw Unreadable("an activity's name is not valid") }
      if try row.row.text("slot") == "now" {
        let hidden = try row.row.optionalInt64("hidden_token").map { PhaseToken(UInt64(bitPattern: $0)) }
        activities.append(
          Activity(id: id, attributes: try row.attributes(), machine: try row.machine(), hiddenPhase: hidden))
      } else {
        guard activities.last?.id == id else { throw Unreadable("an undo slot belongs to no activity") }
        activities[activities.count - 1].undo = UndoSlot(
          change: try row.named("undo_change"), machine: try row.machine(), attributes: try row.attributes(),
          at: try row.duration("undo_boot_ms"), rows: try row.undoRows())
      }
    }
    return activities
  }

  private func moment(_ row: Row, _ prefix: String) throws -> Moment? {
    guard let boot = try row.optionalText(prefix + "boot_id") else { return nil }
    return Moment(
      sinceBoot: .milliseconds(try row.int64(prefix + "boot_ms")),
      awake: .milliseconds(try row.int64(prefix + "awake_ms")),
      wall: WallTime(milliseconds: try row.int64(prefix + "wall_ms")), boot: BootID(boot))
  }

  /// The rows that ended at `since` or later, oldest first; what could not be written yet included.
  func history(since: WallTime) -> [IntervalRecord] {
    let query = "SELECT * FROM interval WHERE ended_wall_ms >= ? ORDER BY began_wall_ms, token"
    let rows = (try? database?.rows(query, [.integer(since.milliseconds)])) ?? []
    let written = rows.compactMap { try? interval($0) }.filter { !pendingRemoved.contains($0.token) }
    return written + pendingAdded.filter { $0.ended >= since }
  }

  private func interval(_ row: Row) throws -> IntervalRecord {
    let reader = ActivityRow(row: row)
    guard let id = ActivityID(try row.text("activity")) else { throw Unreadable("an activity's name is not valid") }
    return IntervalRecord(
      token: try reader.token("token"), activity: id, mode: try reader.named("mode"),
      task: try row.optionalText("task"), began: WallTime(milliseconds: try row.int64("began_wall_ms")),
      ended: WallTime(milliseconds: try row.int64("ended_wall_ms")), active: try reader.duration("active_ms"),
      outcome: try reader.named("outcome"))
  }

  // MARK: Writing

  /// Stores the whole state and the history's changes durably; says why when it cannot.
  func commit(_ snapshot: Engine.Snapshot, _ added: [IntervalRecord], _ removed: [PhaseToken]) -> String? {
    pendingAdded.removeAll { row in removed.contains(row.token) }
    pendingAdded += added
    pendingRemoved += removed
    do {
      if database == nil { try reopen() }
      guard let database else { return whyClosed }
      try database.transaction { () throws(SQLiteError) in
        for token in pendingRemoved {
          try database.run("DELETE FROM interval WHERE token = ?", [.integer(Int64(bitPattern: token.number))])
        }
        for row in pendingAdded { try write(row, database) }
        try write(snapshot, database)
      }
    } catch {
      return "\(error)"
    }
    stored = snapshot
    (pendingAdded, pendingRemoved) = ([], [])
    return nil
  }

  /// The database could not be opened at start; it may be possible now (a full disk, a late mount).
  private func reopen() throws {
    let found: Engine.Snapshot?
    do {
      (found, _) = try load()
    } catch {
      whyClosed = "\(error)"
      throw error
    }
    guard found == nil else {
      database = nil
      whyClosed = Answers.appearedLater(path)
      throw Unreadable(whyClosed)
    }
  }

  /// Notes the moment without waiting for the disk.
  func markAlive(_ now: Moment) {
    guard let database else { return }
    // A mark that is lost costs at most a minute after a power loss; there is nothing to tell anybody.
    _ = try? database.withSynchronousNormal { () throws(SQLiteError) in
      try database.run(
        "INSERT OR REPLACE INTO mark (id, boot_id, boot_ms, awake_ms, wall_ms) VALUES (1, ?, ?, ?, ?)", columns(now))
    }
  }

  // MARK: Where the island's card is

  /// Where the last process left its card; nil if it left none, or the row makes no sense.
  func seat() -> IslandSeat? {
    guard let row = try? database?.rows("SELECT * FROM seat").first, let id = try? row.int64("shown_id"),
      let guid = try? row.text("bus_guid"), let owner = try? row.text("owner")
    else { return nil }
    return UInt32(exactly: id).map { IslandSeat(id: $0, busGUID: guid, owner: owner) }
  }

  /// Notes where the card of `phase` is, without waiting for the disk; nil: there is none.
  func keep(_ seat: IslandSeat?, _ phase: PhaseToken) {
    guard let database else { return }
    _ = try? database.withSynchronousNormal { () throws(SQLiteError) in
      guard let seat else {
        try database.run("DELETE FROM seat")
        return
      }
      try database.run(
        "INSERT OR REPLACE INTO seat (id, shown_id, bus_guid, owner, token) VALUES (1, ?, ?, ?, ?)",
        [
          .integer(Int64(seat.id)), .text(seat.busGUID), .text(seat.owner),
          .integer(Int64(bitPattern: phase.number)),
        ])
    }
  }

  private func columns(_ moment: Moment?) -> [Value] {
    [
      Value(moment?.boot.description), Value(moment?.sinceBoot.inMilliseconds), Value(moment?.awake.inMilliseconds),
      Value(moment?.wall.milliseconds),
    ]
  }

  private func write(_ snapshot: Engine.Snapshot, _ database: Database) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO engine (id, last_token, counted_focus, alive_boot_id, alive_boot_ms, alive_awake_ms,
        alive_wall_ms, left_boot_id, left_boot_ms, left_awake_ms, left_wall_ms) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [.integer(Int64(bitPattern: snapshot.lastToken.number)), .integer(Int64(snapshot.countedFocus))]
        + columns(snapshot.lastAlive) + columns(snapshot.leftAt))
    let old = stored?.activities ?? []
    let kept = Set(snapshot.activities.map(\.id))
    for gone in old where !kept.contains(gone.id) {
      try database.run("DELETE FROM activity WHERE id = ?", [.text(gone.id.description)])
    }
    for (position, activity) in snapshot.activities.enumerated() {
      if position < old.count, old[position] == activity { continue }
      try write(activity, position, database)
    }
  }

  private func write(_ activity: Activity, _ position: Int, _ database: Database) throws(SQLiteError) {
    let id: [(String, Value)] = [
      ("id", .text(activity.id.description)), ("position", .integer(Int64(position))),
    ]
    try insert(
      id + [("slot", "now"), ("hidden_token", Value(activity.hiddenPhase.map { Int64(bitPattern: $0.number) }))]
        + columns(activity.attributes) + MachineColumns(activity.machine).values, database)
    guard let undo = activity.undo else {
      try database.run("DELETE FROM activity WHERE id = ? AND slot = 'undo'", [.text(activity.id.description)])
      return
    }
    try insert(
      id + [
        ("slot", "undo"), ("undo_change", .text(undo.change.rawValue)), ("undo_boot_ms", .milliseconds(undo.at)),
        ("undo_rows", .text(undo.rows.map(\.description).joined(separator: ","))),
      ] + columns(undo.attributes) + MachineColumns(undo.machine).values, database)
  }

  private func columns(_ attributes: ActivityAttributes?) -> [(String, Value)] {
    [
      ("session_count", Value(attributes.map { Int64($0.sessionCount) })),
      ("requested_wall_ms", Value(attributes?.requestedAt.milliseconds)),
    ]
  }

  /// Columns that are not named become NULL: the row is replaced as a whole.
  private func insert(_ columns: [(String, Value)], _ database: Database) throws(SQLiteError) {
    let names = columns.map(\.0).joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try database.run("INSERT OR REPLACE INTO activity (\(names)) VALUES (\(places))", columns.map(\.1))
  }

  private func write(_ row: IntervalRecord, _ database: Database) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO interval (token, activity, mode, task, began_wall_ms, ended_wall_ms, active_ms, outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(Int64(bitPattern: row.token.number)), .text(row.activity.description), .text(row.mode.rawValue),
        Value(row.task), .integer(row.began.milliseconds), .integer(row.ended.milliseconds),
        .milliseconds(row.active), .text(row.outcome.rawValue),
      ])
  }

  func close() {
    database?.close()
    database = nil
  }

  // MARK: Files that cannot be used

  /// Moves the database out of the way, with its log; gives the sentence about it.
  private func keepAside(_ reason: String, _ stamp: String) -> String {
    let aside = "\(path).kept-\(stamp)"
    for ending in ["", "-wal", "-shm"] { KeptAside.rename(path + ending, to: aside + ending) }
    return Answers.keptAside(path, reason, aside)
  }
}
