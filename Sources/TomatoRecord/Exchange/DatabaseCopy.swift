// Reads a database to import. Its program may have it open, with the newest data only in the log. So the file and its
// log are copied, and the copy is opened. The original is never written.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

final class DatabaseCopy {
  private let original: String
  /// Removed with this object, or by the next program that makes a copy.
  private let folder: HeldFolder
  let database: Database

  init(of path: String) throws {
    original = path
    folder = try HeldFolder("tomato-notify-import")
    let copy = folder.path + "/copy.sqlite3"
    do {
      try Self.copy(Files.behindLink(path), to: copy)
      database = try Database(looking: copy)
    } catch let error as SQLiteError {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(path, Unreadable.reason(error)))
    }
  }

  private static let endings = ["", "-wal", "-journal"]

  /// Copies the file and its log. Tries up to five times, until neither changed meanwhile.
  private static func copy(_ path: String, to copy: String) throws {
    for _ in 0..<5 {
      let before = endings.map { Files.stamp(path + $0) }
      for ending in endings {
        Files.removeIfPossible(copy + ending)
        if ThisProcess.exists(path + ending) { try Files.copy(path + ending, to: copy + ending) }
      }
      if endings.map({ Files.stamp(path + $0) }) == before { return }
    }
    throw Failure(.badValue, said: ExchangeWords.isBeingWritten(path))
  }

  /// Detects the format by the application id, or by the names of tables and columns.
  func format() throws -> ImportFormat {
    if try database.applicationID() == Schema.applicationID { return .ownDatabase }
    guard let other = try OtherDatabase.all.first(where: { try $0.matches(database) }) else {
      throw Failure(.badValue, said: ExchangeWords.unknownDatabase(original))
    }
    return .other(other)
  }

  /// Passes on each entry with its number in the database, which is the first column.
  func read(_ format: ImportFormat, _ take: (ImportFound) throws -> Void) throws {
    func takeRow(_ row: Statement, _ what: ImportFound.What) throws {
      try take(ImportFound(what: what, place: .entry(row.integer(0) ?? 0)))
    }
    guard case .other(let other) = format else { return try readOwn(takeRow) }
    for query in other.queries {
      try database.forEach(query.sql) { row in try takeRow(row, try query.convert(row, database)) }
    }
  }

  /// Our own database, from another computer or kept aside.
  private func readOwn(_ take: (Statement, ImportFound.What) throws -> Void) throws {
    let version = try database.userVersion()
    guard version > 0 else {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(original, ExchangeWords.bad(.version)))
    }
    guard version <= Schema.current.version else {
      throw Failure(.badValue, said: ExchangeWords.newerFormat(original))
    }
    var reader = IntervalReader()
    try database.forEach("SELECT * FROM interval ORDER BY token") { row in
      // The daemon refuses a whole piece because of one bad interval, so drop it here.
      guard var interval = try? reader.record(row), interval.isSound else {
        return try take(row, .dropped(.unknown))
      }
      interval.source = SourceKey.of(interval)
      interval.token = PhaseToken(0)
      try take(row, .interval(interval))
    }
  }
}
