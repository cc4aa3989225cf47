// Everything that needs the session bus: our objects and signals, Plasma's jobs, the dock, the tray.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoSettings
internal import TomatoWords

final class Session {
  let bus: BusConnection
  private let context: DesktopContext
  private let island: IslandSurface
  let doNotDisturb: DoNotDisturb
  let links: LinkOpener
  let tray: TrayController
  let signals: BusSignals
  private let closed: BusRegistration
  private var objects: Objects?
  private let onClock: () -> Void
  private(set) lazy var jobs = JobViews(
    bus, context.shell,
    most: { [context] in
      let configuration = context.configuration()
      let isWanted = configuration.usesPlasmaJobs && configuration.islandMode != .off
      return isWanted ? max(configuration.islandsAtOnce - 1, 1) : 0
    }, icon: { [context] in context.icons.card($0) }, onChange: { [weak self] in self?.jobsChanged() })
  /// Nil if another program has its object path.
  private lazy var dock = makeDock()

  /// - Parameter onClock: called when the tray item or a view, which also show the time, may have come or gone.
  init(
    _ bus: BusConnection, _ context: DesktopContext, _ island: IslandSurface, _ quiet: Quiet,
    onClock: @escaping () -> Void
  ) {
    (self.bus, self.context, self.island, self.onClock) = (bus, context, island, onClock)
    doNotDisturb = DoNotDisturb(
      bus, isOurs: { quiet.mayBeOurs }, onHeard: { context.hindrances.lookAgain() }, onEnd: { island.comeBack() })
    links = LinkOpener(bus, complain: { StructuredLog.complain($0) })
    tray = TrayController(bus, context, quiet, onChange: onClock)
    signals = BusSignals(bus, context.shell)
    closed = bus.watchClosed { _, _ in context.leave() }
  }

  func begin() {
    let shell = context.shell
    // First, because island and dock leave out Plasma's jobs.
    shell.add(jobs, isFirst: true)
    shell.add(signals)
    do throws(BridgeError) {
      objects = try Objects(bus, context, onClock)
      context.releaseMemorySoon()
    } catch {
      StructuredLog.complain(Answers.busUnusable(error.description))
    }
    if let dock { shell.add(dock) }
  }

  private func makeDock() -> Dock? {
    do throws(BridgeError) {
      return try Dock(
        bus, hasOtherSender: { [weak self] in (self?.jobs.count ?? 0) > 0 },
        onChange: { [context] in context.shell.interestChanged(of: $0) })
    } catch {
      StructuredLog.complain(Answers.dockUnusable(error.description))
      return nil
    }
  }

  private func jobsChanged() {
    let surfaces: [(any Observer)?] = [jobs, island, dock]
    for surface in surfaces.compactMap(\.self) { context.shell.interestChanged(of: surface) }
  }

  /// How views show the time.
  var view: OtherClock { objects?.views.otherClock ?? .none }

  func followDoNotDisturb() {
    guard island.isOpen else { return }
    let presenter = island.presenter
    let isOff = presenter.server == nil || presenter.style == .off
    doNotDisturb.follow(isOff ? nil : presenter.profile.inhibition)
  }

  /// Releases the bus name for the next daemon.
  /// - completion: called when all bus messages are sent; never if the bus hangs.
  func close(completion: @escaping @MainActor () -> Void) {
    objects?.close()
    bus.flush(completion: completion)
  }
}

private struct Objects {
  let views: Views
  private let searches: SearchDoor
  private let door: BusDoor

  init(_ bus: BusConnection, _ context: DesktopContext, _ onClock: @escaping () -> Void) throws(BridgeError) {
    let views = try Views(bus, context.cards, onChange: onClock)
    self.views = views
    searches = try SearchDoor(bus, context.shell)
    // Last, because it requests the bus name, and a program that sees the name must find all objects.
    door = try BusDoor(bus, context.shell, context.leases, isView: { views.has($0) })
  }

  func close() {
    door.close()
    views.close()
    searches.close()
  }
}
