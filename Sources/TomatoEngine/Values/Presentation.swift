// Why content is shown anew, what an alert is about, and how long what has ended is shown.

public import TomatoLink

/// Why content is shown anew; the shell's presentation policy decides how.
public enum Presentation: Hashable, Sendable {
  /// A person's intent was decided: the island changes at once, without an alert.
  case answer(Origin)
  /// Silent: only streams and the tray show it.
  case quiet
  /// A change that needs attention. Each change alerts once.
  case alert(AlertConfiguration)
  /// A person asked to show or hide it.
  case show, hide

  /// What is shown of two presentations in one event: the later one. But `quiet` never replaces an answer, `show` or
  /// `hide`, and `show` or `hide` never replaces an alert.
  package func replaced(by later: Presentation) -> Presentation {
    switch (self, later) {
    case (.answer, .quiet), (.show, .quiet), (.hide, .quiet), (.alert, .show), (.alert, .hide): self
    default: later
    }
  }

  var alert: AlertConfiguration? { if case .alert(let alert) = self { alert } else { nil } }
}

/// What an alert is about (ActivityKit's term). `TomatoWords` has its text.
public enum AlertConfiguration: Hashable, Sendable {
  /// A phase is over and the next one waits for a person.
  case completed(TimerMode)
  /// A phase is over and the next one has begun by itself.
  case nextBegan(after: TimerMode)
  /// A phase ends soon: `Settings.alertBefore` is left.
  case almostOver
  /// A focus was paused because nobody was there.
  case returned
  /// A timed pause is over, and the activity is still paused.
  case stillPaused
  /// The user is back and is asked whether the time away counts.
  case wasAway
  /// A job's owner calls for attention: with these words in place of the title, or without any.
  case ofProgram(title: String?, isHeard: Bool)

  /// The state in which the activity waits for a person; nil if it does not.
  var waitsIn: TimerState? {
    switch self {
    case .completed: .completed
    case .returned, .stillPaused: .paused
    // A program repeats its own alerts. Without an answer to a question about time away, the time counts.
    case .nextBegan, .almostOver, .wasAway, .ofProgram: nil
    }
  }
  public var waitsForPerson: Bool { waitsIn != nil }

  var isOfProgram: Bool { if case .ofProgram = self { true } else { false } }

  /// The mode of the phase whose end it announces.
  private var ended: TimerMode? {
    switch self {
    case .completed(let mode), .nextBegan(after: let mode): mode
    case .almostOver, .returned, .stillPaused, .wasAway, .ofProgram: nil
    }
  }
  /// Whether it announces a break. Only such alerts are held back.
  var canBeHeld: Bool { ended == .focus }
  /// Whether it replaces a held alert, as the end of a break does.
  var replacesHeldAlert: Bool { ended != nil }
}

public struct PhaseEnd: Hashable, Sendable {
  public var phase: PhaseToken
  public var outcome: PhaseOutcome
}

/// An activity is over, and still shown for a while (ActivityKit's `ended`).
public struct Ended: Hashable, Sendable {
  /// When its end was noticed, on CLOCK_BOOTTIME.
  public var at: Duration
  /// It ended less than a minute ago, so it ranks before everything that runs.
  public var isRecent: Bool
  /// How long it is shown: 1 s to 4 h.
  public var lifetime: Duration

  public init(at: Duration, isRecent: Bool, lifetime: Duration = Ended.longest) {
    (self.at, self.isRecent, self.lifetime) = (at, isRecent, lifetime)
  }

  /// How long the card of a stopped activity stays.
  public static let dismissalDelay: Duration = .seconds(5)
  static let recency: Duration = .minutes(1)
  static let lifetimes: ClosedRange<Duration> = .seconds(1)...longest
  /// The longest an ended activity is shown (ActivityKit).
  public static let longest: Duration = .hours(4)
}
