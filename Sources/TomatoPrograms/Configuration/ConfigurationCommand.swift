// `tomato-notifyd config`: shows, changes and explains the configuration file.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoSettings
internal import TomatoWords

/// The subcommands of `config`, one method each.
package struct ConfigurationCommand {
  /// Whole lines, and an exit code.
  typealias Answer = (output: String, errors: String, exitCode: Int32)

  let path: String

  /// - Returns: 0; 65 for `list` and `edit` of a file with mistakes.
  /// - Throws: 65 for an unknown key or a bad value; 73 where the file cannot be read as a whole or cannot be written.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    let answer = try here().answer(request)
    if !answer.output.isEmpty { output.print(answer.output) }
    if !answer.errors.isEmpty { StandardStreams.complain(answer.errors) }
    return answer.exitCode
  }

  static func here() throws(Failure) -> ConfigurationCommand {
    guard let path = Paths.configFile else { throw Failure(.cannotCreate, said: Answers.noHome) }
    return ConfigurationCommand(path: path)
  }

  func answer(_ request: ProgramRequest) throws(Failure) -> Answer {
    let words = request.words
    switch words.first {
    case nil, "list": return try list()
    case "get": return try get(words[1])
    case "set": return try set(words[1], words[2])
    case "deny", "allow": return try deny(words[1], words[0] == "deny")
    case "unset": return try unset(words[1])
    case "path": return (path + "\n", "", 0)
    case "edit": return try edit(Paths.editor)
    case "values": return (Self.values(words.dropFirst().first), "", 0)
    case "example": return (Self.example, "", 0)
    default: throw request.usageError
    }
  }

  /// Every key with its value and the value's origin.
  func list() throws(Failure) -> Answer {
    let file = try file()
    let rows = ConfigurationKey.all.map { key in
      let origin = file.lines[key.name].map { ConfigurationWords.place(path, $0) } ?? ConfigurationWords.standard
      return ("\(key.name) = \(key.type.print(file.configuration))", origin)
    }
    return (Self.aligned(rows).map { $0 + "\n" }.joined(), errors(file), file.complaints.isEmpty ? 0 : 65)
  }

  /// Lines with the notes in one column; long settings are not aligned.
  static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { TextWidth.of($0.0) }.filter { $0 <= 60 }.max() ?? 0
    return rows.map { setting, note in TextWidth.padded(setting, to: width) + "  (\(note))" }
  }

  /// The value of one key. Reports mistakes elsewhere in the file without failing.
  func get(_ name: String) throws(Failure) -> Answer {
    let key = try key(name)
    let file = try file()
    return (key.type.print(file.configuration) + "\n", errors(file), 0)
  }

  /// Stores one value; all other lines of the file stay unchanged.
  func set(_ name: String, _ value: String) throws(Failure) -> Answer {
    let key = try key(name, for: Self.duration(value))
    let value = key.type.isDuration ? Self.duration(value) : value
    var parsed = Configuration()
    guard key.type.read(value, &parsed) else {
      throw Failure(.badValue, said: ConfigurationWords.unfit(key.name, value, key.type.expected()))
    }
    if let trouble = key.type.trouble(parsed) {
      throw Failure(.badValue, said: ConfigurationWords.unusable(key.name, value, trouble))
    }
    try Files.changing(path) { () throws(Failure) in try store(key, value) }
    return ("\(key.name) = \(key.type.print(parsed))\n", "", 0)
  }

  func deny(_ program: String, _ isDenied: Bool) throws(Failure) -> Answer {
    guard ProgramList.isProgram(program) else {
      throw Failure(.badValue, said: ConfigurationWords.notAProgram(program))
    }
    let key = try key("activities.deny")
    let list = try Files.changing(path) { () throws(Failure) in
      var programs = try file().configuration.timer.deniedPrograms
      if isDenied { programs.insert(program) } else { programs.remove(program) }
      try store(key, ProgramList.text(programs))
      return ProgramList.text(programs)
    }
    return ("\(key.name) = \(list)\n", "", 0)
  }

  /// Denies a program, from the tray's menu. The daemon rereads the changed file.
  package static func deny(_ program: String) { change { file throws(Failure) in try file.deny(program, true) } }

  /// Sets whether notifications are held back during a focus, from the tray's menu.
  package static func beQuiet(_ isQuiet: Bool) {
    change { file throws(Failure) in try file.set("focus.quiet", isQuiet ? "on" : "off") }
  }

  private static func change(_ body: (ConfigurationCommand) throws(Failure) -> Answer) {
    do throws(Failure) {
      if let path = Paths.configFile { _ = try body(ConfigurationCommand(path: path)) }
    } catch { StructuredLog.complain(error.sentence) }
  }

  /// Converts a typed duration, such as "30 minutes", to the file's form; returns other text unchanged.
  private static func duration(_ text: String) -> String {
    guard (try? DurationText.parse(text)) == nil, let typed = try? TypedDuration.parse(text) else { return text }
    return DurationText.print(typed)
  }

  /// Removes a value, so that the default is used; all other lines of the file stay unchanged.
  func unset(_ name: String) throws(Failure) -> Answer {
    let key = try key(name)
    try Files.changing(path) { () throws(Failure) in
      var keyFile = try file().keyFile
      guard keyFile.remove(key.group, key.key) else { return }
      try write(keyFile)
    }
    return ("\(key.name) = \(key.defaultText)\n", "", 0)
  }

  /// Opens the file in the user's editor, and reports mistakes afterwards. A new file has all keys as comments.
  /// - Parameter editor: a shell command with options.
  func edit(_ editor: String) throws(Failure) -> Answer {
    if (try? ConfigurationFile.text(path)) ?? nil == nil {
      try Failure.wrapping(.cannotCreate) { try Files.replace(path, with: Array(Self.example.utf8)) }
    }
    do throws(BridgeError) {
      let code = try Spawn.waiting(["/bin/sh", "-c", editor + " \"$1\"", "sh", path])
      guard code == 0 else { throw BridgeError(message: ConfigurationWords.editorFailed(editor, code)) }
    } catch { throw Failure(.unavailable, said: error.message) }
    let file = try file()
    return ("", errors(file), file.complaints.isEmpty ? 0 : 65)
  }

  /// Completions for a shell: the keys, or a key's values.
  static func values(_ name: String?) -> String {
    guard let name else { return ShellCompletions.text(ConfigurationKey.all.map(\.name)) }
    guard let key = ConfigurationKey.find(name) else { return "" }
    return ShellCompletions.text(key.type.values.isEmpty ? [key.defaultText] : key.type.values)
  }

  private func write(_ keyFile: KeyFile) throws(Failure) {
    try Failure.wrapping(.cannotCreate) { try Files.replace(path, with: Array(keyFile.text.utf8)) }
  }

  private func store(_ key: ConfigurationKey, _ value: String) throws(Failure) {
    var keyFile = try file().keyFile
    keyFile.set(key.group, key.key, to: value)
    let size = keyFile.text.utf8.count
    guard size <= Configuration.largestFile else {
      throw Failure(.cannotCreate, said: ConfigurationWords.tooLarge(path, size))
    }
    // Unreadable lines may hide the new line.
    guard ConfigurationFile(keyFile.text, name: path).lines[key.name] != nil else {
      throw Failure(.cannotCreate, said: ConfigurationWords.hasUnreadableLines(path))
    }
    try write(keyFile)
  }

  /// A file with each key and its default as a comment.
  static var example: String {
    var text = "# \(ConfigurationWords.exampleHeading)\n"
    for group in ConfigurationKey.groups {
      text += "\n[\(group)]\n"
      for key in ConfigurationKey.all where key.group == group {
        text +=
          "# \(key.summary())\n# \(ConfigurationWords.expected(key.type.expected()))\n"
          + "#\(key.key)=\(key.defaultText)\n"
      }
    }
    return text
  }

  /// - Parameter value: the new value. For a key without its group, the first key that accepts it is suggested.
  private func key(_ text: String, for value: String? = nil) throws(Failure) -> ConfigurationKey {
    if let key = ConfigurationKey.find(text) { return key }
    let names = ConfigurationKey.all.map(\.name)
    // The key without its group, as people remember it.
    let meant = ConfigurationKey.all.first { key in
      var configuration = Configuration()
      return key.key == text.lowercased() && value.map { key.type.read($0, &configuration) } ?? true
    }
    if let meant { throw Failure(.badValue, said: ConfigurationWords.isMeant(text, meant.name)) }
    throw Failure(.badValue, said: ConfigurationWords.unknownKey(text, names))
  }

  private func file() throws(Failure) -> ConfigurationFile {
    ConfigurationFile(try ConfigurationFile.text(path) ?? "", name: path)
  }

  private func errors(_ file: ConfigurationFile) -> String { file.complaints.map { "\($0)\n" }.joined() }
}
