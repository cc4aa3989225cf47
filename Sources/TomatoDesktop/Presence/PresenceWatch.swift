// Reports the user's presence to the engine during a focus.

package import GLibBridge
internal import TomatoEngine

/// Each scene tells whether to watch presence, and which idle time counts as away. An absence is followed to its end,
/// also after the end of its focus.
package final class PresenceWatch: Observer {
  private struct Need: Equatable {
    var isWanted = false
    /// Idle time that counts as away; nil: only locks count.
    var after: Duration?
    /// During a pause the lock watch stays: subscribing again would cost 0.1 ms at each pause and resume.
    var isPaused = false
  }

  private let shell: Shell
  private var bus: BusConnection?
  private var system: BusConnection?
  private var need = Need()
  private var isClosed = false
  private var state = PresenceState()
  private var lock: LockWatch?
  private let addresses: IdleAddresses
  private lazy var search = IdleSearch(
    bus, addresses, now: { [shell] in shell.now().sinceBoot }, report: { [weak self] in self?.hear($0) })

  package init(_ shell: Shell, bus: BusConnection?, addresses: IdleAddresses = .here) {
    (self.shell, self.bus, self.addresses) = (shell, bus, addresses)
  }

  var source: IdleSourceKind? { search.activeSource }

  package func join(session: BusConnection) {
    bus = session
    lock?.follow(session: session)
    search.join(session)
  }

  package func join(system: BusConnection) {
    self.system = system
    lock?.follow(system: system)
  }

  /// Nothing is reported from within this call.
  package func observe(_ scene: Scene) {
    let engine = scene.engine
    let new = Need(isWanted: engine.watchesPresence, after: engine.awayAfter, isPaused: engine.isFocusPaused)
    guard new != need else { return }
    need = new
    adjust()
  }

  package func close() {
    isClosed = true
    lock = nil
    search.disarm()
  }

  private func adjust() {
    guard !isClosed else { return }
    let isAway = state.reported != .here
    if !need.isWanted, !need.isPaused, !isAway {
      lock = nil
    } else if lock == nil, need.isWanted || isAway {
      watchLock()
    }
    if need.isWanted, let after = need.after {
      search.arm(after: after)
    } else if !isAway {
      search.disarm()
    }
  }

  private func watchLock() {
    let lock = LockWatch { [weak self] isLocked in
      guard let self else { return }
      // During a pause presence is not needed; the next watch finds out whether the screen is still locked.
      guard need.isWanted || state.reported != .here else {
        self.lock = nil
        return
      }
      take(isLocked ? .locked(at: shell.now().sinceBoot) : .unlocked)
    }
    self.lock = lock
    if let bus { lock.follow(session: bus) }
    if let system { lock.follow(system: system) }
  }

  private func hear(_ report: IdleReport) {
    switch report {
    case .idle(let since): take(.idle(since: since))
    case .active: take(.active)
    case .armed, .lost, .unsupported: break
    }
  }

  private func take(_ observation: PresenceState.Observation) {
    guard !isClosed, let presence = state.take(observation) else { return }
    shell.take(.presence(presence))
    adjust()
  }
}
