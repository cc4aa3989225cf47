// Doctor's findings on everything that shows the time: the notification server, the island, the tray, the dock.

internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoWords

extension Diagnosis {
  static func bus(_ found: Findings) -> Judgement {
    switch found.bus {
    case .reached: .ok(tr("reached"))
    case .missing: .broken(tr("none is known here (DBUS_SESSION_BUS_ADDRESS is not set)"), DoctorWords.useTerminal)
    case .failed(let reason): .broken(reason, DoctorWords.useTerminal)
    }
  }

  // MARK: Notifications

  static func server(_ found: Findings) -> Judgement {
    switch found.notifications {
    case .notAsked: return .broken(tr("not asked, as there is no session bus"))
    case .nobody(canStart: false):
      return .broken(
        tr("none runs on this desktop, and none can be started"),
        tr("install one and start it, for example xfce4-notifyd, dunst or mako"))
    case .nobody(canStart: true):
      return .untested(
        tr("none runs now; the bus starts one for the first notification"),
        tr("start it with \"tomato-notify demo\", then ask again"))
    case .unusable(let reason): return .broken(reason, tr("end it and start it again, or log in again"))
    case .found(let server):
      let parts = ["name": server.name, "version": server.version, "vendor": server.vendor] as KeyValuePairs
      let name = server.vendor.isEmpty ? tr("{name} {version}", parts) : tr("{name} {version} ({vendor})", parts)
      let tryIt = tr("\"tomato-notify demo\" shows how it does; please report what you see")
      guard let row = server.row else {
        return .untested(tr("{server}, untested here: nobody has tried this version", ["server": name]), tryIt)
      }
      let places = ["server": name, "source": row.source] as KeyValuePairs
      return row.isMeasured
        ? .ok(tr("{server}; profile {source}", places))
        : .untested(tr("{server}, untested here: only its source was {source}", places), tryIt)
    }
  }

  static func capabilities(_ found: Findings) -> Judgement? {
    guard let capabilities = found.server?.capabilities.sorted() else { return nil }
    guard !capabilities.isEmpty else { return .limited(tr("it does not say what it can"), DoctorWords.useCommand) }
    let all = capabilities.joined(separator: ", ")
    return capabilities.contains("actions")
      ? .ok(all) : .limited(tr("it has no buttons (actions); it has: {all}", ["all": all]), DoctorWords.useCommand)
  }

  /// Uses the daemon's rule: with a tray, some servers get a less intrusive style.
  static func island(_ found: Findings) -> Judgement? {
    guard let server = found.server else { return nil }
    let (row, profile) = (server.row, server.profile)
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
    if style != .off, let buttons = buttons(server) {
      parts.append(buttons)
      if verdict == .ok { verdict = .limited }
    }
    return Judgement(verdict, parts.joined(separator: "; "), remedy)
  }

  /// How this server's buttons are limited; nil if it shows all of them.
  private static func buttons(_ server: Findings.Server) -> String? {
    switch server.capabilities.contains("actions") ? server.profile.buttons : .none {
    case .drawn: nil
    case .oneClick(.left): tr("no buttons: a click on it does the first thing, such as Pause")
    case .oneClick(.middle): tr("no buttons: a middle click on it does the first thing, such as Pause")
    case .none: DoctorWords.noActions
    }
  }

  static func doNotDisturb(_ found: Findings) -> Judgement? {
    guard found.server != nil else { return nil }
    return switch found.isInhibited {
    case true?:
      .limited(
        tr("it is on, so the island may not be shown"), tr("switch it off in the desktop's notification settings"))
    case false?: .ok(tr("off"))
    case nil: .untested(tr("this server cannot be asked"))
    }
  }

  // MARK: Tray and dock

  static func tray(_ found: Findings) -> Judgement? {
    guard found.bus == .reached else { return nil }
    guard found.wantsTray else { return .ok(tr("not used, as tray.enabled = false says")) }
    switch found.view {
    case .view: return .ok(tr("not used, as the desktop's own bar shows the time"))
    case .tray: return .ok(tr("not used, as the desktop's own widget stands in its place"))
    case .none: break
    }
    switch found.tray {
    case .notAsked: return nil
    case .none where found.server?.name == "gnome-shell":
      return .limited(
        DoctorWords.noTray,
        tr("install and enable GNOME's AppIndicator extension (gnome-shell-extension-appindicator)"))
    case .none: return .limited(DoctorWords.noTray, DoctorWords.startTray)
    case .silent:
      return .broken(
        tr("something has the tray's name on the bus, but does not answer"),
        tr("start the panel again, or log in again"))
    case .watcher(_, hasHost: false):
      return .limited(tr("a list of items is kept, but nobody draws it"), DoctorWords.startTray)
    case .watcher(.gnome, hasHost: true): return .ok(DoctorWords.gnomeTray)
    case .watcher(.mate, hasHost: true): return .ok(tr("MATE's panel"))
    case .watcher(.plasma, hasHost: true): return .ok(tr("Plasma's panel"))
    case .watcher(.other, hasHost: true): return .ok(tr("there, and draws icons"))
    }
  }

  /// Nil if the desktop has no bar that could show the time.
  static func views(_ found: Findings) -> Judgement? {
    if let judgement = plasmaView(found) { return judgement }
    let (finding, remedy) = (ViewsWords.finding(found.gnomeView), ViewsWords.remedy(found.gnomeView))
    switch found.gnomeView {
    case .notHere: return nil
    case .on: return .ok(found.view == .view || !found.runs ? finding : ViewsWords.isAwaited)
    case .broken, .silent: return .broken(finding, remedy)
    case .off where found.hasTray: return .ok(finding, remedy)
    case .off, .notInstalled, .unknown, .outdated, .allOff, .otherVersion:
      return .limited(finding, remedy)
    }
  }

  private static func plasmaView(_ found: Findings) -> Judgement? {
    let (finding, remedy) = (ViewsWords.finding(found.plasmaView), ViewsWords.remedy(found.plasmaView))
    switch found.plasmaView {
    case .notHere: return nil
    // Plasma of Debian 12 cannot have it.
    case .outdated: return .ok(finding, remedy)
    case .silent: return .broken(finding, remedy)
    case .notInstalled: return .limited(finding, remedy)
    case .off, .on:
      guard found.runs, found.view == .none else { return .ok(finding, remedy) }
      return .limited(ViewsWords.plasmaIsAwaited, ViewsWords.remedy(GNOMEView.unknown(isOn: true)))
    }
  }

  static func trayLabel(_ found: Findings) -> Judgement? {
    guard found.hasTray, found.view == .none, case .watcher(let kind, _) = found.tray else { return nil }
    return kind.showsLabel
      ? .ok(tr("the time stands beside the icon"))
      : .limited(
        tr("this tray shows none: the time is in the icon's ring and in the tooltip"),
        tr("a bar can show it as text: share/doc/tomato-notify/bars.md"))
  }

  static func dock(_ found: Findings) -> Judgement? {
    // Most desktops have no such dock, which is fine.
    found.hasDock.map { .ok($0 ? tr("one shows the progress on the icon") : tr("none that shows progress")) }
  }
}

extension Findings {
  /// A tray draws our item, or will once the daemon runs.
  var hasTray: Bool {
    if wantsTray, case .watcher(_, hasHost: true) = tray { true } else { false }
  }

  /// The other clock beside the island, now or once the daemon runs.
  var otherClock: OtherClock { view != .none ? view : hasTray ? .tray : .none }
}
