// A database that is to be imported. It may be open in its program at this moment, with the last day still in the log:
// so the file is copied together with its log, and the copy is opened. Nothing is ever written to the original.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// A copy of a database in a temporary folder, removed with this object.
final class DatabaseCopy {
  private let original: String
  /// Removed with this object, or by the next program that makes a copy.
  private let folder: HeldFolder
  let database: Database

  /// - Throws: `Failure`, a `FileError` or a `SQLiteError`.
  init(of path: String) throws {
    original = path
    folder = try HeldFolder("tomato-notify-import")
    let copy = folder.path + "/copy.sqlite3"
    do {
      try Self.copy(path, to: copy)
      database = try Database(looking: copy)
    } catch let error as SQLiteError {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(path, Unreadable.reason(error)))
    }
  }

  private static let endings = ["", "-wal", "-journal"]

  private typealias Taker = (RowCursor, ImportFound.What) throws -> Void

  /// Copies the file and its log; once more when its program wrote meanwhile, as the two belong together.
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

  /// The format, by the tables' names.
  func format() throws -> ImportFormat {
    if try database.applicationID() == Schema.applicationID { return .ownDatabase }
    guard let other = try OtherDatabase.all.first(where: { try $0.isIts(database) }) else {
      throw Failure(.badValue, said: ExchangeWords.unknownDatabase(original))
    }
    return .other(other)
  }

  /// Passes on each entry with its number in the database, which is the first column.
  func read(_ format: ImportFormat, _ take: (ImportFound) throws -> Void) throws {
    func takeRow(_ row: RowCursor, _ what: ImportFound.What) throws {
      let number: Int64 = if case .integer(let number) = row.value(0) { number } else { 0 }
      try take(ImportFound(what: what, place: .entry(number)))
    }
    guard case .other(let other) = format else { return try readOwn(takeRow) }
    for part in other.parts {
      try database.forEach(part.sql) { row in try takeRow(row, try part.what(row, database)) }
    }
  }

  /// Our own database, from another computer or kept aside.
  private func readOwn(_ take: Taker) throws {
    guard (1...Schema.current.version).contains(try database.userVersion()) else {
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
