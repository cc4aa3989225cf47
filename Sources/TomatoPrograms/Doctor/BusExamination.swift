// Doctor's queries on the session bus. No query starts a program.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

struct BusExamination {
  private let questions: BusQuestions
  private var bus: BusConnection { questions.bus }

  static func examine(_ found: inout Findings) {
    do throws(BridgeError) {
      BusExamination(questions: try .here()).examine(&found)
    } catch { found.bus = .failed(error.description) }
  }

  private func examine(_ found: inout Findings) {
    found.bus = .reached
    let activatable = questions.askBus("ListActivatableNames", [])?.first?.elements?.compactMap(\.text)
    found.isActivatable = activatable?.contains(BusNames.application)
    found.notifications = notifications(canStart: activatable?.contains(BusNames.notifications) == true)
    found.isInhibited = found.server?.profile.inhibition.flatMap(isInhibited)
    if found.wantsTray { found.tray = tray() }
    found.gnomeView = .examine(questions)
    found.view = view()
    found.hasDock = questions.hasOwner(BusNames.unity)
    found.presence = .examine(bus)
    found.daemon = daemon()
    found.unit = unit()
  }

  private func notifications(canStart: Bool) -> Findings.Notifications {
    guard questions.hasOwner(BusNames.notifications) else { return .nobody(canStart: canStart) }
    switch askServer("GetServerInformation", reply: "(ssss)") {
    case .success(let values)?:
      let texts = values.compactMap(\.text)
      guard texts.count == 4 else { return .unusable(DoctorWords.silentServer) }
      let capabilities = try? askServer("GetCapabilities", reply: "(as)")?.get().first?.elements
      return .found(
        Findings.Server(
          name: texts[0], vendor: texts[1], version: texts[2], capabilities: capabilities?.compactMap(\.text) ?? []))
    case .failure(let error)?:
      return .unusable(tr("it gives no usable answer: {reason}", ["reason": error.description]))
    case nil: return .unusable(DoctorWords.silentServer)
    }
  }

  private func isInhibited(_ inhibition: Inhibition) -> Bool? {
    let doNotDisturb = DoNotDisturb(bus, onEnd: {})
    doNotDisturb.follow(inhibition)
    _ = MainLoop.turn(until: { doNotDisturb.isInhibited != nil }, limitMs: 1000)
    return doNotDisturb.isInhibited
  }

  private func tray() -> Findings.Tray {
    let host = TrayHost(bus) { _ in }
    _ = MainLoop.turn(until: { host.state != .unknown }, limitMs: Int(questions.limitMs))
    return switch host.state {
    case .unknown: .silent
    case .none: .none
    case .watcher(_, let kind, let hasHost): .watcher(kind, hasHost: hasHost)
    }
  }

  private func daemon() -> Findings.Daemon {
    guard questions.hasOwner(BusNames.application) else { return .nobody }
    return own(BusNames.tomatoNotify1, "Version")?.text.map { .version($0) } ?? .silent
  }

  private func view() -> OtherClock {
    Views.otherClock(of: own(BusNames.views1, "Views")?.elements?.compactMap(\.text) ?? [])
  }

  /// A property of our daemon.
  private func own(_ interface: String, _ property: String) -> BusValue? {
    questions.property(BusNames.application, BusNames.applicationPath, interface, property)
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
