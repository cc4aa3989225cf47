// `tomato-notifyd autostart`: shows and changes whether the daemon starts at login.
//
// Two settings must allow it: the autostart entry, which starts the daemon (desktops' own settings change it too), and
// `[login] start`, which decides what then happens. `on` sets both; `off` disables the entry.

package import GLibBridge
package import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package struct AutostartCommand {
  /// The path of the user's own entry.
  let ownPath: String
  /// The folders searched for entries, in order.
  let directories: [String]
  let configuration: String
  /// The program for our own entry.
  let program: String
  /// `XDG_CURRENT_DESKTOP`.
  let desktops: [String]
  let find: (String) -> String?

  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let own = AutostartEntry.ownPath, let configuration = Paths.configFile else {
      throw Failure(.cannotCreate, said: Answers.noHome)
    }
    let command = AutostartCommand(
      ownPath: own, directories: Paths.configDirectories, configuration: configuration,
      program: ThisProcess.executable ?? "tomato-notifyd", desktops: AutostartEntry.desktops, find: Paths.program)
    output.print(try command.run(request))
    return 0
  }

  /// Returns the command's output.
  func run(_ request: ProgramRequest) throws(Failure) -> String {
    switch (request.words.first ?? Switch.status.rawValue, arm: request.has(.arm), json: request.has(.json)) {
    case ("on", let arm, json: false): try turnOn(arm ? .arm : .daemon)
    case ("off", arm: false, json: false): try turnOff()
    case ("install", arm: false, json: false): try install()
    case ("status", arm: false, json: true): return JSON.line(AutostartWords.json(state()))
    case ("status", arm: false, json: false): break
    default: throw request.usageError
    }
    return AutostartWords.status(state())
  }

  private func state() -> AutostartState {
    .read(login, in: directories, desktops: desktops, find: find, ownPath: ownPath)
  }

  /// The setting as the daemon reads it; an unusable file means the default.
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

  /// Works without an installed entry too, so that the user can refuse in advance.
  private func turnOff() throws(Failure) {
    var entry = try own(try current())
    entry.enable(false)
    try write(entry)
  }

  /// For an installation below the home directory, without an entry in the system's directories: creates one that
  /// starts this program, unless the user has disabled it.
  private func install() throws(Failure) {
    var entry = try current()
    guard entry.disablingKey == nil, login != .off else { return }
    entry = try own(entry)
    entry.start(program)
    entry.enable(true)
    try write(entry)
  }

  /// The effective entry, or a new one.
  private func current() throws(Failure) -> AutostartEntry {
    do throws(FileError) {
      return try AutostartEntry.find(in: directories) ?? AutostartEntry(path: ownPath, program: program)
    } catch { throw Failure(.cannotCreate, said: error.description) }
  }

  /// The user's own entry: a copy of the system's, which it hides.
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
