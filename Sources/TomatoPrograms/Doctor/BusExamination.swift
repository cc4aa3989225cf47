// Doctor's queries on the session bus. No query starts a program.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

struct BusExamination {
  private let bus: BusConnection
  /// Timeout for one reply.
  private let limitMs: Int32

  static func examine(_ found: inout Findings, limitMs: Int32) {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    switch outcome {
    case .success(let bus)?: BusExamination(bus: bus, limitMs: limitMs).examine(&found)
    case .failure(let error)?: found.bus = .failed(error.description)
    case nil: found.bus = .failed(tr("it does not answer"))
    }
  }

  private func examine(_ found: inout Findings) {
    found.bus = .reached
    let activatable = askBus("ListActivatableNames", [])?.first?.elements?.compactMap(\.text)
    found.isActivatable = activatable?.contains(BusNames.application)
    found.notifications = notifications(canStart: activatable?.contains(BusNames.notifications) == true)
    if case .found(let server) = found.notifications { found.isInhibited = isInhibited(server) }
    if found.wantsTray { found.tray = tray() }
    found.hasDock = hasOwner(BusNames.unity)
    found.presence = .examine(bus, limitMs: limitMs)
    found.daemon = daemon()
    found.unit = unit()
  }

  // MARK: Who is there

  private func notifications(canStart: Bool) -> Findings.Notifications {
    guard hasOwner(BusNames.notifications) else { return .nobody(canStart: canStart) }
    switch askServer("GetServerInformation", reply: "(ssss)") {
    case .success(let values)?:
      let texts = values.compactMap(\.text)
      guard texts.count == 4 else { return .unusable(DoctorWords.silentServer) }
      let capabilities = try? askServer("GetCapabilities", reply: "(as)")?.get()
      return .found(
        Findings.Server(
          name: texts[0], vendor: texts[1], version: texts[2],
          capabilities: capabilities?.first?.elements?.compactMap(\.text) ?? []))
    case .failure(let error)?:
      return .unusable(tr("it gives no usable answer: {reason}", ["reason": error.description]))
    case nil: return .unusable(DoctorWords.silentServer)
    }
  }

  private func isInhibited(_ server: Findings.Server) -> Bool? {
    let profile = ServerProfile.profile(name: server.name, vendor: server.vendor, version: server.version)
    guard let inhibition = profile.inhibition else { return nil }
    let doNotDisturb = DoNotDisturb(bus, onEnd: {})
    doNotDisturb.follow(inhibition)
    _ = MainLoop.turn(until: { doNotDisturb.isInhibited != nil }, limitMs: 1000)
    return doNotDisturb.isInhibited
  }

  private func tray() -> Findings.Tray {
    let host = TrayHost(bus) { _ in }
    _ = MainLoop.turn(until: { host.state != .unknown }, limitMs: Int(limitMs))
    return switch host.state {
    case .unknown: .silent
    case .none: .none
    case .watcher(_, let kind, let hasHost): .watcher(kind, hasHost: hasHost)
    }
  }

  private func daemon() -> Findings.Daemon {
    guard hasOwner(BusNames.application) else { return .nobody }
    let arguments = [BusValue.string(BusNames.tomatoNotify1), .string("Version")]
    let answer = ask(
      BusNames.application, BusNames.applicationPath, BusNames.properties, "Get", arguments, reply: "(v)")
    guard case .success(let values)? = answer, let version = values.first?.unwrapped.text else { return .silent }
    return .version(version)
  }

  private func unit() -> Findings.Unit {
    guard hasOwner(BusNames.systemd1) else { return .noManager }
    guard let load = unitProperty("LoadState"), let active = unitProperty("ActiveState") else { return .silent }
    return .known(load: load, active: active)
  }

  private func unitProperty(_ property: String) -> String? {
    let answer = ask(
      BusNames.systemd1, BusNames.systemdUnitPath, BusNames.properties, "Get",
      [.string(BusNames.systemd1Unit), .string(property)], reply: "(v)")
    return (try? answer?.get())?.first?.unwrapped.text
  }

  // MARK: One question

  private func hasOwner(_ name: String) -> Bool {
    guard case .bool(let isOwned)? = askBus("NameHasOwner", [.string(name)])?.first else { return false }
    return isOwned
  }

  private func askBus(_ method: String, _ arguments: [BusValue]) -> [BusValue]? {
    try? ask(BusNames.bus, BusNames.busPath, BusNames.bus, method, arguments)?.get()
  }

  private func askServer(_ method: String, reply: String) -> Result<[BusValue], BusError>? {
    ask(BusNames.notifications, BusNames.notificationsPath, BusNames.notifications, method, reply: reply)
  }

  /// Nil if there was no answer in time.
  private func ask(
    _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    reply: String? = nil
  ) -> Result<[BusValue], BusError>? {
    var outcome: Result<[BusValue], BusError>?
    bus.call(
      name, path, interface, method, arguments, reply: reply, timeoutMs: 2 * limitMs, autoStart: false
    ) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    return outcome
  }
}
