// Reads the history rows that a correction concerns.

internal import SQLiteBridge
package import TomatoEngine
package import TomatoLink

extension Store {
  package func correctionContext(of correction: Correction, at now: WallTime) throws -> CorrectionContext {
    guard let database else { throw Unreadable(whyClosed) }
    var context = CorrectionContext()
    for token in correction.rows {
      let waiting = pending.added.last { $0.token == token }
      let stored = try database.interval(token).map { try IntervalRecord($0) }
      if let row = waiting ?? (pending.removed.contains(token) ? nil : stored) {
        context.rows.append(pending.applied(row))
      }
    }
    let old = context.rows.first
    // Invalid requests are refused by the engine, with a reason.
    guard correction.change != .delete, correction.movesTime, correction.change == .add || old?.activity == .pomodoro,
      let row = try? correction.interval(of: old, at: now)
    else { return context }
    context.other = try overlapped(by: row, database)
    return context
  }

  /// A Pomodoro interval has no maximum length, because it may be paused overnight. So this checks up to 50 earlier
  /// Pomodoro intervals, among the last 2000 intervals.
  private static let (neighbours, steps): (Int64, Int64) = (50, 2000)

  /// A Pomodoro interval with another token that overlaps this one.
  private func overlapped(by row: IntervalRecord, _ database: Database) throws -> IntervalRecord? {
    let rows = try database.rows(
      """
      SELECT \(IntervalColumn.list) FROM
        (SELECT * FROM interval WHERE began_wall_ms < ? ORDER BY began_wall_ms DESC LIMIT ?)
        WHERE activity = ? LIMIT ?
      """,
      [
        .integer(row.ended.milliseconds), .integer(Self.steps), .text(ActivityID.pomodoro.description),
        .integer(Self.neighbours),
      ])
    // Rows not written yet are used in their new form.
    let known = rows.compactMap { try? IntervalRecord($0.values) }.filter { !pending.replaces($0.token) }
    return (pending.added + known).first { other in
      other.token != row.token && other.activity == .pomodoro
        && IntervalSpan(other).overlaps(IntervalSpan(row))
    }
  }
}
