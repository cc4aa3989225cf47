// Values bound to and read from SQLite.
internal import CSQLite

/// A SQLite value. There are no blobs, because nothing here stores one.
public enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// UTF-8; NUL characters are kept.
  case text(String)

  /// SQL null for nil.
  public init(_ number: Int64?) { self = number.map(SQLiteValue.integer) ?? .null }
  public init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }
}

/// A row of a result, copied out of SQLite. Reading a column as another type throws: a database file is input.
public struct Row: Hashable, Sendable {
  public let columns: [String]
  public let values: [SQLiteValue]
  let sql: String
  let path: String

  public init(columns: [String], values: [SQLiteValue], sql: String = "", path: String = "") {
    (self.columns, self.values, self.sql, self.path) = (columns, values, sql, path)
  }

  /// The value in the first column of that name (case matters); throws (`isMismatch`) when there is none.
  public func value(_ column: String) throws(SQLiteError) -> SQLiteValue {
    guard let index = columns.firstIndex(of: column) else { throw mismatch("the result has no column \"\(column)\"") }
    return values[index]
  }

  public func isNull(_ column: String) throws(SQLiteError) -> Bool { try value(column) == .null }

  /// Throws (`isMismatch`) for null and every other type.
  public func int64(_ column: String) throws(SQLiteError) -> Int64 {
    let value = try value(column)
    guard case .integer(let number) = value else {
      throw mismatch("column \"\(column)\" holds \(value.typeName) where an integer was expected")
    }
    return number
  }

  /// Throws (`isMismatch`) for null and every other type.
  public func text(_ column: String) throws(SQLiteError) -> String {
    let value = try value(column)
    guard case .text(let text) = value else {
      throw mismatch("column \"\(column)\" holds \(value.typeName) where a text was expected")
    }
    return text
  }

  /// The same as `int64`, with nil for null.
  public func optionalInt64(_ column: String) throws(SQLiteError) -> Int64? {
    try isNull(column) ? nil : try int64(column)
  }

  /// The same as `text`, with nil for null.
  public func optionalText(_ column: String) throws(SQLiteError) -> String? {
    try isNull(column) ? nil : try text(column)
  }

  private func mismatch(_ message: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_MISMATCH, message: message, sql: sql, path: path)
  }
}

extension SQLiteValue {
  /// The type's name within a sentence.
  fileprivate var typeName: String {
    switch self {
    case .null: "nothing"
    case .integer: "an integer"
    case .real: "a fraction"
    case .text: "a text"
    }
  }
}
