// What an event changes of the history.

public import TomatoLink

/// Rows of the history, in the order in which they were changed.
public struct RowChanges: Hashable, Sendable {
  public var added: [IntervalRecord]
  public var removed: [PhaseToken]
  /// In rows that are there, or that are added: time that does not count after all, and such time that does again.
  public var trims: [RowTrim]
  public var putBack: [RowTrim]
  /// What a correction keeps of the rows as they were.
  public var notes: [CorrectionNote]

  public init(
    added: [IntervalRecord] = [], removed: [PhaseToken] = [], trims: [RowTrim] = [], putBack: [RowTrim] = [],
    notes: [CorrectionNote] = []
  ) {
    (self.added, self.removed, self.trims, self.putBack, self.notes) = (added, removed, trims, putBack, notes)
  }

  mutating func add(_ row: IntervalRecord) { added.append(row.withPossibleTimes) }

  /// Takes a row back: one that was added by these is simply not written.
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

  /// A row that is written anew, or is none any more.
  public func replaces(_ row: PhaseToken) -> Bool { removed.contains(row) || added.contains { $0.token == row } }
}
