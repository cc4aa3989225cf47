// What is there as long as the session bus: the door, the signals, Plasma's jobs, the dock, the tray.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoSettings
internal import TomatoWords

final class Session {
  let bus: BusConnection
  private let supplies: Supplies
  private let island: IslandSurface
  private let doNotDisturb: DoNotDisturb
  let links: LinkOpener
  let tray: TrayPlace
  private let signals: BusSignals
  private var objects: Objects?
  /// Called when something else of ours shows the time.
  private let onClock: () -> Void
  private(set) lazy var jobs = JobViews(
    bus, supplies.shell,
    most: { [supplies] in
      let configuration = supplies.configuration()
      let isWanted = configuration.usesPlasmaJobs && configuration.islandMode != .off
      return isWanted ? max(configuration.islandsAtOnce - 1, 1) : 0
    }, icon: { [supplies] in supplies.icons.card($0) }, onChange: { [weak self] in self?.jobsChanged() })
  /// Nil if another program has its object path.
  private lazy var dock = makeDock()

  /// - Parameter onClock: what is shown beside the island may have changed: the tray's item, a view.
  init(
    _ bus: BusConnection, _ supplies: Supplies, _ island: IslandSurface, _ quiet: Quiet, onClock: @escaping () -> Void
  ) {
    (self.bus, self.supplies, self.island, self.onClock) = (bus, supplies, island, onClock)
    doNotDisturb = DoNotDisturb(
      bus, isOurs: { quiet.mayBeOurs }, onHeard: { supplies.hindrances.lookAgain() }, onEnd: { island.comeBack() })
    links = LinkOpener(bus, complain: { StructuredLog.complain($0) })
    tray = TrayPlace(bus, supplies, quiet, onChange: onClock)
    signals = BusSignals(bus, supplies.shell)
  }

  /// Starts all parts.
  func begin() {
    let shell = supplies.shell
    bus.onClosed = { [supplies] _, _ in supplies.leave() }
    // First, because island and dock leave out Plasma's jobs.
    shell.add(jobs, isFirst: true)
    shell.add(signals)
    do throws(BridgeError) {
      objects = try Objects(bus, supplies, onClock)
      supplies.settle()
    } catch {
      StructuredLog.complain(Answers.busUnusable(error.description))
    }
    if let dock { shell.add(dock) }
  }

  private func makeDock() -> Dock? {
    do throws(BridgeError) {
      return try Dock(
        bus, hasOtherSender: { [weak self] in (self?.jobs.count ?? 0) > 0 },
        onChange: { [supplies] in supplies.shell.interestChanged(of: $0) })
    } catch {
      StructuredLog.complain(Answers.dockUnusable(error.description))
      return nil
    }
  }

  private func jobsChanged() {
    let surfaces: [(any Surface)?] = [jobs, island, dock]
    for surface in surfaces.compactMap(\.self) { supplies.shell.interestChanged(of: surface) }
  }

  /// What the views are for the island.
  var view: OtherClock { objects?.views.otherClock ?? .none }

  func clockWasSet() { signals.clockWasSet() }

  // MARK: Do-not-disturb

  /// Whether popups are held back; nil if unknown.
  var isInhibited: Bool? { doNotDisturb.isInhibited }

  /// Follows the server on which the cards are.
  func heedDoNotDisturb() {
    guard island.isOpen else { return }
    let presenter = island.presenter
    let isOff = presenter.server == nil || presenter.style == .off
    doNotDisturb.follow(isOff ? nil : presenter.profile.inhibition)
  }

  /// Our do-not-disturb is off.
  func quietEnded() { doNotDisturb.ownEnded() }

  /// Releases the bus name for the next daemon.
  /// - completion: called when all bus messages are sent; never if the bus hangs.
  func close(completion: @escaping @MainActor () -> Void) {
    objects?.close()
    bus.flush(completion: completion)
  }
}

/// What other programs find on the bus.
private struct Objects {
  let views: Views
  private let searches: SearchDoor
  private let door: BusDoor

  init(_ bus: BusConnection, _ supplies: Supplies, _ onClock: @escaping () -> Void) throws(BridgeError) {
    let views = try Views(bus, supplies.cards, onChange: onClock)
    self.views = views
    searches = try SearchDoor(bus, supplies.shell)
    // Last, because it asks for the name: who finds the name finds all.
    door = try BusDoor(bus, supplies.shell, supplies.leases, isView: { views.has($0) })
  }

  func close() {
    door.close()
    views.close()
    searches.close()
  }
}
