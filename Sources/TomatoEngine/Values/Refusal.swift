// Why an intent is not possible now. A refusal changes nothing; the shell turns it into a sentence.

public import TomatoLink

public enum Refusal: Error, Hashable, Sendable {
  case phaseIsOver(PhaseToken)
  case unknownActivity(ActivityID)
  /// The verb means nothing for this kind of activity.
  case notFor(Verb, ActivityKind)
  /// The verb means nothing in this state, such as pausing a ready phase.
  case notWhile(Verb, TimerState)
  /// Another kind or duration runs or is paused, and `replace=1` was not given.
  case needsReplace(TimerMode)
  /// `start` was given a kind that this activity does not have.
  case wrongMode(TimerMode)
  /// A phase that is over cannot be shortened.
  case cannotShorten
  case nothingToUndo
  case undoIsOver
  case inTheFuture
  /// `at=` lies before the phase's last change, or in time that the machine slept.
  case tooLongAgo
  /// The limit, which is this number, is reached.
  case tooManyActivities(Int)
  case tooManyFromOutside
  case unknownName(String)
  case ambiguous([ActivityLabel])
  /// The name belongs to an activity of this kind.
  case isAnother(ActivityKind, ActivityLabel)
  /// A timer without a length, and no recent timer of its name.
  case needsDuration
  case isPast(WallTime)
  /// A timer cannot last until then.
  case tooFarAhead(WallTime)
  case tooManyLaps
  case tooManyOfProgram
  /// Another program leased the activity.
  case notOwner(ActivityLabel, program: String)
  /// A link from outside may only show a program's activity.
  case notFromOutside(ActivityLabel)
  /// The person wants no activities of programs, or none of this one.
  case programsOff
  case programDenied(String)
  /// No running job was requested with these attributes.
  case nothingWithAttributes
  case noButton(String)
  /// A job without a button that would end it.
  case cannotStop
  /// A program may change only jobs.
  case notAJob(ActivityLabel)
  /// No activity has this name, and a new one was not asked for: a timer of this length may be meant, or a task.
  case isNoActivity(String, Duration?)
  /// A length was given without a kind, and a break is due or under way: a focus may be meant, or that break.
  case needsKind(TimerMode, Duration)
  /// A focus on another task, or on none, is under way.
  case isAnotherTask
  case isLongest
  case isShortest
  case nothingToRewind
  case nothingAsked
  /// The undo slot was emptied: by this verb, or, if nil, by the end of a phase.
  case undoWasEmptied(Verb?)
  case correction(CorrectionRefusal)
}

/// How a sentence names an activity: by the name that the person gave it, else by its id.
public struct ActivityLabel: Hashable, Sendable {
  public var id: ActivityID
  public var name: String?
  public init(id: ActivityID, name: String?) { (self.id, self.name) = (id, name) }
}
