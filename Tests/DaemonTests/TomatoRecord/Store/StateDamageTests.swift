// Cells of the state that are wrong: they cost the part of the state that they are in, and never the history.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct StateDamageTests {
  let scratch = Scratch()

  @Test func `a single wrong cell costs at most what it is in, never the history, and never traps`() throws {
    var wrong = 0
    var seen: Set<String> = []
    for (seed, steps) in [(UInt64(4), 120), (12, 40), (21, 150)] {
      _ = scratch.fill(seed: seed, steps: steps)
      let (good, rows) = (Files.bytes(scratch.database) ?? [], try intervals())
      for (table, key, columns) in try cells() where seen.insert(key.shape).inserted {
        for column in columns {
          for value in Self.values {
            Files.write(good, to: scratch.database)
            guard try corrupt(table, key.sql, column, value) else { continue }
            let kept = table == "interval" ? nil : rows
            let comment = "\(table).\(column) = \(value)"
            if try expectHistoryStays(kept, comment, again: wrong.isMultiple(of: 7)) { wrong += 1 }
          }
        }
      }
    }
    #expect(wrong > 500)
  }

  /// Several cells of the state's tables, replaced by anything: by what stands in the same column of another row too.
  @Test(arguments: 0..<40) func `random wrong cells of the state never cost the history`(_ seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    _ = scratch.fill(seed: UInt64(seed % 10), steps: 40 + seed)
    let rows = try intervals()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let tables = ["engine", "activity", "activity", "activity", "job", "recent_timer", "correction"]
      let table = tables.randomElement(using: &random) ?? "engine"
      let database = try Database(path: scratch.database, readOnly: false)
      let all = try database.rows("SELECT * FROM \(table)")
      guard let row = all.randomElement(using: &random), let column = row.columns.randomElement(using: &random),
        let other = all.randomElement(using: &random)
      else { continue }
      let number = Int64.random(in: -1_000_000_000_000_000...1_000_000_000_000_000, using: &random)
      let values: [SQLiteValue] = [
        try other.value(column), .integer(number), .integer(number >> 30), .real(0.5), .text("\(number)"), .null,
      ]
      let value = values.randomElement(using: &random) ?? .null
      let key = zip(row.columns, row.values).map { "\($0) IS \(literal($1))" }.joined(separator: " AND ")
      _ = try? database.run("UPDATE \(table) SET \(column) = ? WHERE \(key)", [value])
      database.close()
    }
    _ = try expectHistoryStays(rows, "seed \(seed)")
  }

  private func literal(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    }
  }

  private func intervals() throws -> [Row] { try scratch.rows("SELECT * FROM interval ORDER BY token") }

  /// The state is read, but for what is said; the history is what it was, and no new phase has a number of it. The next
  /// start finds what this one has read, and nothing to say.
  /// - Returns: whether anything was said.
  private func expectHistoryStays(_ rows: [Row]?, _ comment: String, again: Bool = true) throws -> Bool {
    defer { for name in scratch.names { unlink(scratch.path(name)) } }
    let opened = Store.open(scratch)
    #expect(opened.snapshot != nil && opened.store.trouble == nil, "\(comment): \(opened.complaints)")
    #expect(!scratch.names.contains { $0.contains(".kept-") }, "\(comment)")
    if let rows {
      #expect(try intervals() == rows, "\(comment)")
      let newest = try rows.last?.int64("token") ?? 0
      #expect(opened.snapshot.map { $0.lastToken.number >= UInt64(newest) } == true, "\(comment)")
    }
    goOn(opened.snapshot)
    opened.store.close()
    guard !opened.complaints.isEmpty, again else { return !opened.complaints.isEmpty }
    let next = Store.open(scratch)
    defer { next.store.close() }
    #expect(next.complaints == [] && next.snapshot == opened.snapshot, "\(comment): \(opened.complaints)")
    return true
  }

  static let values: [SQLiteValue] = [
    .null, .integer(0), .integer(-1), .integer(.max), .integer(.min), .real(1.5), .text(""), .text("ready"),
    .text("running"), .text("stopwatch"),
  ]

  /// How a row is found, and what it is like: of rows that are alike one is enough.
  private struct Key {
    var sql: String
    var shape: String
  }

  private func cells() throws -> [(table: String, key: Key, columns: [String])] {
    let database = try Database(path: scratch.database, readOnly: true)
    var all: [(String, Key, [String])] = []
    all += try database.rows("SELECT * FROM engine").map { ("engine", Key(sql: "1", shape: "engine"), $0.columns) }
    all += try database.rows("SELECT * FROM activity").map {
      let (id, slot) = (try $0.text("id"), try $0.text("slot"))
      let shape = "\(slot) \(try $0.text("kind")) \(try $0.text("state")) \(try $0.optionalText("pause_cause") ?? "")"
      return ("activity", Key(sql: "id = '\(id)' AND slot = '\(slot)'", shape: shape), $0.columns)
    }
    all += try database.rows("SELECT * FROM interval").map {
      ("interval", Key(sql: "token = \(try $0.int64("token"))", shape: try $0.text("outcome")), $0.columns)
    }
    return all
  }

  /// False when the schema does not let the value in, or nothing differs.
  private func corrupt(_ table: String, _ key: String, _ column: String, _ value: SQLiteValue) throws -> Bool {
    let database = try Database(path: scratch.database, readOnly: false)
    defer { database.close() }
    let update = "UPDATE \(table) SET \(column) = ? WHERE \(key) AND \(column) IS NOT ?"
    return (try? database.run(update, [value, value])) == 1
  }

  /// A database of a Pomodoro and a timer that run, and two intervals.
  private func begin() -> Engine.Snapshot {
    var life = RandomLife(seed: 1)
    let store = Store.open(scratch).store
    for event in [
      Event.intent(Intent(.start, task: "write"), .command), .intent(Intent(.skip), .command),
      .intent(Intent(.start, mode: .focus, replace: true), .command),
      .intent(Intent(.timer, duration: .minutes(3), name: "tea"), .command),
    ] { store.save(life.take(event)) }
    store.close()
    return life.engine.snapshot
  }

  private func change(_ assignment: String) throws { #expect(try scratch.change("UPDATE \(assignment)") == 1) }

  private func keptRows() throws -> [Row] { try scratch.rows("SELECT activity, reason, row FROM kept_row ORDER BY id") }

  @Test func `an activity that cannot be read costs that one, is said in a sentence, and is kept as SQL`() throws {
    let before = begin()
    let id = try #require(before.others.first?.id.description)
    try change("activity SET total_ms = -5 WHERE id = '\(id)'")
    let opened = Store.open(scratch)
    #expect(
      opened.complaints == [
        "\(id) cannot be read in \(scratch.database): total is out of range. It was put aside there, and everything "
          + "else goes on."
      ])
    #expect(opened.snapshot?.pomodoro == before.pomodoro && opened.snapshot?.others == [])
    #expect(opened.store.history(since: WallTime(milliseconds: 0)).rows.count == 2)
    opened.store.close()
    let row = try #require(try keptRows().first)
    #expect(try row.text("activity") == id && row.text("reason") == "total is out of range")
    let sql = try row.text("row")
    #expect(try KeptRows.newest(Database(path: scratch.database, readOnly: true)) == "\(id): total is out of range")
    #expect(sql.hasPrefix("INSERT INTO activity (id, slot, ") && sql.contains("'tea'"))
    // It can be put back.
    try scratch.change(sql)
    try scratch.change("UPDATE activity SET total_ms = base_ms WHERE id = '\(id)'")
    scratch.expectRead(before)
  }

  @Test func `a Pomodoro that cannot be read is a new one with a number of its own, and the count of focuses stays`()
    throws
  {
    let before = begin()
    try change("engine SET counted_focus = 41")
    try change("activity SET state = 'flown' WHERE id = 'pomodoro' AND slot = 'now'")
    let opened = Store.open(scratch)
    let snapshot = try #require(opened.snapshot)
    #expect(opened.complaints.count == 1 && snapshot.others == before.others && snapshot.countedFocus == 41)
    #expect(snapshot.pomodoro == Activity.newPomodoro(PhaseToken(before.lastToken.number + 1)))
    #expect(snapshot.lastToken == snapshot.pomodoro.machine.token)
    opened.store.close()
  }

  @Test(arguments: [
    "engine SET last_token = 0", "engine SET last_token = 1", "engine SET last_token = 1 << 53",
    "engine SET counted_focus = -1", "engine SET alive_boot_ms = -1", "engine SET left_wall_ms = 5",
    "engine SET gone = 'flown'", "engine SET unseen = '1:2'", "recent_timer SET duration_ms = 0",
  ])
  func `what belongs to no activity begins anew by itself`(_ assignment: String) throws {
    let before = begin()
    let store = Store.open(scratch).store
    store.markAlive(try #require(before.lastAlive))
    store.close()
    try change(assignment)
    let opened = Store.open(scratch)
    let snapshot = try #require(opened.snapshot)
    #expect(opened.complaints.count == 1, "\(opened.complaints)")
    #expect(opened.complaints.first?.hasPrefix("A part of the state cannot be read in ") == true)
    #expect(snapshot.activities == before.activities && snapshot.lastToken == before.lastToken)
    #expect(snapshot.countedFocus == before.countedFocus)
    opened.store.close()
    #expect(try keptRows().count == 1)
  }
}
