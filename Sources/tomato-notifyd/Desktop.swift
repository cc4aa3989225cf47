// The person's desktop as the daemon lives with it: what is there as long as the session bus, and how its parts learn
// of each other. Surfaces are made here.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoSettings
internal import TomatoWords

/// Island, sounds, tray, dock and the doors on the session bus.
final class Desktop {
  private let shell: Shell
  /// Leases of both doors; names are watched on the session bus.
  private(set) lazy var leases = Leases(shell) { [weak self] name, gone in
    self?.bus?.watchName(name, appeared: { _ in }, vanished: gone)
  }
  private(set) lazy var links = LinkOpener({ [weak self] in self?.bus }, complain: { StructuredLog.complain($0) })
  private lazy var starter = HookStarter { [weak self] in self?.bus }
  private lazy var hooks = Hooks(
    commands: { [configuration] in configuration().hooks }, start: { [starter] in starter.start($0, $1) },
    report: { [starter] request, result in
      Hooks.journal(request, result)
      if result.ending == .leftOut { starter.keep(result, of: request) }
    })
  private let configuration: () -> Configuration
  private let leave: () -> Void
  private let settle: () -> Void
  let island: IslandSurface
  private lazy var player = SoundPlayer { StructuredLog.complain($0) }
  private lazy var sounds = Sounds(
    settings: { [configuration] in configuration().sound }, plan: { [weak self] in self?.plan($0, $1) },
    play: { [player] in player.play($0) })
  private(set) lazy var quiet = Quiet(
    isConfigured: { [configuration] in configuration().isQuietInFocus },
    cards: .init(shut: { [weak self] in self?.island.shut($0) }, open: { [weak self] in self?.island.reopen() }),
    complain: { StructuredLog.complain($0) })
  private(set) lazy var hindrances = HindranceWatch { [weak self] in self?.circumstances }
  private lazy var icons = IconStore { StructuredLog.complain($0) }
  private var bus: BusConnection?
  private var doNotDisturb: DoNotDisturb?
  private var door: BusDoor?
  private var signals: BusSignals?
  private var dock: Dock?
  private var jobViews: JobViews?
  private var tray: Tray?
  private var menu: TrayMenu?
  private var presence: PresenceWatch?
  private var system: BusConnection?
  /// What the island knows of the tray.
  private var trayState = TrayState()
  /// When the tray is to be looked at again.
  private var nextLook: Timeout?
  /// The island may come up as soon as the tray lets it: there is a session bus.
  private var isReady = false
  /// There is no session bus, or it refused us.
  private var isBusOut = false
  private var isLeaving = false
  /// A card could not be shown since a server was last met.
  private var hasFailedToShow = false

  /// - Parameters:
  ///   - devices: the folder in which the nodes of cameras and microphones are.
  ///   - leave: the person, or the session, wants the daemon to end.
  ///   - settle: something that comes once is over.
  init(
    _ shell: Shell, seats: IslandSurface.SeatKeeper, devices: String,
    configuration: @escaping () -> Configuration, leave: @escaping () -> Void, settle: @escaping () -> Void
  ) {
    (self.shell, self.configuration, self.leave, self.settle) = (shell, configuration, leave, settle)
    island = IslandSurface(shell, seats: seats)
    island.sound = { [weak self] in self?.sounds.ofCard($0) }
    island.presenter.icon = { [icons] in icons.card($0) }
    island.onEvent = { [weak self] in self?.islandReported($0) }
    island.presenter.isInhibited = { [weak self] in self?.isInhibited }
    island.presenter.isOnLockScreen = LockScreen.showsCards(on:)
    island.presenter.isElsewhere = { [weak self] in self?.jobViews?.has($0) == true }
    island.presenter.placesTaken = { [weak self] in self?.jobViews?.count ?? 0 }
    island.presenter.onUnheard = { [weak self] in self?.islandReported(.unheard) }
    quiet.onEnd = { [weak self] in self?.doNotDisturb?.ownEnded() }
    quiet.onOffer = { [weak self] in self?.showMenu() }
    // Before those who ask whether cards come up.
    shell.add(quiet)
    shell.add(sounds)
    shell.add(island)
    shell.add(hooks)
    shell.add(DevicesInUse(shell, in: devices))
  }

  // MARK: The session bus

  /// Joins the session bus in the background; before the island asks for the same connection on its thread (see
  /// `BusConnection.connect`).
  /// - Parameters:
  ///   - hasBus: whether there is one.
  ///   - known: a connection to it that is there already.
  func join(hasBus: Bool, _ known: BusConnection?) {
    (isReady, isBusOut) = (hasBus, !hasBus)
    // Without a bus no server makes a sound, so what has ended meanwhile is heard from us.
    guard hasBus else {
      watchPresence(nil)
      hooks.open()
      return sounds.settle()
    }
    quiet.begin()
    if let known { return open(known) }
    BusConnection.connect(.session) { [weak self] outcome in
      switch outcome {
      case .success(let bus): self?.open(bus)
      case .failure(let error):
        StructuredLog.complain(Answers.busUnreachable(error.description))
        self?.isBusOut = true
        self?.watchPresence(nil)
        self?.hooks.open()
        self?.hindrances.lookAgain()
        self?.lookAtTray()
      }
    }
  }

  private func open(_ bus: BusConnection) {
    guard !isLeaving else { return }
    self.bus = bus
    hooks.open()
    bus.onClosed = { [weak self] _, _ in self?.leave() }
    heedDoNotDisturb()
    quiet.join(bus)
    makeJobViews(bus)
    do throws(BridgeError) {
      let signals = BusSignals(bus, shell)
      self.signals = signals
      shell.add(signals)
      door = try BusDoor(bus, shell, leases)
      settle()
    } catch {
      StructuredLog.complain(Answers.busUnusable(error.description))
    }
    do throws(BridgeError) {
      let dock = try Dock(bus)
      dock.onChange = { [weak self, weak dock] in
        if let dock { self?.shell.interestChanged(of: dock) }
      }
      dock.isSilent = { [weak self] in (self?.jobViews?.count ?? 0) > 0 }
      self.dock = dock
      shell.add(dock)
    } catch {
      StructuredLog.complain(Answers.dockUnusable(error.description))
    }
    watchPresence(bus)
    configureTray()
  }

  /// - Parameter bus: the session bus; nil: there is none.
  private func watchPresence(_ bus: BusConnection?) {
    guard !isLeaving else { return }
    let presence = PresenceWatch(shell, bus: bus)
    self.presence = presence
    if let system { presence.join(system: system) }
    shell.add(presence)
  }

  /// The system bus is there.
  func join(system bus: BusConnection) {
    system = bus
    presence?.join(system: bus)
  }

  /// Plasma's jobs. Island and dock leave out what is shown there, so they are told after it.
  private func makeJobViews(_ bus: BusConnection) {
    let views = JobViews(bus, shell)
    views.most = { [configuration] in
      let configuration = configuration()
      let isWanted = configuration.usesPlasmaJobs && configuration.islandMode != .off
      return isWanted ? max(configuration.islandsAtOnce - 1, 1) : 0
    }
    views.icon = { [icons] in icons.card($0) }
    views.onChange = { [weak self, weak views] in
      guard let self, let views else { return }
      let surfaces: [(any Surface)?] = [views, island, dock]
      for surface in surfaces.compactMap(\.self) { shell.interestChanged(of: surface) }
    }
    jobViews = views
    shell.add(views, isFirst: true)
  }

  func clockWasSet() { signals?.clockWasSet() }

  // MARK: The configuration

  /// The configuration is another one, or is used for the first time.
  func adopt() {
    let configuration = configuration()
    island.presenter.dots = configuration.appearance.dots
    icons.appearance = configuration.appearance
    if let trouble = sounds.newTrouble() { StructuredLog.complain(trouble) }
    configureTray()
    lookAtTray()
    jobViews?.lookAgain()
    quiet.look()
    showMenu()
  }

  // MARK: The tray

  /// The item is there while there is a bus and the configuration says so.
  private func configureTray() {
    guard let bus, !isLeaving else { return }
    guard configuration().tray.enabled else {
      closeTray()
      return lookAtTray()
    }
    if let tray { return shell.interestChanged(of: tray) }
    // Before the item, which names it.
    makeMenu(bus)
    let icons = TrayIcons(
      icon: { [icons] in icons.tray($0.contentState) }, pixmaps: { [icons] in icons.trayPixmaps($0.contentState) })
    let tray = Tray(
      bus, shell, icons, settings: { [configuration] in configuration().tray },
      onChange: { [weak self] in self?.trayChanged() })
    self.tray = tray
    shell.add(tray)
  }

  private func makeMenu(_ bus: BusConnection) {
    do throws(BridgeError) {
      let menu = try TrayMenu(
        bus, path: BusNames.menuPath, isSeen: { [weak self] in self?.tray?.isShown == true },
        perform: { [shell] in _ = shell.perform($0, .tray) }, deny: { ConfigurationCommand.deny($0) },
        quiet: { [weak self] in self?.quietChoice }, beQuiet: { ConfigurationCommand.beQuiet($0) },
        quit: { [weak self] in self?.leave() })
      self.menu = menu
      shell.add(menu)
    } catch {
      StructuredLog.complain(Answers.trayUnusable(error.description))
    }
  }

  /// Whether the menu offers to be quiet (false: it is not) or to be so no longer; nil: neither.
  private var quietChoice: Bool? {
    let isQuiet = configuration().isQuietInFocus
    return isQuiet || quiet.offer?.how != nil ? isQuiet : nil
  }

  private func showMenu() {
    if let menu { shell.interestChanged(of: menu) }
  }

  private func closeTray() {
    let surfaces: [(any Surface)?] = [tray, menu]
    for surface in surfaces.compactMap(\.self) {
      shell.remove(surface)
      surface.close()
    }
    (tray, menu) = (nil, nil)
  }

  private func trayChanged() {
    if let menu { shell.interestChanged(of: menu) }
    if let tray { shell.interestChanged(of: tray) }
    lookAtTray()
  }

  /// Finds out what the tray means for the island, now and when that may be something else.
  private func lookAtTray() {
    guard isReady, !isLeaving else { return }
    let now = SystemClock.steady()
    note(now)
    nextLook = nil
    switch trayState.verdict(at: now) {
    case .wait(let until): lookAgain(at: until, now)
    case .go(let isBesideItem, let until):
      openIsland(isBesideItem)
      if let until { lookAgain(at: until, now) }
    case .lost:
      trayState.missing = nil
      openIsland(false)
    }
  }

  private func note(_ now: Duration) {
    let wasShown = trayState.isShown
    trayState.isShown = tray?.isShown == true
    let isWanted = configuration().tray.enabled
    trayState.isAwaited = isWanted && !isBusOut && tray?.isSettled != true
    if trayState.since == .zero { trayState.since = now }
    if trayState.isShown || tray == nil {
      trayState.missing = nil
    } else if wasShown {
      trayState.missing = now
    }
  }

  private func lookAgain(at moment: Duration, _ now: Duration) {
    let milliseconds = max((moment - now).inMilliseconds, 0) + 1
    nextLook = Timeout(milliseconds: Int(milliseconds)) { [weak self] in self?.lookAtTray() }
  }

  // MARK: The island

  private func openIsland(_ isBesideItem: Bool) {
    trayState.hasBegun = true
    let (wasOpen, mode) = (island.isOpen, island.presenter.settings.mode)
    let configuration = configuration()
    island.open(
      IslandSettings(mode: configuration.islandMode, hasTrayHost: isBesideItem, atOnce: configuration.islandsAtOnce))
    if !wasOpen || island.presenter.settings.mode != mode { heedDoNotDisturb() }
    if !wasOpen { sounds.settle() }
    hindrances.lookAgain()
  }

  /// When both the island and the bus are there, whichever comes last.
  private func heedDoNotDisturb() {
    guard let bus, island.isOpen else { return }
    if doNotDisturb == nil {
      doNotDisturb = DoNotDisturb(bus) { [weak self] in self?.island.comeBack() }
      doNotDisturb?.isOurs = { [weak self] in self?.quiet.mayBeOurs == true }
      doNotDisturb?.onHeard = { [weak self] in self?.hindrances.lookAgain() }
    }
    let presenter = island.presenter
    let isOff = presenter.server == nil || presenter.style == .off
    doNotDisturb?.follow(isOff ? nil : presenter.profile.inhibition)
  }

  private func islandReported(_ event: IslandEvent) {
    if event == .unheard { sounds.wasUnheard(isInhibited: isInhibited) }
    if case .failed = event { hasFailedToShow = true }
    if event.concernsServer {
      hasFailedToShow = false
      heedDoNotDisturb()
    }
    hindrances.lookAgain()
    settle()
  }

  /// Nil while the island waits: nobody knows yet whether a server makes the sound.
  private func plan(_ update: IslandUpdate, _ settings: SoundSettings) -> SoundPlan? {
    guard island.isOpen || isBusOut else { return nil }
    return SoundPlan.decide(update, settings, on: island.presenter, isInhibited: isInhibited)
  }

  /// Whether what happens now is to be heard and seen: what is switched on by us does not count any more when it is
  /// about to be switched off.
  private var isInhibited: Bool? {
    if quiet.holds { return true }
    return quiet.mayBeOurs ? false : doNotDisturb?.isInhibited
  }

  /// What may hide the island; nil before the desktop was joined.
  var circumstances: Hindrance.Circumstances? {
    guard !isBusOut else { return Hindrance.Circumstances(mode: configuration().islandMode, hasBus: false) }
    guard isReady else { return nil }
    let presenter = island.presenter
    guard island.isOpen else { return Hindrance.Circumstances(mode: configuration().islandMode) }
    return Hindrance.Circumstances(
      mode: presenter.settings.mode, hasTrayHost: presenter.settings.hasTrayHost,
      profile: presenter.server == nil ? nil : presenter.profile, isServerMissing: hasFailedToShow,
      isInhibited: quiet.holds || quiet.mayBeOurs ? false : doNotDisturb?.isInhibited)
  }

  // MARK: Leaving

  /// Nothing new begins. The surfaces are closed by the shell.
  func leaving() {
    isLeaving = true
    nextLook = nil
  }

  /// Lets go of the name, so that the next daemon has it.
  /// - completion: everything that was said on the bus is on its way. Never, if the bus hangs.
  func close(completion: @escaping @MainActor () -> Void) {
    door?.close()
    guard let bus else { return completion() }
    bus.flush(completion: completion)
  }
}
