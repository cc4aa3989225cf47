// Builds the state from its rows, piece by piece. The result is always a state that the engine could have written: each
// piece passes the engine's own checks (Validation.swift). An unreadable piece is left out, reported and kept
// (KeptRows.swift).

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct StateReader {
  private let rows: StoredRows
  private(set) var lost: [LostPiece] = []
  /// Whether stored positions of activities are wrong.
  private(set) var isOutOfOrder = false
  private var last = StoredRange.lastToken.lowerBound
  private var alive: Moment?
  /// Phase tokens used so far; they must be unique.
  private var tokens: Set<PhaseToken> = []

  init(_ rows: StoredRows) { self.rows = rows }

  /// Nil before the engine's first write.
  mutating func snapshot() -> Engine.Snapshot? {
    guard rows.engine != nil || !rows.activities.isEmpty else { return nil }
    if rows.engine == nil { lose("the engine's own row is missing", []) }
    last = lastToken()
    alive = lastAlive()
    let count = ofEngine { try $0.count("counted_focus") }
    let (pomodoro, others) = activities()
    var it = Engine.Snapshot(lastToken: last, pomodoro: pomodoro)
    it.countedFocus = count ?? rows.countFocuses() ?? 0
    (it.lastAlive, it.others, it.recentTimers) = (alive, ActivityList(others), timers())
    it.leftAt = ofEngine({ try $0.moment("left_") }, check: { [alive] in try $0.check(before: alive) })
    it.correctionUndo =
      part("correction", rows.corrections) { [rows, last, now] in
        let undo = try StoredCorrections.undo(rows.corrections)
        try undo?.check(at: now, upTo: last)
        return undo
      } ?? nil
    it.departure = ofEngine({ try $0.departure() }, check: { [now] in try $0.check(at: now) })
    it.unseen =
      ofEngine({ try $0.parsed("unseen", AwayText.unseen) }, check: { [last] in try $0.check(upTo: last) }) ?? []
    it.awakeFrom =
      ofEngine(
        { try $0.optionalDuration("awake_from_ms") }, check: { [alive] in try $0.checkAwake(before: alive) }) ?? .zero
    return it
  }

  private var now: Duration { alive?.sinceBoot ?? .zero }

  // MARK: Unreadable pieces

  private mutating func lose(_ reason: String, of activity: String? = nil, _ rows: [String]) {
    lost.append(LostPiece(activity: activity, reason: reason, rows: rows))
  }

  /// Reads a piece outside activities; nil if unreadable.
  private mutating func part<T>(_ table: String, _ rows: [Row?], _ read: () throws -> T) -> T? {
    do {
      return try read()
    } catch {
      lose(Unreadable.reason(error), rows.compactMap { $0?.insertion(into: table) })
      return nil
    }
  }

  /// Reads a piece of the table `engine`; nil if unreadable or NULL.
  private mutating func ofEngine<T>(_ read: (Row) throws -> T?, check: (T) throws -> Void = { _ in }) -> T? {
    guard let row = rows.engine else { return nil }
    return part("engine", [row]) {
      let piece = try read(row)
      if let piece { try check(piece) }
      return piece
    } ?? nil
  }

  // MARK: The newest token and moment

  /// The newest phase token. If unreadable, the highest one seen here, so that none is used twice.
  private mutating func lastToken() -> PhaseToken {
    let newest = rows.newestInterval ?? StoredRange.lastToken.lowerBound
    let known = ofEngine(
      { try $0.token("last_token") },
      check: { token in
        try token.checkLast()
        guard token >= newest else { throw Unreadable("its history holds phases that never were") }
      })
    if let known { return known }
    let seen = rows.activities.compactMap { try? $0.token("token") }
    return max(newest, seen.filter(StoredRange.lastToken.contains).max() ?? newest)
  }

  /// The last moment at which the daemon ran. If it is unreadable, this is the minute mark; without a mark, a moment of
  /// an unknown boot, so that running phases are paused at their last change.
  private mutating func lastAlive() -> Moment? {
    if let row = rows.engine, let known = part("engine", [row], { try row.moment("alive_") }) { return known }
    if let mark = rows.mark { return mark.moment }
    func latest(_ columns: [String], _ range: ClosedRange<Int64>) -> Int64? {
      rows.activities.flatMap { row in columns.compactMap { try? row.int64($0) } }.filter(range.contains).max()
    }
    let lastBoot = StoredRange.boot.upperBound.inMilliseconds
    let boot = latest(["changed_boot_ms", "undo_boot_ms", "ended_boot_ms"], 0...lastBoot)
    let wall = latest(["began_wall_ms", "paused_wall_ms", "requested_wall_ms"], Schema.wallRange)
    return Moment(
      sinceBoot: .milliseconds(boot ?? 0), awake: .milliseconds(boot ?? 0), wall: WallTime(milliseconds: wall ?? 0),
      boot: BootID("unknown"))
  }

  // MARK: The activities

  private struct RowGroup {
    /// The id in the row, unchecked.
    var id: String
    var now: Row?
    var undo: Row?
    var job: Row?
    var insertions: [String] {
      [now, undo].compactMap { $0?.insertion(into: "activity") } + [job].compactMap { $0?.insertion(into: "job") }
    }
  }

  private mutating func activities() -> (pomodoro: Activity, others: [Activity]) {
    var groups = rowGroups()
    // The Pomodoro is read first, so that it keeps its token if another activity has the same.
    let pomodoro = groups.firstIndex { $0.id == ActivityID.pomodoro.description }.map { groups.remove(at: $0) }
    let first = pomodoro.flatMap { activity($0) }
    if pomodoro == nil { lose("there is no Pomodoro", of: ActivityID.pomodoro.description, []) }
    let others = groups.compactMap { activity($0) }
    if let first { return (first, others) }
    last = PhaseToken(last.number + 1)
    return (Activity.newPomodoro(last), others)
  }

  private mutating func rowGroups() -> [RowGroup] {
    var all: [RowGroup] = []
    var places: [String: Int] = [:]
    func place(of id: String) -> Int {
      if let place = places[id] { return place }
      places[id] = all.count
      all.append(RowGroup(id: id))
      return all.count - 1
    }
    for row in rows.activities {
      let place = place(of: Self.name(row, "id"))
      if (try? row.text("slot")) == "undo" {
        all[place].undo = row
      } else {
        all[place].now = row
        if (try? row.int64("position")) != Int64(place) { isOutOfOrder = true }
      }
    }
    for row in rows.jobs {
      let place = place(of: Self.name(row, "activity"))
      all[place].job = row
    }
    return all
  }

  private static func name(_ row: Row, _ column: String) -> String {
    (try? row.text(column)) ?? (try? row.value(column)).map { "\($0)" } ?? ""
  }

  private mutating func activity(_ found: RowGroup) -> Activity? {
    do {
      var activity = try read(found)
      guard tokens.insert(activity.machine.token).inserted else { throw Unreadable("another activity has its phase") }
      if let row = found.undo { takeUndo(&activity, row) }
      return activity
    } catch {
      lose(Unreadable.reason(error), of: found.id, found.insertions)
      return nil
    }
  }

  private func read(_ found: RowGroup) throws -> Activity {
    guard let row = found.now else { throw Unreadable("its state is not there") }
    guard let id = ActivityID(found.id) else { throw Unreadable("its name is not valid") }
    var activity = Activity(
      id: id, attributes: try row.attributes(), machine: try row.machine(try found.job?.storedJob()))
    (activity.hiddenPhase, activity.ended) = (try row.optionalToken("hidden_token"), try row.ended())
    (activity.timedPause, activity.unansweredAlert) = (try row.timedPause(alive), try row.unansweredAlert())
    try found.job?.readJob(into: &activity)
    try activity.check(at: now, upTo: last)
    let columns = JobColumns.columns(activity)
    guard (found.job == nil) == (columns == nil) else { throw Unreadable("what it shows is not there, or too much") }
    try Self.check(row, against: ActivityColumns.now(activity, 0))
    if let job = found.job { try Self.check(job, against: columns ?? []) }
    return activity
  }

  /// Reads the undo slot; if unreadable, the activity goes on without it.
  private mutating func takeUndo(_ activity: inout Activity, _ row: Row) {
    let (last, now, known) = (last, now, activity)
    let read = part("activity", [row]) {
      var activity = known
      activity.undo = try row.undo()
      try activity.check(at: now, upTo: last)
      try Self.check(row, against: ActivityColumns.undo(activity, 0) ?? [])
      return activity
    }
    if let read { activity = read }
  }

  /// Checks that the row equals the activity's own columns, so that no cell contradicts the others. Ignores the
  /// position, which only gives the order.
  private static func check(_ row: Row, against columns: [(String, SQLiteValue)]) throws {
    let known = Dictionary(columns) { first, _ in first }
    for (column, value) in zip(row.columns, row.values) where column != "position" && known[column] ?? .null != value {
      throw Unreadable("\(column) contradicts the rest of its row")
    }
  }

  // MARK: Recently used timers

  private mutating func timers() -> [RecentTimer] {
    let timers = rows.timers.compactMap { row in
      part("recent_timer", [row]) {
        let timer = RecentTimer(name: try row.optionalText("name"), duration: try row.duration("duration_ms"))
        try timer.check()
        return timer
      }
    }
    return Array(timers.prefix(RecentTimer.limit))
  }
}
