// Doctor's queries on the session bus. No query starts a program.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

struct BusExamination {
  private let questions: BusQuestions
  private var bus: BusConnection { questions.bus }
  private var limitMs: Int32 { questions.limitMs }

  static func examine(_ found: inout Findings, limitMs: Int32) {
    switch BusQuestions.here(limitMs: limitMs) {
    case .success(let questions)?: BusExamination(questions: questions).examine(&found)
    case .failure(let error)?: found.bus = .failed(error.description)
    case nil: found.bus = .failed(tr("it does not answer"))
    }
  }

  private func examine(_ found: inout Findings) {
    found.bus = .reached
    let activatable = questions.askBus("ListActivatableNames", [])?.first?.elements?.compactMap(\.text)
    found.isActivatable = activatable?.contains(BusNames.application)
    found.notifications = notifications(canStart: activatable?.contains(BusNames.notifications) == true)
    if case .found(let server) = found.notifications { found.isInhibited = isInhibited(server) }
    if found.wantsTray { found.tray = tray() }
    found.gnomeView = .examine(questions)
    found.view = view()
    found.hasDock = questions.hasOwner(BusNames.unity)
    found.presence = .examine(bus, limitMs: limitMs)
    found.daemon = daemon()
    found.unit = unit()
  }

  // MARK: Queries

  private func notifications(canStart: Bool) -> Findings.Notifications {
    guard questions.hasOwner(BusNames.notifications) else { return .nobody(canStart: canStart) }
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
    guard questions.hasOwner(BusNames.application) else { return .nobody }
    let version = questions.property(
      BusNames.application, BusNames.applicationPath, BusNames.tomatoNotify1, "Version")
    guard let version = version?.text else { return .silent }
    return .version(version)
  }

  private func view() -> OtherClock {
    let views = questions.property(BusNames.application, BusNames.applicationPath, BusNames.views1, "Views")
    return Views.otherClock(of: views?.elements?.compactMap(\.text) ?? [])
  }

  private func unit() -> Findings.Unit {
    guard questions.hasOwner(BusNames.systemd1) else { return .noManager }
    guard let load = unitProperty("LoadState"), let active = unitProperty("ActiveState") else { return .silent }
    return .known(load: load, active: active)
  }

  private func unitProperty(_ property: String) -> String? {
    questions.property(BusNames.systemd1, BusNames.systemdUnitPath, BusNames.systemd1Unit, property)?.text
  }

  private func askServer(_ method: String, reply: String) -> Result<[BusValue], BusError>? {
    questions.ask(BusNames.notifications, BusNames.notificationsPath, BusNames.notifications, method, reply: reply)
  }
}
