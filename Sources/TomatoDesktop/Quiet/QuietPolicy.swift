// When do-not-disturb is switched on and off for a focus, and when cards come up. Pure: what happens is an argument,
// what is to be done is the answer.
//
// Rules:
// - Cards go first, then it is switched on; it is switched off first, then cards come up. An alert waits at most
//   `QuietPolicy.patience` for that.
// - It is on while a focus runs and nothing has called for attention in the last `attention`. A pause lifts it.
// - Where it was on before, nothing is touched. Where the person switches it off meanwhile it is theirs. Both until the
//   next focus.
// - What fails is tried again, three times in one focus at most.

internal import TomatoLink

nonisolated struct QuietPolicy: Hashable, Sendable {
  /// The longest that an alert waits for a server that does not answer.
  static let patience = Duration.seconds(2)
  /// For so long what calls for attention is seen before it is quiet again.
  static let attention = Duration.seconds(15)
  /// What goes wrong so often in one focus is not tried again in it.
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
    /// Something may be another now. `focus`: the phase of the focus that runs, nil if none does. `mayBe`: it is to be
    /// quiet in it. `canBe`: there is a server on which that is possible.
    case look(focus: PhaseToken?, mayBe: Bool, canBe: Bool)
    /// The cards have gone.
    case cleared
    /// Switched on.
    case switched
    /// It was on already.
    case wasOn
    /// It could not be switched on.
    case failed
    /// It is off again: what was to be undone is undone, or the server has done so.
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
    /// Let go without switching: it is somebody else's.
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

  /// A new process: what an earlier one has left on is being switched off.
  static func undoingFirst() -> QuietPolicy {
    var policy = QuietPolicy()
    policy.state = .lifting(isLate: false)
    return policy
  }

  /// No card comes up.
  var isShut: Bool {
    switch state {
    case .off, .lifting(isLate: true): false
    case .clearing, .switching, .on, .lifting(isLate: false): true
    }
  }

  /// What the server says is on may be of our making.
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

  /// Brings the state towards what is wanted, as far as nothing is under way that has to end first.
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

  /// Hands off until the next focus.
  private mutating func giveUp() -> [Step] {
    handsOff = focus
    isWanted = false
    return ended()
  }

  private mutating func ended() -> [Step] {
    switch state {
    case .off, .clearing: return []
    case .on:
      // Somebody has undone it: the guard was ended, or the server.
      failures = min(failures + 1, Self.tries)
      if failures >= Self.tries { (handsOff, isWanted) = (focus, false) }
    case .switching, .lifting: break
    }
    let wasShut = isShut
    // Nothing came up meanwhile, so nothing has to go first.
    if wasShut, isWanted, canBe {
      state = .switching
      return [.switchOn]
    }
    state = .off
    return (wasShut ? [.open] : []) + settle()
  }
}
