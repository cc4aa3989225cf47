// What the engine asks of each kind of activity.

internal import TomatoLink

/// What a kind of activity is: the states that it goes through, and how it answers to everything that can happen.
///
/// A kind decides for itself alone. Attributes, undo and being hidden are the activity's (Activity.swift).
protocol ActivityMachine: Hashable, Sendable {
  static var kind: ActivityKind { get }

  /// The phase that it is in, or the one stretch that it has.
  var token: PhaseToken { get set }
  var timerState: TimerState { get }
  /// Time passes that would be lost with the power.
  var countsTime: Bool { get }
  /// The last change, so that `at=` cannot reach behind it.
  var changed: Phase.Mark { get set }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool
  /// An intent changed something: a warning that was said may be due another time.
  mutating func rearm(_ turn: Turn)

  // MARK: What happens by itself

  /// When it next changes without anybody, on CLOCK_BOOTTIME.
  var deadline: Duration? { get }
  /// When it is to say that it is almost over; nil when it is not, or not any more.
  func warning(_ before: Duration) -> Duration?
  /// Notes that it has said so.
  mutating func noteWarning()
  /// Called when `deadline` is due.
  mutating func meetDeadline(_ turn: inout Turn)
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment)

  // MARK: Time away (the rules are in Absence.swift)

  /// Everything as if the last `gap` had not passed.
  mutating func shift(by gap: Duration)
  /// While it runs: this time did not count, though nobody paused it.
  mutating func notePause(_ pause: Pause)
  /// The wall clock was set by so much: what it once showed is moved along, so that it is of the clock in force.
  mutating func clockWasSet(by jump: Duration, _ now: Moment)
  /// Another boot: what it has begun so far is of an earlier one, and no correction of this one's clock moves it.
  mutating func enterBoot()
  /// The machine slept or the session was left; true when that paused it.
  mutating func endure(_ absence: Absence, _ settings: Settings) -> Bool
  /// The power went: what ran stopped when it was last known alive. Says what the person should see of it.
  mutating func endurePowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration?

  // MARK: What is shown

  /// What it shows; `now` has the wall clock that is in force.
  func face(at now: Moment, _ settings: Settings) -> Face
  /// When that next looks different because time passes; `resolution` is not `none`.
  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration?

  // MARK: What is stored

  var stored: StoredMachine { get }
  /// - Throws: What in it cannot be, in one clause.
  init(stored: StoredMachine) throws(Contradiction)
  /// Every token that it holds.
  var tokens: [PhaseToken] { get }
  /// Whether its deadlines can be what they are.
  func isPlausible(at sinceBoot: Duration) -> Bool
}

/// What a kind without deadlines has.
extension ActivityMachine {
  var countsTime: Bool { timerState == .running }
  mutating func rearm(_ turn: Turn) {}
  var deadline: Duration? { nil }
  func warning(_ before: Duration) -> Duration? { nil }
  mutating func noteWarning() {}
  mutating func meetDeadline(_ turn: inout Turn) {}
  mutating func notePause(_ pause: Pause) {}
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment) {}
}

/// What a kind shows of itself. The activity adds what is the same for every kind.
struct Face {
  var state: ContentState
  var sessionsDone = 0
  var pause: Content.Pause?
  var next: Content.Next?
  var countedAbsence: Duration?
  /// What is asked of time away.
  var away: Content.Away?
  /// When it was due, if nobody could be told then.
  var missed: WallTime?
  /// When what is shown was last known to be so, if that was too long ago.
  var asOf: WallTime?
  /// The verbs that deserve a button, most useful first.
  var buttons: [Verb]
  /// The other verbs that mean something now.
  var others: [Verb]
}
