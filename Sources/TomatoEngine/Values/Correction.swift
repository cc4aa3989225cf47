// A correction of the history: the rows that it is about, the reasons for refusing it, and its undo.

public import TomatoLink

public struct CorrectionContext: Hashable, Sendable {
  /// The named intervals that exist.
  public var rows: [IntervalRecord]
  /// A Pomodoro interval that the result would overlap.
  public var other: IntervalRecord?

  public init(rows: [IntervalRecord] = [], other: IntervalRecord? = nil) { (self.rows, self.other) = (rows, other) }
}

public enum CorrectionRefusal: Hashable, Sendable {
  case unknownRow(PhaseToken)
  case inTheFuture
  /// It would end before it began, or at once.
  case endsFirst
  /// More time than there was between its beginning and its end.
  case longerThanSpan(counted: Duration, span: Duration)
  /// An interval of 24 hours is the longest that can be added.
  case tooLong
  case impossible(IntervalFault)
  case overlaps(IntervalRecord)
  /// It would overlap the phase that is under way.
  case overlapsPhase
}

/// What undo restores after the last correction.
public struct CorrectionUndo: Hashable, Sendable {
  public var change: Correction.Change
  /// Identifies the correction: a new token. An added interval gets the same token.
  public var batch: PhaseToken
  /// When it was made, on CLOCK_BOOTTIME.
  public var at: Duration
  /// The original intervals; empty after `add`.
  public var old: [IntervalRecord]
  public var added: PhaseToken?

  public init(
    change: Correction.Change, batch: PhaseToken, at: Duration, old: [IntervalRecord], added: PhaseToken? = nil
  ) {
    (self.change, self.batch, self.at, self.old, self.added) = (change, batch, at, old, added)
  }

  func isOpen(at sinceBoot: Duration) -> Bool { sinceBoot - at <= UndoableChange.lifetime && sinceBoot >= at }
}

/// What a correction did to the history beside the rows themselves.
public enum CorrectionNote: Hashable, Sendable {
  /// A correction was made; keep its originals for undo.
  case made(CorrectionUndo, WallTime)
  case undone(PhaseToken)
}
