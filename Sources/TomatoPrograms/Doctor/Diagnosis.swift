// Judges the findings: one line for each thing that the timer, the island or a link needs. Pure.

internal import GLibBridge
internal import TomatoWords

/// One line of the report.
struct Diagnosis: Equatable {
  enum Verdict: String, CaseIterable {
    case ok
    /// It works, but not as well as it could.
    case limited
    /// It does not work.
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

  /// The whole report: first the surfaces, then the timer, then what starts it and leads to it. Subjects that could not
  /// be examined, because something before them is missing, have no line.
  static func all(_ found: Findings) -> [Diagnosis] {
    let timer: [Diagnosis?] = [
      bus(found), server(found), capabilities(found), island(found), doNotDisturb(found), quiet(found), views(found),
      tray(found), trayLabel(found), dock(found), sound(found), presence(found), devices(found), daemon(found),
      socket(found),
      database(found), copies(found), configuration(found),
    ]
    let doors: [Diagnosis?] = [
      activation(found), unit(found), autostart(found), links(found), desktopEntry(found), icons(found),
      language(found),
    ]
    return (timer + hooks(found) + doors).compactMap(\.self)
  }

  static let desktopFile = BusNames.application + ".desktop"
}
