// The tables as version 3 made them. They are compared with what a file of that version has, and never change again.

extension Schema {
  static let tablesOfVersion3 = [
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
      cycle_position INTEGER NOT NULL, unattended INTEGER NOT NULL, task TEXT, warned INTEGER, name TEXT,
      from_outside INTEGER, ended_boot_ms INTEGER, recent INTEGER, due_wall_ms INTEGER, missed INTEGER, laps TEXT,
      undo_batch INTEGER,
      PRIMARY KEY (id, slot)) WITHOUT ROWID
    """,
    // The history: one row for each finished interval, from the first day.
    """
    CREATE TABLE interval (
      token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
      began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
      outcome TEXT NOT NULL, name TEXT, laps TEXT)
    """,
    "CREATE INDEX interval_ended ON interval (ended_wall_ms)",
    // The last timers, which are offered again: the newest is in place 0.
    "CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL)",
    jobOfVersion3,
  ]

  /// What a program's activity has beside its row in `activity`: what was said of it, as JSON. Version 2 had no
  /// programs, and nothing else was different.
  static let jobOfVersion3 = """
    CREATE TABLE job (
      activity TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, outcome TEXT, attributes TEXT, shown_ms INTEGER,
      events TEXT NOT NULL, owner TEXT, awaited_boot_ms INTEGER) WITHOUT ROWID
    """
}
