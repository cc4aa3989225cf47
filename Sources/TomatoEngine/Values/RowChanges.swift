// What an event changes in the history.

public import TomatoLink

/// Rows of the history, in the order in which they were changed.
public struct RowChanges: Hashable, Sendable {
  public var added: [IntervalRecord]
  public var removed: [PhaseToken]
  /// Time that rows no longer count, and time that they count again. The rows are in the history or in `added`.
  public var trims: [RowTrim]
  public var putBack: [RowTrim]
  /// What the corrections did, with the original rows for undo.
  public var notes: [CorrectionNote]

  public init(
    added: [IntervalRecord] = [], removed: [PhaseToken] = [], trims: [RowTrim] = [], putBack: [RowTrim] = [],
    notes: [CorrectionNote] = []
  ) {
    (self.added, self.removed, self.trims, self.putBack, self.notes) = (added, removed, trims, putBack, notes)
  }

  mutating func add(_ row: IntervalRecord) { added.append(row.withPossibleTimes) }

  /// Removes a row. A row in `added` is not in the history yet, so it is only dropped here.
  mutating func remove(_ row: PhaseToken) {
    if let index = added.firstIndex(where: { $0.token == row }) {
      added.remove(at: index)
    } else {
      removed.append(row)
    }
  }

  mutating func append(_ later: RowChanges) {
    for row in later.removed { remove(row) }
    added += later.added
    trims += later.trims
    putBack += later.putBack
    notes += later.notes
  }

  public func replaces(_ row: PhaseToken) -> Bool { removed.contains(row) || added.contains { $0.token == row } }
}
