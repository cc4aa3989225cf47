// The database's tables. Times are whole milliseconds: `…_boot_ms` on CLOCK_BOOTTIME, `…_wall_ms` since 1970.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

enum Schema {
  /// "TmtN": tells our files from other programs' (PRAGMA application_id).
  static let applicationID: Int32 = 0x546D_744E
  /// The version of these tables (PRAGMA user_version). A database with a higher one is a newer program's and is kept
  /// aside; one with a lower one is brought to this one (Migrations.swift).
  nonisolated static let version: Int32 = 4

  // What the columns may hold, in milliseconds (Possible.swift).

  /// On CLOCK_BOOTTIME; negative for what began on an earlier boot.
  nonisolated static let bootRange =
    StoredRange.boot.lowerBound.inMilliseconds...StoredRange.boot.upperBound.inMilliseconds
  nonisolated static let longest = StoredRange.length.upperBound
  /// Since 1970.
  nonisolated static let wallRange = StoredRange.wall.lowerBound.milliseconds...StoredRange.wall.upperBound.milliseconds
  nonisolated static let tokenRange =
    Int64(bitPattern: StoredRange.token.lowerBound.number)...Int64(bitPattern: StoredRange.token.upperBound.number)

  static let tables: [String] = [
    // One row: what belongs to no activity.
    """
    CREATE TABLE engine (
      id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
      alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
      left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER, gone_boot_ms INTEGER,
      gone TEXT, unseen TEXT, awake_from_ms INTEGER)
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
      cycle_position INTEGER NOT NULL, unattended INTEGER NOT NULL, task TEXT, warned INTEGER, name TEXT,
      from_outside INTEGER, ended_boot_ms INTEGER, recent INTEGER, due_wall_ms INTEGER, missed INTEGER, laps TEXT,
      undo_batch INTEGER, asks_boot_ms INTEGER, pauses TEXT, question TEXT, attention TEXT, earlier TEXT,
      PRIMARY KEY (id, slot)) WITHOUT ROWID
    """,
    // The history: one row for each finished interval, from the first day. What says nothing of its pauses is older
    // than version 4, or comes from a program that did not say.
    """
    CREATE TABLE interval (
      token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
      began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
      outcome TEXT NOT NULL, name TEXT, laps TEXT, pauses TEXT, source TEXT)
    """,
    "CREATE INDEX interval_ended ON interval (ended_wall_ms)",
    // The last timers, which are offered again: the newest is in place 0.
    "CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL)",
    job, intervalBegan, intervalCounted, intervalSource, correction, correctionUndo,
  ]

  /// What this version got later, by table. A database may be without it until the next start; and an earlier program,
  /// which writes nothing there, leaves it NULL, which is how each of them says that nothing is so.
  private static let later = [
    ("engine", "awake_from_ms INTEGER"), ("activity", "earlier TEXT"), ("job", "heading TEXT"),
  ]

  /// Adds what a database of this version may lack.
  static func complete(_ database: Database) throws(SQLiteError) {
    for (table, column) in later {
      let name = String(column.prefix { $0 != " " })
      let sql = "SELECT 1 FROM pragma_table_info(?) WHERE name = ?"
      if try database.rows(sql, [.text(table), .text(name)]).isEmpty {
        try database.execute("ALTER TABLE \(table) ADD COLUMN \(column)")
      }
    }
  }

  /// What version 4 adds as a whole.
  static let newInVersion4 = [intervalBegan, intervalCounted, intervalSource, correction, correctionUndo]
  /// A stretch of time is read in the order in which its intervals began.
  private static let intervalBegan = "CREATE INDEX interval_began ON interval (began_wall_ms)"
  /// The days with a completed focus are found by this, also where there are a million intervals.
  private static let intervalCounted = """
    CREATE INDEX interval_counted ON interval (began_wall_ms) WHERE mode = 'focus' AND outcome = 'completed'
    """
  /// The first version that has it.
  static let countedFrom: Int32 = 4
  /// The same interval is imported once.
  private static let intervalSource = """
    CREATE UNIQUE INDEX interval_source ON interval (source) WHERE source IS NOT NULL
    """
  /// What a person corrected: the row as it was, and how it was changed; of one that was added only its token. What one
  /// command did has one batch. `undo_boot_ms` is when that was, for as long as it may still be taken back.
  private static let correction = """
    CREATE TABLE correction (
      id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, change TEXT NOT NULL, made_wall_ms INTEGER NOT NULL,
      undo_boot_ms INTEGER, token INTEGER NOT NULL, activity TEXT, mode TEXT, task TEXT, began_wall_ms INTEGER,
      ended_wall_ms INTEGER, active_ms INTEGER, outcome TEXT, name TEXT, laps TEXT, pauses TEXT, source TEXT)
    """
  private static let correctionUndo = """
    CREATE INDEX correction_undo ON correction (undo_boot_ms) WHERE undo_boot_ms IS NOT NULL
    """

  /// What a program's activity has beside its row in `activity`: what was said of it, as JSON.
  static let job = """
    CREATE TABLE job (
      activity TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, outcome TEXT, attributes TEXT, shown_ms INTEGER,
      events TEXT NOT NULL, owner TEXT, awaited_boot_ms INTEGER, heading TEXT) WITHOUT ROWID
    """

  /// The tables of an earlier version, or of this one.
  private static func tables(of version: Int32) -> [String] {
    switch version {
    case 1: tablesOfVersion1
    case 2: tablesOfVersion3.filter { $0 != jobOfVersion3 }
    case 3: tablesOfVersion3
    default: tables
    }
  }

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
  static func check(_ database: Database, version: Int32) throws {
    let rows = try database.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    let found = try Dictionary(rows.map { (try $0.text("name"), try $0.text("sql")) }) { first, _ in first }
    // The first programs of a version did not have these.
    let missing = version == 1 ? ["warned INTEGER"] : version == Self.version ? later.map(\.1) : []
    func form(_ statement: String) -> String { essence(statement, without: missing) }
    // Most are kept as they were written; one to which a column was added later has other spaces.
    func isMade(_ name: String, _ wanted: String) -> Bool? {
      found[name].map { $0 == wanted || form($0) == form(wanted) }
    }
    for (wanted, isOptional) in tables(of: version).map({ ($0, false) }) + [seats, oldSeat].map({ ($0, true) }) {
      let name = name(of: wanted)
      guard isMade(name, wanted) ?? isOptional else {
        throw Unreadable("it is damaged: \(name) is not made as it should be")
      }
    }
  }

  /// What `CREATE TABLE activity (…` or `CREATE UNIQUE INDEX interval_source ON …` makes.
  private static func name(of statement: String) -> String {
    let words = words(of: statement, most: 7).drop {
      !$0.elementsEqual("TABLE".utf8) && !$0.elementsEqual("INDEX".utf8)
    }
    return words.dropFirst().first.map { String(Substring($0.prefix { $0 != UInt8(ascii: "(") })) } ?? ""
  }

  /// A statement as SQLite keeps it, with one space between words, and without these columns.
  private static func essence(_ statement: String, without columns: [String]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(statement.utf8.count)
    for word in words(of: statement) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += word
    }
    var text = String(decoding: bytes, as: UTF8.self)
    for column in columns { if let range = text.firstRange(of: ", \(column)") { text.removeSubrange(range) } }
    return text
  }

  /// Its words, without the `IF NOT EXISTS` that SQLite does not keep. In bytes: a daemon looks at each statement
  /// whenever it starts, and characters take ten times as long.
  private static func words(of statement: String, most: Int = .max) -> [Substring.UTF8View] {
    var words = statement.utf8.split(maxSplits: most) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let condition = ["IF", "NOT", "EXISTS"]
    if words.dropFirst(2).prefix(3).elementsEqual(condition, by: { $0.elementsEqual($1.utf8) }) {
      words.removeSubrange(2..<5)
    }
    return words
  }
}
