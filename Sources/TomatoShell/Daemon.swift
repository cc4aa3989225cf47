// The daemon: opens what it needs, ties it together, runs the loop, and leaves a clean house.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland

/// The program `tomato-notifyd` after its arguments were read.
public final class Daemon {
  private let options: DaemonOptions
  private let loop = MainLoop()
  var shell: Shell?
  var store: Store?
  private var server: LineServer?
  private var socket: ControlSocket?
  private var alarm: Alarm?
  private var clockChange: ClockChange?
  private var logind: Logind?
  private var signals: UnixSignals?
  var island: Island?
  var presenter: IslandPresenter?
  var doNotDisturb: DoNotDisturb?
  /// A card could not be shown since a server was last met.
  var hasFailedToShow = false
  private(set) lazy var sounder = Sounder.live(
    settings: { [weak self] in self?.configuration?.current.sound ?? SoundSettings() },
    complain: { [weak self] in self?.tell($0) })
  lazy var hindrances = HindranceWatch { [weak self] in self?.desktop }
  /// Where the card was left, as the store has it.
  var seat: IslandSeat?
  private(set) var configuration: ConfigurationWatch?
  private(set) lazy var icons = IconStore { [weak self] in self?.tell($0) }
  var bus: BusConnection?
  /// There is no session bus, or it refused us.
  private(set) var isBusOut = false
  var tray: Tray?
  var menu: TrayMenu?
  var dock: Dock?
  var knowledge = TrayKnowledge()
  private var door: BusDoor?
  var isLeaving = false
  private var hasSessionBus = false
  private var lastStir: Duration = .zero
  private var farewell: Timeout?
  private var settling: Timeout?
  /// What an answer does not need; nil once it is done.
  private var restOfStart: (() -> Void)?
  private var restSoon: Timeout?

  private init(_ options: DaemonOptions) { self.options = options }

  /// Runs the daemon with the command line's words (without the program's name) until it is told to end.
  /// - Returns: the exit code: 0, 1 when it could not start, 64 for wrong usage; `config` has its own.
  public static func main(_ arguments: [String]) -> Int32 {
    Translation.start(domain: BusNames.gettextDomain)
    switch DaemonOptions.parse(arguments) {
    case .run(let options): return Daemon(options).run()
    case .configuration(let words): return configure(words)
    case .autostart(let words): return print(AutostartCommand.here()?.run(words))
    case .history: return countHistory()
    case .other(.demo, let words): return DemoProgram.demo(words)
    case .other(.preview, let words): return DemoProgram.preview(words)
    case .other(.doctor, let words): return DoctorProgram.run(words)
    case .other(.play, let words): return PlayProgram.run(words)
    case .other(.notice, let words): return NoticeProgram.run(words)
    case .say(let text, let code):
      StandardStreams.write(text, toErrors: code != 0)
      return code
    }
  }

  private static func configure(_ words: [String]) -> Int32 {
    print(Paths.configFile.map { runConfigurationCommand(words, path: $0) })
  }

  /// - answer: nil where there is no home directory.
  private static func print(_ answer: (output: String, errors: String, exitCode: Int32)?) -> Int32 {
    guard let answer else {
      StandardStreams.write(Answers.noHome, toErrors: true)
      return 73
    }
    if !answer.output.isEmpty { StandardStreams.write(answer.output, toErrors: false) }
    if !answer.errors.isEmpty { StandardStreams.write(answer.errors, toErrors: true) }
    return answer.exitCode
  }

  private static func countHistory() -> Int32 {
    do {
      StandardStreams.write(String(try Store.countIntervals(path: Places.find().database)), toErrors: false)
      return 0
    } catch {
      StandardStreams.write("\(error)", toErrors: true)
      return 1
    }
  }

  // MARK: From start to end

  private func run() -> Int32 {
    ThisProcess.ignoreBrokenPipes()
    ThisProcess.keepFilesPrivate()
    ThisProcess.keepNoIdleThreads()
    StructuredLog.setVerbose(options.isVerbose)
    let login = options.isLogin ? ConfigurationWatch().current.loginStart : nil
    if login == .off { return 0 }
    do throws(BridgeError) {
      return serve(try Places.find(), login)
    } catch {
      return fail(error.description)
    }
  }

  private func serve(_ places: Places, _ login: LoginStart?) -> Int32 {
    let mayGiveWay = options.ready != nil || login != nil
    if mayGiveWay, places.hasSessionBus {
      bus = Activation.request(patienceMs: login == nil ? Activation.startMs : Activation.loginMs)
    }
    let instance: Instance
    switch Instance.take(in: places.locks, socket: places.socket, hasBus: places.hasSessionBus) {
    case .holder(let taken): instance = taken
    case .another:
      if !mayGiveWay, places.hasSessionBus, !Activation.waitForOwner() { return fail(Answers.nameless) }
      if login == .arm { Login.arm(the: places.socket) }
      options.ready?.write("ready")
      return 0
    case .failed(let reason): return fail(reason)
    }
    do throws(BridgeError) {
      try open(places)
    } catch {
      return fail(error.description)
    }
    instance.isReady()
    restOfStart = { [weak self] in
      self?.afterReady(places)
      if login == .arm, let shell = self?.shell { Login.arm(shell) }
    }
    if let ready = options.ready {
      // Whoever started us has gone after this: nothing of theirs is kept, neither streams nor directory.
      ThisProcess.detach()
      ready.write("ready")
      options.ready = nil
      restSoon = Timeout(milliseconds: Self.questionMs) { [weak self] in self?.finishStart() }
    } else {
      finishStart()
    }
    loop.run()
    close()
    return withExtendedLifetime(instance) { 0 }
  }

  private func fail(_ reason: String) -> Int32 {
    options.ready?.write(reason)
    StructuredLog.write(level: .error, message: reason)
    return 1
  }

  /// Everything without which nobody could be answered.
  private func open(_ places: Places) throws(BridgeError) {
    let configuration = ConfigurationWatch()
    let now = SystemClock.now()
    let opened = Store.open(path: places.database, stamp: String(now.wall.seconds))
    store = opened.store
    let engine =
      opened.snapshot.map { Engine(restoring: $0, settings: configuration.current.timer) }
      ?? Engine(settings: configuration.current.timer)
    let alarm = try Alarm { [weak self] in
      self?.finishStart()
      self?.shell?.timePassed()
      self?.stir()
    }
    let shell = Shell(engine, unsaved: opened.store.trouble, ports(opened.store, alarm))
    shell.appearance = configuration.current.appearance
    (self.alarm, self.shell, self.configuration) = (alarm, shell, configuration)
    for complaint in places.complaints + opened.complaints + configuration.complaints.map(\.description) {
      tell(complaint)
    }
    shell.take(.launched(lastAlive: opened.lastMark))
    let socket = ControlSocket(
      shell, journal: journal, hindrance: { [weak self] in self?.hindrances.ask($0) },
      leave: { [weak self] in self?.leave() })
    self.socket = socket
    server = try LineServer(
      path: places.socket, replacingStale: true,
      onLine: { [weak self] client, input in
        self?.heard(input)
        socket.take(input, from: client)
        self?.stir()
      }, onClose: { socket.lost($0) })
    signals = UnixSignals(UnixSignals.ending) { [weak self] _ in self?.leave() }
  }

  /// So long the rest of the start waits for the question of whoever has just started us.
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

  /// Everything that may take its time: the island's thread, the system bus, watching the configuration.
  private func afterReady(_ places: Places) {
    hasSessionBus = places.hasSessionBus
    isBusOut = !hasSessionBus
    if hasSessionBus { joinBus() }
    clockChange = try? ClockChange { [weak self] in self?.clockWasSet() }
    configuration?.follow { [weak self] configuration, complaints in
      for complaint in complaints { self?.tell(complaint.description) }
      self?.adopt(configuration)
    }
    if let configuration { adopt(configuration.current) }
    BusConnection.connect(.system) { [weak self] outcome in
      guard let bus = try? outcome.get() else { return }  // no system bus: the clocks say it all, only later
      self?.logind = Logind(bus, onSleep: { self?.shell?.timePassed() }, onWake: { self?.shell?.timePassed() })
    }
    settle()
  }

  private func clockWasSet() {
    shell?.timePassed()
    door?.clockWasSet()
  }

  // MARK: The session bus

  /// In the background; before the island asks for the same connection on its thread (see `BusConnection.connect`).
  private func joinBus() {
    if let bus { return open(bus) }
    BusConnection.connect(.session) { [weak self] outcome in
      switch outcome {
      case .success(let bus): self?.open(bus)
      case .failure(let error):
        self?.tell(Answers.busUnreachable(error.description))
        self?.isBusOut = true
        self?.endHold()
      }
    }
  }

  private func open(_ bus: BusConnection) {
    guard let shell, !isLeaving else { return }
    self.bus = bus
    bus.onClosed = { [weak self] _, _ in self?.leave() }
    heedDoNotDisturb()
    do throws(BridgeError) {
      door = try BusDoor(bus, shell, journal: journal)
      settle()
    } catch {
      tell(Answers.busUnusable(error.description))
    }
    makeDock(bus)
    configureTray()
  }

  /// Something happened. After a rare event what it needed goes back; while a phase runs, whose every minute would pay
  /// for that, or while events are frequent, it stays.
  private func stir() {
    let now = SystemClock.steady()
    defer { lastStir = now }
    if now - lastStir > .seconds(10) { settle() }
  }

  /// What the start, or an event after a rest, needed goes back once all that follows from it is over too.
  func settle() {
    settling = Timeout(milliseconds: 1000) { [weak self] in
      guard let self else { return }
      settling = nil
      if shell?.engine.isAnythingRunning != true { IdlePages.release() }
    }
  }

  /// The island has its mode, everything else is the engine's.
  private func adopt(_ configuration: Configuration) {
    shell?.appearance = configuration.appearance
    presenter?.dots = configuration.appearance.dots
    icons.appearance = configuration.appearance
    shell?.take(.settingsChanged(configuration.timer))
    if let trouble = sounder.newTrouble() { tell(trouble) }
    configureTray()
    adoptIsland()
  }

  func adoptIsland() {
    guard let mode = configuration?.current.islandMode, island != nil || mode != .off else { return }
    if hasSessionBus && island == nil && holdsIsland() { return }
    let settings = IslandSettings(mode: mode, hasTrayHost: knowledge.isShown)
    if hasSessionBus && island == nil { startIsland(settings) } else { configure(settings) }
  }

  func tell(_ complaint: String) {
    StructuredLog.write(level: .warning, message: complaint, fields: [("EVENT", "failed"), ("REASON", complaint)])
  }

  private func ports(_ store: Store, _ alarm: Alarm) -> Ports {
    Ports(
      now: SystemClock.now, commit: { store.commit($0, $1, $2) }, markAlive: { store.markAlive($0) },
      history: { store.history(since: $0) }, setAlarm: { alarm.set($0) },
      island: { [weak self] in self?.present($0) },
      islandInterest: { [weak self] in self?.presenter?.interest },
      compact: { [weak self] in self?.showCompact($0, $1) },
      compactInterest: { [weak self] in self?.compactInterest },
      announce: { [weak self] in
        self?.stir()
        self?.door?.announce($0, $1)
      },
      journal: journal,
      quit: { [weak self] in self?.sayGoodbye() })
  }

  func journal(_ record: JournalRecord) {
    let isTrouble = record.event == .failed
    StructuredLog.write(level: isTrouble ? .warning : .info, message: record.line, fields: record.fields)
  }

  // MARK: Leaving

  func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    shell?.leave()
  }

  /// No new clients; the last answers get half a second to be read.
  private func sayGoodbye() {
    server?.stopListening()
    closeTray()
    dock?.clear()
    door?.close()
    socket?.dismiss(server?.connections ?? [])
    quitWhenRead(triesLeft: 25)
  }

  private func quitWhenRead(triesLeft: Int) {
    guard server?.connections.isEmpty == false, triesLeft > 0 else { return loop.quit() }
    farewell = Timeout(milliseconds: 20) { [weak self] in self?.quitWhenRead(triesLeft: triesLeft - 1) }
  }

  private func close() {
    if island?.quit() == true { keep(nil) }
    server?.cancel()
    store?.close()
  }
}
