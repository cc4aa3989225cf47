// Tells which imported intervals are in the history already.

package import SQLiteBridge
package import TomatoEngine
internal import TomatoLink

extension Store {
  /// The intervals that are not recorded yet; only the first one with each key.
  /// - Throws: when the history is unreadable.
  package func unrecorded(_ intervals: [IntervalRecord]) throws -> [IntervalRecord] {
    guard let database else { throw Unreadable(whyClosed) }
    var known = Set(pending.added.compactMap(\.source))
    return try database.reading {
      let keys = try KnownKeys(database)
      return try intervals.filter { interval in
        guard let key = interval.source, known.insert(key).inserted else { return false }
        return try !keys.contains(key)
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
      let own = try "\(SourceKey.ours):\(row.int64(1))@\(row.int64(2))"
      corrected.insert(try row.optionalText("source") ?? own)
    }
  }

  /// Whether the interval with this key, or the interval of which it is a piece, is recorded or was deleted.
  func contains(_ key: String) throws -> Bool {
    if corrected.contains(String(key.prefix { $0 != "/" })) { return true }
    if try !database.rows("SELECT 1 FROM interval WHERE source = ?", [.text(key)]).isEmpty { return true }
    guard let own = SourceKey.own(key) else { return false }
    return try !database.rows(
      "SELECT 1 FROM interval WHERE token = ? AND began_wall_ms = ? AND source IS NULL",
      [.integer(own.token), .integer(own.began.milliseconds)]
    ).isEmpty
  }
}
