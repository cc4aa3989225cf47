// Brings a database of an earlier version to this one: step by step, each one transaction. Before the first step a copy
// of the file is made, which is kept: nothing that a step does wrong can lose what a person has.

internal import GLibBridge
internal import SQLiteBridge

enum Migrations {
  static func areNeeded(_ database: Database) throws(SQLiteError) -> Bool {
    try database.userVersion() < Schema.version
  }

  /// - Throws: when there is no room for the copy, or a step cannot be made; the steps before it stay.
  static func run(_ database: Database) throws {
    let found = try database.userVersion()
    guard found < Schema.version else { return }
    try keepCopy(of: database, found)
    for version in found..<Schema.version {
      try database.transaction { () throws(SQLiteError) in
        try step(from: version, database)
        try database.setUserVersion(version + 1)
      }
    }
  }

  /// From a version to the next one.
  private static func step(from version: Int32, _ database: Database) throws(SQLiteError) {
    switch version {
    case 1: try toVersion2(database)
    case 2: try toVersion3(database)
    case 3: try toVersion4(database)
    default: break
    }
  }

  /// The copy has its name only when it is whole.
  private static func keepCopy(of database: Database, _ version: Int32) throws {
    let name = "\(database.path).version-\(version)"
    let unfinished = name + ".part"
    Files.removeIfPossible(unfinished)
    try database.run("VACUUM INTO ?", [.text(unfinished)])
    let free = KeptAside.freeName(name)
    guard KeptAside.rename(unfinished, to: free) else { throw Unreadable("\(unfinished) cannot be renamed") }
  }
}
