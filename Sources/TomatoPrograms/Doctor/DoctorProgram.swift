// `tomato-notifyd doctor`: examines the desktop, and prints a report. A separate process, because it must also work
// when the daemon does not. It changes nothing and starts nothing.

package import GLibBridge
internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoSocket
internal import TomatoWords

package enum DoctorProgram {
  /// - Returns: 0; 1 when something is broken.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) -> Int32 {
    let report = Diagnosis.all(examine())
    let lines = report.map { request.has(.json) ? JSON.line($0.json) : $0.line }
    output.print(lines.joined(separator: "\n"))
    return report.contains { $0.verdict == .broken } ? 1 : 0
  }

  static func examine() -> Findings {
    var found = Findings()
    let watch = ConfigurationWatch()
    found.mode = watch.current.islandMode
    found.isQuiet = watch.current.isQuietInFocus
    found.hasMakoMode = MakoConfiguration.hasMode()
    found.wantsTray = watch.current.tray.enabled
    found.sound = .examine(watch.current.sound)
    found.devices = .examine(holdsAlerts: watch.current.timer.holdWhenBusy, in: DaemonWords.devices)
    found.complaints = watch.complaints
    found.hooks = Findings.hooks(watch.current, HookRecord.folder, at: SystemClock.now().wall)
    let places = SocketPlaces.here
    examineSocket(places.sockets, &found)
    if let folder = places.folder { examineHistory(in: folder, &found) }
    found.linkHandler = DesktopHandlers.handler(ofScheme: "tomatoclock")
    found.desktopEntry = DesktopHandlers.entry(Diagnosis.desktopFile)
    found.service = service()
    let autostart = AutostartCommand(ownPath: AutostartEntry.ownPath ?? "", configuration: "")
    found.autostart = autostart.state(watch.current.loginStart)
    found.icon = NotificationIcon.find(BusNames.application + "-focus")
    found.readsSVG = DesktopFacts.readsSVG
    found.language = Findings.Language(
      wanted: RequestLanguage.locale(Paths.environment) ?? "C", isTranslated: !SentenceLanguage.session.isEnglish)
    if Places.hasSessionBus() { BusExamination.examine(&found) }
    // A compositor or an X server can report idle time without a bus.
    if found.bus != .reached { found.presence = .examine(nil) }
    return found
  }

  /// Tries the sockets in the command's order, until one answers.
  private static func examineSocket(_ paths: [String], _ found: inout Findings) {
    guard let first = paths.first else {
      found.socket = .noPlace(StoreWords.untrusted(SocketPlaces.here.runtime))
      return
    }
    found.socketPath = first
    for path in paths {
      switch SocketQuestion.ask(path, .query(Query(.status)), limitMs: BusQuestions.usualLimitMs) {
      case .answer: (found.socket, found.socketPath) = (.answers, path)
      case .nobody: continue
      case .silent: (found.socket, found.socketPath) = (.silent, path)
      case .stranger(let user): found.socket = .noPlace(Answers.anotherUsers(path, user.map(Int.init) ?? -1))
      }
      return
    }
  }

  // MARK: Files

  /// Databases up to this size in bytes are checked; that takes less than a second.
  private static let longestCheck = 128 << 20

  private static func examineHistory(in directory: String, _ found: inout Findings) {
    let path = Places.database(in: directory)
    found.keptDatabase = KeptAside.all(of: path).first
    guard !Files.isMissing(path) else {
      found.database = .none(path, canBeMade: canBeMade(directory))
      return
    }
    found.copies = copies(of: path)
    do {
      let bytes = Files.size(path) ?? 0
      let intervals = try Store.countIntervals(path: path)
      found.keptRows = try Store.openReadOnly(path).flatMap { database throws(SQLiteError) in
        try KeptRows.newest(database)
      }
      if bytes <= longestCheck, let damage = try Store.openReadOnly(path)?.quickCheck() { throw Unreadable(damage) }
      let isWritable = Files.isWritable(path) && Files.isWritable(directory)
      let log = Files.size(path + "-wal") ?? 0
      found.database = .opens(path, bytes: bytes + log, intervals: intervals, isWritable: isWritable)
    } catch {
      found.database = .unusable(path, Unreadable.reason(error))
    }
  }

  private static func copies(of database: String) -> Findings.Copies {
    let day = RecordDay.today.flatMap { DailyCopies.days(of: database, upTo: $0).first }
    let newest = day.map { DailyCopies.path(of: database, $0) }
    let others = DailyCopies.all(of: database).filter { $0 != newest }
    return Findings.Copies(paths: [newest].compactMap(\.self) + others, day: day?.iso8601)
  }

  /// Whether the directory exists or can be made, and is writable.
  private static func canBeMade(_ directory: String) -> Bool {
    var nearest = directory[...]
    while !nearest.isEmpty, !ThisProcess.exists(String(nearest)) {
      nearest = nearest.lastIndex(of: "/").map { nearest[..<$0] } ?? ""
    }
    return Files.isWritable(nearest.isEmpty ? "/" : String(nearest))
  }

  /// The service file for the session bus, in the D-Bus specification's folders.
  private static func service() -> Findings.Service? {
    for directory in [SocketPlaces.here.runtime] + Paths.dataDirectories {
      let path = "\(directory)/dbus-1/services/\(BusNames.application).service"
      guard let bytes = try? Files.read(path, limit: 64 * 1024) else { continue }
      let file = KeyFile.reading(String(decoding: bytes, as: UTF8.self)).file
      // The bus splits the line like a shell.
      let program = file.value("D-BUS Service", "Exec").flatMap(ShellWords.parse)?.first ?? ""
      return Findings.Service(
        path: path, program: program, isProgramThere: Paths.program(program) != nil,
        unit: file.value("D-BUS Service", "SystemdService"))
    }
    return nil
  }
}
