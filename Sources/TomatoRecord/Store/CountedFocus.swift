// The completed focuses of a day, for the goal: found by an index of their own, however long the history is and
// whatever day the clock says.

internal import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// The numbers of completed focuses.
package struct CountedFocus: Hashable {
  package var tokens: Set<PhaseToken> = []
  /// The history could be read.
  package var isWhole = true

  package init(tokens: Set<PhaseToken> = [], isWhole: Bool = true) {
    self.tokens = tokens
    self.isWhole = isWhole
  }
}

extension Store {
  /// The focuses that began in this stretch of time and were completed, those that could not be written yet included.
  package func counted(in time: Range<WallTime>) -> CountedFocus {
    // These words are those of the index `interval_counted`.
    let rows = try? database?.rows(
      """
      SELECT token FROM interval
        WHERE mode = 'focus' AND outcome = 'completed' AND began_wall_ms >= ? AND began_wall_ms < ?
      """,
      [.integer(time.lowerBound.milliseconds), .integer(time.upperBound.milliseconds)])
    let tokens = (rows ?? []).compactMap { try? $0.int64("token") }.map { PhaseToken(UInt64(bitPattern: $0)) }
    let waiting = pending.added.filter { $0.isCounted && time.contains($0.began) }.map(\.token)
    return CountedFocus(tokens: Set(tokens.filter { !pending.replaces($0) } + waiting), isWhole: rows != nil)
  }
}

extension IntervalRecord {
  /// A focus that reached zero.
  package var isCounted: Bool { mode == .focus && outcome == .completed }
}
