// The user's tasks for completions, read from the history by a read-only process.

internal import SQLiteBridge

extension Store {
  /// The tasks of the latest intervals, the newest first, without repeats; empty without a database.
  /// - Parameter limit: maximum number of tasks.
  package static func tasks(path: String, limit: Int) throws -> [String] {
    guard let database = try openReadOnly(path) else { return [] }
    // Only the newest rows: the whole history may have a million.
    let rows = try database.rows(
      """
      SELECT task, max(token) AS newest FROM (SELECT task, token FROM interval ORDER BY token DESC LIMIT 2000)
      WHERE task IS NOT NULL GROUP BY task ORDER BY newest DESC LIMIT ?
      """, [.integer(Int64(limit))])
    return try rows.map { try $0.text("task") }
  }
}
