// Judges what was found: one line for each thing that the island or a link needs. Pure.

internal import GLibBridge

/// One line of the report.
struct Diagnosis: Equatable {
  enum Verdict: String, CaseIterable {
    case ok
    /// It works, but not as well as it could.
    case limited
    /// It does not work.
    case broken
    /// It should work; nobody has tried it on such a desktop, or it cannot be asked.
    case untested
  }

  /// What the line is about; the key in JSON, never translated.
  enum Subject: String, CaseIterable {
    case sessionBus, notificationServer, island, doNotDisturb, sound, daemon, links, activation, desktopEntry, icons
  }

  var verdict: Verdict
  var subject: Subject
  var finding: String
  /// What to do about it, if anything can be done.
  var remedy: String?

  init(_ verdict: Verdict, _ subject: Subject, _ finding: String, remedy: String? = nil) {
    (self.verdict, self.subject, self.finding, self.remedy) = (verdict, subject, finding, remedy)
  }

  /// As `limited     do-not-disturb: it is on — switch it off`.
  var line: String {
    let word = verdict.rawValue + String(repeating: " ", count: 10 - verdict.rawValue.count)
    return "\(word)\(DoctorWords.name(subject)): \(finding)" + (remedy.map { " — " + $0 } ?? "")
  }

  var json: BusValue {
    .vardict([
      ("verdict", .string(verdict.rawValue)), ("subject", .string(subject.rawValue)), ("finding", .string(finding)),
      ("remedy", remedy.map(BusValue.string) ?? .null),
    ])
  }

  /// The whole report, in the order in which one thing needs the other.
  static func all(_ found: Findings) -> [Diagnosis] {
    [bus(found), server(found)] + island(found) + doNotDisturb(found) + sound(found) + [daemon(found), links(found)]
      + activation(found) + [desktopEntry(found), icons(found)]
  }

  private static func bus(_ found: Findings) -> Diagnosis {
    switch found.bus {
    case .reached: Diagnosis(.ok, .sessionBus, DoctorWords.busReached)
    case .missing: Diagnosis(.broken, .sessionBus, DoctorWords.busMissing, remedy: DoctorWords.useTerminal)
    case .failed(let reason): Diagnosis(.broken, .sessionBus, reason, remedy: DoctorWords.useTerminal)
    }
  }

  private static func server(_ found: Findings) -> Diagnosis {
    switch found.notifications {
    case .notAsked: return Diagnosis(.broken, .notificationServer, DoctorWords.notAsked)
    case .nobody:
      return Diagnosis(.broken, .notificationServer, DoctorWords.noServer, remedy: DoctorWords.startServer)
    case .unusable(let reason):
      return Diagnosis(.broken, .notificationServer, reason, remedy: DoctorWords.restartServer)
    case .found(let server):
      let row = row(server)
      let name = DoctorWords.server(server.name, server.vendor, server.version)
      guard row?.profile.evidence == .measured else {
        let finding = row.map { DoctorWords.onlyRead(name, $0.source) } ?? DoctorWords.unknownServer(name)
        return Diagnosis(.untested, .notificationServer, finding, remedy: DoctorWords.seeDemo)
      }
      return Diagnosis(.ok, .notificationServer, name)
    }
  }

  private static func row(_ server: Findings.Server) -> ServerRow? {
    ServerProfile.row(name: server.name, vendor: server.vendor, version: server.version)
  }

  // MARK: The island

  private static func island(_ found: Findings) -> [Diagnosis] {
    guard case .found(let server) = found.notifications else { return [] }
    let profile = row(server)?.profile ?? .unmeasured
    let style = profile.style(found.mode, hasTrayHost: false)
    let mode = DoctorWords.mode(found.mode, style)
    var remedy: String?
    var verdict = Verdict.ok
    var parts = [mode, DoctorWords.why(found.mode, style, profile)]
    switch style {
    case .off: (verdict, remedy) = (.limited, DoctorWords.setAuto)
    case .events where found.mode == .events: break
    case .events where profile.evidence != .measured: verdict = .untested
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

  private static func doNotDisturb(_ found: Findings) -> [Diagnosis] {
    guard case .found = found.notifications else { return [] }
    switch found.isInhibited {
    case true?: return [Diagnosis(.limited, .doNotDisturb, DoctorWords.inhibited, remedy: DoctorWords.endInhibition)]
    case false?: return [Diagnosis(.ok, .doNotDisturb, DoctorWords.notInhibited)]
    case nil: return [Diagnosis(.untested, .doNotDisturb, DoctorWords.inhibitionUnknown)]
    }
  }

  // MARK: The doors

  private static func daemon(_ found: Findings) -> Diagnosis {
    switch found.socket {
    case .answers: Diagnosis(.ok, .daemon, DoctorWords.answers(found.socketPath))
    case .nobody: Diagnosis(.ok, .daemon, DoctorWords.notRunning(found.socketPath))
    case .silent:
      Diagnosis(.broken, .daemon, DoctorWords.silent(found.socketPath), remedy: DoctorWords.endDaemon)
    case .noPlace(let reason): Diagnosis(.broken, .daemon, reason, remedy: DoctorWords.setRuntime)
    }
  }

  private static func links(_ found: Findings) -> Diagnosis {
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

  private static func activation(_ found: Findings) -> [Diagnosis] {
    switch found.isActivatable {
    case nil: []
    case true?: [Diagnosis(.ok, .activation, DoctorWords.activatable)]
    case false?: [Diagnosis(.limited, .activation, DoctorWords.notActivatable, remedy: DoctorWords.install)]
    }
  }

  private static func desktopEntry(_ found: Findings) -> Diagnosis {
    guard let path = found.desktopEntry else {
      return Diagnosis(.limited, .desktopEntry, DoctorWords.noEntry, remedy: DoctorWords.install)
    }
    return Diagnosis(.ok, .desktopEntry, path)
  }

  private static func icons(_ found: Findings) -> Diagnosis {
    guard let path = found.icon else {
      return Diagnosis(.limited, .icons, DoctorWords.noIcons, remedy: DoctorWords.install)
    }
    return Diagnosis(.ok, .icons, path)
  }

  static let desktopFile = BusNames.application + ".desktop"
}
