// The kinds of activity. A new kind is a type in a file of its own that is an `ActivityMachine`, and a case here: this
// is the only file that switches over kinds.

public import TomatoLink

/// The state machine of an activity of any kind. The enum is indirect because an activity is copied far more often than
/// its machine changes.
public indirect enum Machine: Hashable, Sendable {
  case pomodoro(Pomodoro)
  case timer(Timer)
  case stopwatch(Stopwatch)
  case job(Job)

  /// The machine itself, for everything that every kind can do.
  var any: any MachineKind {
    get {
      switch self {
      case .pomodoro(let it): it
      case .timer(let it): it
      case .stopwatch(let it): it
      case .job(let it): it
      }
    }
    set { self = newValue.asMachine }
  }

  /// Nil if it is of another kind.
  var pomodoro: Pomodoro? {
    get { if case .pomodoro(let it) = self { it } else { nil } }
    set { if let newValue { self = .pomodoro(newValue) } }
  }

  /// Nil if it is of another kind.
  var job: Job? {
    get { if case .job(let it) = self { it } else { nil } }
    set { if let newValue { self = .job(newValue) } }
  }
}

/// A machine that is a case of `Machine`.
protocol MachineKind: ActivityMachine {
  var asMachine: Machine { get }
}

extension Pomodoro: MachineKind { var asMachine: Machine { .pomodoro(self) } }
extension Timer: MachineKind { var asMachine: Machine { .timer(self) } }
extension Stopwatch: MachineKind { var asMachine: Machine { .stopwatch(self) } }
extension Job: MachineKind { var asMachine: Machine { .job(self) } }

extension ActivityKind {
  fileprivate var machine: any MachineKind.Type {
    switch self {
    case .pomodoro: Pomodoro.self
    case .timer: Timer.self
    case .stopwatch: Stopwatch.self
    case .job: Job.self
    }
  }
}

extension Machine {
  public var kind: ActivityKind { type(of: any).kind }
  public var stored: StoredMachine { any.stored }

  /// - Throws: Why it is invalid, in one clause.
  public init(_ kind: ActivityKind, stored: StoredMachine) throws(InvalidState) {
    try stored.check()
    self = try kind.machine.init(stored: stored).asMachine
  }

  /// A new machine beside the Pomodoro: a job for `request`, a timer for `timer` or a length, else a stopwatch.
  init(requestedBy intent: Intent, _ token: PhaseToken, at now: Moment, _ settings: Settings) {
    if intent.verb == .request {
      self = .job(Job(token: token, began: now.wall, changed: .bootUp, lastHeard: now.sinceBoot))
    } else if let length = intent.duration ?? (intent.verb == .timer ? settings.focus : nil) {
      self = .timer(Timer(phase: Phase(token: token, mode: .countdown, base: length, changed: .bootUp)))
    } else {
      self = .stopwatch(Stopwatch(token: token, changed: .bootUp))
    }
  }

  /// A new machine of the same kind, to replace one with invalid state.
  func initial(_ token: PhaseToken, at now: Moment, _ settings: Settings) -> Machine {
    let mode: TimerMode = kind == .pomodoro ? .focus : .countdown
    let phase = Phase(token: token, mode: mode, base: settings.focus, changed: .bootUp)
    return switch self {
    case .pomodoro: .pomodoro(Pomodoro(phase: phase))
    case .timer: .timer(Timer(phase: phase))
    case .stopwatch: .stopwatch(Stopwatch(token: token, changed: .bootUp))
    case .job:
      .job(Job(token: token, state: .ended(.lost), began: now.wall, changed: .bootUp, lastHeard: now.sinceBoot))
    }
  }

  public internal(set) var token: PhaseToken {
    get { any.token }
    set { any.token = newValue }
  }

  var timerState: TimerState { any.timerState }

  /// Moves all its times by `gap`, which ends at `end`, and sets the time of its last change.
  mutating func shift(by gap: Duration, until end: Duration, _ changed: Phase.Instant) {
    var it = any
    it.shift(by: gap, until: end)
    it.changed = changed
    any = it
  }
}
