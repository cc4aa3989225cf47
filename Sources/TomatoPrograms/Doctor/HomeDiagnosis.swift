// What doctor says about the timer itself, what starts it, and what leads to it.

internal import GLibBridge
internal import TomatoLink
internal import TomatoSettings

extension Diagnosis {
  // MARK: The timer

  static func daemon(_ found: Findings) -> Diagnosis {
    switch (found.socket, found.daemon) {
    case (.answers, .version(tomatoVersion)), (.answers, .notAsked):
      Diagnosis(.ok, .daemon, DoctorWords.running(tomatoVersion))
    case (.answers, .version(let other)):
      Diagnosis(.limited, .daemon, DoctorWords.otherVersion(other, tomatoVersion), remedy: DoctorWords.restartDaemon)
    case (.answers, .nobody):
      Diagnosis(.broken, .daemon, DoctorWords.notOnBus, remedy: DoctorWords.restartDaemon)
    case (.silent, _), (_, .silent):
      Diagnosis(.broken, .daemon, DoctorWords.hangs, remedy: DoctorWords.endDaemon)
    case (.nobody, .version), (.noPlace, .version):
      Diagnosis(.broken, .daemon, DoctorWords.otherSocket(found.socketPath), remedy: DoctorWords.sameRuntime)
    case (.nobody, _): Diagnosis(.ok, .daemon, DoctorWords.notRunning)
    case (.noPlace, _): Diagnosis(.broken, .daemon, DoctorWords.cannotRun, remedy: DoctorWords.setRuntime)
    }
  }

  static func socket(_ found: Findings) -> Diagnosis {
    switch found.socket {
    case .answers: Diagnosis(.ok, .socket, DoctorWords.answers(found.socketPath))
    case .nobody: Diagnosis(.ok, .socket, DoctorWords.nobodyListens(found.socketPath))
    case .silent:
      Diagnosis(.broken, .socket, DoctorWords.silent(found.socketPath), remedy: DoctorWords.endDaemon)
    case .noPlace(let reason): Diagnosis(.broken, .socket, reason, remedy: DoctorWords.setRuntime)
    }
  }

  static func database(_ found: Findings) -> [Diagnosis] {
    guard let database = found.database else { return [] }
    switch database {
    case .none(let path, canBeMade: false):
      return [Diagnosis(.broken, .database, DoctorWords.noRoom(path), remedy: DoctorWords.makeWritable)]
    case .unusable(let path, let reason):
      return [Diagnosis(.broken, .database, DoctorWords.unusable(path, reason), remedy: DoctorWords.keptAside)]
    case .opens(let path, _, _, isWritable: false):
      return [Diagnosis(.broken, .database, DoctorWords.notWritable(path), remedy: DoctorWords.makeWritable)]
    case .none, .opens: break
    }
    let finding =
      if case .opens(let path, let bytes, let intervals, _) = database {
        DoctorWords.opens(path, bytes, intervals)
      } else if case .none(let path, _) = database {
        DoctorWords.noDatabase(path)
      } else {
        ""
      }
    guard let kept = found.keptDatabases.last else {
      guard let rows = found.keptRows else { return [Diagnosis(.ok, .database, finding)] }
      return [Diagnosis(.limited, .database, finding + "; " + DoctorWords.rowsKept(rows), remedy: DoctorWords.seeRows)]
    }
    return [
      Diagnosis(
        .limited, .database, finding + "; " + DoctorWords.wasKept(kept), remedy: DoctorWords.lookAndDelete(kept))
    ]
  }

  static func copies(_ found: Findings) -> [Diagnosis] {
    guard let copies = found.copies else { return [] }
    guard let newest = copies.paths.first else { return [Diagnosis(.ok, .copies, DoctorWords.noCopies)] }
    return [Diagnosis(.ok, .copies, DoctorWords.copies(copies.paths.count, copies.day, newest))]
  }

  static func configuration(_ found: Findings) -> Diagnosis {
    guard let first = found.complaints.first else {
      return Diagnosis(.ok, .configuration, DoctorWords.noMistakes)
    }
    let more = found.complaints.dropFirst().reduce(0) { $0 + $1.count }
    let finding = more == 0 ? first.description : DoctorWords.mistakes(first.description, more)
    return Diagnosis(.limited, .configuration, finding, remedy: DoctorWords.seeConfiguration)
  }

  // MARK: What starts it

  /// A desktop file that says `DBusActivatable` without a service that works: GLib drops such a link without a word.
  static func activation(_ found: Findings) -> [Diagnosis] {
    guard let isActivatable = found.isActivatable else { return [] }
    guard isActivatable else {
      guard found.service == nil else {
        // While the daemon runs, all that asks for it reaches it: nothing is broken right after an installation.
        let verdict = found.runs ? Verdict.limited : .broken
        return [Diagnosis(verdict, .activation, DoctorWords.serviceNotRead, remedy: DoctorWords.loginAgain)]
      }
      let verdict = found.desktopEntry == nil ? Verdict.limited : .broken
      return [Diagnosis(verdict, .activation, DoctorWords.notActivatable, remedy: DoctorWords.install)]
    }
    guard let service = found.service else { return [Diagnosis(.ok, .activation, DoctorWords.activatable)] }
    guard service.isProgramThere else {
      let finding = DoctorWords.noProgram(service.path, service.program)
      return [Diagnosis(.broken, .activation, finding, remedy: DoctorWords.installAgain)]
    }
    return [Diagnosis(.ok, .activation, DoctorWords.activatable(service.path))]
  }

  static func unit(_ found: Findings) -> [Diagnosis] {
    guard let unit = found.unit else { return [] }
    let isNeeded = found.service?.unit != nil
    switch unit {
    case .noManager: return [Diagnosis(.ok, .unit, DoctorWords.noManager)]
    case .silent: return [Diagnosis(.untested, .unit, DoctorWords.managerSilent)]
    case .known("loaded", "failed"):
      return [Diagnosis(.limited, .unit, DoctorWords.unitFailed, remedy: DoctorWords.seeJournal)]
    case .known("loaded", let active): return [Diagnosis(.ok, .unit, DoctorWords.unit(active))]
    // The bus asks systemd for the unit, and for nothing else where the service names one.
    case .known("masked", _):
      return [Diagnosis(isNeeded ? .broken : .limited, .unit, DoctorWords.masked, remedy: DoctorWords.unmask)]
    case .known(let load, _):
      let remedy = isNeeded ? DoctorWords.reload : DoctorWords.install
      let verdict = isNeeded && !found.runs ? Verdict.broken : .limited
      return [Diagnosis(verdict, .unit, DoctorWords.notLoaded(load), remedy: remedy)]
    }
  }

  static func autostart(_ found: Findings) -> [Diagnosis] {
    guard let state = found.autostart else { return [] }
    let finding = DoctorWords.autostart(state)
    let turnOn = DoctorWords.turnOn
    // A person who has said no gets what they want.
    return switch state {
    case .on, .off, .configuredOff: [Diagnosis(.ok, .autostart, finding)]
    case .otherDesktop: [Diagnosis(.limited, .autostart, finding)]
    case .missing: [Diagnosis(.limited, .autostart, finding, remedy: turnOn)]
    case .noProgram, .unusable: [Diagnosis(.broken, .autostart, finding, remedy: turnOn)]
    }
  }

  // MARK: What leads to it

  static func links(_ found: Findings) -> Diagnosis {
    guard let handler = found.linkHandler else {
      return Diagnosis(
        .limited, .links, DoctorWords.noHandler,
        remedy: found.desktopEntry == nil ? DoctorWords.install : DoctorWords.setHandler)
    }
    guard handler == desktopFile else {
      return Diagnosis(.limited, .links, DoctorWords.otherHandler(handler), remedy: DoctorWords.setHandler)
    }
    return Diagnosis(.ok, .links, DoctorWords.handler(handler))
  }

  static func desktopEntry(_ found: Findings) -> Diagnosis {
    guard let path = found.desktopEntry else {
      return Diagnosis(.limited, .desktopEntry, DoctorWords.noEntry, remedy: DoctorWords.install)
    }
    return Diagnosis(.ok, .desktopEntry, path)
  }

  static func icons(_ found: Findings) -> Diagnosis {
    guard let icon = found.icon else {
      return Diagnosis(.limited, .icons, DoctorWords.noIcons, remedy: DoctorWords.install)
    }
    guard found.readsSVG || !found.wantsTray else {
      return Diagnosis(.limited, .icons, DoctorWords.noSVG(icon.path), remedy: DoctorWords.installSVG)
    }
    guard icon.isInTheme else {
      return Diagnosis(.ok, .icons, DoctorWords.outsideTheme(icon.path))
    }
    return Diagnosis(.ok, .icons, icon.path)
  }

  static func language(_ found: Findings) -> [Diagnosis] {
    guard let language = found.language else { return [] }
    let wanted = language.wanted
    let isEnglish = ["C", "POSIX", "en"].contains(wanted.prefix { !"._@".contains($0) })
    if language.isTranslated { return [Diagnosis(.ok, .language, DoctorWords.translated(wanted))] }
    if isEnglish { return [Diagnosis(.ok, .language, DoctorWords.english(wanted))] }
    return [Diagnosis(.limited, .language, DoctorWords.noCatalogue(wanted))]
  }
}
