// Repair: what can be read of a damaged database is saved, the rest comes from the newest copy; what is lost is said.

import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoPrograms
@testable import TomatoRecord

@MainActor struct RepairTests {
  let scratch = Scratch()

  /// Numbers 2 to 1001, half an hour from one to the next.
  private var intervals: [IntervalRecord] {
    (2...1001).map {
      RecordFixtures.focus(
        UInt64($0), at: RecordFixtures.morning + .minutes($0 * 30), task: "task \($0) #work", pauses: [])
    }
  }

  @discardableResult private func fill(_ intervals: [IntervalRecord]) -> Engine.Snapshot {
    let store = Store.open(scratch).store
    var snapshot = Engine(settings: Settings()).snapshot
    (snapshot.lastToken, snapshot.countedFocus) = (PhaseToken(2000), 700)
    #expect(store.commit(snapshot, Engine.Changes(rows: RowChanges(added: intervals))) == nil)
    store.close()
    return snapshot
  }

  /// Makes some of the pages that hold the table of intervals unreadable.
  private func damage(_ numbers: [Int]) throws {
    var leaves: [Int] = []
    // The pages that say that they are leaves of a table, and hold our tasks.
    let bytes = try #require(Files.bytes(scratch.database))
    for page in 1..<bytes.count / 4096 where bytes[page * 4096] == 13 {
      if bytes[page * 4096..<(page + 1) * 4096].firstRange(of: Array("#work".utf8)) != nil { leaves.append(page) }
    }
    var spoilt = bytes
    for number in numbers {
      let page = try #require(leaves[at: number])
      for place in page * 4096..<(page + 1) * 4096 { spoilt[place] = 0x5A }
    }
    Files.write(spoilt, to: scratch.database)
  }

  private func rows() throws -> [IntervalRecord] { try RecordReader(path: scratch.database).history().rows }

  private func repair() throws -> [String] { try Repair(scratch.database, stamp: "7").run().said }

  @Test func `a sound database needs nothing`() throws {
    #expect(try !Repair(scratch.database, stamp: "7").isNeeded())
    fill(intervals)
    #expect(try Repair(scratch.database, stamp: "7").damage() == nil)
    #expect(try !Repair(scratch.database, stamp: "7").isNeeded())
    #expect(scratch.names == ["tomato.sqlite3"])
  }

  @Test func `the rows around damaged pages are saved with the state, and what is missing is said`() throws {
    let snapshot = fill(intervals)
    try damage([3, 4, 10])
    let before = try #require(Files.bytes(scratch.database))
    let said = try repair()
    #expect(said[text: 0].hasPrefix("The history \(scratch.database) was damaged: "))
    let saved = try rows()
    #expect(saved.count > 800 && saved.count < 990)
    #expect(Set(saved).isSubset(of: Set(intervals)), "each is as it was")
    #expect(said[text: 1].hasPrefix("Intervals read: \(saved.count), from 2026-11-2"))
    #expect(said[at: 2] == "Intervals lost, at most: \(1000 - saved.count)")
    #expect(said[text: 3].hasPrefix("What is missing was between 2026-11-2"))
    #expect(said.last == "The damaged file is kept as \(scratch.database).kept-7.")
    #expect(Files.bytes(scratch.database + ".kept-7") == before)
    scratch.expectRead(snapshot)
  }

  @Test func `a row that cannot be read is damage, which a repair leaves in the old file`() throws {
    fill(intervals)
    #expect(try scratch.change("UPDATE interval SET active_ms = -5 WHERE token = 7") == 1)
    let said = try repair()
    #expect(said.first == "The history \(scratch.database) was damaged: 1 of its intervals cannot be read.")
    #expect(said.contains("Intervals lost, at most: 1"))
    #expect(try RecordReader(path: scratch.database).visit { _ in } == 0)
    #expect(try rows() == intervals.filter { $0.token != PhaseToken(7) })
  }

  private func kept() throws -> [[SQLiteValue]] {
    try scratch.rows("SELECT stamp, activity, reason, row FROM kept_row ORDER BY id").map(\.values)
  }

  /// Keeps the rows of the state as text, as if they could not be read.
  private func keepRows(_ stamp: String) throws {
    let database = try Database(path: scratch.database, readOnly: false)
    let rows = try database.rows("SELECT * FROM activity").map { $0.insertion(into: "activity") }
    try KeptRows.add([LostPiece(activity: "it's", reason: "it is 7 · \(stamp)", rows: rows)], stamp, database)
    database.close()
  }

  @Test(arguments: [false, true]) func `what was kept as text is kept by a repair, once`(_ isOnlyInCopy: Bool) throws {
    fill(intervals)
    try keepRows("5")
    let before = try kept()
    #expect(before.count == 1)
    if isOnlyInCopy {
      try DailyCopies.make(of: scratch.database, RecordDay(number: 20_000))
      Files.write([UInt8](repeating: 0xA5, count: 20_000), to: scratch.database)
    } else {
      try damage([3, 4])
    }
    _ = try repair()
    #expect(try kept() == before)
    // The damaged file is there still, and is read by each repair.
    try keepRows("6")
    #expect(try kept().count == 2)
    _ = try repair()
    #expect(try kept().count == 2 && kept().first == before.first)
    #expect(try Repair(scratch.database, stamp: "8").damage() == nil)
  }

  @Test func `what a repair cannot read of the state it keeps as text`() throws {
    fill(intervals)
    #expect(try scratch.change("UPDATE activity SET total_ms = -5") == 1)
    try damage([3, 4])
    _ = try repair()
    let row = try #require(try kept().first)
    #expect(row.prefix(3) == ["7", "pomodoro", "total is out of range"], "\(row)")
  }

  @Test(arguments: [false, true])
  func `what cannot have been is left out, counted and named, also by a start`(_ isStart: Bool) throws {
    fill(intervals)
    try RecordFixtures.spoil(scratch.database)
    try damage([5, 6])
    if isStart { spoilHeader() }
    let opened = isStart ? Store.openTakingOver(path: scratch.database, stamp: "7") : nil
    let said = try opened?.complaints ?? repair()
    opened?.store.close()
    let lines = said.flatMap { $0.split(separator: "\n").map(String.init) }
    let leftOut = RecordFixtures.leftOut(overlapping: "entry 21, entry 14")
    #expect(lines.filter { $0.hasPrefix("Left out") } == leftOut, "\(said)")
    let first = try rows().prefix(15).map { $0.task ?? "" }
    #expect(first == (Array(2...9) + Array(15...20) + [22]).map { "task \($0) #work" })
  }

  @Test func `nor does what was kept aside bring back what was recorded meanwhile`() throws {
    fill(Array(intervals.prefix(30)))
    keepAside()
    fill([RecordFixtures.focus(1999, at: RecordFixtures.morning + .minutes(20 * 30 + 5))])
    let said = try repair()
    #expect(
      said.contains("Left out, as something else is recorded at that time: 1 (entry 20)")
        && said.last == "Brought back into the history: 29", "\(said)")
  }

  @Test func `the newest sound copy has what is missing`() throws {
    fill(Array(intervals.prefix(900)))
    try DailyCopies.make(of: scratch.database, RecordDay(number: 20_000))
    fill(Array(intervals.suffix(100)))
    try damage([2, 3])
    Files.write("no database", to: DailyCopies.path(of: scratch.database, RecordDay(number: 20_001)))
    let said = try repair()
    #expect(try rows() == intervals)
    #expect(
      said.contains { $0.hasPrefix("Intervals taken from the newest copy: ") } && said.contains("Nothing was lost."))
  }

  @Test func `where not even the beginning can be read, the copy is what is left`() throws {
    fill(intervals)
    try DailyCopies.make(of: scratch.database, RecordDay(number: 20_000))
    Files.write([UInt8](repeating: 0xA5, count: 20_000), to: scratch.database)
    let said = try repair()
    #expect(said.contains("Intervals taken from the newest copy: 1000"))
    #expect(said.contains("The timer's state could not be read; it starts afresh."))
    #expect(try rows().map(\.asImported) == intervals.map(\.asImported))
    // No phase to come takes the number of one that was.
    let opened = Store.open(scratch)
    #expect(opened.snapshot?.lastToken == PhaseToken(1001) && opened.complaints == [])
    opened.store.close()
  }

  /// The change and the number of what stands in the table of corrections, and the key of the interval as it was.
  private func corrections() throws -> [String] {
    try scratch.rows("SELECT * FROM correction ORDER BY id").map { row in
      let began = try row.optionalInt64("began_wall_ms").map { " \($0)" } ?? ""
      return "\(try row.text("change")) \(try row.int64("token"))\(began) \(try row.optionalText("task") ?? "-")"
    }
  }

  /// Deletes the interval 130, changes the task of 801, and adds one.
  private func correct() throws {
    let opened = Store.open(scratch)
    var engine = Engine(restoring: try #require(opened.snapshot), settings: Settings())
    let now = RecordFixtures.morning + .hours(600)
    let moment = Moment(up: .hours(9), wall: now)
    for wish in [
      Correction(.delete, rows: [PhaseToken(130)]), Correction(.edit, rows: [PhaseToken(801)], task: "other"),
      Correction(.add, task: "new", from: now - .minutes(20), duration: .minutes(10)),
    ] {
      let event = Event.corrected(wish, try opened.store.correctionContext(of: wish, at: now))
      for case .commit(let changes) in engine.handle(event, at: moment) {
        #expect(opened.store.commit(engine.snapshot, changes) == nil)
      }
    }
    opened.store.close()
  }

  @Test func `what was corrected stays corrected, and is still known as that`() throws {
    fill(intervals)
    try DailyCopies.make(of: scratch.database, RecordDay(number: 20_000))
    try correct()
    let (before, wanted) = (try corrections(), try rows())
    #expect(before.count == 3 && wanted.count == 1000)
    try damage([2, 3, 4])
    _ = try repair()
    #expect(try corrections() == before)
    #expect(try rows() == wanted, "what was deleted does not come back from the copy")
    let deleted = intervals.filter { $0.token == PhaseToken(130) }.map(\.asImported)
    let opened = Store.open(scratch)
    #expect(try opened.complaints == [] && opened.store.unrecorded(deleted) == [], "nor by an import")
    opened.store.close()
  }

  @Test func `corrections of what was kept aside come back with it, once, about the intervals' new numbers`() throws {
    fill(intervals)
    try correct()
    let tasks = Set(try rows().map { $0.task ?? "" })
    keepAside()
    fill([RecordFixtures.focus(1999)])
    for _ in 1...2 {
      _ = try repair()
      let found = try rows()
      #expect(Set(found.map { $0.task ?? "" }) == tasks.union([""]) && found.count == 1001)
      let edited = try #require(found.first { $0.task == "other" }).token
      let added = try #require(found.first { $0.task == "new" }).token
      let said = try corrections()
      #expect(
        said.count == 3 && said[text: 1].hasPrefix("edit \(edited) ") && said[at: 2] == "add \(added) -", "\(said)")
      let opened = Store.open(scratch)
      let gone = intervals.filter { [PhaseToken(130), PhaseToken(801)].contains($0.token) }.map(\.asImported)
      #expect(try opened.complaints == [] && opened.store.unrecorded(gone) == [])
      opened.store.close()
    }
  }

  @Test func `corrections come back once, however many copies have them`() throws {
    fill(intervals)
    try correct()
    for day in [20_000, 20_001] { try DailyCopies.make(of: scratch.database, RecordDay(number: day)) }
    Files.remove(scratch.database)
    Files.write("no database", to: scratch.database + ".kept-1")
    fill([RecordFixtures.focus(1999)])
    for _ in 1...2 {
      _ = try repair()
      #expect(try corrections().count == 3 && rows().count == 1001)
    }
  }

  @Test func `of what was kept aside, what cannot be brought back is said, and the rest is brought back`() throws {
    fill(Array(intervals.prefix(10)))
    keepAside()
    fill([RecordFixtures.focus(1999)])
    Files.write(Files.bytes(scratch.database) ?? [], to: scratch.database + ".kept-2")
    Files.remove(scratch.database)
    fill([RecordFixtures.focus(17, at: RecordFixtures.morning + .hours(400))])
    // As on a full disk.
    try scratch.change(
      "CREATE TRIGGER full BEFORE INSERT ON interval WHEN new.task IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END")
    let (said, isWhole) = try Repair(scratch.database, stamp: "7").run()
    let sentence = "\(scratch.database).kept-1, which was kept aside, cannot be brought back completely: full."
    #expect(said.contains(sentence) && said.contains("Brought back into the history: 1") && !isWhole, "\(said)")
  }

  @Test func `a repair that ended before it had put the sound database in its place is finished by the start`() throws {
    let snapshot = fill(intervals)
    Files.write(Files.bytes(scratch.database) ?? [], to: scratch.database + ".repaired")
    Files.write("the log of the damaged one", to: scratch.database + "-wal")
    Files.remove(scratch.database)
    scratch.expectRead(snapshot)
    #expect(try rows() == intervals && scratch.names == ["tomato.sqlite3"])
  }

  @Test func `what a repair left that was killed goes with the next one`() throws {
    fill(intervals)
    for ending in ["", "-wal", "-journal"] { Files.write("", to: scratch.database + ".repaired.part" + ending) }
    #expect(try Repair(scratch.database, stamp: "7").isNeeded())
    #expect(try repair() == [])
    #expect(scratch.names == ["tomato.sqlite3"])
  }

  @Test func `a copy that a wrong clock dated is not taken for the newest`() throws {
    fill(Array(intervals.prefix(900)))
    try DailyCopies.make(of: scratch.database, RecordDay(number: 40_000))
    fill(Array(intervals.suffix(100)))
    try DailyCopies.make(of: scratch.database, RecordDay(number: 20_000))
    Files.write([UInt8](repeating: 0xA5, count: 20_000), to: scratch.database)
    #expect(try repair().contains("Intervals taken from the newest copy: 1000"))
  }

  @Test func `what was kept aside comes back, once`() throws {
    fill(intervals)
    keepAside()
    fill([RecordFixtures.focus(17)])
    #expect(try repair().last == "Brought back into the history: 1000")
    #expect(try rows().count == 1001)
    #expect(try repair().last == "Brought back into the history: 0")
    #expect(try rows().count == 1001)
    Files.write("not ours", to: scratch.database + ".kept-2")
    let last = try Repair(scratch.database, stamp: "7").run()
    #expect(last.said.first == "\(scratch.database).kept-2, which was kept aside, cannot be read as a history.")
    #expect(!last.isWhole)
  }

  /// The file is none any more for SQLite.
  private func spoilHeader() {
    let bytes = Files.bytes(scratch.database) ?? []
    Files.write([UInt8](repeating: 0, count: 100) + bytes.dropFirst(100), to: scratch.database)
  }

  /// Puts the database aside, as a start does with one that it cannot use.
  private func keepAside() {
    Files.write(Files.bytes(scratch.database) ?? [], to: scratch.database + ".kept-1")
    Files.remove(scratch.database)
  }
}
