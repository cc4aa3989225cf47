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
  var judgement: Judgement
  var verdict: Verdict { judgement.verdict }
  var finding: String { judgement.finding }
  var remedy: String? { judgement.remedy }

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

  /// The whole report: first the surfaces, then the timer, then what starts it and leads to it. Subjects that could not
  /// be examined, because something before them is missing, have no line.
  static func all(_ found: Findings) -> [Diagnosis] {
    let timer: [(Subject, Judgement?)] = [
      (.sessionBus, bus(found)), (.notificationServer, server(found)), (.capabilities, capabilities(found)),
      (.island, island(found)), (.doNotDisturb, doNotDisturb(found)), (.quiet, quiet(found)), (.views, views(found)),
      (.tray, tray(found)), (.trayLabel, trayLabel(found)), (.dock, dock(found)), (.sound, sound(found)),
      (.presence, presence(found)), (.devices, devices(found)), (.daemon, daemon(found)), (.socket, socket(found)),
      (.database, database(found)), (.copies, copies(found)), (.configuration, configuration(found)),
    ]
    let hooks: [(Subject, Judgement?)] = hooks(found).map { (.hooks, $0) }
    let doors: [(Subject, Judgement?)] = [
      (.activation, activation(found)), (.unit, unit(found)), (.autostart, autostart(found)), (.links, links(found)),
      (.desktopEntry, desktopEntry(found)), (.icons, icons(found)), (.language, language(found)),
    ]
    return (timer + hooks + doors).compactMap { subject, judgement in
      judgement.map { Diagnosis(subject: subject, judgement: $0) }
    }
  }

  static let desktopFile = BusNames.application + ".desktop"
}
