// The completed focuses of a day, for the goal: found by an index of their own, however long the history is and
// whatever day the clock says.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// The numbers of completed focuses.
struct CountedFocus: Hashable {
  var tokens: Set<PhaseToken> = []
  /// The history could be read.
  var isWhole = true
}

extension Store {
  /// The focuses that began in this stretch of time and were completed, those that could not be written yet included.
  func counted(in time: Range<WallTime>) -> CountedFocus {
    // These words are those of the index `interval_counted`.
    let rows = try? database?.rows(
      """
      SELECT token FROM interval
        WHERE mode = 'focus' AND outcome = 'completed' AND began_wall_ms >= ? AND began_wall_ms < ?
      """,
      [.integer(time.lowerBound.milliseconds), .integer(time.upperBound.milliseconds)])
    let tokens = (rows ?? []).compactMap { try? $0.int64("token") }.map { PhaseToken(UInt64(bitPattern: $0)) }
    let waiting = pendingAdded.filter { $0.isCounted && time.contains($0.began) }.map(\.token)
    return CountedFocus(tokens: Set(tokens.filter { !isOutdated($0) } + waiting), isWhole: rows != nil)
  }
}

extension IntervalRecord {
  /// A focus that reached zero.
  var isCounted: Bool { mode == .focus && outcome == .completed }
}
