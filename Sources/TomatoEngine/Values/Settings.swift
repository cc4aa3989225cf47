// What the person configured, as the engine needs it. `TomatoSettings` has the file, its keys and their sentences.

public import TomatoLink

/// The Pomodoro's settings. Every duration is 1 s to 24 h.
public struct Settings: Hashable, Sendable {
  public var focus: Duration
  public var shortBreak: Duration
  public var longBreak: Duration
  /// Counted focus phases until a long break is due: 1 to 99.
  public var longBreakInterval: Int
  public var autoStartBreaks: Bool
  public var autoStartFocus: Bool
  /// How many phases in a row may begin without any intent from a person before the next one waits: 0 to 99.
  public var unattendedPhases: Int
  public var whenAway: WhenAway
  /// The idle time after which the user counts as away: 1 s to 24 h; zero if input is not watched.
  public var awayAfter: Duration
  public var awayThen: AwayThen
  /// How long before zero the almost-over alert comes: 1 s to 24 h; zero for no such alert.
  public var alertBefore: Duration
  /// The interval of repeated alerts: 1 s to 24 h; zero for no repeats.
  public var alertRepeat: Duration
  /// Whether the alert of a break is held back while a camera or a microphone is in use.
  public var holdWhenBusy: Bool

  public var programs: Programs
  /// Denied programs: the path of the executable, or its last part.
  public var deniedPrograms: Set<String>

  /// What happens to a focus while the machine sleeps or the session is left; `AwayThen` is about the user.
  public enum WhenAway: String, Hashable, Sendable, CaseIterable {
    /// The time does not count, and the focus is paused on return.
    case pause
    /// The deadline stands, and the island offers to rewind.
    case run
  }

  /// What happens to a focus while nobody is at the machine.
  public enum AwayThen: String, Hashable, Sendable, CaseIterable {
    /// It goes on. On return, a person is asked whether that time counts.
    case ask
    /// It is paused as of the moment at which they left.
    case pause
    /// It goes on and nobody is asked. Programs still get the events.
    case nothing
  }

  public enum Programs: String, Hashable, Sendable, CaseIterable {
    case all, none
  }

  public static let durationRange: ClosedRange<Duration> =
    .seconds(DurationText.range.lowerBound) ... .seconds(DurationText.range.upperBound)

  public init(
    focus: Duration = .minutes(25), shortBreak: Duration = .minutes(5), longBreak: Duration = .minutes(15),
    longBreakInterval: Int = 4, autoStartBreaks: Bool = true, autoStartFocus: Bool = true, unattendedPhases: Int = 3,
    whenAway: WhenAway = .pause, awayAfter: Duration = .zero, awayThen: AwayThen = .ask,
    alertBefore: Duration = .zero, alertRepeat: Duration = .zero, holdWhenBusy: Bool = false,
    programs: Programs = .all, deniedPrograms: Set<String> = []
  ) {
    (self.focus, self.shortBreak, self.longBreak) = (focus, shortBreak, longBreak)
    (self.longBreakInterval, self.autoStartBreaks) = (longBreakInterval, autoStartBreaks)
    (self.autoStartFocus, self.unattendedPhases, self.whenAway) = (autoStartFocus, unattendedPhases, whenAway)
    (self.awayAfter, self.awayThen) = (awayAfter, awayThen)
    (self.alertBefore, self.alertRepeat, self.holdWhenBusy) = (alertBefore, alertRepeat, holdWhenBusy)
    (self.programs, self.deniedPrograms) = (programs, deniedPrograms)
  }

  func denies(_ program: String) -> Bool {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return deniedPrograms.contains(program) || deniedPrograms.contains(name)
  }

  public func duration(of mode: TimerMode) -> Duration {
    switch mode {
    case .shortBreak: shortBreak
    case .longBreak: longBreak
    default: focus
    }
  }

  public func startsByItself(_ mode: TimerMode) -> Bool { mode == .focus ? autoStartFocus : autoStartBreaks }
}
