// Chooses which of two overlapping Pomodoro intervals a repair leaves out: the one with more unexplained time, which a
// damaged time causes; otherwise the later one.

package import SQLiteBridge
internal import TomatoEngine
package import TomatoLink

package enum Overlaps {
  /// The intervals of a saved record to leave out.
  /// - Parameter known: intervals up to this number were recorded before, and stay.
  package static func tokens(in database: Database, known: PhaseToken) throws -> [PhaseToken] {
    var (last, gone): ((token: PhaseToken, span: IntervalSpan)?, [PhaseToken]) = (nil, [])
    try database.forEach(
      "SELECT token, began_wall_ms, ended_wall_ms FROM interval WHERE activity = ? ORDER BY began_wall_ms, token",
      [.text(ActivityID.pomodoro.description)]
    ) { row in
      guard let token = row.integer(0), let began = row.integer(1), let ended = row.integer(2) else { return }
      let next = (token: PhaseToken(UInt64(bitPattern: token)), span: IntervalSpan(began: began, ended: ended))
      guard let before = last, before.span.overlaps(next.span), max(before.token, next.token) > known else {
        if ended > last?.span.ended ?? .min { last = next }
        return
      }
      let keepsNext =
        min(next.token, before.token) <= known
        ? next.token <= known : try isBetter(next.token, than: before.token, database)
      gone.append(keepsNext ? before.token : next.token)
      if keepsNext { last = next }
    }
    return gone
  }

  /// Whether the later of two overlapping intervals has less unexplained time.
  private static func isBetter(_ next: PhaseToken, than before: PhaseToken, _ database: Database) throws -> Bool {
    func unexplained(_ token: PhaseToken) throws -> Duration? {
      try database.interval(token).map { try IntervalRecord($0).unexplained }
    }
    guard let one = try unexplained(next), let other = try unexplained(before) else { return false }
    return one < other
  }
}

extension IntervalRecord {
  /// The time between beginning and end that is neither active nor a pause; zero within the tolerance.
  fileprivate var unexplained: Duration {
    let left = ended - began - active - (pauses ?? []).sum
    return left > Self.tolerance ? left : .zero
  }
}
