// What the engine asks of each kind of activity.

internal import TomatoLink

/// A kind of activity: its states, and its reaction to everything that can happen.
///
/// A kind decides for itself alone. Attributes, undo and being hidden are the activity's (Activity.swift).
protocol ActivityMachine: Hashable, Sendable {
  static var kind: ActivityKind { get }

  /// The token of the current phase.
  var token: PhaseToken { get set }
  var timerState: TimerState { get }
  /// A power loss would lose running time.
  var countsTime: Bool { get }
  /// The last change, so that `at=` cannot reach behind it.
  var changed: Phase.Instant { get set }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool
  /// After a change by an intent: a given warning may become due again.
  mutating func rearmWarning(_ turn: Turn)

  // MARK: What happens by itself

  /// When it next changes without anybody, on CLOCK_BOOTTIME.
  var deadline: Duration? { get }
  /// When the almost-over warning is due; nil if none is.
  func warning(_ before: Duration) -> Duration?
  /// The warning was given.
  mutating func noteWarning()
  /// Called when `deadline` is due.
  mutating func runDeadline(_ turn: inout Turn)
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment)

  // MARK: Time away (the rules are in Absence.swift)

  /// Moves all its times by `gap`.
  mutating func shift(by gap: Duration)
  /// While it runs: this time did not count, though nobody paused it.
  mutating func notePause(_ pause: Pause)
  /// Moves stored clock times by `jump`, after the wall clock was set.
  mutating func clockWasSet(by jump: Duration, _ now: Moment)
  /// After another boot: marks its clock times as old, so that setting the clock no longer moves them.
  mutating func enterBoot()
  /// The machine slept or the session was left; true when that paused it.
  mutating func apply(_ absence: Absence, _ settings: Settings) -> Bool
  /// After a power loss: stops as of the last moment known alive. Returns the alert to show.
  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration?

  // MARK: What is shown

  /// What it shows; `now` has the wall clock that is in force.
  func face(at now: Moment, _ settings: Settings) -> Face
  /// When its face next changes by itself; `resolution` is not `none`.
  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration?

  // MARK: What is stored

  var stored: StoredMachine { get }
  /// - Throws: Why it is invalid, in one clause.
  init(stored: StoredMachine) throws(InvalidState)
  /// Every token that it holds.
  var tokens: [PhaseToken] { get }
  /// Whether its deadlines are possible.
  func isPlausible(at sinceBoot: Duration) -> Bool
}

/// Defaults, for a kind without deadlines.
extension ActivityMachine {
  var countsTime: Bool { timerState == .running }
  mutating func rearmWarning(_ turn: Turn) {}
  var deadline: Duration? { nil }
  func warning(_ before: Duration) -> Duration? { nil }
  mutating func noteWarning() {}
  mutating func runDeadline(_ turn: inout Turn) {}
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
  /// The question about time away.
  var away: Content.Away?
  /// When it was due, if nobody could be told then.
  var missed: WallTime?
  /// When stale content was last known to be true.
  var asOf: WallTime?
  /// The verbs that deserve a button, most useful first.
  var buttons: [Verb]
  /// The other verbs that mean something now.
  var others: [Verb]
}
