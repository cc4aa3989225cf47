// Why an intent is not possible now. A refusal changes nothing; the shell turns it into a sentence.

public import TomatoLink

/// The reasons for which the engine refuses an intent.
public enum Refusal: Error, Hashable, Sendable {
  /// The click was for a phase that is over.
  case phaseIsOver(PhaseToken)
  case unknownActivity(ActivityID)
  /// The verb means nothing for this kind of activity.
  case notFor(Verb, ActivityKind)
  /// The verb means nothing in this state, as pausing what does not run.
  case notWhile(Verb, TimerState)
  /// Another kind or duration runs or is paused, and `replace=1` was not given.
  case needsReplace(TimerMode)
  /// `start` was given a kind that this activity does not have.
  case wrongMode(TimerMode)
  /// Shortening what is over.
  case cannotShorten
  case nothingToUndo
  case undoIsOver
  /// `at=` lies ahead of now.
  case inTheFuture
  /// `at=` lies before the phase's last change, or in time that the machine slept.
  case tooLongAgo
  /// There are as many as this already, which is as many as there may be.
  case tooManyActivities(Int)
  /// A web page has asked for as many as it may.
  case tooManyFromOutside
  /// No activity has this name.
  case unknownName(String)
  /// Several activities may be meant, these.
  case ambiguous([ActivityLabel])
  /// The name belongs to an activity of this kind.
  case isAnother(ActivityKind, ActivityLabel)
  /// A timer of this name was never there, so nobody knows how long it is to last.
  case needsDuration
  /// The clock has shown this time already.
  case isPast(WallTime)
  /// A timer cannot last until then.
  case tooFarAhead(WallTime)
  case tooManyLaps
  /// A program has as many activities as it may.
  case tooManyOfProgram
  /// The activity is leased by another program, this one.
  case notOwner(ActivityLabel, program: String)
  /// A link from outside may show what is a program's, and nothing else.
  case notFromOutside(ActivityLabel)
  /// The person wants no activities of programs, or none of this one.
  case programsOff
  case programDenied(String)
  /// No program's activity that goes on was requested with these attributes.
  case nothingWithAttributes
  /// The job has no button of this name now.
  case noButton(String)
  /// A job without a button that would end it.
  case cannotStop
  /// What belongs to a person is not changed by a program.
  case notAJob(ActivityLabel)
  /// No activity has this name, and a new one was not asked for: a timer of this length may be meant, or a task.
  case isNoActivity(String, Duration?)
  /// A length was given without a kind, and a break is due or under way: a focus may be meant, or that break.
  case needsKind(TimerMode, Duration)
  /// A focus on another task, or on none, is under way.
  case isAnotherTask
  /// It lasts as long as it may already.
  case isLongest
  /// It is as short as it may be already.
  case isShortest
  case nothingToRewind
  /// Nothing is asked of time away.
  case nothingAsked
  /// There is nothing to undo any more: since then this verb was carried out, or a phase was over.
  case undoWasEmptied(Verb?)
  case correction(CorrectionTrouble)
}

/// What an activity is called in a sentence: by the name that the person gave it, else by its id.
public struct ActivityLabel: Hashable, Sendable {
  public var id: ActivityID
  public var name: String?
  public init(id: ActivityID, name: String?) { (self.id, self.name) = (id, name) }
}
