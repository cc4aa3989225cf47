// Finds the completed focuses of a day, for the goal. Uses an index, so it is fast with a history of any size.

internal import SQLiteBridge
package import TomatoEngine
package import TomatoLink

/// The tokens of completed focuses.
package struct CountedFocus: Hashable, Sendable {
  package var tokens: Set<PhaseToken> = []
  /// Whether the history was readable.
  package var isWhole = true

  package init(tokens: Set<PhaseToken> = [], isWhole: Bool = true) {
    self.tokens = tokens
    self.isWhole = isWhole
  }
}

extension Store {
  /// The completed focuses that began in this period, including those not written yet.
  package func counted(in time: Range<WallTime>) -> CountedFocus {
    // The same condition as in the index `interval_counted`.
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
