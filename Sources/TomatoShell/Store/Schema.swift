// The database's tables. Times are whole milliseconds: `…_boot_ms` on CLOCK_BOOTTIME, `…_wall_ms` since 1970.

internal import SQLiteBridge
internal import TomatoLink

enum Schema {
  /// "TmtN": tells our files from other programs' (PRAGMA application_id).
  static let applicationID: Int32 = 0x546D_744E
  /// The version of these tables (PRAGMA user_version). A database with a higher one is a newer program's and is kept
  /// aside.
  static let version: Int32 = 1

  // What the columns may hold. Wide enough for every life, narrow enough for sums of a few to stay far from overflow.

  /// On CLOCK_BOOTTIME, in milliseconds; negative for what began on an earlier boot.
  static let bootRange: ClosedRange<Int64> = -100_000_000_000_000...100_000_000_000_000
  static let longest: Duration = .milliseconds(bootRange.upperBound)
  /// Milliseconds since 1970: the years 1 to 9999.
  static let wallRange: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// Exact in JSON readers that know only doubles.
  static let tokenRange: ClosedRange<Int64> = 1...(1 << 53)
  static let countRange: ClosedRange<Int64> = 0...1_000_000_000

  static let tables = [
    // One row: what belongs to no activity.
    """
    CREATE TABLE engine (
      id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
      alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
      left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER)
    """,
    // One row: the minute mark, written without fsync.
    """
    CREATE TABLE mark (
      id INTEGER PRIMARY KEY CHECK (id = 1), boot_id TEXT NOT NULL, boot_ms INTEGER NOT NULL,
      awake_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL)
    """,
    // A row for each activity's state, and one for what its undo slot holds.
    """
    CREATE TABLE activity (
      id TEXT NOT NULL, slot TEXT NOT NULL CHECK (slot IN ('now', 'undo')), position INTEGER NOT NULL,
      kind TEXT NOT NULL, session_count INTEGER, requested_wall_ms INTEGER, hidden_token INTEGER,
      undo_change TEXT, undo_boot_ms INTEGER, undo_rows TEXT,
      token INTEGER NOT NULL, mode TEXT NOT NULL, base_ms INTEGER NOT NULL, total_ms INTEGER NOT NULL,
      began_wall_ms INTEGER, asleep_ms INTEGER NOT NULL, state TEXT NOT NULL, until_boot_ms INTEGER,
      remaining_ms INTEGER, paused_wall_ms INTEGER, pause_cause TEXT, away_ms INTEGER, next_boot_ms INTEGER,
      row_token INTEGER, changed_boot_ms INTEGER NOT NULL, changed_awake_ms INTEGER NOT NULL,
      cycle_position INTEGER NOT NULL, unattended INTEGER NOT NULL, task TEXT, warned INTEGER,
      PRIMARY KEY (id, slot)) WITHOUT ROWID
    """,
    // The history: one row for each finished interval, from the first day.
    """
    CREATE TABLE interval (
      token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
      began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
      outcome TEXT NOT NULL)
    """,
    "CREATE INDEX interval_ended ON interval (ended_wall_ms)",
  ]

  /// A row for each card that is up: where it is, so that the next process finds it. Written without fsync; a lost row
  /// costs a card that a person must close. Made in every database: a program that does not know it is not disturbed by
  /// it.
  static let seats = """
    CREATE TABLE IF NOT EXISTS card_seat (
      activity TEXT PRIMARY KEY NOT NULL, shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
      token INTEGER NOT NULL) WITHOUT ROWID
    """

  /// What an earlier program has instead: one row, of the Pomodoro's card.
  static let oldSeat = """
    CREATE TABLE IF NOT EXISTS seat (
      id INTEGER PRIMARY KEY CHECK (id = 1), shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
      token INTEGER NOT NULL)
    """

  /// Makes the table of seats, and takes over what an earlier program noted.
  static func makeSeats(in database: Database) throws(SQLiteError) {
    try database.execute(seats)
    guard try !database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'seat'").isEmpty else { return }
    try database.transaction { () throws(SQLiteError) in
      try database.execute(
        """
        INSERT OR IGNORE INTO card_seat (activity, shown_id, bus_guid, owner, token)
          SELECT 'pomodoro', shown_id, bus_guid, owner, token FROM seat
        """)
      try database.execute("drop table seat")
    }
  }

  /// Makes the tables of a new database.
  static func create(in database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      for table in tables { try database.execute(table) }
      try database.setApplicationID(applicationID)
      try database.setUserVersion(version)
    }
  }

  /// Compares what the tables are made of with what it should be: a letter that a disk has changed in the name of a
  /// column or in a rule is found at the start, not by the first commit that needs it.
  static func check(_ database: Database) throws {
    let rows = try database.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    let found = try Dictionary(rows.map { (try $0.text("name"), essence(try $0.text("sql"))) }) { first, _ in first }
    let optional = [seats, oldSeat].map(essence)
    for wanted in tables.map(essence) + optional {
      // CREATE TABLE activity (…, CREATE INDEX interval_ended ON …
      let name = wanted.split(whereSeparator: { $0 == " " || $0 == "(" }).dropFirst(2).first.map(String.init) ?? ""
      guard found[name] == wanted || (found[name] == nil && optional.contains(wanted)) else {
        throw Unreadable("it is damaged: \(name) is not made as it should be")
      }
    }
  }

  /// A statement as SQLite keeps it, without what an earlier program does not have.
  private static func essence(_ statement: String) -> String {
    var words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for omitted in ["IF NOT EXISTS ", ", warned INTEGER"] {
      while let range = words.firstRange(of: omitted) { words.removeSubrange(range) }
    }
    return words
  }

  /// Adds what a database of the same version may lack. Nothing is there in rows of an earlier program, which is how
  /// such a column says that nothing is so: neither program minds the other.
  static func complete(_ database: Database) throws(SQLiteError) {
    let columns = try database.rows("PRAGMA table_info(activity)")
    let hasWarned = columns.contains { (try? $0.text("name")) == "warned" }
    if !hasWarned { try database.execute("ALTER TABLE activity ADD COLUMN warned INTEGER") }
  }
}
