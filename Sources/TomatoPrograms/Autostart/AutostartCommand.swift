// `tomato-notifyd autostart`: shows and changes whether the daemon starts at login.
//
// Two settings must allow it: the autostart entry, which starts the daemon (desktops' own settings change it too), and
// `[login] start`, which decides what then happens. `on` sets both; `off` disables the entry.

package import GLibBridge
package import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package struct AutostartCommand {
  let ownPath: String
  /// The folders searched for entries, in order.
  var directories = Paths.configDirectories
  let configuration: String
  /// The program for our own entry.
  var program = ThisProcess.executable ?? "tomato-notifyd"
  /// `XDG_CURRENT_DESKTOP`.
  var desktops = AutostartEntry.desktops
  var find: (String) -> String? = Paths.program

  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    guard let own = AutostartEntry.ownPath, let configuration = Paths.configFile else {
      throw Failure(.cannotCreate, said: Answers.noHome)
    }
    output.print(try AutostartCommand(ownPath: own, configuration: configuration).run(request))
    return 0
  }

  func run(_ request: ProgramRequest) throws(Failure) -> String {
    switch (request.words.first ?? Switch.status.rawValue, arm: request.has(.arm), json: request.has(.json)) {
    case ("on", let arm, json: false): try turnOn(arm ? .arm : .daemon)
    case ("off", arm: false, json: false): try turnOff()
    case ("install", arm: false, json: false): try install()
    case ("status", arm: false, _): break
    default: throw request.usageError
    }
    let state = state(login)
    return request.has(.json) ? JSON.line(AutostartWords.json(state)) : AutostartWords.status(state)
  }

  /// The state at the next login, on a desktop like this one.
  func state(_ login: LoginStart) -> AutostartState {
    do throws(FileError) {
      let entry = try AutostartEntry.find(in: directories)
      return entry?.state(login, desktops: desktops, find: find) ?? AutostartState(obstacle: .missing)
    } catch {
      return AutostartState(obstacle: .unusable, entry: ownPath, detail: error.description)
    }
  }

  /// The setting as the daemon reads it; an unusable file means the default.
  private var login: LoginStart {
    (Configuration.load(path: configuration).configuration ?? Configuration()).loginStart
  }

  private func turnOn(_ start: LoginStart) throws(Failure) {
    if login != start { _ = try ConfigurationCommand(path: configuration).set("login.start", start.rawValue) }
    var entry = try current()
    let isOn = entry.state(start, desktops: desktops, find: find).obstacle == nil
    if isOn, entry.path != ownPath || entry.hasAllKeys { return }
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

  /// Creates the user's entry, for an installation below the home directory, unknown to the system's directories.
  /// Does nothing if the user has disabled it.
  private func install() throws(Failure) {
    var entry = try current()
    guard entry.disablingKey == nil, login != .off else { return }
    entry = try own(entry)
    entry.start(program)
    entry.enable(true)
    try write(entry)
  }

  private func current() throws(Failure) -> AutostartEntry {
    try Failure.wrapping(.cannotCreate) {
      try AutostartEntry.find(in: directories) ?? AutostartEntry(path: ownPath, program: program)
    }
  }

  /// The user's own entry: a copy of the system's, which it hides.
  private func own(_ entry: AutostartEntry) throws(Failure) -> AutostartEntry {
    guard entry.path != ownPath else { return entry }
    return try Failure.wrapping(.cannotCreate) {
      try AutostartEntry(reading: entry.path, for: ownPath) ?? AutostartEntry(path: ownPath, program: program)
    }
  }

  private func write(_ entry: AutostartEntry) throws(Failure) {
    try Failure.wrapping(.cannotCreate) { try Files.replace(entry.path, with: Array(entry.file.text.utf8)) }
  }
}
