// The table of idle-time sources, and the search for the first that works here, also after a loss. A new source is a
// case of `IdleSourceKind`, with its place in `all`, and a file that talks to it.

package import GLibBridge
package import TomatoWords

package nonisolated enum IdleSourceKind: Hashable, Sendable {
  case manager(IdleManager)
  case wayland
  /// The server of a real X11 session.
  case x11

  /// In the order in which they are tried.
  static let all = IdleManager.allCases.map(Self.manager) + [.wayland, .x11]

  /// Doctor's finding.
  package var finding: String {
    switch self {
    case .manager(let manager): tr("noticed with {program}'s idle monitor", ["program": manager.title])
    case .wayland: tr("noticed with the Wayland compositor's idle notifier")
    case .x11: tr("noticed with the X server's idle counter")
    }
  }
}

/// The sources' addresses, from the environment.
package struct IdleAddresses {
  var bus: BusConnection?
  /// The owners of the window managers' names; no entry before the bus has answered.
  var owners: [IdleManager: String?] = [:]
  /// The compositor's socket; nil outside a Wayland session.
  var wayland: String?
  /// The X server of an X11 session; nil: there is none, or it is Xwayland, which sees only its own windows' input.
  var x11: XDisplay?
  var cookie: (XDisplay) -> [UInt8]? = XAuthority.cookie(for:)

  package static var here: IdleAddresses { IdleAddresses(Paths.environment) }

  init(_ variable: (String) -> String?) {
    let type = variable("XDG_SESSION_TYPE")
    // libwayland's rule. An X11 session can still have a nested compositor in a window.
    let name = variable("WAYLAND_DISPLAY") ?? (type == "x11" ? nil : "wayland-0")
    let folder = variable("XDG_RUNTIME_DIR")
    wayland = name.flatMap { name in name.hasPrefix("/") ? name : folder.map { "\($0)/\(name)" } }
    x11 = type == "wayland" ? nil : variable("DISPLAY").flatMap(XDisplay.init)
  }
}

extension IdleAddresses {
  private static let shortMs: Int64 = 1000

  func has(_ kind: IdleSourceKind) -> Bool {
    switch kind {
    case .manager(let manager): (owners[manager] ?? nil) != nil
    case .wayland: wayland != nil
    case .x11: x11 != nil
    }
  }

  func source(
    _ kind: IdleSourceKind, _ request: IdleRequest, report: @escaping (IdleReport) -> Void
  ) -> (any IdleSource)? {
    switch kind {
    case .manager(let manager):
      guard let bus, let owner = owners[manager] ?? nil else { return nil }
      return IdleMonitor(bus, manager, owner: owner, request, report: report)
    case .wayland:
      // While the user is away a short time is watched, so that the next input is reported.
      let timeout = request.isAway ? min(request.milliseconds, Self.shortMs) : request.milliseconds
      return wayland.map { WireSource($0, WaylandTalk(timeout: UInt32(clamping: timeout)), request, report: report) }
    case .x11:
      return x11.map { display in
        let talk = XTalk(timeout: request.milliseconds, isAway: request.isAway, cookie: cookie(display))
        return WireSource(display.socket, talk, request, report: report)
      }
    }
  }
}

/// Watches for idle time while it is armed, with one source at a time.
///
/// It watches the names of Mutter and Muffin, so it finds these at any time. It retries a lost socket after 1 s, 2 s,
/// 4 s, … 64 s, and later with the next focus.
package final class IdleSearch {
  package var activeSource: IdleSourceKind? { trial?.hasAnswered == true ? trial?.kind : nil }
  /// The search has ended; `activeSource` is the result.
  package private(set) var isSettled = false

  private var addresses: IdleAddresses
  private let now: () -> Duration
  private let report: (IdleReport) -> Void
  private var after: Duration?
  private var isIdle = false
  private var names: [BusRegistration] = []
  private var candidates: [IdleSourceKind] = []
  /// The current source, which watches once it has answered.
  private var trial: Trial?
  /// The timeout for a source's answer, or the delay of the next try.
  private var timer: Timeout?
  /// The number of tries since the last source was lost; nil if none was found yet, and then there are no retries.
  private var tries: Int?

  private struct Trial {
    let kind: IdleSourceKind
    /// The source waits for the next input, because the user was away when it began.
    let awaitsInput: Bool
    var source: (any IdleSource)?
    var hasAnswered = false
  }

  private static let timeoutMs = 5000
  private static let mostTries = 7

  /// - now: CLOCK_BOOTTIME.
  /// - report: gets `armed`, `idle` and `active`; `active` also when no source works any more.
  package init(
    _ bus: BusConnection?, _ addresses: IdleAddresses, now: @escaping () -> Duration,
    report: @escaping (IdleReport) -> Void
  ) {
    (self.addresses, self.now, self.report) = (addresses, now, report)
    self.addresses.bus = bus
  }

  /// Watches from now on: reports when there was no input for this duration.
  package func arm(after: Duration) {
    guard after != self.after else { return }
    self.after = after
    tries = tries.map { _ in 0 }
    if names.isEmpty, let bus = addresses.bus { watchNames(on: bus) } else { look() }
  }

  /// Searches again when the bus has told who owns the names.
  func join(_ bus: BusConnection) {
    addresses.bus = bus
    if after != nil { watchNames(on: bus) }
  }

  private func watchNames(on bus: BusConnection) {
    names = IdleManager.allCases.map { manager in
      bus.watchName(
        manager.monitor, appeared: { [weak self] in self?.heard(of: manager, $0) },
        vanished: { [weak self] in self?.heard(of: manager, nil) })
    }
  }

  package func disarm() {
    drop()
    (after, isIdle, isSettled) = (nil, false, false)
    (names, addresses.owners, candidates) = ([], [:], [])
  }

  private func heard(of manager: IdleManager, _ owner: String?) {
    let known = addresses.owners[manager]
    addresses.owners[manager] = .some(owner)
    guard addresses.owners.count == IdleManager.allCases.count, known != .some(owner) else { return }
    // Searches when the last owner is known, later only after a change that may change the choice.
    let isFirst = known == nil
    if isFirst || owner != nil || trial?.kind == .manager(manager) {
      tries = tries.map { _ in 0 }
      look()
    }
  }

  private func drop() {
    trial?.source?.cancel()
    (trial, timer) = (nil, nil)
  }

  private func look() {
    drop()
    guard after != nil, addresses.bus == nil || addresses.owners.count == IdleManager.allCases.count else { return }
    isSettled = false
    candidates = IdleSourceKind.all.filter(addresses.has)
    next()
  }

  private func next() {
    guard let after else { return }
    guard !candidates.isEmpty else { return tryLater() }
    let kind = candidates.removeFirst()
    trial = Trial(kind: kind, awaitsInput: isIdle)
    timer = Timeout(milliseconds: Self.timeoutMs) { [weak self] in self?.hear(.unsupported, from: kind) }
    let request = IdleRequest(after: after, isAway: isIdle, now: now)
    trial?.source = addresses.source(kind, request) { [weak self] in self?.hear($0, from: kind) }
  }

  private func hear(_ report: IdleReport, from kind: IdleSourceKind) {
    guard kind == trial?.kind else { return }
    switch report {
    case .armed, .idle, .active: settle(on: kind, report)
    case .lost where activeSource != nil:
      drop()
      tryLater()
    case .lost:
      drop()
      next()
    case .unsupported:
      drop()
      // If the compositor does not support it, its X server does not either.
      if kind == .wayland { candidates = [] }
      if candidates.isEmpty { giveUp() } else { next() }
    }
  }

  private func settle(on kind: IdleSourceKind, _ heard: IdleReport) {
    trial?.hasAnswered = true
    (isSettled, timer, tries) = (true, nil, 0)
    switch heard {
    case .idle: isIdle = true
    case .active: isIdle = false
    case .armed, .lost, .unsupported: break
    }
    report(heard)
    guard heard == .active, let trial, trial.awaitsInput, trial.kind == kind else { return }
    // A window manager already has its idle watch. A socket was set up to notice input, so start it again.
    if case .manager = kind {} else { look() }
  }

  private func tryLater() {
    guard let tries, tries < Self.mostTries else { return giveUp() }
    isSettled = true
    timer = Timeout(milliseconds: 1000 << tries) { [weak self] in self?.look() }
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
