// Decides when the island opens, and whether there is a tray item: as soon as the state of tray and view is known, and
// again when it changes.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoLink

final class IslandGate {
  /// What is known of tray and views.
  struct Tray {
    /// Whether the item is visible; nil without an item.
    var isShown: Bool?
    var isAwaited: Bool
    /// Whether a view is there.
    var isViewed = false
  }

  private let tray: () -> Tray?
  private let place: (_ wantsItem: Bool) -> Void
  private let open: (_ clock: OtherClock) -> Void
  private let memory: ViewMemory
  private var state: TrayState
  /// The next look.
  private var nextLook: Timeout?

  /// - Parameters:
  ///   - tray: the current state; nil while no island can come up.
  ///   - place: makes the tray item, or removes it.
  ///   - open: opens the island beside what else shows the time.
  init(
    memory: ViewMemory = .here(), tray: @escaping () -> Tray?, place: @escaping (_ wantsItem: Bool) -> Void,
    open: @escaping (_ clock: OtherClock) -> Void
  ) {
    (self.memory, self.tray, self.place, self.open) = (memory, tray, place, open)
    let patience = SystemClock.steady() + TrayState.longestWait
    state = TrayState(view: memory.isKept ? .awaited(until: patience) : .none)
  }

  /// Opens the island if the state allows it, otherwise looks again later.
  func look() {
    guard let isViewed = tray()?.isViewed else { return }
    let now = SystemClock.steady()
    noteView(isViewed, now)
    place(state.wantsItem)
    guard let tray = tray() else { return }
    state.note(isShown: tray.isShown, isAwaited: tray.isAwaited, at: now)
    nextLook = nil
    switch state.verdict(at: now) {
    case .wait(let until): look(at: until, now)
    case .go(let clock, let until):
      begin(clock)
      if let until { look(at: until, now) }
    case .lost:
      state.missing = nil
      begin(.none)
    }
  }

  private func noteView(_ isViewed: Bool, _ now: Duration) {
    state.note(isViewed: isViewed, at: now)
    switch state.view {
    case .shown: memory.keep()
    case .none, .replaced: memory.forget()
    case .awaited, .missing: break
    }
  }

  private func begin(_ clock: OtherClock) {
    state.hasBegun = true
    open(clock)
  }

  private func look(at moment: Duration, _ now: Duration) {
    let milliseconds = max((moment - now).inMilliseconds, 0) + 1
    nextLook = Timeout(milliseconds: Int(milliseconds)) { [weak self] in self?.look() }
  }
}
