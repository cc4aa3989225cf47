// `tomato-notifyd autostart`: whether the daemon starts at login, and changing that.
//
// Two things have to say yes: the entry, which decides whether anything is started (desktops' own settings change it
// too), and `[login] start`, which decides what then happens. `on` makes both say yes; `off` makes the entry say no.

package import GLibBridge
package import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package struct AutostartCommand {
  /// Where the person's own entry is or will be.
  let ownPath: String
  /// Where entries are looked for, in order.
  let directories: [String]
  let configuration: String
  /// The program that an entry of ours starts.
  let program: String
  /// `XDG_CURRENT_DESKTOP`.
  let desktops: [String]
  let find: (String) -> String?

  /// For this person and this program.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let own = AutostartEntry.ownPath, let configuration = Paths.configFile else {
      throw Failure(.cannotCreate, said: Answers.noHome)
    }
    let command = AutostartCommand(
      ownPath: own, directories: Paths.configDirectories, configuration: configuration,
      program: ThisProcess.executable ?? "tomato-notifyd",
      desktops: Paths.environment("XDG_CURRENT_DESKTOP")?.split(separator: ":").map(String.init) ?? [],
      find: Paths.program)
    output.print(try command.run(request))
    return 0
  }

  /// What is said of it then.
  func run(_ request: ProgramRequest) throws(Failure) -> String {
    switch (request.words.first ?? Switch.status.rawValue, arm: request.has(.arm), json: request.has(.json)) {
    case ("on", let arm, json: false): try turnOn(arm ? .arm : .daemon)
    case ("off", arm: false, json: false): try turnOff()
    case ("install", arm: false, json: false): try install()
    case ("status", arm: false, json: true): return JSON.line(AutostartWords.json(state()))
    case ("status", arm: false, json: false): break
    default: throw request.misuse
    }
    return AutostartWords.status(state())
  }

  private func state() -> AutostartState {
    do throws(FileError) {
      guard let entry = try AutostartEntry.find(in: directories) else { return .missing }
      return entry.state(login, desktops: desktops, find: find)
    } catch {
      return .unusable(path: ownPath, reason: error.description)
    }
  }

  /// As the daemon reads it: a file that cannot be used means the default.
  private var login: LoginStart {
    (Configuration.load(path: configuration).configuration ?? Configuration()).loginStart
  }

  private func turnOn(_ start: LoginStart) throws(Failure) {
    if login != start {
      _ = try ConfigurationCommand(path: configuration).set("login.start", start.rawValue)
    }
    var entry = try current()
    if case .on = entry.state(start, desktops: desktops, find: find), entry.path != ownPath || entry.hasAllKeys {
      return
    }
    entry = try own(entry)
    entry.enable(true)
    if entry.missingProgram(find) != nil { entry.start(program) }
    try write(entry)
  }

  /// Also where nothing is installed yet: who says no before an installation means it.
  private func turnOff() throws(Failure) {
    var entry = try own(try current())
    entry.enable(false)
    try write(entry)
  }

  /// For an installation below the home directory, where no directory of the system has an entry: makes one that
  /// starts this program, unless the person has said no before.
  private func install() throws(Failure) {
    var entry = try current()
    guard entry.refusal == nil, login != .off else { return }
    entry = try own(entry)
    entry.start(program)
    entry.enable(true)
    try write(entry)
  }

  /// The entry that counts now, or a new one.
  private func current() throws(Failure) -> AutostartEntry {
    do throws(FileError) {
      return try AutostartEntry.find(in: directories) ?? AutostartEntry(path: ownPath, program: program)
    } catch { throw Failure(.cannotCreate, said: error.description) }
  }

  /// The entry as the person's own: the system's is copied and so hidden.
  private func own(_ entry: AutostartEntry) throws(Failure) -> AutostartEntry {
    guard entry.path != ownPath else { return entry }
    do throws(FileError) {
      return try AutostartEntry(reading: entry.path, for: ownPath) ?? AutostartEntry(path: ownPath, program: program)
    } catch { throw Failure(.cannotCreate, said: error.description) }
  }

  private func write(_ entry: AutostartEntry) throws(Failure) {
    do throws(FileError) {
      try Files.replace(entry.path, with: Array(entry.text.utf8))
    } catch { throw Failure(.cannotCreate, said: error.description) }
  }
}
