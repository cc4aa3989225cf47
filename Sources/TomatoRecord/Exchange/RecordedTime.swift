// The recorded time of the Pomodoro, which does one thing at a time; overlapping intervals are not imported. Focus
// Timer has copies of gnome-pomodoro's intervals, and a user may have run two timers at once.

package import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// The Pomodoro's intervals in a period.
package struct RecordedTime {
  /// Intervals in the order in which they began.
  private struct Spans {
    private var begins: [Int64] = []
    /// The latest end among the intervals up to each index.
    private var latestEnds: [Int64] = []

    private func count(begunBy moment: Int64) -> Int {
      var (low, high) = (0, begins.count)
      while low < high {
        let middle = (low + high) / 2
        if begins[middle] <= moment { low = middle + 1 } else { high = middle }
      }
      return low
    }

    func latestEnd(begunBy moment: Int64) -> Int64 {
      let count = count(begunBy: moment)
      return count > 0 ? latestEnds[count - 1] : .min
    }

    /// Fast for intervals in order.
    mutating func add(_ began: Int64, _ ended: Int64) {
      let place = count(begunBy: began)
      let before = place > 0 ? latestEnds[place - 1] : .min
      begins.insert(began, at: place)
      latestEnds.insert(max(before, ended), at: place)
      var next = place + 1
      while next < latestEnds.count, latestEnds[next] < ended {
        latestEnds[next] = ended
        next += 1
      }
    }
  }

  private var all = Spans()
  /// Intervals longer than the tolerance. Two of them overlap if each begins more than the tolerance before the other
  /// ends.
  private var long = Spans()

  private static let tolerance = IntervalRecord.tolerance.inMilliseconds

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
        .integer(span.upperBound.milliseconds + IntervalSpan.longestRounding),
        .integer(span.lowerBound.milliseconds - IntervalSpan.longestRounding),
        .text(ActivityID.pomodoro.description),
      ]
    ) { row in
      if let began = row.integer(0), let ended = row.integer(1) { add(began, ended) }
    }
  }

  private mutating func add(_ began: Int64, _ ended: Int64) {
    all.add(began, ended)
    if ended - began > Self.tolerance { long.add(began, ended) }
  }

  package mutating func add(_ interval: IntervalRecord) {
    if interval.activity == .pomodoro { add(interval.began.milliseconds, interval.ended.milliseconds) }
  }

  /// Whether no recorded interval contains this one, or shares more than a minute with it (`IntervalSpan.overlaps`).
  package func hasRoom(for interval: IntervalRecord) -> Bool {
    guard interval.activity == .pomodoro else { return true }
    let span = IntervalSpan(interval)
    let (began, ended, rounding) = (span.began, span.ended, span.rounding)
    guard ended > began else { return true }
    if all.latestEnd(begunBy: began + rounding) >= ended - rounding { return false }
    guard ended - began > Self.tolerance else { return true }
    return long.latestEnd(begunBy: ended - Self.tolerance - 1) <= began + Self.tolerance
  }
}
