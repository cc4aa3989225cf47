// The steps that bring a database of an earlier release to this one, with steps of the test's own.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

@MainActor struct MigrationTests {
  let scratch = Scratch()
  private var copy: String { "\(scratch.database).version-\(Schema.base)" }

  /// One table gets a column, and another one is made of what is there.
  static let places = Schema.Step(
    name: "places of intervals",
    statements: [
      "ALTER TABLE recent_timer ADD COLUMN used INTEGER", "CREATE TABLE place (name TEXT PRIMARY KEY NOT NULL)",
      "INSERT INTO place SELECT DISTINCT task FROM interval WHERE task IS NOT NULL",
    ],
    makes: [
      """
      CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL, used INTEGER)
      """, "CREATE TABLE place (name TEXT PRIMARY KEY NOT NULL)",
    ])
  private let places = MigrationTests.places
  private let broken = Schema.Step(name: "names of nothing", statements: ["ALTER TABLE nothing DROP x"], makes: [])

  private func open(_ steps: [Schema.Step]) -> Store.Opened {
    Store.open(path: scratch.database, stamp: "1", Schema(steps: steps))
  }

  private func version() throws -> Int32 { try Database(path: scratch.database, readOnly: true).userVersion() }

  private func tables() throws -> [String: String] {
    let rows = try scratch.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return Dictionary(
      try rows.map { (try $0.text("name"), try $0.text("sql")) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `a step is made once, after a copy, and everything goes on`() throws {
    let snapshot = scratch.fill()
    let rows = try RecordReader(path: scratch.database).history().rows
    for turn in 1...2 {
      let opened = open([places])
      #expect(opened.complaints == [] && opened.snapshot == snapshot, "\(turn)")
      #expect(opened.store.commit(try #require(snapshot), Engine.Changes(rows: RowChanges(added: rows))) == nil)
      #expect(opened.store.history(since: WallTime(milliseconds: 0)).rows == rows)
      opened.store.close()
    }
    #expect(try version() == Schema.base + 1)
    let tasks = Set(rows.compactMap(\.task))
    #expect(try Set(scratch.rows("SELECT name FROM place").map { try $0.text("name") }) == tasks && !tasks.isEmpty)
    #expect(scratch.names.filter { $0.contains("version-") } == ["tomato.sqlite3.version-\(Schema.base)"])
    let old = Scratch()
    Files.write(Files.bytes(copy) ?? [], to: old.database)
    old.expectRead(snapshot)
  }

  @Test func `a new database has what the steps make, and a file of the base lacks nothing`() throws {
    open([places]).store.close()
    #expect(try version() == Schema.base + 1 && tables()["place"] != nil)
    #expect(open([places]).complaints == [])
    #expect(!scratch.names.contains { $0.contains("version-") }, "there was nothing to copy")
    // What the step before has made, a later one may make anew.
    let again = Schema.Step(
      name: "no places", statements: ["DROP TABLE place", "CREATE TABLE place (id INTEGER)"],
      makes: ["CREATE TABLE place (id INTEGER)"])
    for _ in 1...2 { #expect(open([places, again]).complaints == []) }
    #expect(try tables()["place"] == "CREATE TABLE place (id INTEGER)")
  }

  @Test func `a step that has not made what it should have is damage to the next start`() throws {
    _ = scratch.fill()
    var wrong = places
    wrong.makes = wrong.makes.map { $0 + " WITHOUT ROWID" }
    open([wrong]).store.close()
    let said = open([wrong]).complaints
    #expect(said.count == 1 && said[text: 0].contains("the definition of recent_timer is wrong"), "\(said)")
  }

  @Test func `a step that cannot be made is named and changes nothing, and those before it stay`() throws {
    let snapshot = scratch.fill()
    let opened = open([places, broken])
    #expect(opened.snapshot == snapshot && opened.complaints.count == 1)
    #expect(opened.complaints[text: 0].contains("cannot be written: names of nothing: "), "\(opened.complaints)")
    opened.store.close()
    #expect(try version() == Schema.base + 1 && !scratch.rows("SELECT * FROM place").isEmpty)
    #expect(open([places]).complaints == [])
  }

  @Test func `without a copy nothing is changed, and the timer goes on from what is there`() throws {
    let snapshot = scratch.fill()
    // A folder that is not empty stands where the copy is made.
    mkdir(copy + ".part", 0o700)
    Files.write("", to: copy + ".part/file")
    let opened = open([places])
    #expect(opened.snapshot == snapshot && opened.complaints.count == 1)
    opened.store.close()
    #expect(try version() == Schema.base && tables()["place"] == nil)
  }
}
