// Version 3: programs have activities.

internal import SQLiteBridge

extension Migrations {
  static func toVersion3(_ database: Database) throws(SQLiteError) { try database.execute(Schema.jobOfVersion3) }
}
