// An alert that nobody has answered yet: it is held back while a camera or microphone is in use, or was shown and
// repeats. EngineAlerts.swift decides which alerts are held back. A timed pause ends in such an alert.

public import TomatoLink

public struct UnansweredAlert: Hashable, Sendable {
  public var alert: AlertConfiguration
  public var phase: PhaseToken
  /// Original due time, on CLOCK_BOOTTIME.
  public var due: Duration
  /// The number of repeats so far: 0 to 3.
  public var repeats: Int
  /// When the hold began, or when it was last shown, on CLOCK_BOOTTIME.
  public var moment: Duration
  public var state: State

  public enum State: Hashable, Sendable {
    /// The state while it is held back; `by` is nil until the device is known.
    case held(by: DeviceUse?)
    case shown(heldBack: HeldBack?)
  }

  public init(
    alert: AlertConfiguration, phase: PhaseToken, due: Duration, repeats: Int = 0, moment: Duration, state: State
  ) {
    (self.alert, self.phase, self.due) = (alert, phase, due)
    (self.repeats, self.moment, self.state) = (repeats, moment, state)
  }

  public static let mostRepeats = 3
  public static let longestHold: Duration = .minutes(10)
  /// The holds that an alert mentions.
  static let mentionedHolds: ClosedRange<Duration> = .seconds(1)...longestHold

  public var isHeld: Bool { if case .held = state { true } else { false } }
  /// How long it was held back before it came.
  var heldBack: HeldBack? { if case .shown(let heldBack) = state { heldBack } else { nil } }

  /// When it is released, or repeated after `repeatInterval`, on CLOCK_BOOTTIME; nil if neither.
  func wake(_ repeatInterval: Duration) -> Duration? {
    if isHeld { return moment + Self.longestHold }
    let isRepeated = alert.waitsForPerson && repeatInterval > .zero && repeats < Self.mostRepeats
    return isRepeated ? moment + repeatInterval : nil
  }

  mutating func noteShown(at now: Duration) {
    switch state {
    case .held(let by):
      let length = min(now - moment, Self.longestHold)
      let isMentioned = Self.mentionedHolds.contains(length)
      state = .shown(heldBack: isMentioned ? by.map { HeldBack(length: length, by: $0) } : nil)
    case .shown: repeats += 1
    }
    moment = now
  }

  mutating func note(_ use: DeviceUse) {
    if case .held(let by) = state { state = .held(by: use.joined(with: by)) }
  }

  /// Whether the engine could have produced this value.
  public func isPlausible(at now: Duration, upTo last: PhaseToken) -> Bool {
    // An alert held for less than a second mentions no hold, but the engine keeps it until the next alert.
    let isStillNeeded = alert.replacesHeldAlert || alert.waitsForPerson && !isHeld
    return due <= now && moment <= now && phase <= last && (0...Self.mostRepeats).contains(repeats) && isStillNeeded
  }
}

public enum DeviceUse: String, Hashable, Sendable, CaseIterable {
  case camera, microphone
  case both

  func joined(with other: DeviceUse?) -> DeviceUse { other == nil || other == self ? self : .both }
}

enum DevicesSeen: Hashable, Sendable {
  /// The shell has not reported yet.
  case unknown
  case seen(DeviceUse?)

  var use: DeviceUse? { if case .seen(let use) = self { use } else { nil } }
  /// Whether an alert must wait: true until known.
  var mayHold: Bool { self != .seen(nil) }
}

/// How long an alert was held back, and what was in use then.
public struct HeldBack: Hashable, Sendable {
  /// 1 s to 10 min.
  public var length: Duration
  public var by: DeviceUse
  public init(length: Duration, by: DeviceUse) { (self.length, self.by) = (length, by) }
}

/// A timed pause (`pause 5m`). Once it is over, it asks a single time whether to go on; nothing resumes by itself.
public struct TimedPause: Hashable, Sendable {
  /// When it asks, on CLOCK_BOOTTIME.
  public var until: Duration
  /// It has asked. The next change of the activity removes the timed pause.
  public var hasAsked: Bool

  public init(until: Duration, hasAsked: Bool = false) { (self.until, self.hasAsked) = (until, hasAsked) }

  /// The further pause that its alert offers.
  public static let snooze: Duration = .minutes(5)
}
