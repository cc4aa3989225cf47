// Doctor's findings on the timer itself, what starts it, and what leads to it.

internal import GLibBridge
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Diagnosis {
  // MARK: The timer

  static func daemon(_ found: Findings) -> Diagnosis {
    switch (found.socket, found.daemon) {
    case (.answers, .version(tomatoVersion)), (.answers, .notAsked):
      Diagnosis(.ok, .daemon, tr("runs, version {version}", ["version": tomatoVersion]))
    case (.answers, .version(let other)):
      Diagnosis(
        .limited, .daemon,
        tr("runs as version {running}; installed is {installed}", ["running": other, "installed": tomatoVersion]),
        remedy: DoctorWords.restartDaemon)
    case (.answers, .nobody):
      Diagnosis(
        .broken, .daemon, tr("runs, but not on this session bus, so its island and tray are not here"),
        remedy: DoctorWords.restartDaemon)
    case (.silent, _), (_, .silent):
      Diagnosis(.broken, .daemon, tr("something is there but does not answer"), remedy: DoctorWords.endDaemon)
    case (.nobody, .version), (.noPlace, .version):
      Diagnosis(
        .broken, .daemon, tr("runs on this session bus, but nobody listens at {path}", ["path": found.socketPath]),
        remedy: tr("set XDG_RUNTIME_DIR to what your desktop session has"))
    case (.nobody, _): Diagnosis(.ok, .daemon, tr("does not run; the first command starts it"))
    case (.noPlace, _):
      Diagnosis(.broken, .daemon, tr("cannot run without a place for its socket"), remedy: DoctorWords.setRuntime)
    }
  }

  static func socket(_ found: Findings) -> Diagnosis {
    switch found.socket {
    case .answers: Diagnosis(.ok, .socket, tr("answers at {path}", ["path": found.socketPath]))
    case .nobody: Diagnosis(.ok, .socket, tr("will be {path}", ["path": found.socketPath]))
    case .silent:
      Diagnosis(
        .broken, .socket, tr("something listens at {path} but does not answer", ["path": found.socketPath]),
        remedy: DoctorWords.endDaemon)
    case .noPlace(let reason): Diagnosis(.broken, .socket, reason, remedy: DoctorWords.setRuntime)
    }
  }

  static func database(_ found: Findings) -> Diagnosis? {
    let finding: String
    switch found.database {
    case nil: return nil
    case .none(let path, canBeMade: false)?:
      return Diagnosis(
        .broken, .database, tr("{path} cannot be made, so nothing is saved", ["path": path]),
        remedy: DoctorWords.makeWritable)
    case .unusable(let path, let reason)?:
      return Diagnosis(
        .broken, .database, tr("{path} cannot be read: {reason}", ["path": path, "reason": reason]),
        remedy: tr("tomato-notify repair saves what can be read of it"))
    case .opens(let path, _, _, isWritable: false)?:
      return Diagnosis(
        .broken, .database, tr("{path} may not be written, so nothing is saved", ["path": path]),
        remedy: DoctorWords.makeWritable)
    case .none(let path, canBeMade: true)?: finding = tr("none yet; it will be {path}", ["path": path])
    case .opens(let path, let bytes, let intervals, isWritable: true)?:
      let size = String((bytes + 1023) / 1024)
      finding = tr("{path}, {size} KiB, intervals: {n}", ["path": path, "size": size, "n": String(intervals)])
    }
    if let kept = found.keptDatabases.last {
      return Diagnosis(
        .limited, .database,
        finding + "; " + tr("an earlier one could not be used and is kept as {path}", ["path": kept]),
        remedy: tr(
          "tomato-notify repair brings back what can be read of it; delete {path} once you do not need it",
          ["path": kept]))
    }
    guard let rows = found.keptRows else { return Diagnosis(.ok, .database, finding) }
    return Diagnosis(
      .limited, .database,
      finding + "; " + tr("a part of the state could not be read and was put aside in it ({what})", ["what": rows]),
      remedy: tr("look at its table kept_row with sqlite3, and drop that once you do not need it"))
  }

  static func copies(_ found: Findings) -> Diagnosis? {
    guard let copies = found.copies else { return nil }
    guard let newest = copies.paths.first else {
      return Diagnosis(.ok, .copies, tr("none yet; the first interval of each day that is over makes one"))
    }
    return Diagnosis(.ok, .copies, DoctorWords.copies(copies.paths.count, copies.day, newest))
  }

  static func configuration(_ found: Findings) -> Diagnosis {
    guard let first = found.complaints.first else {
      return Diagnosis(.ok, .configuration, tr("no mistakes"))
    }
    let more = found.complaints.dropFirst().reduce(0) { $0 + $1.count }
    let finding =
      more == 0 ? first.description : tr("{first} (and {n} more)", ["first": first.description, "n": String(more)])
    return Diagnosis(
      .limited, .configuration, finding, remedy: tr("\"tomato-notify config\" lists every key and its value"))
  }

  // MARK: What starts it

  /// With `DBusActivatable` in the desktop file and no working service, GLib drops links silently.
  static func activation(_ found: Findings) -> Diagnosis? {
    guard let isActivatable = found.isActivatable else { return nil }
    guard isActivatable else {
      guard found.service == nil else {
        // While the daemon runs, requests reach it, so nothing is broken right after an installation.
        let verdict = found.runs ? Verdict.limited : .broken
        return Diagnosis(
          verdict, .activation, tr("a service file is installed, but this session bus has not read it"),
          remedy: tr("log in again"))
      }
      let verdict = found.desktopEntry == nil ? Verdict.limited : .broken
      return Diagnosis(
        verdict, .activation, tr("not possible: no service file is installed, so only the command starts the daemon"),
        remedy: DoctorWords.install)
    }
    guard let service = found.service else { return Diagnosis(.ok, .activation, DoctorWords.activatable) }
    guard service.isProgramThere else {
      let finding = tr(
        "{path} names a program that is not there: {program}", ["path": service.path, "program": service.program])
      return Diagnosis(.broken, .activation, finding, remedy: tr("install it again"))
    }
    return Diagnosis(.ok, .activation, DoctorWords.activatable(service.path))
  }

  static func unit(_ found: Findings) -> Diagnosis? {
    guard let unit = found.unit else { return nil }
    let isNeeded = found.service?.unit != nil
    switch unit {
    case .noManager: return Diagnosis(.ok, .unit, tr("not used: this session bus starts the daemon itself"))
    case .silent: return Diagnosis(.untested, .unit, tr("systemd does not say"))
    case .known("loaded", "failed"):
      return Diagnosis(
        .limited, .unit, tr("installed, and failed"),
        remedy: tr("journalctl --user -u tomato-notify says why; the next command tries again"))
    case .known("loaded", let active): return Diagnosis(.ok, .unit, DoctorWords.unit(active))
    // If the service file names a unit, the bus starts only that, through systemd.
    case .known("masked", _):
      return Diagnosis(
        isNeeded ? .broken : .limited, .unit, tr("masked, so the session bus cannot start the daemon"),
        remedy: "systemctl --user unmask tomato-notify")
    case .known(let load, _):
      let remedy = isNeeded ? tr("install it again, or systemctl --user daemon-reload") : DoctorWords.install
      let verdict = isNeeded && !found.runs ? Verdict.broken : .limited
      return Diagnosis(
        verdict, .unit,
        tr("systemd does not find it ({state}), so the session bus cannot start the daemon", ["state": load]),
        remedy: remedy)
    }
  }

  static func autostart(_ found: Findings) -> Diagnosis? {
    guard let state = found.autostart else { return nil }
    let finding = DoctorWords.autostart(state)
    let turnOn = DoctorWords.turnOn
    // "Off" is what the user has chosen.
    return switch state {
    case .on, .off, .configuredOff: Diagnosis(.ok, .autostart, finding)
    case .otherDesktop: Diagnosis(.limited, .autostart, finding)
    case .missing: Diagnosis(.limited, .autostart, finding, remedy: turnOn)
    case .noProgram, .unusable: Diagnosis(.broken, .autostart, finding, remedy: turnOn)
    }
  }

  // MARK: What leads to it

  static func links(_ found: Findings) -> Diagnosis {
    guard let handler = found.linkHandler else {
      return Diagnosis(
        .limited, .links, tr("no application opens them"),
        remedy: found.desktopEntry == nil ? DoctorWords.install : DoctorWords.setHandler)
    }
    guard handler == desktopFile else {
      return Diagnosis(
        .limited, .links, tr("another application opens them: {id}", ["id": handler]), remedy: DoctorWords.setHandler)
    }
    return Diagnosis(.ok, .links, DoctorWords.handler(handler))
  }

  static func desktopEntry(_ found: Findings) -> Diagnosis {
    guard let path = found.desktopEntry else {
      return Diagnosis(
        .limited, .desktopEntry, tr("not installed; some desktops hide notifications of unknown applications"),
        remedy: DoctorWords.install)
    }
    return Diagnosis(.ok, .desktopEntry, path)
  }

  static func icons(_ found: Findings) -> Diagnosis {
    guard let icon = found.icon else {
      return Diagnosis(.limited, .icons, tr("not found"), remedy: DoctorWords.install)
    }
    guard found.readsSVG || !found.wantsTray else {
      return Diagnosis(
        .limited, .icons, tr("{path}; but nothing here draws SVG, as the tray's icons are", ["path": icon.path]),
        remedy: tr("install the SVG loader of GdkPixbuf (librsvg2-common)"))
    }
    guard icon.isInTheme else {
      return Diagnosis(.ok, .icons, tr("{path}; not in the icon theme, so given by path", ["path": icon.path]))
    }
    return Diagnosis(.ok, .icons, icon.path)
  }

  static func language(_ found: Findings) -> Diagnosis? {
    guard let language = found.language else { return nil }
    let wanted = language.wanted
    let isEnglish = ["C", "POSIX", "en"].contains(wanted.prefix { !"._@".contains($0) })
    if language.isTranslated { return Diagnosis(.ok, .language, tr("{locale}: translated", ["locale": wanted])) }
    if isEnglish { return Diagnosis(.ok, .language, tr("{locale}: English", ["locale": wanted])) }
    return Diagnosis(.limited, .language, tr("{locale}: no translation, so English", ["locale": wanted]))
  }
}
