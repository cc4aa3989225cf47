// The identifiers in links, in JSON, on the bus, in the database. They are published, so a raw value is never
// translated and never renamed. `TimerMode` and `TimerState` come from the phone app, `ActivityState` from ActivityKit.

/// The kind of a phase. The raw values are those of `ContentState.modeIdentifier`.
public enum TimerMode: String, Hashable, Sendable, CaseIterable {
  case focus, shortBreak, longBreak
  /// A timer beside the Pomodoro.
  case countdown
  /// Counts up, has no deadline.
  case stopwatch
  /// An activity of a program, which sends its content.
  case job

  public var isBreak: Bool { self == .shortBreak || self == .longBreak }
  public static let pomodoro: [TimerMode] = [.focus, .shortBreak, .longBreak]
  /// The modes that `start` takes, as in `start/focus`. Errors and the help list them.
  public static let startable = pomodoro

  /// The name in links and for the command, such as `short-break`.
  public var linkName: String {
    switch self {
    case .shortBreak: "short-break"
    case .longBreak: "long-break"
    default: rawValue
    }
  }

  /// Nil unless it is the name of a startable mode.
  public init?(linkName: String) {
    guard let mode = TimerMode.startable.first(where: { $0.linkName == linkName }) else { return nil }
    self = mode
  }
}

/// The raw values are those of `ContentState.stateIdentifier`.
public enum TimerState: String, Hashable, Sendable, CaseIterable {
  case ready, running, paused, completed
}

/// The kinds of activity. A timer keeps its first raw value, because the raw values are published and stored.
public enum ActivityKind: String, Hashable, Sendable, CaseIterable {
  case pomodoro
  /// Counts down, beside the Pomodoro.
  case timer = "countdown"
  case stopwatch
  /// An activity of a program.
  case job

  /// The name in links, for the command and for people.
  public var word: String { self == .timer ? "timer" : rawValue }
}

/// Names one activity for programs, such as `pomodoro`. `ActivityName` makes ids from the names that people give.
///
/// 1 to 40 characters of `a–z`, `0–9`, `-` and `_`, so that it needs no escapes in a link, a path or a menu.
public struct ActivityID: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let description: String

  public init?(_ name: String) {
    let allowed = name.utf8.allSatisfy { byte in
      byte.isASCIILowercase || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard allowed, (1...40).contains(name.utf8.count) else { return nil }
    description = name
  }

  /// A generic initializer would be slow from other modules, and a record has a million ids to read.
  public init?(_ name: Substring) { self.init(String(name)) }

  private init(known: String) { description = known }

  /// This activity always exists.
  public static let pomodoro = ActivityID(known: "pomodoro")
  /// Every activity of the person, for `stop`; no activity has this id.
  public static let all = ActivityID(known: "all")
  /// An example card.
  public static let preview = ActivityID(known: "preview")
  public static func < (a: ActivityID, b: ActivityID) -> Bool { a.description < b.description }
}

/// Identifies one phase of one activity. Each phase has the next number, and numbers are never reused, so that a click
/// on a phase that is over can be recognized.
public struct PhaseToken: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let number: UInt64
  public init(_ number: UInt64) { self.number = number }
  public var description: String { String(number) }
  public static func < (a: PhaseToken, b: PhaseToken) -> Bool { a.number < b.number }
}

/// The stages of an activity's life (ActivityKit's term and cases).
public enum ActivityState: String, Hashable, Sendable, CaseIterable {
  /// Requested, but not begun.
  case pending
  case active
  /// Its content is out of date, because a deadline has passed that nobody has handled.
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

/// Where an intent comes from.
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

  /// Whether it is a click on one of our surfaces, so the person is present.
  public var isClick: Bool { [.island, .tray, .view].contains(self) }
}

/// How a phase ended.
public enum PhaseOutcome: String, Hashable, Sendable, CaseIterable {
  case completed, skipped, stopped, replaced
  /// Left by `reset`: reported to those who wait for the end, but not recorded in the history.
  case reset
}

/// The events of an activity, as `watch --json` and D-Bus name them.
public enum HappeningName: String, Hashable, Sendable, CaseIterable {
  case onStart, onPause, onResume, onReset, onSkip, onStop, onExtend, onRewind, onUndo, onShow, onHide, onComplete
  case onLap, onDismiss
  /// The user has left, is back, or answers the question about the time away.
  case onAway, onBack, onKeep, onTakeOff
  /// A job: its owner sent an update, a person pressed one of its buttons, it ended.
  case onUpdate, onButton, onEnd
}
