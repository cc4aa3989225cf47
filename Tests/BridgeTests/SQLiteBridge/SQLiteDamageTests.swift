// The SQLite bridge with files and disks as they should not be.
import Glibc
import SQLiteBridge
import TestKit
import Testing

struct SQLiteDamageTests {
  let directory = TemporaryFolder()
  private var path: String { directory.file("test.sqlite3") }

  /// A healthy file of several pages.
  private func makeDatabase() throws -> [UInt8] {
    let database = try Database(path: path, readOnly: false)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    try database.transaction { () throws(SQLiteError) in
      for number in 1...500 { try database.run("INSERT INTO item (name) VALUES (?)", [.text("name \(number)")]) }
    }
    database.close()
    return try #require(Files.bytes(path))
  }

  private func open(readOnly: Bool = false) -> SQLiteError? {
    sqliteError { () throws(SQLiteError) in _ = try Database(path: path, readOnly: readOnly) }
  }

  @Test(arguments: [false, true])
  func `a file that is no database is told apart when it is opened, and stays as it is`(readOnly: Bool) {
    let garbage = Array("This is not a database. ".utf8) + (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    Files.write(garbage, to: path)
    #expect(open(readOnly: readOnly)?.isDamaged == true)
    #expect(open(readOnly: readOnly)?.description.contains("file is not a database (SQLite code 26)") == true)
    #expect(Files.bytes(path) == garbage)
  }

  @Test func `a flipped byte in the header is told apart when the file is opened`() throws {
    var content = try makeDatabase()
    let third = try #require(content[at: 3])
    content.replaceSubrange(3...3, with: [third ^ 0x40])
    Files.write(content, to: path)
    #expect(open()?.isDamaged == true)
  }

  @Test func `an empty file is a new database`() throws {
    Files.write([], to: path)
    #expect(open() == nil)
  }

  @Test(arguments: [4096, 8192, 12288])
  func `a damaged page is found by the quick check or on opening`(offset: Int) throws {
    var content = try makeDatabase()
    for index in offset..<min(offset + 4096, content.count) { content[index] ^= 0xA5 }
    Files.write(content, to: path)
    #expect(isFoundDamaged())
  }

  @Test(arguments: [50, 100, 4096, 10_000])
  func `a truncated file is found by the quick check or on opening`(length: Int) throws {
    let content = try makeDatabase()
    Files.write(Array(content[..<length]), to: path)
    #expect(isFoundDamaged())
  }

  private func isFoundDamaged() -> Bool {
    do throws(SQLiteError) {
      let database = try Database(path: path, readOnly: false)
      return try database.quickCheck() != nil
    } catch { return error.isDamaged }
  }

  @Test func `a full database refuses the transaction whole, and takes the next one when there is room`() throws {
    let database = try Database(path: path, readOnly: false)
    try database.execute("CREATE TABLE item (name TEXT); PRAGMA max_page_count=8")
    let big = SQLiteValue.text(String(repeating: "x", count: 3000))
    try database.run("INSERT INTO item VALUES ('before')")
    let error = sqliteError { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        for _ in 1...100 { try database.run("INSERT INTO item VALUES (?)", [big]) }
      }
    }
    #expect(error?.code == 13 && error?.isDamaged == false && error?.isReadOnly == false)
    #expect(
      error?.description == "The database \(path) could not run \"INSERT INTO item VALUES (?)\": "
        + "database or disk is full (SQLite code 13).")
    #expect(try database.rows("SELECT name FROM item").map { try $0.text("name") } == ["before"])
    try database.execute("PRAGMA max_page_count=1000")
    try database.run("INSERT INTO item VALUES ('after')")
    #expect(try database.rows("SELECT count(*) FROM item")[at: 0]?.int64("count(*)") == 2)
    #expect(try database.quickCheck() == nil)
  }

  @Test func `after SQLite rolled back by itself, the rest of the transaction is not stored on its own`() throws {
    let database = try Database(path: path, readOnly: false)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
    let error = sqliteError { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO item VALUES (1)")
        // `OR ROLLBACK` ends the transaction as a failed write can; a careless caller goes on.
        _ = sqliteError { () throws(SQLiteError) in try database.run("INSERT OR ROLLBACK INTO item VALUES (1)") }
        try database.run("INSERT INTO item VALUES (2)")
      }
    }
    #expect(error?.message == "the transaction was rolled back by an earlier error")
    #expect(try database.rows("SELECT id FROM item").isEmpty)
  }

  @Test(arguments: [
    ("/dev/null/state.sqlite3", "unable to open database file, Not a directory"),
    ("/nowhere/at/all/state.sqlite3", "unable to open database file, No such file or directory"),
    ("", "the path is empty or has a NUL"), ("/tmp/a\u{0}b", "the path is empty or has a NUL"),
  ])
  func `a path that cannot be a database is refused in a sentence`(path: String, message: String) {
    let error = sqliteError { () throws(SQLiteError) in _ = try Database(path: path, readOnly: false) }
    #expect(error?.code == 14)
    #expect(error?.description == "The database \(path) could not be opened: \(message) (SQLite code 14).")
  }

  @Test func `a directory of that name is refused`() {
    let error = sqliteError { () throws(SQLiteError) in _ = try Database(path: directory.path, readOnly: false) }
    #expect(error?.code == 14)
  }

  @Test func `a database opened for reading refuses to be written`() throws {
    _ = try makeDatabase()
    let database = try Database(path: path, readOnly: true)
    let error = sqliteError { () throws(SQLiteError) in try database.run("DELETE FROM item") }
    #expect(error?.isReadOnly == true)
    #expect(try database.rows("SELECT count(*) FROM item")[at: 0]?.int64("count(*)") == 500)
  }

  @Test func `a file that does not exist is not created for reading`() {
    #expect(open(readOnly: true)?.code == 14)
    #expect(Files.bytes(path) == nil)
  }

  @Test(arguments: [
    (266, ""), (26, "damaged"), (11, "damaged"), (267, "damaged"), (8, "read-only"), (1032, "read-only"), (1, ""),
  ])
  func `each helper knows its codes`(code: Int32, kind: String) {
    let error = SQLiteError(extendedCode: code, message: "m", sql: nil, path: "p")
    let kinds = [error.isDamaged ? "damaged" : nil, error.isReadOnly ? "read-only" : nil]
    #expect(kinds.compactMap { $0 }.joined(separator: "+") == kind)
  }

  @Test func `a file that is only looked at stays as it was, with its log, until writing begins`() throws {
    let writer = try Database(path: path, readOnly: false)
    try writer.execute("CREATE TABLE item (id INTEGER); INSERT INTO item VALUES (7)")
    let copy = directory.file("copy.sqlite3")
    for ending in ["", "-wal"] { Files.write(Files.bytes(path + ending) ?? [], to: copy + ending) }
    let found = [Files.bytes(copy), Files.bytes(copy + "-wal")]
    #expect(found[1]?.isEmpty == false)

    let looking = try Database(looking: copy)
    let rows = try looking.reading { try looking.rows("SELECT id FROM item").map { try $0.int64("id") } }
    #expect(rows == [7])
    looking.close()
    #expect([Files.bytes(copy), Files.bytes(copy + "-wal")] == found)

    let again = try Database(looking: copy)
    try again.beginWriting()
    try again.run("INSERT INTO item VALUES (8)")
    again.close()
    #expect(Files.bytes(copy + "-wal") == nil)
    #expect(try Database(path: copy, readOnly: true).rows("SELECT count(*) FROM item")[at: 0]?.int64("count(*)") == 2)
    #expect(sqliteError { () throws(SQLiteError) in _ = try Database(looking: copy + "-none") }?.code == 14)
  }

  @Test func `a failed opening leaves no descriptor behind`() {
    Files.write(Array(repeating: 7, count: 8192), to: path)
    // Other tests open files at the same time, so only descriptors of this file count.
    for _ in 1...5 { #expect(open()?.isDamaged == true) }
    let open = (0..<256).filter { Files.target(of: "/proc/self/fd/\($0)") == path }
    #expect(open.isEmpty)
  }
}
