// SQLite's errors: a sentence, and the conditions that callers distinguish.
internal import CSQLite
internal import Glibc

/// Why a database operation failed. Nothing of the failed operation has been stored.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The primary result code, such as `SQLITE_FULL` = 13 (sqlite.org/rescode.html).
  public let code: Int32
  /// The extended result code, which is more precise; equal to `code` if SQLite has none.
  public let extendedCode: Int32
  /// SQLite's message, and the operating system's if there is one.
  public let message: String
  /// The failed statement, without its values, which are private. Nil if opening failed.
  public let sql: String?
  public let path: String

  /// `extendedCode` may be a primary code; `code` is derived from it.
  public init(extendedCode: Int32, message: String, sql: String? = nil, path: String) {
    self.code = extendedCode & 0xFF
    (self.extendedCode, self.message, self.sql, self.path) = (extendedCode, message, sql, path)
  }

  public var description: String {
    let action = sql.map { "could not run \"\(abbreviated($0))\"" } ?? "could not be opened"
    return "The database \(path) \(action): \(reason)."
  }

  /// Part of a sentence: without capital and full stop.
  public var reason: String { "\(message) (SQLite code \(extendedCode))" }

  /// The file is not a database, or its content contradicts itself.
  public var isDamaged: Bool { code == SQLITE_NOTADB || code == SQLITE_CORRUPT }

  /// The file or its directory may be read but not written.
  public var isReadOnly: Bool { code == SQLITE_READONLY }

  /// A value has another type than expected, or a column does not exist: another program has written the file.
  public var isMismatch: Bool { code == SQLITE_MISMATCH }
}

private func abbreviated(_ sql: String) -> String {
  let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return words.count <= 160 ? words : words.prefix(160) + "…"
}

extension SQLiteError {
  /// The error that `connection` has just returned.
  init(connection: OpaquePointer?, result: Int32, sql: String? = nil, path: String) {
    guard let connection else {
      self.init(extendedCode: result, message: String(cString: sqlite3_errstr(result)), sql: sql, path: path)
      return
    }
    var message = String(cString: sqlite3_errmsg(connection))
    let systemError = sqlite3_system_errno(connection)
    let primary = result & 0xFF
    if systemError != 0, primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR, let text = strerror(systemError) {
      message += ", " + String(cString: text)
    }
    let extended = sqlite3_extended_errcode(connection)
    self.init(extendedCode: extended & 0xFF == primary ? extended : result, message: message, sql: sql, path: path)
  }
}
