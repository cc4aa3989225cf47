// Version 2: activities have a name, a timer may end at a clock time, a stopwatch has laps, and what has ended knows
// since when. Until then a name was the id.

internal import SQLiteBridge

extension Migrations {
  static func toVersion2(_ database: Database) throws(SQLiteError) {
    try addWarned(database)
    for column in [
      "name TEXT", "from_outside INTEGER", "ended_boot_ms INTEGER", "recent INTEGER", "due_wall_ms INTEGER",
      "missed INTEGER", "laps TEXT", "undo_batch INTEGER",
    ] { try database.execute("ALTER TABLE activity ADD COLUMN \(column)") }
    for column in ["name TEXT", "laps TEXT"] { try database.execute("ALTER TABLE interval ADD COLUMN \(column)") }
    try database.execute(
      "CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL)")
    try database.run("UPDATE activity SET name = id WHERE kind <> 'pomodoro' AND requested_wall_ms IS NOT NULL")
    try database.run(
      """
      UPDATE activity SET ended_boot_ms = changed_boot_ms
        WHERE slot = 'now' AND kind = 'countdown' AND state = 'completed' AND requested_wall_ms IS NOT NULL
      """)
  }

  /// The first programs of version 1 did not have this column. Nothing in it is how it says that nothing was said.
  private static func addWarned(_ database: Database) throws(SQLiteError) {
    let columns = try database.rows("PRAGMA table_info(activity)")
    let hasWarned = columns.contains { (try? $0.text("name")) == "warned" }
    if !hasWarned { try database.execute("ALTER TABLE activity ADD COLUMN warned INTEGER") }
  }
}
