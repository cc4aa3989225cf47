// Doctor's findings on everything that shows the time: the notification server, the island, the tray, the dock.

internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

extension Diagnosis {
  static func bus(_ found: Findings) -> Diagnosis {
    switch found.bus {
    case .reached: Diagnosis(.ok, .sessionBus, tr("reached"))
    case .missing:
      Diagnosis(
        .broken, .sessionBus, tr("none is known here (DBUS_SESSION_BUS_ADDRESS is not set)"),
        remedy: DoctorWords.useTerminal)
    case .failed(let reason): Diagnosis(.broken, .sessionBus, reason, remedy: DoctorWords.useTerminal)
    }
  }

  // MARK: Notifications

  static func server(_ found: Findings) -> Diagnosis {
    switch found.notifications {
    case .notAsked: return Diagnosis(.broken, .notificationServer, tr("not asked, as there is no session bus"))
    case .nobody(canStart: false):
      return Diagnosis(
        .broken, .notificationServer, tr("none runs on this desktop, and none can be started"),
        remedy: tr("install one and start it, for example xfce4-notifyd, dunst or mako"))
    case .nobody(canStart: true):
      return Diagnosis(
        .untested, .notificationServer, tr("none runs now; the bus starts one for the first notification"),
        remedy: tr("start it with \"tomato-notify demo\", then ask again"))
    case .unusable(let reason):
      return Diagnosis(.broken, .notificationServer, reason, remedy: tr("end it and start it again, or log in again"))
    case .found(let server):
      let row = row(server)
      let name = DoctorWords.server(server.name, server.vendor, server.version)
      guard row?.isMeasured == true else {
        let finding =
          row.map {
            tr("{server}, untested here: only its source was {source}", ["server": name, "source": $0.source])
          } ?? tr("{server}, untested here: nobody has tried this version", ["server": name])
        return Diagnosis(
          .untested, .notificationServer, finding,
          remedy: tr("\"tomato-notify demo\" shows how it does; please report what you see"))
      }
      return Diagnosis(.ok, .notificationServer, DoctorWords.measured(name, row?.source ?? ""))
    }
  }

  private static func row(_ server: Findings.Server) -> ServerRow? {
    ServerProfile.row(name: server.name, vendor: server.vendor, version: server.version)
  }

  static func capabilities(_ found: Findings) -> Diagnosis? {
    guard case .found(let server) = found.notifications else { return nil }
    guard !server.capabilities.isEmpty else {
      return Diagnosis(.limited, .capabilities, tr("it does not say what it can"), remedy: DoctorWords.useCommand)
    }
    let all = server.capabilities.sorted().joined(separator: ", ")
    guard server.capabilities.contains("actions") else {
      return Diagnosis(
        .limited, .capabilities, tr("it has no buttons (actions); it has: {all}", ["all": all]),
        remedy: DoctorWords.useCommand)
    }
    return Diagnosis(.ok, .capabilities, all)
  }

  /// Uses the daemon's rule: with a tray, some servers get a less intrusive style.
  static func island(_ found: Findings) -> Diagnosis? {
    guard case .found(let server) = found.notifications else { return nil }
    let row = row(server)
    let profile = row?.profile ?? .unmeasured
    let style = profile.style(found.mode, beside: found.otherClock)
    var remedy: String?
    var verdict = Verdict.ok
    var parts = [DoctorWords.style(style), DoctorWords.why(found.mode, style, row, found.otherClock)]
    switch style {
    case .off: (verdict, remedy) = (.limited, "tomato-notify config set island.mode auto")
    case .events where found.mode == .events: break
    case .events where row?.isMeasured != true: verdict = .untested
    case .events where found.otherClock != .none && found.mode == .auto:
      if profile.style(.pinned, beside: .tray) == .pinned {
        remedy = tr("\"tomato-notify config set island.mode pinned\" lets it stand all the time")
      }
    case .events: (verdict, remedy) = (.limited, tr("\"tomato-notify show\" brings it back at any time"))
    case .pinned, .listed: break
    }
    if style != .off, let buttons = buttons(profile, server) {
      parts.append(buttons)
      if verdict == .ok { verdict = .limited }
    }
    return Diagnosis(verdict, .island, parts.joined(separator: "; "), remedy: remedy)
  }

  /// The limits of the buttons; nil if there are none.
  private static func buttons(_ profile: ServerProfile, _ server: Findings.Server) -> String? {
    guard server.capabilities.contains("actions") else { return DoctorWords.noActions }
    return switch profile.buttons {
    case .drawn: nil
    case .oneClick(.left): tr("no buttons: a click on it does the first thing, such as Pause")
    case .oneClick(.middle): tr("no buttons: a middle click on it does the first thing, such as Pause")
    case .none: DoctorWords.noActions
    }
  }

  static func doNotDisturb(_ found: Findings) -> Diagnosis? {
    guard case .found = found.notifications else { return nil }
    switch found.isInhibited {
    case true?:
      return Diagnosis(
        .limited, .doNotDisturb, tr("it is on, so the island may not be shown"),
        remedy: tr("switch it off in the desktop's notification settings"))
    case false?: return Diagnosis(.ok, .doNotDisturb, tr("off"))
    case nil: return Diagnosis(.untested, .doNotDisturb, tr("this server cannot be asked"))
    }
  }

  // MARK: Tray and dock

  static func tray(_ found: Findings) -> Diagnosis? {
    guard found.bus == .reached else { return nil }
    guard found.wantsTray else { return Diagnosis(.ok, .tray, tr("not used, as tray.enabled = false says")) }
    switch found.view {
    case .view: return Diagnosis(.ok, .tray, tr("not used, as the desktop's own bar shows the time"))
    case .tray: return Diagnosis(.ok, .tray, tr("not used, as the desktop's own widget stands in its place"))
    case .none: break
    }
    switch found.tray {
    case .notAsked: return nil
    case .none where found.isGNOME:
      return Diagnosis(
        .limited, .tray, DoctorWords.noTray,
        remedy: tr(
          "install and enable GNOME's AppIndicator extension (gnome-shell-extension-appindicator)"))
    case .none: return Diagnosis(.limited, .tray, DoctorWords.noTray, remedy: DoctorWords.startTray)
    case .silent:
      return Diagnosis(
        .broken, .tray, tr("something has the tray's name on the bus, but does not answer"),
        remedy: tr("start the panel again, or log in again"))
    case .watcher(_, hasHost: false):
      return Diagnosis(
        .limited, .tray, tr("a list of items is kept, but nobody draws it"), remedy: DoctorWords.startTray)
    case .watcher(let kind, hasHost: true): return Diagnosis(.ok, .tray, DoctorWords.tray(kind))
    }
  }

  /// Nil if the desktop has no bar that could show the time.
  static func views(_ found: Findings) -> Diagnosis? {
    let (finding, remedy) = (ViewsWords.finding(found.gnomeView), ViewsWords.remedy(found.gnomeView))
    switch found.gnomeView {
    case .notHere: return nil
    case .on: return Diagnosis(.ok, .views, found.view == .view || !found.runs ? finding : ViewsWords.isAwaited)
    case .broken, .silent: return Diagnosis(.broken, .views, finding, remedy: remedy)
    case .off where found.hasTray: return Diagnosis(.ok, .views, finding, remedy: remedy)
    case .off, .notInstalled, .unknown, .outdated, .allOff: return Diagnosis(.limited, .views, finding, remedy: remedy)
    }
  }

  static func trayLabel(_ found: Findings) -> Diagnosis? {
    guard found.hasTray, found.view == .none, case .watcher(let kind, _) = found.tray else { return nil }
    return kind.showsLabel
      ? Diagnosis(.ok, .trayLabel, tr("the time stands beside the icon"))
      : Diagnosis(
        .limited, .trayLabel, tr("this tray shows none: the time is in the icon's ring and in the tooltip"),
        remedy: tr("a bar can show it as text: share/doc/tomato-notify/bars.md"))
  }

  static func dock(_ found: Findings) -> Diagnosis? {
    switch found.hasDock {
    case nil: nil
    case true?: Diagnosis(.ok, .dock, tr("one shows the progress on the icon"))
    // Most desktops have no such dock, which is fine.
    case false?: Diagnosis(.ok, .dock, tr("none that shows progress"))
    }
  }
}

extension Findings {
  /// A tray draws our item, or will once the daemon runs.
  var hasTray: Bool {
    if wantsTray, case .watcher(_, hasHost: true) = tray { true } else { false }
  }

  /// The other clock beside the island, now or once the daemon runs.
  var otherClock: OtherClock { view != .none ? view : hasTray ? .tray : .none }

  fileprivate var isGNOME: Bool {
    if case .found(let server) = notifications { server.name == "gnome-shell" } else { false }
  }
}
