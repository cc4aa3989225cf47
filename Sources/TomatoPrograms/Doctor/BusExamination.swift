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
    let activatable = questions.value(.bus, "ListActivatableNames")?.elements?.compactMap(\.text)
    found.isActivatable = activatable?.contains(BusNames.application)
    found.notifications = notifications(canStart: activatable?.contains(BusObject.notifications.name) == true)
    found.isInhibited = found.server?.profile.inhibition.flatMap(isInhibited)
    if found.wantsTray { found.tray = tray() }
    found.gnomeView = .examine(questions)
    found.plasmaView = .examine(questions)
    found.view = view()
    found.hasDock = questions.hasOwner(BusNames.unity)
    found.presence = .examine(bus)
    found.daemon = daemon()
    found.unit = unit()
  }

  private func notifications(canStart: Bool) -> Findings.Notifications {
    guard questions.hasOwner(BusObject.notifications.name) else { return .nobody(canStart: canStart) }
    switch questions.ask(.notifications, "GetServerInformation", reply: "(ssss)") {
    case .success(let values)?:
      let texts = values.compactMap(\.text)
      guard texts.count == 4 else { return .unusable(DoctorWords.silentServer) }
      let capabilities = questions.value(.notifications, "GetCapabilities", reply: "(as)")?.elements
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
    questions.property(property, of: BusObject(BusNames.application, BusNames.applicationPath, interface))
  }

  private func unit() -> Findings.Unit {
    guard questions.hasOwner(BusObject.systemd1.name) else { return .noManager }
    guard let load = questions.property("LoadState", of: .systemdUnit)?.text,
      let active = questions.property("ActiveState", of: .systemdUnit)?.text
    else { return .silent }
    return .known(load: load, active: active)
  }
}
