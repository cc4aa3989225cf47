// `tomato-notifyd doctor`: asks the desktop, judges, prints. A program of its own, because it must also work when the
// daemon does not.

internal import GLibBridge

enum DoctorProgram {
  /// So long a question to the bus may take: a server that is started for it included.
  private static let limitMs: Int32 = 5000

  /// - Returns: 0; 1 when something is broken; 64 for wrong usage.
  static func run(_ words: [String]) -> Int32 {
    guard words.isEmpty || words == ["--json"] else {
      StandardStreams.write(DoctorWords.usage, toErrors: true)
      return 64
    }
    let report = Diagnosis.all(examine())
    let lines = report.map { words.isEmpty ? $0.line : JSON.line($0.json) }
    StandardStreams.write(lines.joined(separator: "\n"), toErrors: false)
    return report.contains { $0.verdict == .broken } ? 1 : 0
  }

  static func examine() -> Findings {
    var found = Findings(bus: .missing, notifications: .notAsked, socket: .nobody, socketPath: "")
    let configuration = ConfigurationWatch().current
    found.mode = configuration.islandMode
    found.sound = .examine(configuration.sound)
    switch Paths.runtimeDirectory() {
    case .failure(let error): found.socket = .noPlace(error.description)
    case .success(let runtime):
      found.socketPath = Places.socket(in: runtime)
      switch LineClient.ask(found.socketPath, "tomatoclock://status", limitMs: limitMs) {
      case .answer: found.socket = .answers
      case .nobody: found.socket = .nobody
      case .silent: found.socket = .silent
      }
    }
    found.linkHandler = DesktopHandlers.handler(ofScheme: "tomatoclock")
    found.desktopEntry = DesktopHandlers.entry(Diagnosis.desktopFile)
    found.icon = NotificationIcon.find(BusNames.application + "-focus")?.path
    if Places.hasSessionBus() { askBus(&found) }
    return found
  }

  private static func askBus(_ found: inout Findings) {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    let bus: BusConnection
    switch outcome {
    case .success(let connected)?: bus = connected
    case .failure(let error)?:
      found.bus = .failed(error.description)
      return
    case nil:
      found.bus = .failed(DoctorWords.busSilent)
      return
    }
    found.bus = .reached
    found.isActivatable = activatable(bus)
    found.notifications = notifications(bus)
    if case .found(let server) = found.notifications { found.isInhibited = isInhibited(bus, server) }
  }

  private static func activatable(_ bus: BusConnection) -> Bool? {
    guard case .success(let values)? = ask(bus, BusNames.bus, BusNames.busPath, BusNames.bus, "ListActivatableNames")
    else { return nil }
    return values.first?.elements?.contains { $0.text == BusNames.application }
  }

  /// Asking starts a server that the bus can start, as a notification would.
  private static func notifications(_ bus: BusConnection) -> Findings.Notifications {
    let identity = askServer(bus, "GetServerInformation", reply: "(ssss)")
    switch identity {
    case .success(let values)?:
      let texts = values.compactMap(\.text)
      guard texts.count == 4 else { return .unusable(DoctorWords.silentServer) }
      let capabilities = try? askServer(bus, "GetCapabilities", reply: "(as)")?.get()
      return .found(
        Findings.Server(
          name: texts[0], vendor: texts[1], version: texts[2],
          capabilities: capabilities?.first?.elements?.compactMap(\.text) ?? []))
    case .failure(let error)?:
      return hasOwner(bus) ? .unusable(DoctorWords.unreadable(error.description)) : .nobody
    case nil: return .unusable(DoctorWords.silentServer)
    }
  }

  private static func hasOwner(_ bus: BusConnection) -> Bool {
    let answer = ask(
      bus, BusNames.bus, BusNames.busPath, BusNames.bus, "NameHasOwner", [.string(BusNames.notifications)])
    guard case .success(let values)? = answer, case .bool(let isOwned)? = values.first else { return false }
    return isOwned
  }

  private static func isInhibited(_ bus: BusConnection, _ server: Findings.Server) -> Bool? {
    let profile = ServerProfile.profile(name: server.name, vendor: server.vendor, version: server.version)
    guard let inhibition = profile.inhibition else { return nil }
    let doNotDisturb = DoNotDisturb(bus, onEnd: {})
    doNotDisturb.follow(inhibition)
    _ = MainLoop.turn(until: { doNotDisturb.isInhibited != nil }, limitMs: 1000)
    return doNotDisturb.isInhibited
  }

  // MARK: One question

  private static func askServer(
    _ bus: BusConnection, _ method: String, reply: String
  ) -> Result<[BusValue], BusError>? {
    ask(bus, BusNames.notifications, BusNames.notificationsPath, BusNames.notifications, method, reply: reply)
  }

  /// Nil if there was no answer in time.
  private static func ask(
    _ bus: BusConnection, _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [BusValue] = [], reply: String? = nil
  ) -> Result<[BusValue], BusError>? {
    var outcome: Result<[BusValue], BusError>?
    bus.call(name, path, interface, method, arguments, reply: reply, timeoutMs: 2 * limitMs) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    return outcome
  }
}
