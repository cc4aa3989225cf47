// An alert that nobody has answered yet: it is held back while a camera or microphone is in use, or was shown and
// repeats. All kinds do it alike, so it is in the activity and not in the machine. EngineAlerts.swift decides which
// alerts are held back.

public import TomatoLink

/// An alert that a person has not answered.
public struct UnansweredAlert: Hashable, Sendable {
  /// What it is about.
  public var alert: AlertConfiguration
  /// The phase that it is about.
  public var phase: PhaseToken
  /// Original due time, on CLOCK_BOOTTIME.
  public var due: Duration
  /// The number of repeats so far: 0 to 3.
  public var repeats: Int
  public var state: State

  public enum State: Hashable, Sendable {
    /// The state while it is held back, since this moment on CLOCK_BOOTTIME; `by` is nil until the device is known.
    case held(since: Duration, by: DeviceUse?)
    /// The state after it was shown, last at this moment on CLOCK_BOOTTIME.
    case shown(at: Duration, heldBack: HeldBack?)
  }

  public init(alert: AlertConfiguration, phase: PhaseToken, due: Duration, repeats: Int = 0, state: State) {
    (self.alert, self.phase, self.due) = (alert, phase, due)
    (self.repeats, self.state) = (repeats, state)
  }

  /// The most repeats.
  public static let mostRepeats = 3
  /// The longest hold.
  public static let longestHold: Duration = .minutes(10)
  /// A shorter hold is not mentioned.
  private static let shortestMentionedHold: Duration = .seconds(1)
  /// The holds that an alert mentions.
  static let mentionedHolds = shortestMentionedHold...longestHold

  public var isHeld: Bool { if case .held = state { true } else { false } }
  /// How long it was held back before it came.
  var heldBack: HeldBack? { if case .shown(_, let heldBack) = state { heldBack } else { nil } }

  /// When it is released or repeated, on CLOCK_BOOTTIME; nil if neither.
  /// - Parameter repeatInterval: `Settings.alertRepeat`.
  func wake(_ repeatInterval: Duration) -> Duration? {
    switch state {
    case .held(let since, _): since + Self.longestHold
    case .shown(let at, _):
      alert.waitsForPerson && repeatInterval > .zero && repeats < Self.mostRepeats ? at + repeatInterval : nil
    }
  }

  /// Notes that it is shown now.
  mutating func noteShown(at now: Duration) {
    switch state {
    case .held(let since, let by):
      let length = min(now - since, Self.longestHold)
      let heldBack = length < Self.shortestMentionedHold ? nil : by.map { HeldBack(length: length, by: $0) }
      state = .shown(at: now, heldBack: heldBack)
    case .shown(_, let heldBack):
      repeats += 1
      state = .shown(at: now, heldBack: heldBack)
    }
  }

  /// Restarts the interval to the next repeat.
  mutating func restartInterval(from now: Duration) {
    if case .shown(_, let heldBack) = state { state = .shown(at: now, heldBack: heldBack) }
  }

  /// Notes the device that holds it back.
  mutating func note(_ use: DeviceUse) {
    if case .held(let since, let by) = state { state = .held(since: since, by: use.joined(with: by)) }
  }

  /// After a reboot: moves the times to the new boot's clock. The wall clock, which went on, measures the gap.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    let shift = now.sinceBoot - last.sinceBoot - max(now.wall - last.wall, .zero)
    due += shift
    switch state {
    case .held(let since, let by): state = .held(since: since + shift, by: by)
    case .shown(let at, let heldBack): state = .shown(at: at + shift, heldBack: heldBack)
    }
  }

  /// When the hold began, or when the alert was last shown.
  var moment: Duration {
    switch state {
    case .held(let since, _): since
    case .shown(let at, _): at
    }
  }

  /// Whether the engine could have produced this value.
  public func isPlausible(at now: Duration, upTo last: PhaseToken) -> Bool {
    // The engine keeps an alert that it held for less than a second until the next one, though no hold is mentioned.
    let isStillNeeded = alert.replacesHeldAlert || alert.waitsForPerson && !isHeld
    return due <= now && moment <= now && phase <= last && (0...Self.mostRepeats).contains(repeats) && isStillNeeded
  }
}

/// The intervals of warnings and repeats.
struct AlertTimes: Hashable, Sendable {
  /// `Settings.alertBefore`.
  var before: Duration
  /// `Settings.alertRepeat`.
  var repeatInterval: Duration
}

extension Settings {
  var alertTimes: AlertTimes { AlertTimes(before: alertBefore, repeatInterval: alertRepeat) }
}
