// Connects the island, sounds, do-not-disturb and hooks with each other, and with the session bus if there is one.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoSettings
internal import TomatoWords

/// The dependencies that all parts of the desktop share.
struct DesktopContext {
  let shell: Shell
  let storage: Storage
  let configuration: () -> Configuration
  let icons: IconStore
  let leases: Leases
  let hindrances: HindranceWatch
  let cards: CardSheet
  /// Called when the user or the session ends the daemon.
  let leave: () -> Void
  /// Called after one-time work.
  let releaseMemorySoon: () -> Void
}

final class Desktop {
  private enum Bus {
    case unknown
    case awaited
    case missing
    /// - isAsked: it was asked again, and has not answered.
    case refused(isAsked: Bool)
    case there(Session)
  }

  private let context: DesktopContext
  private let hooks: Hooks
  private(set) lazy var island = IslandSurface(
    context.shell, seats: context.storage.seats, keepSeat: { [context] in context.storage.keep($0, of: $1, $2) },
    around: CardSurroundings(
      icon: { [context] in context.icons.card($0) }, isInhibited: { [weak self] in self?.isInhibited },
      isElsewhere: { [weak self] in self?.session?.jobs.has($0) == true },
      isOnLockScreen: { LockScreen.showsCards(on: $0) }, placesTaken: { [weak self] in self?.session?.jobs.count ?? 0 },
      sound: { [weak self] in self?.sounds.cardSound(for: $0) }, onEvent: { [weak self] in self?.islandReported($0) }))
  private lazy var player = SoundPlayer(
    SoundStarter { [weak self] in self?.session?.bus }, complain: { StructuredLog.complain($0) })
  private lazy var sounds = Sounds(
    settings: { [context] in context.configuration().sound }, plan: { [weak self] in self?.plan($0, $1) },
    play: { [player] in player.play($0) })
  private lazy var quiet = Quiet(
    isConfigured: { [context] in context.configuration().isQuietInFocus },
    shut: { [weak self] in self?.island.shut($0) },
    onEnded: { [weak self] in self?.session?.doNotDisturb.ownEnded() },
    open: { [weak self] in self?.island.reopen() },
    onOffer: { [weak self] in self?.session?.tray.updateMenu() })
  private lazy var gate = IslandGate(
    tray: { [weak self] in self?.trayState }, place: { [weak self] in self?.session?.tray.setWanted($0) },
    open: { [weak self] in self?.openIsland($0) })
  private var bus = Bus.unknown
  private var presence: PresenceWatch?
  private var system: BusConnection?
  private var isLeaving = false
  /// A card could not be shown since a server last answered.
  private var hasFailedToShow = false

  init(_ context: DesktopContext, devices: String) {
    self.context = context
    hooks = Hooks(
      commands: { context.configuration().hooks },
      report: { request, result in
        Hooks.journal(request, result)
        if result.ending == .leftOut { HookRecord.keep(result, of: request) }
      })
    let shell = context.shell
    // First, because it connects to the bus before the island's thread does (see `connect`).
    shell.add(self)
    // `quiet` comes before the others, because they ask it.
    shell.add(quiet)
    shell.add(sounds)
    shell.add(island)
    shell.add(hooks)
    shell.add(DevicesInUse(shell, in: devices))
  }

  // MARK: The session bus

  private var session: Session? {
    if case .there(let session) = bus { session } else { nil }
  }

  private var hasNoBus: Bool {
    switch bus {
    case .missing, .refused: true
    case .unknown, .awaited, .there: false
    }
  }

  /// Connects to the session bus in the background.
  func join(hasBus: Bool, _ known: BusConnection?) {
    // Without a bus no server plays sounds, so the daemon plays those of phases that ended during the start.
    guard hasBus else {
      begin(without: .missing)
      return sounds.playHeld()
    }
    bus = .awaited
    quiet.begin()
    if let known { open(known) } else { connect() }
  }

  /// It must come before the island asks for the same connection on its thread (see `BusConnection.connect`).
  private func connect() {
    BusConnection.connect(.session) { [weak self] outcome in
      switch outcome {
      case .success(let bus): self?.open(bus)
      case .failure(let error): self?.refused(error)
      }
    }
  }

  private func refused(_ error: BridgeError) {
    if case .refused = bus {
      bus = .refused(isAsked: false)
      return
    }
    StructuredLog.complain(Answers.busUnreachable(error.description))
    begin(without: .refused(isAsked: false))
    context.hindrances.lookAgain()
    gate.look()
  }

  private func begin(without state: Bus) {
    bus = state
    watchPresence(nil)
    hooks.open(HookStarter(nil).start)
  }

  private func open(_ connection: BusConnection) {
    guard !isLeaving else { return }
    let session = Session(connection, context, island, quiet, onClock: { [weak self] in self?.gate.look() })
    bus = .there(session)
    hooks.open(HookStarter(connection).start)
    session.followDoNotDisturb()
    quiet.join(connection)
    session.begin()
    watchPresence(connection)
    gate.look()
  }

  private func watchPresence(_ bus: BusConnection?) {
    guard !isLeaving else { return }
    if let presence, let bus { return presence.join(session: bus) }
    let presence = PresenceWatch(context.shell, bus: bus)
    self.presence = presence
    if let system { presence.join(system: system) }
    context.shell.add(presence)
  }

  func join(system bus: BusConnection) {
    system = bus
    presence?.join(system: bus)
  }

  func clockWasSet() { session?.signals.clockWasSet() }

  func open(_ link: String, activationToken: String?) {
    let links = session?.links ?? LinkOpener(nil, complain: { StructuredLog.complain($0) })
    links.open(link, activationToken: activationToken)
  }

  func adopt() {
    let configuration = context.configuration()
    island.presenter.dots = configuration.appearance.dots
    context.icons.appearance = configuration.appearance
    if let trouble = sounds.newTrouble() { StructuredLog.complain(trouble) }
    if !isLeaving { session?.tray.configure() }
    gate.look()
    session?.jobs.lookAgain()
    quiet.look()
    session?.tray.updateMenu()
  }

  // MARK: The island

  /// Nil while the island cannot open: before `join`, in a session without a bus, or while leaving.
  private var trayState: IslandGate.Tray? {
    switch bus {
    case .awaited, .refused, .there: if isLeaving { return nil }
    case .unknown, .missing: return nil
    }
    let tray = session?.tray.tray
    return (
      isShown: tray?.isShown,
      isAwaited: context.configuration().tray.enabled && !hasNoBus && tray?.isSettled != true,
      view: session?.view ?? .none
    )
  }

  private func openIsland(_ clock: OtherClock) {
    let (wasOpen, mode) = (island.isOpen, island.presenter.settings.mode)
    let configuration = context.configuration()
    island.open(IslandSettings(mode: configuration.islandMode, otherClock: clock, atOnce: configuration.islandsAtOnce))
    if !wasOpen || island.presenter.settings.mode != mode { session?.followDoNotDisturb() }
    if !wasOpen { sounds.playHeld() }
    context.hindrances.lookAgain()
  }

  func preview(_ content: Content) {
    quiet.liftForUser()
    context.shell.interestChanged(of: quiet)
    island.preview(content)
  }

  private func islandReported(_ event: IslandEvent) {
    if event == .soundNotPlayed { sounds.serverDidNotPlay(isInhibited: isInhibited) }
    if case .failed = event { hasFailedToShow = true }
    if event.concernsServer {
      hasFailedToShow = false
      session?.followDoNotDisturb()
    }
    context.hindrances.lookAgain()
    context.releaseMemorySoon()
  }

  /// Nil while the island waits, because it is unknown whether a server plays the sound.
  private func plan(_ update: IslandUpdate, _ settings: SoundSettings) -> SoundPlan? {
    guard island.isOpen || hasNoBus else { return nil }
    return SoundPlan.decide(update, settings, on: island.presenter, isInhibited: isInhibited)
  }

  /// Whether do-not-disturb hides alerts now. Our own do-not-disturb counts only while `quiet` holds it, not when it is
  /// about to be switched off.
  private var isInhibited: Bool? {
    if quiet.holds { return true }
    return quiet.mayBeOurs ? false : session?.doNotDisturb.isInhibited
  }

  /// The facts that `Hindrance` needs; nil before `join`.
  var circumstances: Hindrance.Circumstances? {
    let mode = context.configuration().islandMode
    switch bus {
    case .unknown: return nil
    case .missing, .refused: return Hindrance.Circumstances(mode, hasBus: false)
    case .awaited, .there: break
    }
    let presenter = island.presenter
    guard island.isOpen else { return Hindrance.Circumstances(mode) }
    var circumstances = Hindrance.Circumstances(presenter.settings.mode)
    circumstances.otherClock = presenter.settings.otherClock
    circumstances.profile = presenter.server == nil ? nil : presenter.profile
    circumstances.isServerMissing = hasFailedToShow
    circumstances.isInhibited = quiet.holds || quiet.mayBeOurs ? false : session?.doNotDisturb.isInhibited
    if circumstances.otherClock == .none, let server = presenter.server, !ViewMemory.here(.viewOffered).isKept {
      circumstances.offersView = GNOMEView.isOnOffer(server.name, server.version)
    }
    return circumstances
  }

  // MARK: Leaving

  /// From now on nothing new starts. The shell closes the surfaces.
  func leaving() { isLeaving = true }

  func close(completion: @escaping @MainActor () -> Void) {
    if let session { session.close(completion: completion) } else { completion() }
  }
}

extension Desktop: Observer {
  /// A session bus that refused the connection is asked again with the next event, which costs no wake-up.
  func observe(_ scene: Scene) {
    guard case .refused(isAsked: false) = bus, !isLeaving, !scene.isTick else { return }
    bus = .refused(isAsked: true)
    connect()
  }
}
