// Migrates a database of an earlier release step by step, each in one transaction. A copy of the file is made before
// the first step and kept, so no faulty step can lose data.

internal import GLibBridge
internal import SQLiteBridge

package enum Migrations {
  /// - Throws: when the copy or a step fails; earlier steps stay.
  static func run(_ database: Database, _ schema: Schema) throws {
    let found = try database.userVersion()
    try keepCopy(of: database, found)
    for (number, step) in schema.steps.enumerated().dropFirst(Int(found - Schema.base)) {
      do throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
          for statement in step.statements { try database.execute(statement) }
          try database.setUserVersion(Schema.base + Int32(number) + 1)
        }
      } catch {
        throw SQLiteError(
          extendedCode: error.extendedCode, message: "\(step.name): \(error.message)", sql: error.sql, path: error.path)
      }
    }
  }

  package static func copy(of path: String, _ version: Int32) -> String { "\(path).version-\(version)" }

  /// The copy gets its name only when it is complete.
  private static func keepCopy(of database: Database, _ version: Int32) throws {
    let name = copy(of: database.path, version)
    let unfinished = name + ".part"
    Files.removeIfPossible(unfinished)
    try database.run("VACUUM INTO ?", [.text(unfinished)])
    guard KeptAside.rename(unfinished, to: KeptAside.freeName(name)) else {
      throw NoCopy(description: "\(unfinished) cannot be renamed")
    }
  }

  /// The file is sound and stays in place; after an `Unreadable` it would be put aside.
  private struct NoCopy: Error, CustomStringConvertible { let description: String }
}
