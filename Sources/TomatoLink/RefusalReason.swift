// Why an intent was refused, in a word for programs: the member `reason` of a refusal in JSON. Published: new ones may
// come, none is renamed. The sentence for people stands beside it.

/// A word for each reason for which the daemon refuses what was asked.
public enum RefusalReason: String, Hashable, Sendable, CaseIterable {
  /// What was meant is not there, or not what was thought.
  case phaseIsOver, unknownActivity, unknownName, ambiguous, isAnother, isNoActivity, notAJob, noButton
  case nothingWithAttributes
  /// It is not possible for this kind of activity, or not in this state.
  case notFor, notWhile, wrongMode, cannotStop, cannotShorten, isLongest, isShortest, nothingToRewind, nothingAsked,
    tooManyLaps
  /// Something else is under way.
  case needsReplace, needsKind, needsDuration, isAnotherTask
  case nothingToUndo, undoIsOver, undoWasEmptied
  /// A time that cannot be.
  case inTheFuture, tooLongAgo, isPast, tooFarAhead
  /// There are as many as there may be: of all, from outside, of one program.
  case tooManyActivities, tooManyFromOutside, tooManyOfProgram
  /// It belongs to another program, which a link from outside may not change either, or the person does not want it.
  case notOwner, notFromOutside, programsOff, programDenied
  /// There is nothing to wait for.
  case nothingToWaitFor
}
