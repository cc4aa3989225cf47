// The daemon from start to end: opens the store, socket and buses, connects the parts, runs the loop, and cleans up.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

final class Daemon {
  private let options: DaemonOptions
  private let signals: EndingSignals
  private let files: Int
  private let loop = MainLoop()
  private let configuration = ConfigurationWatch()
  private lazy var memory = MemoryAtRest { [weak self] in self?.service?.shell.engine.isAnythingRunning != true }
  private var service: Service?
  /// Start work that can run after the first answer; nil before `begin` and once it has run.
  private var restOfStart: (() -> Void)?
  private var questionTimeout: Timeout?
  private var isLeaving = false

  static let fewestFiles = 64
  /// Open files reserved for the database, the buses, sounds and hooks; clients get the rest.
  private static let reservedFiles = 40

  init(_ options: DaemonOptions, _ signals: EndingSignals, files: Int) {
    (self.options, self.signals, self.files) = (options, signals, files)
  }

  /// Runs until the daemon is ended. Returns the exit code: 0, or 1 if it could not start.
  func run() -> Int32 {
    let deadline = SystemClock.steady() + Instance.patience
    ThisProcess.ignoreBrokenPipes()
    ThisProcess.keepFilesPrivate()
    ThisProcess.keepNoIdleThreads()
    if options.isVerbose { StructuredLog.beVerbose() }
    let login = options.isLogin ? configuration.current.loginStart : nil
    if login == .off { return QuietGuard.afterLogin() }
    do throws(BridgeError) {
      return serve(try Places.find(), login, until: deadline)
    } catch {
      return options.fail(error.description)
    }
  }

  private func serve(_ places: Places, _ login: LoginStart?, until deadline: Duration) -> Int32 {
    let mayGiveWay = options.ready != nil || login != nil
    var bus: BusConnection?
    if mayGiveWay, places.hasSessionBus {
      bus = Activation.request(timeoutMs: login == nil ? Activation.startMs : Activation.loginMs, signals)
    }
    let instance: Instance
    let taken = Instance.take(
      in: places.locks, sockets: places.sockets.sockets, hasBus: places.hasSessionBus, signals,
      // Nobody waits for the login process, and the bus may have used up the first deadline.
      until: login == nil ? deadline : SystemClock.steady() + Instance.patience)
    switch taken {
    case .holder(let taken): instance = taken
    case .ended: return 0
    case .another:
      if !mayGiveWay, places.hasSessionBus, !Activation.waitForOwner(signals) { return options.fail(Answers.nameless) }
      if login == .arm { Login.arm(places.sockets.sockets) }
      options.ready?.write(DaemonWords.ready)
      return 0
    case .failed(let reason): return options.fail(reason)
    }
    do throws(BridgeError) {
      try open(places, locksIn: instance.folder)
    } catch {
      return options.fail(error.description)
    }
    instance.isReady()
    begin(places, login, bus)
    loop.run()
    service?.close()
    return withExtendedLifetime(instance) { 0 }
  }

  // MARK: The start

  /// Opens everything that is needed to answer clients.
  private func open(_ places: Places, locksIn folder: String) throws(BridgeError) {
    let (storage, found) = Storage.open(places.database)
    let current = configuration.current
    let engine =
      found.snapshot.map { Engine(restoring: $0, settings: current.timer) } ?? Engine(settings: current.timer)
    let alarm = try Alarm { [weak self] in self?.alarmFired() }
    let ports = storage.ports(alarm) { [weak self] in self?.service?.desktop.open($0, activationToken: $1) }
    let shell = Shell(engine, unsaved: found.trouble, ports)
    shell.goal.settings = current.goal
    let streams = Streams(shell) { [configuration] in configuration.current.appearance }
    shell.add(streams)
    let cards = CardSheet(shell) { [configuration] in configuration.current.views }
    shell.add(cards)
    let context = context(shell, storage, streams, cards)
    let desktop = Desktop(context, devices: options.devices)
    let complaints = places.complaints + found.complaints + configuration.complaints.map(\.description)
    for complaint in complaints { StructuredLog.complain(complaint) }
    shell.take(.launched(lastAlive: found.lastMark))
    storage.launched()
    let socket = ControlSocket(
      shell, streams, context.leases, cards, desktop: { desktop.circumstances },
      preview: { desktop.preview($0) }, hindrance: { context.hindrances.ask($0) }, leave: context.leave)
    let server = try listen(places, folder, socket)
    service = Service(storage, shell, desktop, socket, server, configuration)
    signals.whenCome { [weak self] in self?.leave() }
  }

  private func context(
    _ shell: Shell, _ storage: Storage, _ streams: Streams, _ cards: CardSheet
  ) -> DesktopContext {
    DesktopContext(
      shell: shell, storage: storage, configuration: { [configuration] in configuration.current },
      icons: IconStore { StructuredLog.complain($0) }, leases: Leases(shell),
      hindrances: HindranceWatch(
        onLook: { streams.desktopChanged() },
        onSaid: { if $0 == .viewIsOff { ViewMemory.here(.viewOffered).keep() } },
        { [weak self] in self?.service?.desktop.circumstances }), cards: cards, leave: { [weak self] in self?.leave() },
      releaseMemorySoon: { [weak self] in self?.memory.releaseSoon() })
  }

  private func alarmFired() {
    finishStart()
    service?.shell.timePassed()
    memory.noteEvent()
  }

  private func listen(_ places: Places, _ folder: String, _ socket: ControlSocket) throws(BridgeError) -> LineServer {
    let paths = places.listening(besideLocksIn: folder)
    let server: LineServer
    do throws(BridgeError) {
      server = try self.server(at: paths, socket)
    } catch {
      guard let other = places.sockets.fallback, other != folder, Paths.makeDirectory(other) == nil else { throw error }
      server = try self.server(at: [SocketPlaces.socket(in: other)], socket)
    }
    // Other programs look only in the session's folder.
    if places.sockets.session != nil, let problem = server.problems[paths[0]] {
      StructuredLog.complain(Answers.notListening(problem.description, server.listeningPaths.first ?? ""))
    }
    return server
  }

  private func server(at paths: [String], _ socket: ControlSocket) throws(BridgeError) -> LineServer {
    var limits = LineServer.Limits()
    limits.connections = min(limits.connections, files - Self.reservedFiles)
    limits.line = SocketLine.limit
    limits.longer = ImportLine.limit
    return try LineServer(
      paths: paths, replacingStale: true, limits: limits,
      onLine: { [weak self] client, input in
        self?.received(input)
        socket.take(input, from: client)
        self?.memory.noteEvent()
      }, onClose: { socket.lost($0) })
  }

  /// Tells the starting process that it can ask now, and finishes the start after its question.
  private func begin(_ places: Places, _ login: LoginStart?, _ bus: BusConnection?) {
    restOfStart = { [weak self] in self?.afterReady(places, login, bus) }
    guard let ready = options.ready else { return finishStart() }
    // The starting process ends soon. This process releases that one's streams and working directory.
    ThisProcess.detach()
    ready.write(DaemonWords.ready)
    options.ready = nil
    questionTimeout = Timeout(milliseconds: Self.questionMs) { [weak self] in self?.finishStart() }
  }

  /// Maximum wait for the question of the starting process.
  private static let questionMs = 100

  /// Answers a read-only request first. A change must be visible, so the start is finished before the change.
  private func received(_ input: LineInput) {
    guard restOfStart != nil else { return }
    if ControlSocket.isReadOnly(input) { enqueueOnMain { [weak self] in self?.finishStart() } } else { finishStart() }
  }

  private func finishStart() {
    let rest = restOfStart
    (restOfStart, questionTimeout) = (nil, nil)
    rest?()
  }

  private func afterReady(_ places: Places, _ login: LoginStart?, _ bus: BusConnection?) {
    guard !isLeaving, let service else { return }
    service.goOn(places, bus) { [weak self] in self?.leave() }
    memory.releaseSoon()
    if login == .arm { Login.arm(service.shell) }
  }

  // MARK: The end

  private func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    service?.leave { [loop] in loop.quit() }
  }
}
