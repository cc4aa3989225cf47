// Decides when the island opens and whether there is a tray item, at each change of the tray's or the views' state.

internal import GLibBridge
package import TomatoIsland
internal import TomatoLink

package final class IslandGate {
  /// Whether the tray item is visible, nil without an item; whether a tray may still answer; how views show the time.
  package typealias Tray = (isShown: Bool?, isAwaited: Bool, view: OtherClock)

  /// CLOCK_MONOTONIC, and a timer: `later` calls back after a delay unless its result is released first.
  struct Time {
    var now: () -> Duration = SystemClock.steady
    var later: (Duration, @escaping @MainActor () -> Void) -> AnyObject = { delay, act in
      Timeout(milliseconds: Int(delay.inMilliseconds), onFire: act)
    }
  }

  private let tray: () -> Tray?
  private let place: (_ wantsItem: Bool) -> Void
  private let open: (_ clock: OtherClock) -> Void
  private let memory: ViewMemory
  private let time: Time
  private var state: TrayState
  private var nextLook: AnyObject?

  /// - tray: the current state; nil while no island can come up.
  /// - place: makes the tray item, or removes it.
  /// - open: opens the island, or tells it what else shows the time.
  package convenience init(
    tray: @escaping () -> Tray?, place: @escaping (_ wantsItem: Bool) -> Void,
    open: @escaping (_ clock: OtherClock) -> Void
  ) {
    self.init(memory: .here(.viewed), time: Time(), tray: tray, place: place, open: open)
  }

  init(
    memory: ViewMemory, time: Time, tray: @escaping () -> Tray?,
    place: @escaping (_ wantsItem: Bool) -> Void, open: @escaping (_ clock: OtherClock) -> Void
  ) {
    (self.memory, self.time, self.tray, self.place, self.open) = (memory, time, tray, place, open)
    state = TrayState(view: memory.isKept ? .awaited(until: time.now() + TrayState.longestWait) : .none)
  }

  /// Opens the island if the state allows it, otherwise tries again later.
  package func look() {
    guard let view = tray()?.view else { return }
    let now = time.now()
    note(view, now)
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

  private func note(_ view: OtherClock, _ now: Duration) {
    state.note(view: view, at: now)
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
    nextLook = time.later(max(moment - now, .zero) + .milliseconds(1)) { [weak self] in self?.look() }
  }
}
