// Decides when to switch do-not-disturb on and off for a focus, and when cards are allowed. Pure.
//
// Rules:
// - Cards are closed before it is switched on, and allowed after it is switched off. An alert waits for that at most
//   `switchOffTimeout`.
// - It is on while a focus runs, and off for `alertPause` after an alert.
// - If it was on before, or the user switches it off, nothing is switched until the next focus.
// - Failures are retried, with at most three tries per focus.

internal import TomatoLink

nonisolated struct QuietPolicy: Hashable, Sendable {
  /// Maximum time that an alert waits for a hung server.
  static let switchOffTimeout = Duration.seconds(2)
  /// The time from an alert until do-not-disturb returns.
  static let alertPause = Duration.seconds(15)
  /// Maximum number of failures in one focus.
  static let tries = 3

  enum State: Hashable, Sendable {
    /// Cards are allowed.
    case off
    case clearing
    case switchingOn
    case on
    /// `isLate`: `switchOffTimeout` is over, and cards are allowed.
    case switchingOff(isLate: Bool)
  }

  enum Event: Hashable, Sendable {
    /// Re-evaluate. `focus`: the phase of the running focus. `isPossible`: the server has a usable switch.
    case look(focus: PhaseToken?, isWanted: Bool, isPossible: Bool)
    case cleared
    case switched
    case wasOn
    case failed
    /// It is off again, by our undo or by the server.
    case ended
    /// The user or another program has switched it off.
    case takenOver
    /// `switchOffTimeout` is over.
    case late
  }

  enum Step: Hashable, Sendable {
    /// Close the cards; answered by `cleared`.
    case clear
    /// Answered by `switched`, `wasOn` or `failed`.
    case switchOn
    /// Answered by `ended`; `late` after `switchOffTimeout`.
    case switchOff
    /// Give up control without switching: somebody else has changed it.
    case forget
    case open
  }

  private(set) var state = State.off
  private var focus: PhaseToken?
  private var isWanted = false
  private var isPossible = false
  /// The focus in which nothing is switched any more.
  private var skippedFocus: PhaseToken?
  private var failures = 0

  /// The initial state if an earlier process's switch is being undone.
  static func undoingFirst() -> QuietPolicy {
    var policy = QuietPolicy()
    policy.state = .switchingOff(isLate: false)
    return policy
  }

  /// Whether cards are blocked.
  var isShut: Bool {
    switch state {
    case .off, .switchingOff(isLate: true): false
    case .clearing, .switchingOn, .on, .switchingOff(isLate: false): true
    }
  }

  var mayBeOurs: Bool {
    switch state {
    case .off, .clearing: false
    case .switchingOn, .on, .switchingOff: true
    }
  }

  /// It is on, or will be.
  var holds: Bool { [.clearing, .switchingOn, .on].contains(state) }

  mutating func handle(_ event: Event) -> [Step] {
    switch event {
    case .look(let focus, let isWanted, let isPossible):
      if focus != self.focus { failures = 0 }
      (self.focus, self.isPossible) = (focus, isPossible)
      self.isWanted = isWanted && focus != nil && skippedFocus != focus
      return settle()
    case .cleared:
      guard state == .clearing else { return [] }
      state = .switchingOn
      return [.switchOn]
    case .switched:
      guard state == .switchingOn else { return [] }
      state = .on
      return settle()
    case .wasOn: return giveUp()
    case .failed:
      failures = min(failures + 1, Self.tries)
      return failures < Self.tries ? ended() : giveUp()
    case .ended: return ended()
    case .takenOver:
      guard state == .on else { return [] }
      return [.forget] + giveUp()
    case .late:
      guard state == .switchingOff(isLate: false) else { return [] }
      state = .switchingOff(isLate: true)
      return [.open]
    }
  }

  /// Moves to the wanted state, unless an operation must end first.
  private mutating func settle() -> [Step] {
    switch state {
    case .off where isWanted && isPossible:
      state = .clearing
      return [.clear]
    case .clearing where !isWanted || !isPossible:
      state = .off
      return [.open]
    case .switchingOn where !isWanted || !isPossible, .on where !isWanted || !isPossible:
      state = .switchingOff(isLate: false)
      return [.switchOff]
    case .off, .clearing, .switchingOn, .on, .switchingOff: return []
    }
  }

  /// Switches nothing until the next focus.
  private mutating func giveUp() -> [Step] {
    skippedFocus = focus
    isWanted = false
    return ended()
  }

  private mutating func ended() -> [Step] {
    switch state {
    case .off, .clearing: return []
    case .on:
      // The guard or the server has ended and undone it.
      failures = min(failures + 1, Self.tries)
      if failures >= Self.tries { (skippedFocus, isWanted) = (focus, false) }
    case .switchingOn, .switchingOff: break
    }
    let wasShut = isShut
    // No card came up meanwhile, so there is nothing to clear first.
    if wasShut, isWanted, isPossible {
      state = .switchingOn
      return [.switchOn]
    }
    state = .off
    return (wasShut ? [.open] : []) + settle()
  }
}
