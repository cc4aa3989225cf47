// A stable identity for an interval across databases, so that no interval is imported twice.

package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

/// Such as `tomato-notify:17@1795359440493`: the recording program, its number there, and the beginning in milliseconds
/// since 1970. Two computers may have the same number, but not with the same beginning.
/// The keys of an interval's further pieces end with `/2`, `/3`, ….
package enum SourceKey {
  /// In bytes.
  static let limit = 200

  package static func of(_ interval: IntervalRecord) -> String {
    interval.source ?? of(ours, "\(interval.token)", interval.began)
  }

  static func of(_ program: String, _ number: String, _ began: WallTime) -> String {
    "\(program):\(number)@\(began.milliseconds)"
  }

  /// Adds the key of an interval that was recorded here.
  static func add(_ interval: IntervalRecord, to text: inout ByteText) {
    text.add(ours)
    text.add(ascii: ":")
    text.add(Int64(clamping: interval.token.number))
    text.add(ascii: "@")
    text.add(interval.began.milliseconds)
  }

  /// The program name in our own keys.
  package static let ours = "tomato-notify"

  /// Printable ASCII without spaces, with text on both sides of a colon.
  static func isValid(_ key: String) -> Bool {
    let bytes = key.utf8
    guard bytes.count <= limit, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return colon != bytes.startIndex && bytes.index(after: colon) != bytes.endIndex
  }

  /// The key without the piece number. Bytes are compared many times as fast as characters.
  static func whole(_ key: String) -> Substring { Substring(key.utf8.prefix { $0 != UInt8(ascii: "/") }) }

  /// Parses a key of this program, from any database; ignores the piece number. Nil for other programs' keys.
  static func own(_ key: String) -> (token: Int64, began: WallTime)? {
    let (bytes, prefix) = (whole(key).utf8, (ours + ":").utf8)
    guard bytes.starts(with: prefix) else { return nil }
    let numbers = bytes.dropFirst(prefix.count)
    guard let at = numbers.firstIndex(of: UInt8(ascii: "@")), let token = Int64(Substring(numbers[..<at])),
      Schema.tokenRange.contains(token), let began = Int64(Substring(numbers[at...].dropFirst()))
    else { return nil }
    return (token, WallTime(milliseconds: began))
  }

  static func piece(_ number: Int, of key: String) -> String { number == 1 ? key : "\(key)/\(number)" }
}

// MARK: - Which intervals are in the history already

extension Store {
  /// The intervals that are not recorded yet; only the first one with each key.
  package func unrecorded(_ intervals: [IntervalRecord]) throws -> [IntervalRecord] {
    guard let database else { throw Unreadable(whyClosed) }
    var known = Set(pending.added.compactMap(\.source))
    return try database.reading {
      let keys = try KnownKeys(database)
      return try intervals.filter { interval in
        guard let key = interval.source, known.insert(key).inserted else { return false }
        return try !keys.contains(key, at: interval.began)
      }
    }
  }
}

/// The keys of a database's intervals.
package struct KnownKeys {
  private let database: Database
  /// Keys of intervals that the user has changed or deleted; an import must not restore them.
  private var corrected: Set<String> = []

  package init(_ database: Database) throws {
    self.database = database
    for row in try database.rows("SELECT source, token, began_wall_ms FROM correction WHERE began_wall_ms IS NOT NULL")
    {
      let own = try "\(SourceKey.ours):\(row.int64("token"))@\(row.int64("began_wall_ms"))"
      corrected.insert(try row.optionalText("source") ?? own)
    }
  }

  /// Whether the interval with this key, or the one that it is a piece of, is recorded, changed or deleted.
  func contains(_ key: String, at began: WallTime) throws -> Bool {
    let whole = SourceKey.whole(key)
    if !corrected.isEmpty, corrected.contains(String(whole)) { return true }
    if try isRecorded(key) { return true }
    guard whole.utf8.count < key.utf8.count else { return false }
    // The first piece has the key of the whole interval, and has ended by then.
    return try !database.rows(
      "SELECT 1 FROM interval WHERE source = ? AND ended_wall_ms > ?",
      [.text(String(whole)), .integer(began.milliseconds)]
    ).isEmpty
  }

  /// Whether a row has this key, or is the interval of our own that the key names.
  private func isRecorded(_ key: String) throws -> Bool {
    guard let own = SourceKey.own(key) else {
      return try !database.rows("SELECT 1 FROM interval WHERE source = ?", [.text(key)]).isEmpty
    }
    // One statement for both, because each one locks the file.
    return try !database.rows(
      """
      SELECT 1 FROM interval WHERE source = ?
        UNION ALL SELECT 1 FROM interval WHERE token = ? AND began_wall_ms = ? AND source IS NULL
      """,
      [.text(key), .integer(own.token), .integer(own.began.milliseconds)]
    ).isEmpty
  }
}
