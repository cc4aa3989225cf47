// The database's tables. Times are whole milliseconds: `…_boot_ms` on CLOCK_BOOTTIME, `…_wall_ms` since 1970.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// The tables of the first release, and the changes of each later one.
package struct Schema {
  /// One change of the tables. Never edit it, because existing databases are compared with its result.
  struct Step {
    /// Its name in error messages.
    var name: String
    /// SQL statements, run in one transaction.
    var statements: [String]
    /// The created or changed tables and indexes, in their new form.
    var makes: [String]
  }

  static let current = Schema(steps: [])
  /// In order of release.
  var steps: [Step]

  /// "TmtN", which identifies our files (PRAGMA application_id).
  package static let applicationID: Int32 = 0x546D_744E
  /// The version of `tables` (PRAGMA user_version), that of 1.0.0. A lower version is older than the first release; its
  /// intervals are read as from a damaged database (docs/decisions/0022).
  package static let base: Int32 = 5
  /// `base` plus the number of steps. Older databases are migrated (Migrations.swift); newer ones are kept aside.
  var version: Int32 { Self.base + Int32(steps.count) }

  static let longest = StoredRange.length.upperBound
  /// In milliseconds since 1970.
  package static let wallRange = StoredRange.wall.lowerBound.milliseconds...StoredRange.wall.upperBound.milliseconds
  package static let tokenRange =
    Int64(bitPattern: StoredRange.token.lowerBound.number)...Int64(bitPattern: StoredRange.token.upperBound.number)

  static let tables: [String] = [
    // One row: the engine's state outside activities.
    """
    CREATE TABLE engine (
      id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
      alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
      left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER, gone_boot_ms INTEGER,
      gone TEXT, unseen TEXT, awake_from_ms INTEGER)
    """,
    // A row for each activity's state, and one for its undo slot.
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
    // The history: one row for each finished interval, from the first day. Pauses are NULL if the recording program did
    // not report them.
    """
    CREATE TABLE interval (
      token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
      began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
      outcome TEXT NOT NULL, name TEXT, laps TEXT, pauses TEXT, source TEXT)
    """,
    "CREATE INDEX interval_ended ON interval (ended_wall_ms)",
    // Recently used timers; the newest is in place 0.
    "CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL)",
    // A program's activity, in addition to its row in `activity`: its latest content, as JSON.
    """
    CREATE TABLE job (
      activity TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, outcome TEXT, attributes TEXT, shown_ms INTEGER,
      events TEXT NOT NULL, owner TEXT, awaited_boot_ms INTEGER, heading TEXT) WITHOUT ROWID
    """,
    // A period is read in order of the intervals' beginnings.
    "CREATE INDEX interval_began ON interval (began_wall_ms)",
    // Finds the days with a completed focus, even among a million intervals.
    """
    CREATE INDEX interval_counted ON interval (began_wall_ms) WHERE mode = 'focus' AND outcome = 'completed'
    """,
    // Prevents importing an interval twice.
    "CREATE UNIQUE INDEX interval_source ON interval (source) WHERE source IS NOT NULL",
    // The user's corrections: the original row and the kind of change; of an added interval only its token. One
    // command's changes share a batch. `undo_boot_ms` is when it was made, while undo needs it, else NULL.
    """
    CREATE TABLE correction (
      id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, change TEXT NOT NULL, made_wall_ms INTEGER NOT NULL,
      undo_boot_ms INTEGER, token INTEGER NOT NULL, activity TEXT, mode TEXT, task TEXT, began_wall_ms INTEGER,
      ended_wall_ms INTEGER, active_ms INTEGER, outcome TEXT, name TEXT, laps TEXT, pauses TEXT, source TEXT)
    """,
    "CREATE INDEX correction_undo ON correction (undo_boot_ms) WHERE undo_boot_ms IS NOT NULL",
    // One row for each shown card: its place on the server, so that the next process finds it. Written without fsync; a
    // lost row costs a card that the user must close.
    """
    CREATE TABLE card_seat (
      activity TEXT PRIMARY KEY NOT NULL, shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
      token INTEGER NOT NULL) WITHOUT ROWID
    """,
    // Unreadable rows, as SQL statements (KeptRows.swift).
    """
    CREATE TABLE kept_row (
      id INTEGER PRIMARY KEY, stamp TEXT NOT NULL, activity TEXT, reason TEXT NOT NULL, row TEXT NOT NULL)
    """,
  ]

  /// The tables of this version, or of an earlier one from `base` on.
  private func tables(of version: Int32) -> [String] {
    steps.prefix(Int(version - Self.base)).reduce(Self.tables) { tables, step in
      let made = step.makes.map(Self.name)
      return tables.filter { !made.contains(Self.name(of: $0)) } + step.makes
    }
  }

  /// Whether the database has no tables, such as the empty file that a full disk leaves at the first start.
  static func isUnused(_ database: Database) throws(SQLiteError) -> Bool {
    guard try database.applicationID() == 0, try database.userVersion() == 0 else { return false }
    return try database.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty
  }

  /// The version of one of our databases.
  /// - Throws: `Unreadable` for another program's and for one of a newer version.
  func version(of database: Database) throws -> Int32 {
    guard try database.applicationID() == Self.applicationID else { throw Unreadable("it is another program's") }
    let found = try database.userVersion()
    guard found <= version else {
      throw Unreadable("it was written by a newer version (\(found), this one knows \(version))")
    }
    guard found >= 1 else { throw Unreadable("it has no version number") }
    return found
  }

  func create(in database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      for table in tables(of: version) { try database.execute(table) }
      try database.setApplicationID(Self.applicationID)
      try database.setUserVersion(version)
    }
  }

  /// Compares the tables' SQL with the expected one, so that a damaged definition is found at the start.
  func check(_ database: Database, version: Int32) throws {
    let rows = try database.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    let found = try Dictionary(rows.map { (try $0.text("name"), try $0.text("sql")) }) { first, _ in first }
    for wanted in tables(of: version) {
      let name = Self.name(of: wanted)
      // Usually the text is identical; ALTER TABLE ADD COLUMN leaves other spaces.
      guard let made = found[name], made == wanted || Self.words(of: made).elementsEqual(Self.words(of: wanted), by: ==)
      else { throw Unreadable("it is damaged: the definition of \(name) is wrong") }
    }
  }

  /// The name of the table or index that a CREATE statement makes.
  private static func name(of statement: String) -> String {
    let words = words(of: statement, maxSplits: 4).drop { $0 != "TABLE" && $0 != "INDEX" }
    return words.dropFirst().first.map { String($0.prefix { $0 != "(" }) } ?? ""
  }

  /// Splits a statement at spaces and line breaks.
  private static func words(of statement: String, maxSplits count: Int = .max) -> [Substring] {
    statement.utf8.split(maxSplits: count) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map(Substring.init)
  }
}
