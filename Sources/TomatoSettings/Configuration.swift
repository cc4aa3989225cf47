// What the person configured: the values of every key, read from config.ini so that one mistake costs one key.

package import GLibBridge
package import TomatoEngine
package import TomatoIsland
package import TomatoLink
package import TomatoWords

/// All configured values. `Configuration()` holds the defaults.
package struct Configuration: Hashable, Sendable {
  package var timer = Settings()
  package var islandMode = IslandMode.auto
  /// So many cards at once, where there is room for them.
  package var islandsAtOnce = 2
  /// Plasma shows programs' progress as it shows that of its own.
  package var usesPlasmaJobs = true
  package var tray = TraySettings()
  package var appearance = Appearance()
  package var sound = SoundSettings()
  /// Notifications are held back during a focus.
  package var isQuietInFocus = false
  package var loginStart = LoginStart.daemon
  package var goal = GoalSettings()
  /// The names of programs in which a person sits, with spaces between; `none` for none.
  var trackIgnore = Self.satIn
  /// What runs when something happens.
  package var hooks: [HappeningName: HookCommand] = [:]

  package init() {}

  private static let satIn =
    "vi vim nvim view vimdiff nano micro emacs emacsclient hx kak joe mc ranger nnn ncdu less more most man info watch "
    + "top htop btop atop iotop tail journalctl ping ssh mosh sftp telnet tmux screen su fg gdb lldb mysql psql "
    + "sqlite3 ipython tig lazygit w3m lynx mutt neomutt irssi weechat"
}

/// What the entry at login does: `[login] start`. Whether there is such an entry is another matter (docs/bars.md).
package enum LoginStart: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case off
  /// The daemon is there; no phase begins.
  case daemon
  /// A focus phase begins too, unless a phase is under way.
  case arm
}

/// One thing that is wrong with the configuration file, or all that comes after those that are named.
package struct Complaint: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; nil when the whole file is meant.
  let line: Int?
  /// A full sentence that names the file and the line.
  package let description: String
  /// How many mistakes it stands for.
  package var count = 1
}

extension Configuration {
  /// The largest file that is read, in bytes: some hundred times what all keys need.
  package static let largestFile = 64 * 1024

  /// Reads the file at `path`. A missing file means the defaults.
  ///
  /// The configuration is nil when the file as a whole is unusable (unreadable, a directory, above 64 KiB, not UTF-8):
  /// the caller keeps what it has, or takes the defaults.
  package static func load(path: String) -> (configuration: Configuration?, complaints: [Complaint]) {
    do throws(ConfigurationFileError) {
      guard let text = try ConfigurationFile.text(path) else { return (Configuration(), []) }
      return load(text, name: path)
    } catch { return (nil, [Complaint(line: nil, description: error.description)]) }
  }

  /// Reads the text of a configuration file. Each complaint names its line in the file called `name`; what it is about
  /// has its default, everything else is used.
  static func load(
    _ text: String, name: String = "config.ini"
  ) -> (configuration: Configuration, complaints: [Complaint]) {
    let file = ConfigurationFile(text, name: name)
    return (file.configuration, file.complaints)
  }
}

/// Why the file as a whole cannot be used.
package struct ConfigurationFileError: Error, CustomStringConvertible {
  package let description: String
}

/// A configuration file with its text, what it means, and which keys it sets.
package struct ConfigurationFile {
  let name: String
  package var keyFile: KeyFile
  package private(set) var configuration = Configuration()
  /// By their lines. Of more than ten mistakes the first ten are named, and one more complaint counts the others.
  package private(set) var complaints: [Complaint] = []
  /// Each mistake with its line; the sentence is made for those that are named.
  private var mistakes: [(line: Int, sentence: () -> String)] = []
  /// The line that sets a key, for the keys whose value is used.
  package private(set) var lines: [ConfigurationKey.Name: Int] = [:]

  private static let mostNamed = 10

  /// The text of the file; nil when there is none.
  package static func text(_ path: String) throws(ConfigurationFileError) -> String? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: Configuration.largestFile)
    } catch {
      if error.isMissing { return nil }
      throw ConfigurationFileError(description: error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let valid = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      let line = valid.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      throw ConfigurationFileError(description: ConfigurationWords.notText(path, line))
    }
    return text
  }

  package init(_ text: String, name: String) {
    self.name = name
    let (file, errors) = KeyFile.reading(text)
    keyFile = file
    for error in errors { complain(error.line, ConfigurationWords.unreadableLine(name, error.line, error.problem)) }
    complainAboutGroups()
    var seen: [ConfigurationKey.Name: Int] = [:]
    for entry in file.entries where ConfigurationKey.groups.contains(entry.group) { read(entry, &seen) }
    sayMistakes()
  }

  private mutating func sayMistakes() {
    mistakes.sort { $0.line < $1.line }
    complaints = mistakes.prefix(Self.mostNamed).map { Complaint(line: $0.line, description: $0.sentence()) }
    let more = mistakes.count - complaints.count
    if more > 0 {
      complaints.append(Complaint(line: nil, description: ConfigurationWords.moreMistakes(name, more), count: more))
    }
    mistakes = []
  }

  private mutating func complainAboutGroups() {
    let file = name
    for header in keyFile.headers where !ConfigurationKey.groups.contains(header.group) {
      complain(
        header.line, ConfigurationWords.unknownGroup(file, header.line, header.group, ConfigurationKey.groups))
    }
  }

  private mutating func read(_ entry: KeyFile.Entry, _ seen: inout [ConfigurationKey.Name: Int]) {
    let (file, name) = (self.name, ConfigurationKey.Name(group: entry.group, key: entry.key))
    guard let key = ConfigurationKey.find(name) else {
      let keys = ConfigurationKey.all.filter { $0.name.group == entry.group }.map(\.name.key)
      return complain(entry.line, ConfigurationWords.unknownKey(file, entry, keys))
    }
    if let first = seen.updateValue(entry.line, forKey: name) {
      complain(entry.line, ConfigurationWords.repeated(file, entry, first))
    }
    // GKeyFile gives the last value of a repeated key; its line is the one to judge it on.
    guard keyFile.line(entry.group, entry.key) == entry.line else { return }
    let value = keyFile.value(entry.group, entry.key) ?? ""
    guard key.type.read(value, &configuration) else {
      return complain(entry.line, ConfigurationWords.unfit(file, entry, value, key))
    }
    lines[name] = entry.line
  }

  private mutating func complain(_ line: Int, _ sentence: @autoclosure @escaping () -> String) {
    mistakes.append((line, sentence))
  }
}
