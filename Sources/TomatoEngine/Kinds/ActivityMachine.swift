// What the engine asks of each kind of activity.

internal import TomatoLink

/// A kind of activity: its states, and its reaction to everything that can happen to it. Attributes, undo and being
/// hidden are the activity's (Activity.swift).
protocol ActivityMachine: Hashable, Sendable {
  static var kind: ActivityKind { get }

  var token: PhaseToken { get set }
  var timerState: TimerState { get }
  /// Whether it counts time that a power loss would lose.
  var countsTime: Bool { get }
  /// When it last changed. `at=` cannot name an earlier moment.
  var changed: Phase.Instant { get set }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool
  /// Called after an intent changed the machine: allows a second warning if time was added.
  mutating func rearmWarning(_ turn: Turn)

  // MARK: What happens by itself

  /// When it next changes without anybody, on CLOCK_BOOTTIME.
  var deadline: Duration? { get }
  func warning(_ before: Duration) -> Duration?
  mutating func noteWarning()
  mutating func runDeadline(_ turn: inout Turn)
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment)

  // MARK: Time away (the rules are in Absence.swift)

  /// Moves all its times by `gap`, a time that ends at `end` (CLOCK_BOOTTIME) and does not count.
  mutating func shift(by gap: Duration, until end: Duration)
  /// Records a pause of a running machine: time that did not count although nobody paused it.
  mutating func notePause(_ pause: Pause)
  /// Moves stored clock times by `jump`, after the wall clock was set.
  mutating func clockWasSet(by jump: Duration, _ now: Moment)
  /// After a reboot: marks its clock times as of an earlier boot, so that setting the clock no longer moves them.
  mutating func enterBoot()
  /// Applies an absence; true if that paused it.
  mutating func apply(_ absence: Absence, _ settings: Settings) -> Bool
  /// After a power loss: pauses as of the moment at which the daemon last ran. Returns the alert to show.
  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration?

  // MARK: What is shown

  /// What it shows of itself; the engine adds what is the same for every kind.
  /// - Parameter now: its wall clock has no noise (`Engine.withoutClockNoise`).
  func face(of id: ActivityID, at now: Moment, _ settings: Settings) -> Content
  /// When its face next changes by itself; `resolution` is not `none`.
  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration?

  // MARK: What is stored

  var stored: StoredMachine { get }
  init(stored: StoredMachine) throws(InvalidState)
  var tokens: [PhaseToken] { get }
  func isPlausible(at sinceBoot: Duration) -> Bool
}

extension TimerState {
  var isUnderWay: Bool { self == .running || self == .paused }

  /// Completed activities first, then running, paused and ready ones.
  var relevanceScore: Double {
    switch self {
    case .completed: 3
    case .running: 2
    case .paused: 1
    case .ready: 0
    }
  }

  /// - Parameter going: the accent while it is neither paused nor over.
  func accent(_ going: Accent) -> Accent {
    switch self {
    case .ready, .running: going
    case .paused: .paused
    case .completed: .completed
    }
  }
}

/// What a kind may leave out.
extension ActivityMachine {
  var countsTime: Bool { timerState == .running }
  var tokens: [PhaseToken] { [token] }
  mutating func rearmWarning(_ turn: Turn) {}
  func warning(_ before: Duration) -> Duration? { nil }
  mutating func noteWarning() {}
  mutating func runDeadline(_ turn: inout Turn) {}
  mutating func notePause(_ pause: Pause) {}
  mutating func apply(_ absence: Absence, _ settings: Settings) -> Bool {
    shift(by: absence.rebase, until: absence.now.sinceBoot)
    return false
  }
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment) {}
}
