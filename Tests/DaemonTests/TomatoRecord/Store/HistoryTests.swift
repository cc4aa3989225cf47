// A long history: the start does not read it, and what is wrong in it is found where it is read or written.

import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct HistoryTests {
  let scratch = Scratch()
  static let page = 4096
  static let later = Moment(up: .hours(2), wall: WallTime(seconds: 1_795_190_000), boot: "boot-0")

  /// A database with so many intervals, a quarter of an hour each, the first at 1970; what it held before them.
  private func fill(_ count: Int) throws -> Engine.Snapshot {
    var life = RandomLife(seed: 4)
    let store = Store.open(scratch).store
    store.save(life.take(.intent(Intent(.start), .command)))
    store.close()
    let database = try Database(path: scratch.database, readOnly: false)
    try database.transaction { () throws(SQLiteError) in
      for number in 1...count {
        let began = Int64(number) * 900_000
        try database.run(
          "INSERT INTO interval VALUES (?, 'pomodoro', 'focus', ?, ?, ?, 900000, 'completed', NULL, NULL, '', NULL)",
          [.integer(Int64(number)), .text("report \(number)."), .integer(began), .integer(began + 900_000)])
      }
      try database.run("UPDATE engine SET last_token = ?", [.integer(Int64(count) + 1)])
    }
    database.close()
    var snapshot = life.engine.snapshot
    snapshot.lastToken = PhaseToken(UInt64(count) + 1)
    return snapshot
  }

  @Test func `tasks are offered once each, the newest first, and at most so many`() throws {
    #expect(try Store.tasks(path: scratch.database, limit: 3) == [])
    _ = try fill(9)
    try scratch.change("UPDATE interval SET task = 'again' WHERE token IN (2, 7)")
    try scratch.change("UPDATE interval SET task = NULL WHERE token = 9")
    #expect(try Store.tasks(path: scratch.database, limit: 3) == ["report 8.", "again", "report 6."])
    #expect(try Store.tasks(path: scratch.database, limit: 50).count == 7)
  }

  @Test func `what counts toward the goal is found by its own index, whatever the clock says`() throws {
    let snapshot = try fill(3000)
    let opened = Store.open(scratch)
    let database = try #require(opened.store.database)
    try database.run("UPDATE interval SET outcome = 'skipped' WHERE token % 2 = 0")
    // A clock that has lost its day: all of the history is after it.
    let quarter: (Int64) -> WallTime = { WallTime(milliseconds: $0 * 900_000) }
    let day = quarter(0)..<quarter(96)
    let odd = (1...95).filter { $0 % 2 == 1 }.map { PhaseToken(UInt64($0)) }
    #expect(opened.store.counted(in: day) == CountedFocus(tokens: Set(odd)))
    let plan = try database.rows(
      """
      EXPLAIN QUERY PLAN SELECT token FROM interval
        WHERE mode = 'focus' AND outcome = 'completed' AND began_wall_ms >= 0 AND began_wall_ms < 9
      """)
    #expect(try plan.contains { try $0.text("detail").contains("interval_counted") })
    // What could not be written is counted as it will be.
    let rows = opened.store.history(since: day.lowerBound, until: day.upperBound).rows
    var (late, early) = (try #require(rows.first), try #require(rows[at: 1]))
    let third = try #require(rows[at: 2]).token
    (late.outcome, early.outcome) = (.skipped, .completed)
    try database.execute("PRAGMA query_only=ON")
    let changed = RowChanges(added: [late, early], removed: [third])
    #expect(opened.store.commit(snapshot, Engine.Changes(rows: changed)) != nil)
    let counted = opened.store.counted(in: day).tokens
    #expect(!counted.contains(late.token) && counted.contains(early.token) && !counted.contains(third))
    #expect(counted.count == 47)
    opened.store.close()
    #expect(!opened.store.counted(in: day).isWhole)
  }

  /// Changes the file's bytes as a disk would.
  private func damage(_ change: (inout [UInt8]) -> Void) {
    var bytes = Files.bytes(scratch.database) ?? []
    change(&bytes)
    Files.write(bytes, to: scratch.database)
  }

  private func wipe(_ text: String) {
    damage { bytes in
      let wanted = Array(text.utf8)
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else {
        Issue.record("no page has \(text)")
        return
      }
      let start = place / Self.page * Self.page
      for index in start..<(start + Self.page) { bytes[index] = 0 }
    }
  }

  @Test func `a start does not read the history, and what cannot be read of it costs neither state nor rows to come`()
    throws
  {
    let snapshot = try fill(3000)
    wipe("report 1500.")
    let opened = Store.open(scratch)
    #expect(opened.complaints == [])
    #expect(opened.snapshot == snapshot)
    var engine = Engine(restoring: snapshot, settings: Settings())
    for case .commit(let changes) in engine.handle(.intent(Intent(.skip), .command), at: Self.later) {
      #expect(opened.store.commit(engine.snapshot, changes) == nil)
    }
    opened.store.close()
    #expect(Store.open(scratch).snapshot == engine.snapshot)
  }

  @Test func `damage at the end of the history, where the next row goes, is found at the start`() throws {
    _ = try fill(3000)
    wipe("report 3000.")
    let opened = Store.open(scratch)
    #expect(opened.complaints.count == 1 && opened.snapshot == nil)
    #expect(scratch.names.contains("tomato.sqlite3.kept-1"))
  }

  @Test func `a file whose damage only a commit meets is kept as it was found`() throws {
    _ = try fill(10)
    // A start does not look at these.
    let indexes = "SELECT rootpage FROM sqlite_schema WHERE name IN ('interval_began', 'interval_counted')"
    let pages = try Database(path: scratch.database, readOnly: true, isUnchanging: true).rows(indexes)
      .map { Int(try $0.int64("rootpage")) }
    damage { bytes in
      for page in pages { for index in 0..<100 { bytes[(page - 1) * Self.page + index] = 0x5A } }
    }
    let found = try #require(Files.bytes(scratch.database))
    let opened = Store.open(scratch)
    #expect(opened.complaints == [])
    var engine = Engine(restoring: try #require(opened.snapshot), settings: Settings())
    for case .commit(let changes) in engine.handle(.intent(Intent(.skip), .command), at: Self.later) {
      #expect(opened.store.commit(engine.snapshot, changes) == nil)
    }
    #expect(Files.bytes(scratch.database + ".kept-1") == found)
    opened.store.close()
  }

  @Test func `damage that only a commit meets is kept aside with the history, and what is to be saved is saved`()
    throws
  {
    _ = try fill(10)
    // A list of free pages that names a page in use: nobody looks at it before a page is needed.
    damage { bytes in bytes.replaceSubrange(32..<40, with: [0, 0, 0, 2, 0, 0, 0, 1]) }
    let opened = Store.open(scratch)
    #expect(opened.complaints == [])
    guard var snapshot = opened.snapshot else { return }
    // The new file gets also what the other one had already.
    snapshot.recentTimers = [RecentTimer(name: "tea", duration: .minutes(3))]
    var life = RandomLife(seed: 9)
    life.engine = Engine(restoring: snapshot, settings: Settings())
    var last = snapshot
    for _ in 0..<200 {
      life.moment.sinceBoot += .seconds(1)
      life.moment.awake += .seconds(1)
      for commit in [Verb.start, .skip].flatMap({
        life.take(.intent(Intent($0, task: $0 == .start ? "report" : nil), .command))
      }) {
        #expect(opened.store.commit(commit.snapshot, commit.changes) == nil)
        last = commit.snapshot
      }
    }
    opened.store.close()
    #expect(scratch.names.contains("tomato.sqlite3.kept-1"))
    scratch.expectRead(last)
  }
}
