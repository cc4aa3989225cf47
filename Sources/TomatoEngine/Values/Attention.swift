// What becomes of an alert that nobody has answered yet: it is held back while a camera or a microphone is in use, or
// it has come and comes again. The alerts of every kind of activity go this way, so it is the activity's and not the
// machine's. Where the engine looks at alerts is in EngineAttention.swift.

public import TomatoLink

/// An alert that a person has not answered.
public struct Attention: Hashable, Sendable {
  /// What it is about.
  public var alert: AlertConfiguration
  /// The phase that it is about.
  public var phase: PhaseToken
  /// When it was to come first, on CLOCK_BOOTTIME.
  public var due: Duration
  /// How often it has come again: 0 to 3.
  public var repeats: Int
  public var state: State

  public enum State: Hashable, Sendable {
    /// The state while it is held back, since this moment on CLOCK_BOOTTIME; by nothing that is known yet, or by this.
    case held(since: Duration, by: DeviceUse?)
    /// It came at this moment, on CLOCK_BOOTTIME, for the last time so far.
    case said(at: Duration, heldBack: HeldBack?)
  }

  public init(alert: AlertConfiguration, phase: PhaseToken, due: Duration, repeats: Int = 0, state: State) {
    (self.alert, self.phase, self.due) = (alert, phase, due)
    (self.repeats, self.state) = (repeats, state)
  }

  /// It comes again so often, and no more.
  public static let mostRepeats = 3
  /// It is held back so long at most.
  public static let longestHold: Duration = .minutes(10)
  /// A shorter hold is not worth a word.
  private static let worthSaying: Duration = .seconds(1)
  /// For how long an alert was held back that says so.
  static let holds = worthSaying...longestHold

  public var isHeld: Bool { if case .held = state { true } else { false } }
  /// How long it was held back before it came.
  var heldBack: HeldBack? { if case .said(_, let heldBack) = state { heldBack } else { nil } }

  /// When it comes, or comes again, on CLOCK_BOOTTIME; nil when it does not.
  /// - Parameter again: `Settings.alertAgain`.
  func wake(_ again: Duration) -> Duration? {
    switch state {
    case .held(let since, _): since + Self.longestHold
    case .said(let at, _):
      alert.waitsForPerson && again > .zero && repeats < Self.mostRepeats ? at + again : nil
    }
  }

  /// It comes, or comes again, now.
  mutating func say(at now: Duration) {
    switch state {
    case .held(let since, let by):
      let length = min(now - since, Self.longestHold)
      let heldBack = length < Self.worthSaying ? nil : by.map { HeldBack(length: length, by: $0) }
      state = .said(at: now, heldBack: heldBack)
    case .said(_, let heldBack):
      repeats += 1
      state = .said(at: now, heldBack: heldBack)
    }
  }

  /// The time until it comes again begins anew.
  mutating func countAgain(from now: Duration) {
    if case .said(_, let heldBack) = state { state = .said(at: now, heldBack: heldBack) }
  }

  /// What it is held back by is known now.
  mutating func note(_ use: DeviceUse) {
    if case .held(let since, let by) = state { state = .held(since: since, by: use.joined(with: by)) }
  }

  /// After a reboot the wall clock is the only one that went on meanwhile.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    let shift = now.sinceBoot - last.sinceBoot - max(now.wall - last.wall, .zero)
    due += shift
    switch state {
    case .held(let since, let by): state = .held(since: since + shift, by: by)
    case .said(let at, let heldBack): state = .said(at: at + shift, heldBack: heldBack)
    }
  }

  /// Since when it is held back, or when it came.
  var moment: Duration {
    switch state {
    case .held(let since, _): since
    case .said(let at, _): at
    }
  }

  /// Whether the engine can have written it.
  public func isPlausible(at now: Duration, upTo last: PhaseToken) -> Bool {
    // One that came after a hold too short to be said stays noted until the next.
    let isOfUse = alert.overtakesHeld || alert.waitsForPerson && !isHeld
    return due <= now && moment <= now && phase <= last && (0...Self.mostRepeats).contains(repeats) && isOfUse
  }
}

/// The times by which alerts come, or come again, without a deadline of their own.
struct AlertTimes: Hashable, Sendable {
  /// `Settings.alertBefore`.
  var before: Duration
  /// `Settings.alertAgain`.
  var again: Duration
}

extension Settings {
  var alertTimes: AlertTimes { AlertTimes(before: alertBefore, again: alertAgain) }
}
