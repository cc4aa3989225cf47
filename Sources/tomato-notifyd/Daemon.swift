// The daemon from start to end: opens what it needs, ties it together, runs the loop, and leaves a clean house.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

/// The program `tomato-notifyd` after its arguments were read.
final class Daemon {
  private let options: DaemonOptions
  private let signals: EndingSignals
  private let loop = MainLoop()
  private var shell: Shell?
  private var store: Store?
  private var streams: Streams?
  private var desktop: Desktop?
  private var server: LineServer?
  private var socket: ControlSocket?
  private var alarm: Alarm?
  private var clockChange: ClockChange?
  private var logind: Logind?
  private let configuration = ConfigurationWatch()
  private lazy var memory = MemoryAtRest { [weak self] in self?.shell?.engine.isAnythingRunning != true }
  /// Makes the day's copy, in a process of its own: with a long history it takes seconds.
  private lazy var copyOfTheDay = CopyOfTheDay { [weak self] in self?.makeCopy() }
  private var copying: Spawn.Helper?
  private var isLeaving = false
  /// The longest that the end waits for others.
  private var farewell: Timeout?
  /// When is looked again whether the last answers were taken.
  private var nextLook: Timeout?
  private var isBusTold = false
  /// What an answer does not need; nil once it is done.
  private var restOfStart: (() -> Void)?
  private var restSoon: Timeout?

  /// So many files are the least that it can do with.
  static let fewestFiles = 64
  /// What is kept for everything but clients: the database, the buses, sounds, hooks.
  private static let ownFiles = 40
  private let files: Int
  /// What the launch changes can be worked out again; nobody was told of it.
  private var isLaunching = true
  /// The last commit took longer than a person notices.
  private var isDiskSlow = false
  private static let slowCommit = Duration.milliseconds(500)

  /// - files: how many may be open at once.
  init(_ options: DaemonOptions, _ signals: EndingSignals, files: Int) {
    (self.options, self.signals, self.files) = (options, signals, files)
  }

  /// Runs until somebody ends the daemon. Gives the exit code: 0, or 1 when it could not start.
  func run() -> Int32 {
    let deadline = SystemClock.steady() + Instance.patience
    ThisProcess.ignoreBrokenPipes()
    ThisProcess.keepFilesPrivate()
    ThisProcess.keepNoIdleThreads()
    StructuredLog.setVerbose(options.isVerbose)
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
      bus = Activation.request(patienceMs: login == nil ? Activation.startMs : Activation.loginMs, signals)
    }
    let instance: Instance
    let taken = Instance.take(
      in: places.locks, sockets: places.sockets.sockets, hasBus: places.hasSessionBus, signals,
      // The process of the login has nobody waiting for it, and the bus may have taken long.
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
    close()
    return withExtendedLifetime(instance) { 0 }
  }

  // MARK: The start

  /// Everything without which nobody could be answered.
  private func open(_ places: Places, locksIn folder: String) throws(BridgeError) {
    let opened = Store.openTakingOver(path: places.database, stamp: String(SystemClock.now().wall.seconds))
    store = opened.store
    opened.store.onComplaint = { StructuredLog.complain($0) }
    let timer = configuration.current.timer
    let engine = opened.snapshot.map { Engine(restoring: $0, settings: timer) } ?? Engine(settings: timer)
    let alarm = try Alarm { [weak self] in
      self?.finishStart()
      self?.shell?.timePassed()
      self?.memory.stir()
    }
    let shell = Shell(engine, unsaved: opened.store.trouble, ports(opened.store, alarm))
    shell.goal.settings = configuration.current.goal
    (self.alarm, self.shell) = (alarm, shell)
    addSurfaces(to: shell, opened.store)
    let complaints = places.complaints + opened.complaints + configuration.complaints.map(\.description)
    for complaint in complaints { StructuredLog.complain(complaint) }
    shell.take(.launched(lastAlive: opened.lastMark))
    isLaunching = false
    opened.store.settle()
    try listen(places, folder, shell)
    signals.whenCome { [weak self] in self?.leave() }
  }

  private func ports(_ store: Store, _ alarm: Alarm) -> Ports {
    Ports(
      now: SystemClock.now,
      commit: { [weak self] snapshot, changes in
        guard let self else { return store.commit(snapshot, changes) }
        let began = SystemClock.steady()
        let unsaved = store.commit(snapshot, changes, isLaunch: isLaunching)
        isDiskSlow = SystemClock.steady() - began > Self.slowCommit
        if unsaved == nil, !(changes.added.isEmpty && changes.removed.isEmpty) {
          copyOfTheDay.stored(at: SystemClock.now().wall.milliseconds)
        }
        return unsaved
      }, markAlive: { store.markAlive($0) },
      history: { store.history(since: $0, until: $1) }, counted: { store.counted(in: $0) },
      ground: { try store.ground(of: $0, at: $1) },
      unrecorded: { try store.unrecorded($0) },
      setAlarm: { alarm.set($0) },
      open: { [weak self] in self?.desktop?.links.open($0, activationToken: $1) },
      journal: { record in
        let isTrouble = record.event == .failed
        StructuredLog.write(level: isTrouble ? .warning : .info, message: record.line, fields: record.fields)
      })
  }

  private func addSurfaces(to shell: Shell, _ store: Store) {
    let streams = Streams(shell)
    streams.appearance = configuration.current.appearance
    self.streams = streams
    shell.add(streams)
    desktop = Desktop(
      shell, seats: .init(load: { store.seats() }, keep: { store.keep($1, of: $0, $2) }), devices: options.devices,
      configuration: { [configuration] in configuration.current }, leave: { [weak self] in self?.leave() },
      settle: { [weak self] in self?.memory.settle() })
    desktop?.hindrances.onLook = { [weak streams] in streams?.desktopChanged() }
  }

  private func listen(_ places: Places, _ folder: String, _ shell: Shell) throws(BridgeError) {
    guard let streams else { return }
    let socket = ControlSocket(
      shell, streams, desktop?.leases ?? Leases(shell), desktop: { [weak self] in self?.desktop?.circumstances },
      preview: { [weak self] in self?.desktop?.island.preview($0) },
      hindrance: { [weak self] in self?.desktop?.hindrances.ask($0) },
      leave: { [weak self] in self?.leave() })
    self.socket = socket
    let paths = places.listening(besideLocksIn: folder)
    do throws(BridgeError) {
      server = try server(at: paths, socket)
    } catch {
      guard let other = places.sockets.standIn, other != folder, Paths.makeDirectory(other) == nil else { throw error }
      server = try server(at: [SocketPlaces.socket(in: other)], socket)
    }
    // Other programs look in the session's folder alone.
    guard places.sockets.session != nil, let problem = server?.problems[paths[0]] else { return }
    StructuredLog.complain(Answers.notListening(problem.description, server?.listeningPaths.first ?? ""))
  }

  private func server(at paths: [String], _ socket: ControlSocket) throws(BridgeError) -> LineServer {
    var limits = LineServer.Limits()
    limits.connections = min(limits.connections, files - Self.ownFiles)
    limits.line = SocketLine.limit
    limits.longer = ImportLine.limit
    return try LineServer(
      paths: paths, replacingStale: true, limits: limits,
      onLine: { [weak self] client, input in
        self?.heard(input)
        socket.take(input, from: client)
        self?.memory.stir()
      }, onClose: { socket.lost($0) })
  }

  /// Tells the process that started this one that it can ask now. What its question does not need comes after that.
  private func begin(_ places: Places, _ login: LoginStart?, _ bus: BusConnection?) {
    restOfStart = { [weak self] in
      self?.afterReady(places, bus)
      if login == .arm, let shell = self?.shell { Login.arm(shell) }
    }
    guard let ready = options.ready else { return finishStart() }
    // The process that started this one ends after that: nothing of it is kept, neither streams nor directory.
    ThisProcess.detach()
    ready.write(DaemonWords.ready)
    options.ready = nil
    restSoon = Timeout(milliseconds: Self.questionMs) { [weak self] in self?.finishStart() }
  }

  /// The rest of the start waits at most this long for the question of the process that started this one.
  private static let questionMs = 100

  /// A question is answered first; what changes something is to be seen, so everything has to be there.
  private func heard(_ input: LineInput) {
    guard restOfStart != nil else { return }
    if ControlSocket.isQuestion(input) { enqueueOnMain { [weak self] in self?.finishStart() } } else { finishStart() }
  }

  private func finishStart() {
    guard let rest = restOfStart else { return }
    (restOfStart, restSoon) = (nil, nil)
    if !isLeaving { rest() }
  }

  /// Everything that may take its time: the session bus, the island's thread, the system bus, the configuration's file.
  private func afterReady(_ places: Places, _ bus: BusConnection?) {
    desktop?.join(hasBus: places.hasSessionBus, bus)
    server?.stayReachable { [weak self] reason in
      StructuredLog.complain(Answers.unreachable(reason.description))
      self?.leave()
    }
    clockChange = try? ClockChange { [weak self] in
      self?.shell?.timePassed()
      self?.desktop?.clockWasSet()
    }
    configuration.follow { [weak self] _, complaints in
      for complaint in complaints { StructuredLog.complain(complaint.description) }
      self?.adoptConfiguration()
    }
    adoptConfiguration()
    BusConnection.connect(.system) { [weak self] outcome in
      guard let bus = try? outcome.get() else { return }  // no system bus: the clocks say it all, only later
      self?.logind = Logind(bus, onSleep: { self?.shell?.timePassed() }, onWake: { self?.shell?.timePassed() })
      self?.desktop?.join(system: bus)
    }
    copyOfTheDay.begin()
    memory.settle()
  }

  private func makeCopy() {
    guard copying == nil, !isLeaving else { return }
    do throws(BridgeError) {
      copying = try Spawn.endableHelper(["backup"]) { [weak self] _ in self?.copying = nil }
    } catch {
      StructuredLog.complain(StoreWords.noCopy(error.description))
    }
  }

  private func adoptConfiguration() {
    let configuration = configuration.current
    streams?.appearance = configuration.appearance
    desktop?.adopt()
    shell?.goal.settings = configuration.goal
    shell?.take(.settingsChanged(configuration.timer))
  }

  // MARK: The end

  private func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    desktop?.leaving()
    shell?.leave()
    sayGoodbye()
  }

  /// No new clients; the last answers, and the last words on the bus, get half a second to be taken.
  private func sayGoodbye() {
    server?.stopListening()
    socket?.dismiss(server?.connections ?? [])
    farewell = Timeout(milliseconds: 500) { [loop] in loop.quit() }
    isBusTold = desktop == nil
    desktop?.close { [weak self] in
      self?.isBusTold = true
      self?.quitWhenHeard()
    }
    quitWhenHeard()
  }

  private func quitWhenHeard() {
    guard isBusTold else { return }
    if server?.connections.isEmpty != false { return loop.quit() }
    nextLook = Timeout(milliseconds: 20) { [weak self] in self?.quitWhenHeard() }
  }

  private func close() {
    desktop?.island.waitUntilClosed()
    server?.cancel()
    // It reads the database: the log could not go with this process. The next one makes the copy.
    copying?.kill()
    // The next start reads the log as well; copying it into the file would be two more waits for this disk.
    store?.close(keepingLog: isDiskSlow)
  }
}
