// Databases of before the first release: their intervals come over with the next start, and the file is kept.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoPrograms
@testable import TomatoRecord

@MainActor struct OlderDatabaseTests {
  let scratch = Scratch()

  /// How many columns an interval had in each version.
  nonisolated static let columns: [Int32: Int] = [1: 8, 2: 10, 3: 10, 4: 12]
  nonisolated static let versions = columns.keys.sorted()

  /// What such a version could say of an interval.
  private func intervals(_ version: Int32) -> [IntervalRecord] {
    RecordFixtures.all.map { interval in
      var interval = interval
      if version < 4 { (interval.pauses, interval.source) = (nil, nil) }
      if version < 2 { (interval.name, interval.laps) = (nil, []) }
      return interval
    }
  }

  /// A database as it was left, its last commits in the log; the connection holds it open.
  private func leave(_ version: Int32, _ intervals: [IntervalRecord]) throws -> Database {
    let database = try Database(path: scratch.database, readOnly: false)
    try database.execute(
      """
      CREATE TABLE engine (id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL);
      INSERT INTO engine VALUES (1, 40);
      CREATE TABLE interval (
        token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
        began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
        outcome TEXT NOT NULL)
      """)
    // As the steps of then added them: rows of before have no such columns.
    let count = Self.columns[version] ?? 0
    for column in ["name", "laps", "pauses", "source"].prefix(count - 8) {
      try database.execute("ALTER TABLE interval ADD COLUMN \(column) TEXT")
    }
    for interval in intervals {
      let places = Array(repeating: "?", count: count).joined(separator: ", ")
      try database.run("INSERT INTO interval VALUES (\(places))", Array(interval.values.prefix(count)))
    }
    try database.setApplicationID(Schema.applicationID)
    try database.setUserVersion(version)
    return database
  }

  private func start() -> Store.Opened { Store.openTakingOver(path: scratch.database, stamp: "1") }
  private func kept(_ version: Int32) -> String { "\(scratch.database).version-\(version)" }
  private var rows: [IntervalRecord] { (try? RecordReader(path: scratch.database).history().rows) ?? [] }

  @Test(arguments: versions)
  func `all intervals of before 1.0.0 come over, the file is kept, and one sentence says so`(_ version: Int32) throws {
    let wanted = intervals(version)
    let before = try leave(version, wanted)
    #expect(rows == wanted, "who only reads the record needs no start")
    let opened = start()
    #expect(
      opened.complaints == [
        "The history \(scratch.database) is of a version before 1.0.0. It is kept as \(kept(version)), and its "
          + "intervals were taken over: \(wanted.count)"
      ])
    #expect(opened.store.commit(try #require(opened.snapshot), Engine.Changes()) == nil)
    opened.store.close()
    #expect(rows.map(\.asImported) == wanted.map(\.asImported))
    before.close()
    let old = try Database(path: kept(version), readOnly: true)
    #expect(try old.userVersion() == version && old.rows("SELECT * FROM interval").count == wanted.count)
    // The next start has nothing to do, and nothing is left for a repair.
    let again = start()
    #expect(again.complaints == [] && again.snapshot == opened.snapshot && rows.count == wanted.count)
    again.store.close()
    #expect(try !Repair(scratch.database, stamp: "2").isNeeded())
  }

  @Test func `one without intervals is kept as well, and what cannot be read of one costs itself`() throws {
    try leave(3, []).close()
    #expect(start().complaints.first?.hasSuffix("were taken over: 0") == true)
    Files.remove(scratch.database)
    try leave(3, intervals(3)).close()
    try scratch.change("UPDATE interval SET mode = 'x' WHERE token = 20")
    #expect(start().complaints.first?.hasSuffix("were taken over: \(intervals(3).count - 1)") == true)
    #expect(scratch.names.contains("tomato.sqlite3.version-3-2"))
  }

  @Test func `where it cannot come over it stays as it is, and comes with a later start`() throws {
    try leave(4, intervals(4)).close()
    // A folder that is not empty stands where the new file is made.
    let obstacle = scratch.database + ".repaired"
    mkdir(obstacle, 0o700)
    Files.write("", to: obstacle + "/file")
    let bytes = Files.bytes(scratch.database)
    let opened = start()
    #expect(opened.complaints.count == 1 && opened.complaints.first?.contains("nothing is saved") == true)
    #expect(opened.store.commit(Engine(settings: Settings()).snapshot, Engine.Changes()) != nil)
    opened.store.close()
    #expect(Files.bytes(scratch.database) == bytes)
    Files.remove(obstacle + "/file")
    rmdir(obstacle)
    start().store.close()
    #expect(rows.map(\.asImported) == intervals(4).map(\.asImported))
  }

  @Test(arguments: versions)
  func `one is imported too, and what was corrected in it stays corrected`(_ version: Int32) throws {
    let database = try leave(version, intervals(version))
    if version == 4 {
      try database.execute(
        """
        CREATE TABLE correction (
          id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, change TEXT NOT NULL, made_wall_ms INTEGER NOT NULL,
          undo_boot_ms INTEGER, token INTEGER NOT NULL, activity TEXT, mode TEXT, task TEXT, began_wall_ms INTEGER,
          ended_wall_ms INTEGER, active_ms INTEGER, outcome TEXT, name TEXT, laps TEXT, pauses TEXT, source TEXT);
        INSERT INTO correction SELECT 1, 40, 'delete', 1795161600000, NULL, * FROM interval WHERE token = 18;
        DELETE FROM interval WHERE token = 18
        """)
    }
    database.close()
    var found: [IntervalRecord] = []
    try DatabaseCopy(of: scratch.database).read(.ownDatabase) { entry in
      if case .interval(let interval) = entry.what { found.append(interval) }
    }
    #expect(found.count == intervals(version).count - (version == 4 ? 1 : 0))
    let opened = start()
    let deleted = intervals(version).filter { $0.token == PhaseToken(18) }.map(\.asImported)
    #expect(try opened.store.unrecorded(deleted) == [])
    opened.store.close()
  }
}
