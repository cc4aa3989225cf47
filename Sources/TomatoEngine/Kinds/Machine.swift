// The kinds of activity. A new kind is a type in a file of its own that is an `ActivityMachine`, and a case here: this
// is the only file that switches over kinds.

public import TomatoLink

/// The state machine of an activity. Indirect, because an activity is copied far more often than its machine changes.
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

  var pomodoro: Pomodoro? {
    get { if case .pomodoro(let it) = self { it } else { nil } }
    set { if let newValue { self = .pomodoro(newValue) } }
  }

  var job: Job? {
    get { if case .job(let it) = self { it } else { nil } }
    set { if let newValue { self = .job(newValue) } }
  }

  public var kind: ActivityKind { type(of: any).kind }
  public var stored: StoredMachine { any.stored }

  public init(_ kind: ActivityKind, stored: StoredMachine) throws(InvalidState) {
    try stored.check()
    self = try kind.machine.init(stored: stored).asMachine
  }

  /// A new machine; `length` is that of a phase that counts down.
  init(_ kind: ActivityKind, _ token: PhaseToken, length: Duration, at now: Moment) {
    let phase = Phase(token: token, mode: kind == .pomodoro ? .focus : .countdown, base: length, changed: .bootUp)
    switch kind {
    case .pomodoro: self = .pomodoro(Pomodoro(phase: phase))
    case .timer: self = .timer(Timer(phase: phase))
    case .stopwatch: self = .stopwatch(Stopwatch(token: token, changed: .bootUp))
    case .job: self = .job(Job(token: token, began: now.wall, changed: .bootUp, lastHeard: now.sinceBoot))
    }
  }

  public internal(set) var token: PhaseToken {
    get { any.token }
    set { any.token = newValue }
  }

  var timerState: TimerState { any.timerState }

  /// Leaves out `gap`, which ends now: moves all its times, notes a pause, and sets the time of its last change.
  mutating func leaveOut(_ gap: Duration, until now: Moment, _ changed: Phase.Instant) {
    var it = any
    it.shift(by: gap, until: now.sinceBoot)
    it.changed = changed
    it.notePause(Pause(began: now.wall - gap, length: gap))
    any = it
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
  /// A job for `request`, a timer for `timer` or a length, else a stopwatch.
  init(requestedBy intent: Intent) {
    let hasLength = intent.verb == .timer || intent.duration != nil
    self = intent.verb == .request ? .job : hasLength ? .timer : .stopwatch
  }

  fileprivate var machine: any MachineKind.Type {
    switch self {
    case .pomodoro: Pomodoro.self
    case .timer: Timer.self
    case .stopwatch: Stopwatch.self
    case .job: Job.self
    }
  }
}
