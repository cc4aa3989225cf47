// Corrections on the disk: the row as it was is kept, and what can be taken back survives the process.

import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

@MainActor struct CorrectionStoreTests {
  let scratch = Scratch()
  nonisolated private static let now = WallTime(seconds: 1_795_262_400)

  /// A store and its engine, in the middle of a day.
  @MainActor private final class World {
    let store: Store
    var engine: Engine
    var moment: Moment

    init(_ opened: Store.Opened, at sinceBoot: Duration = .hours(5), boot: String = "boot") {
      store = opened.store
      engine = opened.snapshot.map { Engine(restoring: $0, settings: Settings()) } ?? Engine(settings: Settings())
      moment = Moment(up: sinceBoot, wall: now + (sinceBoot - .hours(5)), boot: boot)
      take(.launched(lastAlive: nil))
    }

    func take(_ event: Event) {
      for case .commit(let changes) in engine.handle(event, at: moment) {
        #expect(store.commit(engine.snapshot, changes) == nil)
      }
    }

    func correct(_ correction: Correction) throws {
      take(.corrected(correction, try store.correctionContext(of: correction, at: moment.wall)))
    }

    func undo() { take(.intent(Intent(.undo), .command)) }

    var rows: [IntervalRecord] { store.history(since: WallTime(milliseconds: 0)).rows }
  }

  private func corrections() throws -> [Row] { try scratch.rows("SELECT * FROM correction ORDER BY id") }

  private func add(_ world: World, _ minutes: Int, _ task: String) throws -> IntervalRecord {
    try world.correct(Correction(.add, task: task, from: world.moment.wall - .minutes(minutes), duration: .minutes(10)))
    return try #require(world.rows.first { $0.task == task })
  }

  @Test func `the row as it was is kept, and comes back`() throws {
    let world = World(Store.open(scratch))
    let (first, second) = (try add(world, 60, "one"), try add(world, 40, "two"))
    try world.correct(Correction(.edit, rows: [first.token], task: "uno", duration: .minutes(15)))
    #expect(world.rows.map(\.task) == ["uno", "two"] && world.rows[at: 0]?.active == .minutes(15))
    let edit = try #require(try corrections().last)
    #expect(try edit.text("change") == "edit" && edit.text("task") == "one")
    world.undo()
    #expect(world.rows == [first, second])
    #expect(try corrections().map { try $0.text("change") } == ["add", "add"])
    try world.correct(Correction(.delete, rows: [first.token, second.token]))
    #expect(world.rows == [])
    world.undo()
    #expect(world.rows == [first, second])
  }

  @Test func `what can be taken back can be after another start, and not after another boot`() throws {
    for (boot, isOpen) in [("boot", true), ("other", false)] {
      let scratch = Scratch()
      let world = World(Store.open(scratch))
      let row = try add(world, 60, "one")
      try world.correct(Correction(.delete, rows: [row.token]))
      world.store.close()
      let opened = Store.open(scratch)
      #expect(opened.complaints == [] && opened.snapshot == world.engine.snapshot)
      let again = World(opened, at: isOpen ? .hours(5) + .seconds(20) : .seconds(20), boot: boot)
      again.undo()
      #expect(again.rows == (isOpen ? [row] : []))
      again.store.close()
      // Nothing is left of it that a start would take for a contradiction.
      scratch.expectRead(again.engine.snapshot)
    }
  }

  @Test func `what overlaps is found, on the disk and among what is not written yet`() throws {
    let world = World(Store.open(scratch))
    let row = try add(world, 60, "one")
    let correction = Correction(.add, from: row.began + .minutes(5), duration: .minutes(30))
    #expect(try world.store.correctionContext(of: correction, at: world.moment.wall).other == row)
    for (began, length) in [(Duration.minutes(5), Duration.seconds(30)), (.seconds(-59), .minutes(11))] {
      let nested = Correction(.add, from: row.began + began, duration: length)
      #expect(try world.store.correctionContext(of: nested, at: world.moment.wall).other == row)
    }
    let after = Correction(.add, from: row.ended - .seconds(59), duration: .minutes(5))
    #expect(try world.store.correctionContext(of: after, at: world.moment.wall).other == nil)
    let edit = Correction(.edit, rows: [row.token], duration: .minutes(20))
    #expect(try world.store.correctionContext(of: edit, at: world.moment.wall) == CorrectionContext(rows: [row]))
  }

  @Test func `an interval that was moved and could not be saved is where it was moved to`() throws {
    let world = World(Store.open(scratch))
    let row = try add(world, 60, "one")
    let moved = Correction(.edit, rows: [row.token], from: row.began + .minutes(30), to: row.ended + .minutes(30))
    let event = Event.corrected(moved, try world.store.correctionContext(of: moved, at: world.moment.wall))
    try world.store.database?.execute("PRAGMA query_only=ON")
    for case .commit(let changes) in world.engine.handle(event, at: world.moment) {
      #expect(world.store.commit(world.engine.snapshot, changes) != nil)
    }
    let correction = Correction(.add, from: row.began, duration: .minutes(10))
    #expect(try world.store.correctionContext(of: correction, at: world.moment.wall).other == nil)
    let there = Correction(.add, from: row.began + .minutes(30), duration: .minutes(10))
    #expect(try world.store.correctionContext(of: there, at: world.moment.wall).other?.token == row.token)
  }

  @Test func `an interval with time taken off that could not be saved is corrected as it is by then`() throws {
    let world = World(Store.open(scratch))
    let (row, later) = (try add(world, 60, "one"), try add(world, 40, "two"))
    let away = Pause(began: row.began + .minutes(2), length: .minutes(3))
    let trim = RowTrim(row: row.token, pause: away, counted: .minutes(3))
    try world.store.database?.execute("PRAGMA query_only=ON")
    #expect(world.store.commit(world.engine.snapshot, Engine.Changes(rows: RowChanges(trims: [trim]))) != nil)
    let edit = Correction(.edit, rows: [row.token], task: "uno")
    let context = try world.store.correctionContext(of: edit, at: world.moment.wall)
    #expect(context.rows.first?.active == .minutes(7))
    for case .commit(let changes) in world.engine.handle(.corrected(edit, context), at: world.moment) {
      #expect(world.store.commit(world.engine.snapshot, changes) != nil)
    }
    #expect(world.rows.map(\.task) == ["uno", "two"], "the oldest first")
    #expect(world.rows.first?.active == .minutes(7) && world.rows.last == later)
    try world.store.database?.execute("PRAGMA query_only=OFF")
    #expect(world.store.commit(world.engine.snapshot, Engine.Changes(rows: RowChanges())) == nil)
    #expect(world.rows.first?.active == .minutes(7) && world.rows.first?.task == "uno")
  }

  @Test func `what says nothing of its time is not held against others`() throws {
    let world = World(Store.open(scratch))
    let row = try add(world, 60, "one")
    var other = row
    other.token = PhaseToken(row.token.number + 1)
    var snapshot = world.engine.snapshot
    snapshot.lastToken = other.token
    #expect(world.store.commit(snapshot, Engine.Changes(rows: RowChanges(added: [other]))) == nil)
    let correction = Correction(.edit, rows: [row.token], task: "two")
    #expect(try world.store.correctionContext(of: correction, at: world.moment.wall) == CorrectionContext(rows: [row]))
  }

  @Test func `two that could be taken back are none of ours`() throws {
    let world = World(Store.open(scratch))
    _ = try add(world, 60, "one")
    _ = try add(world, 40, "two")
    world.store.close()
    try scratch.change("UPDATE correction SET undo_boot_ms = 17000000")
    #expect(Store.open(scratch).complaints.count == 1)
  }
}
