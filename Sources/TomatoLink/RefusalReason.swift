// Why an intent was refused, for programs: the member `reason` of a refusal in JSON. They are published: reasons may be
// added, never renamed.

public enum RefusalReason: String, Hashable, Sendable, CaseIterable {
  /// The target does not exist, or does not fit.
  case phaseIsOver, unknownActivity, unknownName, ambiguous, isAnother, isNoActivity, notAJob, noButton
  case nothingWithAttributes
  /// Impossible for this kind of activity, or in this state.
  case notFor, notWhile, wrongMode, cannotStop, cannotShorten, isLongest, isShortest, nothingToRewind, nothingAsked,
    tooManyLaps
  /// Something else is under way.
  case needsReplace, needsKind, needsDuration, isAnotherTask
  case nothingToUndo, undoIsOver, undoWasEmptied
  /// An invalid time.
  case inTheFuture, tooLongAgo, isPast, tooFarAhead
  /// A limit is reached: of all, from outside, of one program.
  case tooManyActivities, tooManyFromOutside, tooManyOfProgram
  /// Another program owns it, a link from outside may not change it, or the person denied it.
  case notOwner, notFromOutside, programsOff, programDenied
  /// There is nothing to wait for.
  case nothingToWaitFor
}
