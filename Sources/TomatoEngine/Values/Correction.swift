// A correction of the history: the rows that it is about, the reasons for refusing it, and its undo. The store has the
// history.

public import TomatoLink

/// What the history holds that a correction is about.
public struct CorrectionGround: Hashable, Sendable {
  /// Those of the intervals named that are there.
  public var rows: [IntervalRecord]
  /// An interval of the Pomodoro that what is wanted would overlap.
  public var other: IntervalRecord?

  public init(rows: [IntervalRecord] = [], other: IntervalRecord? = nil) { (self.rows, self.other) = (rows, other) }
}

/// Why a correction is not possible.
public enum CorrectionTrouble: Hashable, Sendable {
  case unknownRow(PhaseToken)
  /// It would end after now.
  case inTheFuture
  /// It would end before it began, or at once.
  case endsFirst
  /// More time than there was between its beginning and its end.
  case longerThanSpan(counted: Duration, span: Duration)
  /// An interval of 24 hours is the longest that can be added.
  case tooLong
  /// It could not have been, for another reason than those above.
  case impossible(IntervalFault)
  case overlaps(IntervalRecord)
  /// It would overlap the phase that is under way.
  case overlapsPhase
}

/// One slot for the last correction.
public struct CorrectionUndo: Hashable, Sendable {
  public var change: Correction.Change
  /// Names what one command did: a number that no phase has, and only the interval that was added.
  public var batch: PhaseToken
  /// When it was made, on CLOCK_BOOTTIME.
  public var at: Duration
  /// The intervals as they were; of one that was added nothing.
  public var old: [IntervalRecord]
  /// The interval that was added.
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
  /// These are kept as they were, under this batch, and can be taken back.
  case made(CorrectionUndo, WallTime)
  /// What this batch did was taken back.
  case takenBack(PhaseToken)
}
