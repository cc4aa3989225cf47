// Doctor's findings on the timer itself, what starts it, and what leads to it.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Diagnosis {
  // MARK: The timer

  static func daemon(_ found: Findings) -> Judgement {
    switch (found.socket, found.daemon) {
    case (.answers, .version(tomatoVersion)), (.answers, .notAsked):
      .ok(tr("runs, version {version}", ["version": tomatoVersion]))
    case (.answers, .version(let other)):
      .limited(
        tr("runs as version {running}; installed is {installed}", ["running": other, "installed": tomatoVersion]),
        DoctorWords.restartDaemon)
    case (.answers, .nobody):
      .broken(tr("runs, but not on this session bus, so its island and tray are not here"), DoctorWords.restartDaemon)
    case (.silent, _), (_, .silent): .broken(tr("something is there but does not answer"), DoctorWords.endDaemon)
    case (.nobody, .version), (.noPlace, .version):
      .broken(
        tr("runs on this session bus, but nobody listens at {path}", ["path": found.socketPath]),
        tr("set XDG_RUNTIME_DIR to what your desktop session has"))
    case (.nobody, _): .ok(tr("does not run; the first command starts it"))
    case (.noPlace, _): .broken(tr("cannot run without a place for its socket"), DoctorWords.setRuntime)
    }
  }

  static func socket(_ found: Findings) -> Judgement {
    switch found.socket {
    case .answers: .ok(tr("answers at {path}", ["path": found.socketPath]))
    case .nobody: .ok(tr("will be {path}", ["path": found.socketPath]))
    case .silent:
      .broken(tr("something listens at {path} but does not answer", ["path": found.socketPath]), DoctorWords.endDaemon)
    case .noPlace(let reason): .broken(reason, DoctorWords.setRuntime)
    }
  }

  static func database(_ found: Findings) -> Judgement? {
    let finding: String
    switch found.database {
    case nil: return nil
    case .none(let path, canBeMade: false)?:
      return .broken(tr("{path} cannot be made, so nothing is saved", ["path": path]), DoctorWords.makeWritable)
    case .unusable(let path, let reason)?:
      return .broken(
        tr("{path} cannot be read: {reason}", ["path": path, "reason": reason]),
        tr("tomato-notify repair saves what can be read of it"))
    case .opens(let path, _, _, isWritable: false)?:
      return .broken(tr("{path} may not be written, so nothing is saved", ["path": path]), DoctorWords.makeWritable)
    case .none(let path, canBeMade: true)?: finding = tr("none yet; it will be {path}", ["path": path])
    case .opens(let path, let bytes, let intervals, isWritable: true)?:
      let size = String((bytes + 1023) / 1024)
      finding = tr("{path}, {size} KiB, intervals: {n}", ["path": path, "size": size, "n": String(intervals)])
    }
    if let kept = found.keptDatabase {
      return .limited(
        finding + "; " + tr("an earlier one could not be used and is kept as {path}", ["path": kept]),
        tr(
          "tomato-notify repair brings back what can be read of it; delete {path} once you do not need it",
          ["path": kept]))
    }
    guard let rows = found.keptRows else { return .ok(finding) }
    return .limited(
      finding + "; " + tr("a part of the state could not be read and was put aside in it ({what})", ["what": rows]),
      tr("look at its table kept_row with sqlite3, and drop that once you do not need it"))
  }

  static func copies(_ found: Findings) -> Judgement? {
    guard let copies = found.copies else { return nil }
    guard let newest = copies.paths.first else {
      return .ok(tr("none yet; one is made when the first interval of a day ends"))
    }
    let places = ["n": String(copies.paths.count), "day": copies.day ?? "", "path": newest] as KeyValuePairs
    return .ok(
      copies.day == nil ? tr("{n}, the newest is {path}", places) : tr("{n}, the newest of {day}: {path}", places))
  }

  static func configuration(_ found: Findings) -> Judgement {
    guard let first = found.complaints.first?.description else { return .ok(tr("no mistakes")) }
    let more = found.complaints.dropFirst().reduce(0) { $0 + $1.count }
    return .limited(
      more == 0 ? first : tr("{first} (and {n} more)", ["first": first, "n": String(more)]),
      tr("\"tomato-notify config\" lists every key and its value"))
  }

  static func hooks(_ found: Findings) -> [Judgement] {
    found.hooks.map { hook in
      let finding = HookWords.finding(hook.key, hook.finding)
      return hook.isGood
        ? .ok(finding) : .limited(finding, tr("tomato-notify hooks test {key} shows what it does", ["key": hook.key]))
    }
  }

  // MARK: What starts it

  /// With `DBusActivatable` in the desktop file and no working service, GLib drops links silently.
  static func activation(_ found: Findings) -> Judgement? {
    switch (found.isActivatable, found.service) {
    case (nil, _): nil
    case (false?, nil):
      Judgement(
        found.desktopEntry == nil ? .limited : .broken,
        tr("not possible: no service file is installed, so only the command starts the daemon"), DoctorWords.install)
    // While the daemon runs, requests reach it, so nothing is broken right after an installation.
    case (false?, _):
      Judgement(
        found.runs ? .limited : .broken, tr("a service file is installed, but this session bus has not read it"),
        tr("log in again"))
    case (true?, nil): .ok(tr("possible"))
    case (true?, let service?) where service.isProgramThere: .ok(tr("possible ({path})", ["path": service.path]))
    case (true?, let service?):
      .broken(
        tr("{path} names a program that is not there: {program}", ["path": service.path, "program": service.program]),
        tr("install it again"))
    }
  }

  static func unit(_ found: Findings) -> Judgement? {
    // If the service file names a unit, the bus starts only that, through systemd.
    let isNeeded = found.service?.unit != nil
    return switch found.unit {
    case nil: nil
    case .noManager?: .ok(tr("not used: this session bus starts the daemon itself"))
    case .silent?: .untested(tr("systemd does not say"))
    case .known("loaded", "failed")?:
      .limited(
        tr("installed, and failed"), tr("journalctl --user -u tomato-notify says why; the next command tries again"))
    case .known("loaded", let active)?: .ok(tr("installed, {state}", ["state": active]))
    case .known("masked", _)?:
      Judgement(
        isNeeded ? .broken : .limited, tr("masked, so the session bus cannot start the daemon"),
        "systemctl --user unmask tomato-notify")
    case .known(let load, _)?:
      Judgement(
        isNeeded && !found.runs ? .broken : .limited,
        tr("systemd does not find it ({state}), so the session bus cannot start the daemon", ["state": load]),
        isNeeded ? tr("install it again, or systemctl --user daemon-reload") : DoctorWords.install)
    }
  }

  static func autostart(_ found: Findings) -> Judgement? {
    guard let state = found.autostart else { return nil }
    let turnOn = "tomato-notify autostart on"
    return switch state.obstacle {
    case nil where state.isArmed: .ok(tr("on, and a focus phase begins ({path})", state.places))
    case nil: .ok(tr("on, silently ({path})", state.places))
    case .missing: .limited(tr("off: there is no entry"), turnOn)
    // The user's own choice.
    case .off: .ok(tr("off: {path} says {key}", state.places))
    case .configuration: .ok(tr("off, as login.start = off says"))
    case .desktop: .limited(tr("off: {path} leaves out this desktop with {key}", state.places))
    case .program: .broken(tr("{path} names a program that is not there: {program}", state.places), turnOn)
    case .unusable: .broken(state.detail, turnOn)
    }
  }

  // MARK: What leads to it

  static func links(_ found: Findings) -> Judgement {
    switch found.linkHandler {
    case nil:
      .limited(
        tr("no application opens them"), found.desktopEntry == nil ? DoctorWords.install : DoctorWords.setHandler)
    case desktopFile?: .ok(tr("opened by {id}", ["id": desktopFile]))
    case let other?: .limited(tr("another application opens them: {id}", ["id": other]), DoctorWords.setHandler)
    }
  }

  static func desktopEntry(_ found: Findings) -> Judgement {
    found.desktopEntry.map { .ok($0) }
      ?? .limited(tr("not installed; some desktops hide notifications of unknown applications"), DoctorWords.install)
  }

  static func icons(_ found: Findings) -> Judgement {
    guard let icon = found.icon else { return .limited(tr("not found"), DoctorWords.install) }
    guard found.readsSVG || !found.wantsTray else {
      return .limited(
        tr("{path}; but nothing here draws SVG, as the tray's icons are", ["path": icon.path]),
        tr("install the SVG loader of GdkPixbuf (librsvg2-common)"))
    }
    return .ok(icon.isInTheme ? icon.path : tr("{path}; not in the icon theme, so given by path", ["path": icon.path]))
  }

  static func language(_ found: Findings) -> Judgement? {
    guard let language = found.language else { return nil }
    let locale = ["locale": language.wanted] as KeyValuePairs
    if language.isTranslated { return .ok(tr("{locale}: translated", locale)) }
    let isEnglish = ["C", "POSIX", "en"].contains(language.wanted.prefix { !"._@".contains($0) })
    return isEnglish
      ? .ok(tr("{locale}: English", locale)) : .limited(tr("{locale}: no translation, so English", locale))
  }
}

extension Findings {
  struct Hook: Equatable {
    /// As `on-start`.
    var key: String
    /// A part of a sentence, or a whole one.
    var finding: String
    /// Whether it can run, and did not fail in its last run.
    var isGood: Bool
  }

  static func hooks(_ configuration: Configuration, _ folder: String?, at now: WallTime) -> [Hook] {
    HookEvent.all.compactMap { event in
      guard let command = configuration.hooks[event.name] else { return nil }
      let last = HookRecord.read(event.name, command, in: folder)
      return Hook(
        key: event.name.hookKey, finding: HooksProgram.finding(event.name, command, folder, at: now),
        isGood: command.trouble == nil && last?.result.isGood != false)
    }
  }
}
