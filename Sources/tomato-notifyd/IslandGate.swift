// Decides when the island opens: as soon as the tray's state is known, and again when it changes.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink

final class IslandGate {
  /// What is known of the tray.
  struct Tray {
    /// Whether the item is visible; nil without an item.
    var isShown: Bool?
    var isAwaited: Bool
  }

  private let tray: () -> Tray?
  private let open: (_ isBesideItem: Bool) -> Void
  private var state = TrayState()
  /// The next look at the tray.
  private var nextLook: Timeout?

  /// - Parameters:
  ///   - tray: its current state; nil while no island can come up.
  ///   - open: opens the island; `isBesideItem` says whether a tray item is visible too.
  init(tray: @escaping () -> Tray?, open: @escaping (_ isBesideItem: Bool) -> Void) {
    (self.tray, self.open) = (tray, open)
  }

  /// Opens the island if the tray's state allows it, otherwise looks again later.
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
