// The SQLite bridge with a healthy file: values, statements, transactions.
import SQLiteBridge
import TestKit
import Testing

struct SQLiteTests {
  let directory = TemporaryFolder()
  let database: Database

  init() throws {
    database = try Database(path: directory.file("test.sqlite3"), readOnly: false)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER CHECK (size >= 0))")
  }

  private func count() throws -> Int64 {
    try #require(database.rows("SELECT count(*) AS n FROM item").first).int64("n")
  }

  @Test(arguments: [
    SQLiteValue.null, 0, -1, .integer(.max), .integer(.min), .real(0.1), .real(-1e300), "", "plain", "a\u{0}b",
    "\u{0}", "🍅 naïve ‮ text", .text(String(repeating: "long ", count: 20_000)), .text("'; DROP TABLE item; --"),
  ])
  func `a value comes back as it went in`(value: SQLiteValue) throws {
    #expect(try database.rows("SELECT ? AS it", [value])[at: 0]?.value("it") == value)
    try database.execute("CREATE TABLE any_value (it)")
    try database.run("INSERT INTO any_value VALUES (?)", [value])
    #expect(try database.rows("SELECT it FROM any_value").map(\.values) == [[value]])
  }

  @Test func `a column is read by name, and as the type it has`() throws {
    try database.run("INSERT INTO item VALUES (7, 'seven', NULL)")
    let row = try #require(try database.rows("SELECT id, name, size FROM item").first)
    #expect(row.columns == ["id", "name", "size"])
    #expect(try row.int64("id") == 7)
    #expect(try row.text("name") == "seven")
    #expect(try row.isNull("size") && !row.isNull("id"))
    #expect(try row.optionalInt64("size") == nil && row.optionalText("name") == "seven")
  }

  @Test func `rows are shown one by one, and what is thrown ends the walk`() throws {
    for (number, name) in ["a", "b", "c"].enumerated() {
      try database.run("INSERT INTO item VALUES (?, ?, NULL)", [.integer(Int64(number)), .text(name)])
    }
    var (names, all): ([SQLiteValue], Int64) = ([], 0)
    let sql = "SELECT id, name, size FROM item WHERE id > ? ORDER BY id"
    try database.forEach(sql, [0]) { row in
      #expect(row.count == 3 && row.value(2) == .null && row.value(3) == .null && row.value(-1) == .null)
      names.append(row.value(1))
      // Other statements may run meanwhile.
      all = try count()
    }
    #expect(names == ["b", "c"] && all == 3)
    struct Enough: Error {}
    #expect(throws: Enough.self) { try database.forEach(sql, [-1]) { _ in throw Enough() } }
    #expect(throws: SQLiteError.self) { try database.forEach("SELECT x FROM item") { _ in } }
    // The statement is at its beginning again, and holds no lock.
    try database.run("DELETE FROM item")
    try database.forEach(sql, [-1]) { _ in Issue.record("a row is there") }
  }

  @Test func `a column of another type or name throws and says which`() throws {
    let row = try #require(try database.rows("SELECT 'many' AS size, NULL AS name").first)
    let wrongType = sqliteError { () throws(SQLiteError) in _ = try row.int64("size") }
    #expect(wrongType?.isMismatch == true)
    #expect(wrongType?.message == "column \"size\" holds a text where an integer was expected")
    let null = sqliteError { () throws(SQLiteError) in _ = try row.text("name") }
    #expect(null?.message == "column \"name\" holds nothing where a text was expected")
    let absent = sqliteError { () throws(SQLiteError) in _ = try row.value("Size") }
    #expect(absent?.isMismatch == true && absent?.message == "the result has no column \"Size\"")
  }

  @Test func `1,000 rows come back in order, also after the file was closed and opened`() throws {
    try database.transaction { () throws(SQLiteError) in
      for number in 1...1000 {
        try database.run("INSERT INTO item VALUES (?, ?, ?)", [.integer(Int64(number)), .text("n\(number)"), 0])
      }
    }
    database.close()
    let again = try Database(path: database.path, readOnly: true)
    let rows = try again.rows("SELECT id, name FROM item ORDER BY id")
    #expect(try rows.map { try $0.int64("id") } == Array(1...1000))
    #expect(try rows.last?.text("name") == "n1000")
    #expect(try again.quickCheck() == nil)
  }

  @Test func `a rule of the schema refuses a row by name and keeps the others`() throws {
    #expect(try database.run("INSERT INTO item VALUES (1, 'one', 1)") == 1)
    let twice = sqliteError { () throws(SQLiteError) in try database.run("INSERT INTO item VALUES (2, 'one', 1)") }
    #expect(twice?.extendedCode == 2067)
    #expect(twice?.description.contains("UNIQUE constraint failed: item.name") == true)
    let check = sqliteError { () throws(SQLiteError) in try database.run("INSERT INTO item VALUES (3, 'x', -1)") }
    #expect(check?.code == 19 && check?.isDamaged == false)
    #expect(try count() == 1)
    // The kept statement works again after its error.
    #expect(try database.run("UPDATE item SET size = 5 WHERE size = 99") == 0)
    let again = sqliteError { () throws(SQLiteError) in try database.run("INSERT INTO item VALUES (2, 'one', 1)") }
    #expect(again == twice)
  }

  @Test(arguments: [
    ("SELEKT 1", "near \"SELEKT\": syntax error"), ("SELECT * FROM nowhere", "no such table: nowhere"),
    ("SELECT 1; SELECT 2", "exactly one statement was expected"), ("", "exactly one statement was expected"),
    ("SELECT ?", "the statement takes 1 values and got 0"),
  ])
  func `a statement that cannot be run says why`(sql: String, message: String) {
    let error = sqliteError { () throws(SQLiteError) in _ = try database.rows(sql) }
    #expect(error?.message == message)
    #expect(error?.sql == sql)
  }

  @Test func `a transaction that throws stores nothing`() throws {
    let error = sqliteError { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO item VALUES (1, 'one', 1)")
        try database.setUserVersion(9)
        try database.run("INSERT INTO item VALUES (1, 'again', 1)")
      }
    }
    #expect(error?.code == 19)
    #expect(try count() == 0 && database.userVersion() == 0)
    try database.transaction { () throws(SQLiteError) in _ = try database.run("INSERT INTO item VALUES (1, 'one', 1)") }
    #expect(try count() == 1)
  }

  @Test func `a transaction inside a transaction throws and rolls back the outer one`() throws {
    let error = sqliteError { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO item VALUES (1, 'one', 1)")
        try database.transaction { () throws(SQLiteError) in }
      }
    }
    #expect(error?.message == "cannot start a transaction within a transaction")
    #expect(try count() == 0)
  }

  @Test func `the header keeps whose file it is and which version`() throws {
    try database.setApplicationID(0x746F_6D61)
    try database.setUserVersion(3)
    database.close()
    let again = try Database(path: database.path, readOnly: true)
    #expect(try again.applicationID() == 0x746F_6D61 && again.userVersion() == 3)
  }

  @Test func `commits are durable, and only inside withSynchronousNormal they are not waited for`() throws {
    func level() throws(SQLiteError) -> Int64? { try database.rows("PRAGMA synchronous").first?.int64("synchronous") }
    #expect(try level() == 2)
    #expect(try database.rows("PRAGMA journal_mode")[at: 0]?.values == ["wal"])
    for _ in 1...2 {
      #expect(try database.withSynchronousNormal { () throws(SQLiteError) in try level() } == 1)
      #expect(try level() == 2)
    }
    let error = sqliteError { () throws(SQLiteError) in
      try database.withSynchronousNormal { () throws(SQLiteError) in try database.execute("nonsense") }
    }
    #expect(error != nil)
    #expect(try level() == 2)
  }

  @Test func `a pragma is asked anew each time, although it answers while it is compiled`() throws {
    for timeout in [Int64(11), 12] {
      try database.execute("PRAGMA busy_timeout=\(timeout)")
      #expect(try database.rows("PRAGMA busy_timeout")[at: 0]?.int64("timeout") == timeout)
    }
  }

  @Test func `closing leaves one file, can be repeated, and every later use throws`() throws {
    try database.run("INSERT INTO item VALUES (1, 'one', 1)")
    #expect(Files.bytes(database.path + "-wal")?.isEmpty == false)
    database.close()
    database.close()
    #expect(Files.bytes(database.path + "-wal") == nil && Files.bytes(database.path + "-shm") == nil)
    let error = sqliteError { () throws(SQLiteError) in _ = try database.rows("SELECT 1") }
    #expect(error?.message == "the database is closed")
  }

  @Test func `closing waits for no reader, and keeps no writer waiting`() throws {
    try database.run("INSERT INTO item VALUES (1, 'one', 1)")
    let reader = try Database(path: database.path, readOnly: true)
    let began = ContinuousClock.now
    try reader.reading {
      #expect(try reader.rows("SELECT * FROM item").count == 1)
      try database.run("INSERT INTO item VALUES (2, 'two', 2)")
      let other = try Database(path: database.path, readOnly: false)
      other.close()
    }
    // The limit of waiting for others is 2 s.
    #expect(ContinuousClock.now - began < .seconds(2))
    #expect(try reader.rows("SELECT * FROM item").count == 2)
  }

  @Test func `what another connection holds is reported as busy, and nothing is changed`() throws {
    try database.execute("PRAGMA busy_timeout=1")
    let other = try Database(path: database.path, readOnly: false)
    try other.transaction { () throws(SQLiteError) in
      let error = sqliteError { () throws(SQLiteError) in try database.run("INSERT INTO item VALUES (1, 'one', 1)") }
      #expect(error?.code == 5)
    }
    try database.run("INSERT INTO item VALUES (1, 'one', 1)")
    #expect(try other.rows("SELECT name FROM item")[at: 0]?.text("name") == "one")
  }
}
