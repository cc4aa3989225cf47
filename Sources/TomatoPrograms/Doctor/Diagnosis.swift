// Judges the findings: one line for each thing that the timer, the island or a link needs. Pure.

internal import GLibBridge
internal import TomatoWords

/// One line of the report.
struct Diagnosis: Equatable {
  enum Verdict: String, CaseIterable {
    case ok
    /// It works, but not as well as it could.
    case limited
    case broken
    /// It should work, but is untested on such a desktop or cannot be queried.
    case untested
  }

  /// The line's subject; the key in JSON, never translated and never renamed.
  enum Subject: String, CaseIterable {
    case sessionBus, notificationServer, capabilities, island, doNotDisturb, quiet, views, tray, trayLabel, dock
    case sound, presence, devices, daemon, socket, database, copies, configuration, hooks, activation, unit, autostart
    case links, desktopEntry, icons, language
  }

  /// What is said of a subject.
  struct Judgement: Equatable {
    var verdict: Verdict
    var finding: String
    /// What to do about it, if anything can be done.
    var remedy: String?

    init(_ verdict: Verdict, _ finding: String, _ remedy: String? = nil) {
      (self.verdict, self.finding, self.remedy) = (verdict, finding, remedy)
    }

    static func ok(_ finding: String, _ remedy: String? = nil) -> Self { Self(.ok, finding, remedy) }
    static func limited(_ finding: String, _ remedy: String? = nil) -> Self { Self(.limited, finding, remedy) }
    static func broken(_ finding: String, _ remedy: String? = nil) -> Self { Self(.broken, finding, remedy) }
    static func untested(_ finding: String, _ remedy: String? = nil) -> Self { Self(.untested, finding, remedy) }
  }

  var subject: Subject
  /// The subject in the report.
  var name: String
  var judgement: Judgement
  var verdict: Verdict { judgement.verdict }
  var finding: String { judgement.finding }
  var remedy: String? { judgement.remedy }

  /// As `limited   do-not-disturb: it is on — switch it off`.
  var line: String {
    let word = verdict.rawValue + String(repeating: " ", count: 10 - verdict.rawValue.count)
    return "\(word)\(name): \(finding)" + (remedy.map { " — " + $0 } ?? "")
  }

  var json: BusValue {
    .vardict([
      ("verdict", .string(verdict.rawValue)), ("subject", .string(subject.rawValue)), ("finding", .string(finding)),
      ("remedy", remedy.map(BusValue.string) ?? .null),
    ])
  }

  /// The whole report: first the surfaces, then the timer, then what starts it and leads to it. Subjects that could not
  /// be examined, because something before them is missing, have no line.
  static func all(_ found: Findings) -> [Diagnosis] {
    let timer: [(Subject, String, Judgement?)] = [
      (.sessionBus, tr("session bus"), bus(found)),
      (.notificationServer, tr("notification server"), server(found)),
      (.capabilities, tr("its capabilities"), capabilities(found)),
      (.island, tr("island"), island(found)),
      (.doNotDisturb, tr("do-not-disturb"), doNotDisturb(found)),
      (.quiet, tr("quiet"), quiet(found)),
      (.views, tr("the desktop's own bar"), views(found)),
      (.tray, tr("tray"), tray(found)),
      (.trayLabel, tr("text in the tray"), trayLabel(found)),
      (.dock, tr("dock"), dock(found)),
      (.sound, tr("sound"), sound(found)),
      (.presence, tr("time away"), presence(found)),
      (.devices, tr("camera and microphone"), devices(found)),
      (.daemon, tr("daemon"), daemon(found)),
      (.socket, tr("control socket"), socket(found)),
      (.database, tr("history"), database(found)),
      (.copies, tr("copies of the history"), copies(found)),
      (.configuration, tr("configuration"), configuration(found)),
    ]
    let hooks: [(Subject, String, Judgement?)] = hooks(found).map { (.hooks, tr("hooks"), $0) }
    let doors: [(Subject, String, Judgement?)] = [
      (.activation, tr("start by the session bus"), activation(found)),
      (.unit, tr("systemd unit"), unit(found)),
      (.autostart, tr("start at login"), autostart(found)),
      (.links, tr("tomatoclock: links"), links(found)),
      (.desktopEntry, tr("desktop entry"), desktopEntry(found)),
      (.icons, tr("icons"), icons(found)),
      (.language, tr("language"), language(found)),
    ]
    return (timer + hooks + doors).compactMap { subject, name, judgement in
      judgement.map { Diagnosis(subject: subject, name: name, judgement: $0) }
    }
  }

  static let desktopFile = BusNames.application + ".desktop"
}
