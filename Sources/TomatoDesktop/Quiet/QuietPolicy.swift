// Decides when do-not-disturb is switched on and off for a focus, and when cards come up. Pure: takes events, returns
// steps.
//
// Rules:
// - Cards go first, then it is switched on; it is switched off first, then cards come up. An alert waits at most
//   `QuietPolicy.patience` for that.
// - It is on while a focus runs and nothing has called for attention in the last `attention`. A pause lifts it.
// - If it was on before, or the user switches it off meanwhile, nothing is touched until the next focus.
// - Failures are retried, with at most three tries per focus.

internal import TomatoLink

nonisolated struct QuietPolicy: Hashable, Sendable {
  /// Maximum time that an alert waits for a hanging server.
  static let patience = Duration.seconds(2)
  /// How long an alert stays visible before do-not-disturb returns.
  static let attention = Duration.seconds(15)
  /// Maximum number of failures in one focus.
  static let tries = 3

  enum State: Hashable, Sendable {
    /// Nothing is switched, cards come up.
    case off
    /// Cards are being taken away.
    case clearing
    /// It is being switched on.
    case switching
    case on
    /// It is being switched off; `isLate`: cards come up all the same.
    case lifting(isLate: Bool)
  }

  enum Event: Hashable, Sendable {
    /// Re-evaluate. `focus`: the running focus's phase, nil if there is none. `mayBe`: do-not-disturb is wanted in it.
    /// `canBe`: the server has a usable switch.
    case look(focus: PhaseToken?, mayBe: Bool, canBe: Bool)
    /// The cards have gone.
    case cleared
    /// Switched on.
    case switched
    /// It was on already.
    case wasOn
    /// It could not be switched on.
    case failed
    /// It is off again, by our undo or by the server.
    case ended
    /// A person, or another program, has switched it off.
    case takenOver
    /// `patience` is over.
    case late
  }

  enum Step: Hashable, Sendable {
    /// Take the cards away, and say `cleared`.
    case clear
    /// Switch on, and say `switched`, `wasOn` or `failed`.
    case switchOn
    /// Switch off, and say `ended`; `late` after `patience`.
    case lift
    /// Give up control without switching: somebody else has changed it.
    case forget
    /// Cards come up.
    case open
  }

  private(set) var state = State.off
  private var focus: PhaseToken?
  private var isWanted = false
  private var canBe = false
  /// In this focus nothing is switched any more.
  private var handsOff: PhaseToken?
  private var failures = 0

  /// The initial state if an earlier process's switch is being undone.
  static func undoingFirst() -> QuietPolicy {
    var policy = QuietPolicy()
    policy.state = .lifting(isLate: false)
    return policy
  }

  /// Whether cards are blocked.
  var isShut: Bool {
    switch state {
    case .off, .lifting(isLate: true): false
    case .clearing, .switching, .on, .lifting(isLate: false): true
    }
  }

  /// Whether the server's do-not-disturb may be ours.
  var mayBeOurs: Bool {
    switch state {
    case .off, .clearing: false
    case .switching, .on, .lifting: true
    }
  }

  /// It is quiet, or about to be, and stays so for now.
  var holds: Bool { [.clearing, .switching, .on].contains(state) }

  mutating func handle(_ event: Event) -> [Step] {
    switch event {
    case .look(let focus, let mayBe, let canBe):
      if focus != self.focus { failures = 0 }
      (self.focus, isWanted, self.canBe) = (focus, mayBe && focus != nil && handsOff != focus, canBe)
      return settle()
    case .cleared:
      guard state == .clearing else { return [] }
      state = .switching
      return [.switchOn]
    case .switched:
      guard state == .switching else { return [] }
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
      guard state == .lifting(isLate: false) else { return [] }
      state = .lifting(isLate: true)
      return [.open]
    }
  }

  /// Moves towards the wanted state, unless an operation must end first.
  private mutating func settle() -> [Step] {
    switch state {
    case .off where isWanted && canBe:
      state = .clearing
      return [.clear]
    case .clearing where !isWanted || !canBe:
      state = .off
      return [.open]
    case .switching where !isWanted || !canBe, .on where !isWanted || !canBe:
      state = .lifting(isLate: false)
      return [.lift]
    case .off, .clearing, .switching, .on, .lifting: return []
    }
  }

  /// Switches nothing until the next focus.
  private mutating func giveUp() -> [Step] {
    handsOff = focus
    isWanted = false
    return ended()
  }

  private mutating func ended() -> [Step] {
    switch state {
    case .off, .clearing: return []
    case .on:
      // The guard or the server has ended and undone it.
      failures = min(failures + 1, Self.tries)
      if failures >= Self.tries { (handsOff, isWanted) = (focus, false) }
    case .switching, .lifting: break
    }
    let wasShut = isShut
    // No card came up meanwhile, so there is nothing to clear first.
    if wasShut, isWanted, canBe {
      state = .switching
      return [.switchOn]
    }
    state = .off
    return (wasShut ? [.open] : []) + settle()
  }
}
