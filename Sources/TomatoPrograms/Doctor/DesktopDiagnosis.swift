// What doctor says about everything that shows the time: the notification server, the island, the tray, the dock.

internal import TomatoDesktop
internal import TomatoIsland

extension Diagnosis {
  static func bus(_ found: Findings) -> Diagnosis {
    switch found.bus {
    case .reached: Diagnosis(.ok, .sessionBus, DoctorWords.busReached)
    case .missing: Diagnosis(.broken, .sessionBus, DoctorWords.busMissing, remedy: DoctorWords.useTerminal)
    case .failed(let reason): Diagnosis(.broken, .sessionBus, reason, remedy: DoctorWords.useTerminal)
    }
  }

  // MARK: Notifications

  static func server(_ found: Findings) -> Diagnosis {
    switch found.notifications {
    case .notAsked: return Diagnosis(.broken, .notificationServer, DoctorWords.notAsked)
    case .nobody(canStart: false):
      return Diagnosis(.broken, .notificationServer, DoctorWords.noServer, remedy: DoctorWords.startServer)
    case .nobody(canStart: true):
      return Diagnosis(.untested, .notificationServer, DoctorWords.serverToStart, remedy: DoctorWords.meetServer)
    case .unusable(let reason):
      return Diagnosis(.broken, .notificationServer, reason, remedy: DoctorWords.restartServer)
    case .found(let server):
      let row = row(server)
      let name = DoctorWords.server(server.name, server.vendor, server.version)
      guard row?.profile.evidence == .measured else {
        let finding = row.map { DoctorWords.onlyRead(name, $0.source) } ?? DoctorWords.unknownServer(name)
        return Diagnosis(.untested, .notificationServer, finding, remedy: DoctorWords.seeDemo)
      }
      return Diagnosis(.ok, .notificationServer, DoctorWords.measured(name, row?.source ?? ""))
    }
  }

  private static func row(_ server: Findings.Server) -> ServerRow? {
    ServerProfile.row(name: server.name, vendor: server.vendor, version: server.version)
  }

  static func capabilities(_ found: Findings) -> [Diagnosis] {
    guard case .found(let server) = found.notifications else { return [] }
    guard !server.capabilities.isEmpty else {
      return [Diagnosis(.limited, .capabilities, DoctorWords.noCapabilities, remedy: DoctorWords.useCommand)]
    }
    let all = server.capabilities.sorted().joined(separator: ", ")
    guard server.capabilities.contains("actions") else {
      return [Diagnosis(.limited, .capabilities, DoctorWords.withoutActions(all), remedy: DoctorWords.useCommand)]
    }
    return [Diagnosis(.ok, .capabilities, all)]
  }

  /// As the daemon decides it: a tray makes it less insistent on some servers.
  static func island(_ found: Findings) -> [Diagnosis] {
    guard case .found(let server) = found.notifications else { return [] }
    let profile = row(server)?.profile ?? .unmeasured
    let style = profile.style(found.mode, hasTrayHost: found.hasTray)
    var remedy: String?
    var verdict = Verdict.ok
    var parts = [
      DoctorWords.mode(found.mode, style), DoctorWords.why(found.mode, style, profile, hasTray: found.hasTray),
    ]
    switch style {
    case .off: (verdict, remedy) = (.limited, DoctorWords.setAuto)
    case .events where found.mode == .events: break
    case .events where profile.evidence != .measured: verdict = .untested
    case .events where found.hasTray && found.mode == .auto:
      if profile.style(.pinned, hasTrayHost: true) == .pinned { remedy = DoctorWords.setPinned }
    case .events: (verdict, remedy) = (.limited, DoctorWords.useShow)
    case .pinned, .listed: break
    }
    if style != .off, let buttons = buttons(profile, server) {
      parts.append(buttons)
      if verdict == .ok { verdict = .limited }
    }
    return [Diagnosis(verdict, .island, parts.joined(separator: "; "), remedy: remedy)]
  }

  /// What is missing of the buttons; nil if nothing is.
  private static func buttons(_ profile: ServerProfile, _ server: Findings.Server) -> String? {
    guard server.capabilities.contains("actions") else { return DoctorWords.noActions }
    return switch profile.buttons {
    case .drawn: nil
    case .oneClick(.left): DoctorWords.leftClick
    case .oneClick(.middle): DoctorWords.middleClick
    case .none: DoctorWords.noActions
    }
  }

  static func doNotDisturb(_ found: Findings) -> [Diagnosis] {
    guard case .found = found.notifications else { return [] }
    switch found.isInhibited {
    case true?: return [Diagnosis(.limited, .doNotDisturb, DoctorWords.inhibited, remedy: DoctorWords.endInhibition)]
    case false?: return [Diagnosis(.ok, .doNotDisturb, DoctorWords.notInhibited)]
    case nil: return [Diagnosis(.untested, .doNotDisturb, DoctorWords.inhibitionUnknown)]
    }
  }

  // MARK: Tray and dock

  static func tray(_ found: Findings) -> [Diagnosis] {
    guard found.bus == .reached else { return [] }
    guard found.wantsTray else { return [Diagnosis(.ok, .tray, DoctorWords.trayOff)] }
    switch found.tray {
    case .notAsked: return []
    case .none where found.isGNOME:
      return [Diagnosis(.limited, .tray, DoctorWords.noTray, remedy: DoctorWords.installExtension)]
    case .none: return [Diagnosis(.limited, .tray, DoctorWords.noTray, remedy: DoctorWords.startTray)]
    case .silent: return [Diagnosis(.broken, .tray, DoctorWords.traySilent, remedy: DoctorWords.restartPanel)]
    case .watcher(_, hasHost: false):
      return [Diagnosis(.limited, .tray, DoctorWords.trayWithoutHost, remedy: DoctorWords.startTray)]
    case .watcher(let kind, hasHost: true): return [Diagnosis(.ok, .tray, DoctorWords.tray(kind))]
    }
  }

  static func trayLabel(_ found: Findings) -> [Diagnosis] {
    guard found.hasTray, case .watcher(let kind, _) = found.tray else { return [] }
    return kind.showsLabel
      ? [Diagnosis(.ok, .trayLabel, DoctorWords.labelShown)]
      : [Diagnosis(.limited, .trayLabel, DoctorWords.noLabel, remedy: DoctorWords.useBar)]
  }

  static func dock(_ found: Findings) -> [Diagnosis] {
    switch found.hasDock {
    case nil: []
    case true?: [Diagnosis(.ok, .dock, DoctorWords.dockListens)]
    // Most desktops have none; nothing is missing there.
    case false?: [Diagnosis(.ok, .dock, DoctorWords.noDock)]
    }
  }
}

extension Findings {
  /// A tray draws our item, or will once the daemon runs.
  var hasTray: Bool {
    if wantsTray, case .watcher(_, hasHost: true) = tray { true } else { false }
  }

  fileprivate var isGNOME: Bool {
    if case .found(let server) = notifications { server.name == "gnome-shell" } else { false }
  }
}
