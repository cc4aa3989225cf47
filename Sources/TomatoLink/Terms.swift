// The identifiers that cross a door: in links, in JSON, on the bus, in the database. They are published, so a raw value
// is never translated and never renamed. From the phone app: `TimerMode`, `TimerState`. From ActivityKit:
// `ActivityState`.

/// What a phase is for. The raw values are the identifiers of `ContentState.modeIdentifier`: never translated.
public enum TimerMode: String, Hashable, Sendable, CaseIterable {
  case focus, shortBreak, longBreak
  /// A timer beside the Pomodoro.
  case countdown
  /// Counts up, has no deadline.
  case stopwatch
  /// What a program does; its content comes from there.
  case job

  public var isBreak: Bool { self == .shortBreak || self == .longBreak }
  /// The modes that the Pomodoro goes through.
  public static let pomodoro: [TimerMode] = [.focus, .shortBreak, .longBreak]
  /// The modes that a start may name, as in `start/focus`; the sentences and the help list these.
  public static let startable = pomodoro

  /// How links and the command name a kind of phase: `short-break`.
  public var linkName: String {
    switch self {
    case .shortBreak: "short-break"
    case .longBreak: "long-break"
    default: rawValue
    }
  }

  /// The kind of phase of that name; nil for what cannot be started by its kind.
  public init?(linkName: String) {
    guard let mode = TimerMode.startable.first(where: { $0.linkName == linkName }) else { return nil }
    self = mode
  }
}

/// The identifiers of `ContentState.stateIdentifier`: never translated.
public enum TimerState: String, Hashable, Sendable, CaseIterable {
  case ready, running, paused, completed
}

/// The kinds of activity that can live side by side.
///
/// The raw values are published and stored, so a timer keeps its first word.
public enum ActivityKind: String, Hashable, Sendable, CaseIterable {
  case pomodoro
  /// Counts down, beside the Pomodoro.
  case timer = "countdown"
  case stopwatch
  /// What a program does.
  case job

  /// How links, the command and people call it.
  public var word: String { self == .timer ? "timer" : rawValue }
}

/// Names one activity for programs: `pomodoro`, or what `ActivityName` makes of the name that a person gave to a timer
/// or a stopwatch.
///
/// 1 to 40 characters of `a–z`, `0–9`, `-` and `_`, so that it needs no escaping in a link, a path or a menu.
public struct ActivityID: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let description: String

  /// Fails when `name` is not of the form above.
  public init?(_ name: String) {
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard allowed, (1...40).contains(name.utf8.count) else { return nil }
    description = name
  }

  /// An initializer over any `StringProtocol` is slow from other modules, and a record has a million of them to read.
  public init?(_ name: Substring) { self.init(String(name)) }

  private init(known: String) { description = known }

  /// The Pomodoro, which is always there.
  public static let pomodoro = ActivityID(known: "pomodoro")
  /// Every activity of the person, for `stop`; no activity has this id.
  public static let all = ActivityID(known: "all")
  /// An example that nobody requested.
  public static let preview = ActivityID(known: "preview")
  public static func < (a: ActivityID, b: ActivityID) -> Bool { a.description < b.description }
}

/// Identifies one phase of one activity. It grows by one with each phase and is never used again, so a click on a
/// phase that is over can be recognized.
public struct PhaseToken: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let number: UInt64
  public init(_ number: UInt64) { self.number = number }
  public var description: String { String(number) }
  public static func < (a: PhaseToken, b: PhaseToken) -> Bool { a.number < b.number }
}

/// Where an activity is in its life (ActivityKit's term and cases).
public enum ActivityState: String, Hashable, Sendable, CaseIterable {
  /// Requested, but nothing has begun yet.
  case pending
  case active
  /// Its content is older than it should be: a deadline has passed that nobody has handled.
  case stale
  /// Over; its card is still shown for as long as the `DismissalPolicy` says.
  case ended
  /// Over and no longer shown.
  case dismissed
}

/// The colour of what is shown, by meaning; each surface picks its own shade.
public enum Accent: String, Hashable, Sendable, CaseIterable {
  case focus, `break`, paused, completed
  /// Running, and less than a minute is left.
  case urgent
}

/// Which door an intent came through.
public enum Origin: String, Hashable, Sendable, CaseIterable {
  /// A button of the notification.
  case island
  case tray
  /// A view in the desktop's shell: a bar, a panel (docs/dbus.md).
  case view
  case dbus
  /// The control socket: the command, the terminal island, a bar.
  case command
  /// A `tomatoclock://` link that the desktop opened.
  case link
  /// No person: a deadline passed.
  case engine

  /// A click on something of ours that is on the screen, so the person is there.
  public var isClick: Bool { [.island, .tray, .view].contains(self) }
}

/// How a phase came to its end.
public enum PhaseOutcome: String, Hashable, Sendable, CaseIterable {
  case completed, skipped, stopped, replaced
  /// Left by `reset`: reported to those who wait for the end, but not recorded in the history.
  case reset
}

/// What can happen to an activity, as `watch --json` and D-Bus name it.
public enum HappeningName: String, Hashable, Sendable, CaseIterable {
  case onStart, onPause, onResume, onReset, onSkip, onStop, onExtend, onRewind, onUndo, onShow, onHide, onComplete
  case onLap, onDismiss
  /// The user has left, is back, or answers the question about the time away.
  case onAway, onBack, onKeep, onTakeOff
  /// A job: its owner said something, a person pressed one of its buttons, it is over.
  case onUpdate, onButton, onEnd
}
