// What a person has worked on, for completions: read from the history by a process that changes nothing.

internal import GLibBridge
internal import SQLiteBridge

extension Store {
  /// The tasks of the last intervals, the newest first, each once; none when there is no database.
  /// - Parameter limit: at most so many.
  static func tasks(path: String, limit: Int) throws -> [String] {
    guard ThisProcess.exists(path) else { return [] }
    // Without a log nobody has it open, and looking leaves nothing behind.
    let isUnchanging = !ThisProcess.exists(path + "-wal")
    // Only the newest rows: the whole history may have a million.
    let rows = try Database(path: path, readOnly: true, isUnchanging: isUnchanging).rows(
      """
      SELECT task, max(token) AS newest FROM (SELECT task, token FROM interval ORDER BY token DESC LIMIT 2000)
      WHERE task IS NOT NULL GROUP BY task ORDER BY newest DESC LIMIT ?
      """, [.integer(Int64(limit))])
    return try rows.map { try $0.text("task") }
  }
}
