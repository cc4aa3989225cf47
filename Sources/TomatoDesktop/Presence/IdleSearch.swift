// Finds the first working idle source of this desktop, and finds it again after a loss.

package import GLibBridge
internal import TomatoWords

/// Watches for idle time while it is armed, by one source at a time.
///
/// The names of Mutter and Muffin are watched, so these are found whenever they come. A socket that was there and is
/// gone is tried again after 1 s, 2 s, 4 s, … 64 s: a compositor that is back later is found with the next focus.
package final class IdleSearch {
  /// The active source; nil while there is none.
  package var found: IdleSourceKind? { trial?.hasAnswered == true ? trial?.kind : nil }
  /// The search has ended: `found` is the result.
  package private(set) var isSettled = false

  private let places: IdleAddresses
  private let now: () -> Duration
  private let report: (IdleReport) -> Void
  private var after: Duration?
  /// The last report.
  private var isIdle = false
  /// The owners of the window managers' names; no entry before the bus has said.
  private var owners: [IdleManager: String?] = [:]
  private var names: [BusRegistration] = []
  private var candidates: [IdleSourceKind] = []
  /// The source that is asked, and watches once it has answered.
  private var trial: Trial?
  /// The timeout for a source, or the next try.
  private var pause: Timeout?
  /// How often it was looked for since; nil until one was found at some time: what is gone may come back.
  private var tries: Int?

  private struct Trial {
    let kind: IdleSourceKind
    /// The source waits for the next input, because the user was away when it began.
    let awaitsTouch: Bool
    var source: (any IdleSource)?
    var hasAnswered = false
  }

  /// A source that takes longer to answer hangs.
  private static let timeoutMs = 5000
  private static let mostTries = 7

  /// - Parameters:
  ///   - bus: the session bus; nil: there is none.
  ///   - now: CLOCK_BOOTTIME.
  ///   - report: gets `armed`, `idle` and `active`; `active` also when no source works any more.
  package init(
    _ bus: BusConnection?, _ places: IdleAddresses, now: @escaping () -> Duration,
    report: @escaping (IdleReport) -> Void
  ) {
    var places = places
    places.bus = bus
    (self.places, self.now, self.report) = (places, now, report)
  }

  /// Watches from now on: reports when there was no input for this time.
  package func arm(after: Duration) {
    guard after != self.after else { return }
    self.after = after
    tries = tries.map { _ in 0 }
    guard names.isEmpty, let bus = places.bus else { return look() }
    names = IdleManager.allCases.map { manager in
      bus.watchName(
        manager.monitor, appeared: { [weak self] in self?.heard(of: manager, $0) },
        vanished: { [weak self] in self?.heard(of: manager, nil) })
    }
  }

  /// Stops watching and resets the state.
  package func disarm() {
    drop()
    (after, isIdle, isSettled) = (nil, false, false)
    (names, owners, candidates) = ([], [:], [])
  }

  /// A window manager's owner is known for the first time, or has changed.
  private func heard(of manager: IdleManager, _ owner: String?) {
    let known = owners[manager]
    owners[manager] = .some(owner)
    guard owners.count == IdleManager.allCases.count, known != .some(owner) else { return }
    // Looks at the first owner of each; later only at changes of the choice.
    let isFirst = known == nil
    if isFirst || owner != nil || trial?.kind == .manager(manager) {
      tries = tries.map { _ in 0 }
      look()
    }
  }

  // MARK: Looking

  private func drop() {
    trial?.source?.cancel()
    (trial, pause) = (nil, nil)
  }

  private func look() {
    drop()
    guard after != nil, places.bus == nil || owners.count == IdleManager.allCases.count else { return }
    isSettled = false
    candidates = IdleSourceKind.all.filter(isThere)
    next()
  }

  private func isThere(_ kind: IdleSourceKind) -> Bool {
    switch kind {
    case .manager(let manager): (owners[manager] ?? nil) != nil
    case .wayland: places.wayland != nil
    case .x11: places.x11 != nil
    }
  }

  private func next() {
    guard let after else { return }
    guard !candidates.isEmpty else { return tryLater() }
    let kind = candidates.removeFirst()
    trial = Trial(kind: kind, awaitsTouch: isIdle)
    pause = Timeout(milliseconds: Self.timeoutMs) { [weak self] in self?.hear(.unsupported, from: kind) }
    let request = IdleRequest(after: after, isAway: isIdle, now: now)
    trial?.source = make(kind, request) { [weak self] in self?.hear($0, from: kind) }
  }

  private func make(
    _ kind: IdleSourceKind, _ request: IdleRequest, report: @escaping (IdleReport) -> Void
  ) -> (any IdleSource)? {
    switch kind {
    case .manager(let manager):
      guard let bus = places.bus, let owner = owners[manager] ?? nil else { return nil }
      return IdleMonitor(bus, manager, owner: owner, request, report: report)
    case .wayland: return places.wayland.map { WaylandSource.open($0, request, report: report) }
    case .x11:
      return places.x11.map { XSource.open($0.socket, cookie: places.cookie($0), request, report: report) }
    }
  }

  private func hear(_ told: IdleReport, from kind: IdleSourceKind) {
    guard kind == trial?.kind else { return }
    switch told {
    case .armed, .idle, .active: settle(on: kind, told)
    case .lost where found != nil:
      drop()
      tryLater()
    case .lost:
      drop()
      next()
    case .unsupported:
      drop()
      // A compositor that cannot tell has an X server that knows even less.
      if kind == .wayland { candidates = [] }
      if candidates.isEmpty { giveUp() } else { next() }
    }
  }

  private func settle(on kind: IdleSourceKind, _ told: IdleReport) {
    trial?.hasAnswered = true
    (isSettled, pause, tries) = (true, nil, 0)
    switch told {
    case .idle: isIdle = true
    case .active: isIdle = false
    case .armed, .lost, .unsupported: break
    }
    report(told)
    guard told == .active, let trial, trial.awaitsTouch, trial.kind == kind else { return }
    // A window manager also has an idle watch; a socket only watched for the touch, so ask again.
    if kind == .wayland || kind == .x11 { look() }
  }

  private func tryLater() {
    guard let tries, tries < Self.mostTries else { return giveUp() }
    isSettled = true
    pause = Timeout(milliseconds: 1000 << tries) { [weak self] in self?.look() }
    self.tries = tries + 1
  }

  /// No source works: the user counts as present unless the screen is locked.
  private func giveUp() {
    isSettled = true
    guard isIdle else { return }
    isIdle = false
    report(.active)
  }
}
