// When the island comes up: as soon as the tray lets it, and once more when the tray is another.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink

final class IslandGate {
  /// What is known of the tray.
  struct Tray {
    /// A person can see the item; nil without one.
    var isShown: Bool?
    var isAwaited: Bool
  }

  private let tray: () -> Tray?
  private let open: (_ isBesideItem: Bool) -> Void
  private var state = TrayState()
  /// When the tray is to be looked at again.
  private var nextLook: Timeout?

  /// - Parameters:
  ///   - tray: as it is now; nil while no island comes up whatever the tray is.
  ///   - open: cards come up, with a tray item beside them or without.
  init(tray: @escaping () -> Tray?, open: @escaping (_ isBesideItem: Bool) -> Void) {
    (self.tray, self.open) = (tray, open)
  }

  /// Finds out what the tray means for the island, now and when that may be something else.
  func look() {
    guard let tray = tray() else { return }
    let now = SystemClock.steady()
    state.note(isShown: tray.isShown, isAwaited: tray.isAwaited, at: now)
    nextLook = nil
    switch state.verdict(at: now) {
    case .wait(let until): look(at: until, now)
    case .go(let isBesideItem, let until):
      begin(isBesideItem)
      if let until { look(at: until, now) }
    case .lost:
      state.missing = nil
      begin(false)
    }
  }

  private func begin(_ isBesideItem: Bool) {
    state.hasBegun = true
    open(isBesideItem)
  }

  private func look(at moment: Duration, _ now: Duration) {
    let milliseconds = max((moment - now).inMilliseconds, 0) + 1
    nextLook = Timeout(milliseconds: Int(milliseconds)) { [weak self] in self?.look() }
  }
}
