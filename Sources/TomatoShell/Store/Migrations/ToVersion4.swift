// Version 4: pauses are recorded, a pause may ask after some time, an alert may wait or come again, intervals may come
// from other programs, what is asked of time away is kept, and what a person corrects of the history is kept as it was.

internal import SQLiteBridge

extension Migrations {
  static func toVersion4(_ database: Database) throws(SQLiteError) {
    for column in ["asks_boot_ms INTEGER", "pauses TEXT", "question TEXT", "attention TEXT"] {
      try database.execute("ALTER TABLE activity ADD COLUMN \(column)")
    }
    for column in ["gone_boot_ms INTEGER", "gone TEXT", "unseen TEXT"] {
      try database.execute("ALTER TABLE engine ADD COLUMN \(column)")
    }
    for column in ["pauses TEXT", "source TEXT"] { try database.execute("ALTER TABLE interval ADD COLUMN \(column)") }
    for statement in Schema.newInVersion4 { try database.execute(statement) }
  }
}
