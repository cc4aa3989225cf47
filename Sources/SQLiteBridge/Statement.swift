// A prepared statement: binds values, steps through rows, and is always left reset.
internal import CSQLite
internal import Glibc

/// A statement of a `Database`, which owns it and outlives it. Within `Database.forEach` it is also the current row,
/// whose values are copied only when they are read; afterwards every value is null.
public final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let sql: String
  private let path: String
  private let columns: [String]

  /// Compiles `sql`, which must be exactly one statement.
  init(_ sql: String, connection: OpaquePointer, path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    var hasMore = false
    let text = Array(sql.utf8CString)
    let result = text.withUnsafeBufferPointer { text in
      var tail: UnsafePointer<CChar>?
      let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
      let result = sqlite3_prepare_v3(connection, text.baseAddress, Int32(text.count), flags, &handle, &tail)
      hasMore = tail.map { String(cString: $0).contains { !$0.isWhitespace && $0 != ";" } } ?? false
      return result
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(connection: connection, result: result, sql: sql, path: path)
    }
    guard let handle, !hasMore else {
      sqlite3_finalize(handle)
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "exactly one statement was expected", sql: sql, path: path)
    }
    (self.handle, self.connection, self.sql, self.path) = (handle, connection, sql, path)
    columns = (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  deinit { sqlite3_finalize(handle) }

  func rows(_ bindings: [SQLiteValue]) throws(SQLiteError) -> [Row] {
    defer { reset() }
    try bind(bindings)
    var rows: [Row] = []
    while try step() { rows.append(Row(columns: columns, values: columns.indices.map(value), sql: sql, path: path)) }
    return rows
  }

  func forEach(_ bindings: [SQLiteValue], _ body: (Statement) throws -> Void) throws {
    defer { reset() }
    try bind(bindings)
    while try step() { try body(self) }
  }

  /// - Returns: whether there is a row.
  private func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    guard result == SQLITE_ROW || result == SQLITE_DONE else { throw failure(result) }
    return result == SQLITE_ROW
  }

  /// The statement holds no lock and no value afterwards. `sqlite3_reset` repeats the code of the last step, which
  /// `step` has thrown.
  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ bindings: [SQLiteValue]) throws(SQLiteError) {
    let expected = Int(sqlite3_bind_parameter_count(handle))
    guard bindings.count == expected else {
      let message = "the statement takes \(expected) values and got \(bindings.count)"
      throw SQLiteError(extendedCode: SQLITE_RANGE, message: message, sql: sql, path: path)
    }
    for (index, value) in bindings.enumerated() {
      let result = bind(value, at: Int32(index + 1))
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // An empty Swift buffer may have no address, which SQLite would read as null.
        guard let address = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copied) }
        return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(handle, index, $0, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  // MARK: The current row

  public var count: Int { columns.count }

  /// The value in the column at an index, counted from 0; null if there is no such column or no row.
  public func value(_ column: Int) -> SQLiteValue {
    let held = held(column)
    return switch sqlite3_value_type(held) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(held))
    case SQLITE_FLOAT: .real(sqlite3_value_double(held))
    case SQLITE_NULL: .null
    default: .text(Self.readText(held))
    }
  }

  /// As for `value`, true also if there is no such column or no row.
  public func isNull(_ column: Int) -> Bool { sqlite3_value_type(held(column)) == SQLITE_NULL }

  /// Nil for other types than integers.
  public func integer(_ column: Int) -> Int64? {
    let held = held(column)
    return sqlite3_value_type(held) == SQLITE_INTEGER ? sqlite3_value_int64(held) : nil
  }

  /// Nil for other types than texts.
  public func text(_ column: Int) -> String? {
    let held = held(column)
    return sqlite3_value_type(held) == SQLITE_TEXT ? Self.readText(held) : nil
  }

  /// The place of a column's text among texts in UTF-8, found without making a `String`; nil for another value.
  public func place(_ column: Int, among texts: [[UInt8]]) -> Int? {
    let held = held(column)
    guard sqlite3_value_type(held) == SQLITE_TEXT, let text = sqlite3_value_text(held) else { return nil }
    let count = Int(sqlite3_value_bytes(held))
    return texts.firstIndex { $0.count == count && memcmp($0, text, count) == 0 }
  }

  /// SQLite's object for a column; its value is null if there is no such column or no row. Each `sqlite3_column_…` call
  /// looks it up again. Only one thread uses a connection, so the object needs no lock ("sqlite3_value", sqlite3.h).
  private func held(_ column: Int) -> OpaquePointer? {
    sqlite3_column_value(handle, Int32(clamping: column))
  }

  /// Blobs, which other programs may store, are read as text. Invalid UTF-8 becomes U+FFFD.
  private static func readText(_ held: OpaquePointer?) -> String {
    String(decoding: bytes(held), as: UTF8.self)
  }

  /// A text's bytes, until the next step; empty if SQLite has no memory for them.
  private static func bytes(_ held: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(held)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(held)))
  }

  private func failure(_ result: Int32) -> SQLiteError {
    SQLiteError(connection: connection, result: result, sql: sql, path: path)
  }
}

/// SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the text before the call returns.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
