// The recorded time of the Pomodoro, which does one thing at a time; overlapping intervals are not imported. Focus
// Timer has copies of gnome-pomodoro's intervals, and a user may have run two timers at once.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// The Pomodoro's intervals in a period.
package struct RecordedTime {
  /// In the order in which they began.
  private var spans: [IntervalSpan] = []
  /// The latest end among the spans up to each index.
  private var latestEnds: [Int64] = []

  package init() {}

  /// - Parameter database: ours, of any version; nil where there is none.
  package init(_ database: Database?, _ span: ClosedRange<WallTime>) throws {
    guard let database else { return }
    try database.forEach(
      """
      SELECT began_wall_ms, ended_wall_ms FROM interval
        WHERE began_wall_ms <= ? AND ended_wall_ms >= ? AND activity = ? ORDER BY began_wall_ms
      """,
      [
        .integer(span.upperBound.milliseconds), .integer(span.lowerBound.milliseconds),
        .text(ActivityID.pomodoro.description),
      ]
    ) { row in
      if let began = row.integer(0), let ended = row.integer(1) { add(IntervalSpan(began: began, ended: ended)) }
    }
  }

  private func count(begunBy moment: Int64) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].began <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Fast for intervals in order.
  private mutating func add(_ span: IntervalSpan) {
    let place = count(begunBy: span.began)
    let before = place > 0 ? latestEnds[place - 1] : .min
    spans.insert(span, at: place)
    latestEnds.insert(max(before, span.ended), at: place)
    var next = place + 1
    while next < latestEnds.count, latestEnds[next] < span.ended {
      latestEnds[next] = span.ended
      next += 1
    }
  }

  package mutating func add(_ interval: IntervalRecord) {
    if interval.activity == .pomodoro { add(IntervalSpan(interval)) }
  }

  /// Whether it overlaps no recorded interval.
  package func hasRoom(for interval: IntervalRecord) -> Bool {
    guard interval.activity == .pomodoro else { return true }
    let span = IntervalSpan(interval)
    var place = count(begunBy: span.ended)
    // `overlaps` tolerates rounding by half an interval at most, so overlapping intervals share a moment.
    while place > 0, latestEnds[place - 1] >= span.began {
      place -= 1
      if spans[place].overlaps(span) { return false }
    }
    return true
  }
}
