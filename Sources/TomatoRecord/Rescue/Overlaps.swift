// Which of two saved intervals cannot have been: the Pomodoro does one thing at a time. The one goes whose length is
// less explained by what counted and by its pauses, as damage to a time makes it; else the one that began later.

package import SQLiteBridge
internal import TomatoEngine
package import TomatoLink

/// The intervals that overlap another one.
package struct Overlaps {
  private struct Span {
    let token: Int64
    let began: Int64
    let ended: Int64

    /// As `RecordedTime.hasRoom` has it.
    func overlaps(_ other: Span) -> Bool {
      min(ended, other.ended) - max(began, other.began) > RecordedTime.tolerance || isIn(other) || other.isIn(self)
    }

    private func isIn(_ other: Span) -> Bool {
      let rounding = min(RecordedTime.rounding, (ended - began) / 2)
      return ended > began && other.began <= began + rounding && other.ended >= ended - rounding
    }
  }

  private let known: Int64

  /// - Parameter known: numbers up to this one are recorded already, and stay.
  package init(known: PhaseToken) { self.known = Int64(bitPattern: known.number) }

  /// Those that are to go.
  package func tokens(in database: Database) throws -> [PhaseToken] {
    var (last, gone): (Span?, [PhaseToken]) = (nil, [])
    try database.forEach(
      "SELECT token, began_wall_ms, ended_wall_ms FROM interval WHERE activity = ? ORDER BY began_wall_ms, token",
      [.text(ActivityID.pomodoro.description)]
    ) { row in
      guard case .integer(let token) = row.value(0), case .integer(let began) = row.value(1),
        case .integer(let ended) = row.value(2)
      else { return }
      let next = Span(token: token, began: began, ended: ended)
      guard let before = last, before.overlaps(next) else {
        if next.ended > last?.ended ?? .min { last = next }
        return
      }
      if before.token <= known, next.token <= known {
        if next.ended > before.ended { last = next }
        return
      }
      let (first, second) = (try Self.interval(before, database), try Self.interval(next, database))
      let keepsNext = next.token <= known || before.token > known && second.unexplained < first.unexplained
      gone.append(keepsNext ? first.token : second.token)
      if keepsNext { last = next }
    }
    return gone
  }

  private static func interval(_ span: Span, _ database: Database) throws -> IntervalRecord {
    var found: IntervalRecord?
    try database.forEach("SELECT * FROM interval WHERE token = ?", [.integer(span.token)]) {
      found = try IntervalRecord.asStored($0)
    }
    guard let found else { throw Unreadable("interval \(span.token) has gone") }
    return found
  }
}

extension IntervalRecord {
  /// How much of the time from its beginning to its end neither counted nor was a pause. Less than the tolerance is
  /// none.
  fileprivate var unexplained: Duration {
    let left = ended - began - active - (pauses ?? []).reduce(.zero) { $0 + $1.length }
    return left > Self.tolerance ? left : .zero
  }
}
