// The user's configuration: the values of all keys in config.ini. A mistake affects its own key only.

package import GLibBridge
package import TomatoEngine
package import TomatoIsland
package import TomatoLink
package import TomatoWords

/// All configured values. `Configuration()` holds the defaults.
package struct Configuration: Hashable, Sendable {
  package var timer = Settings()
  package var islandMode = IslandMode.auto
  /// Maximum number of cards on the screen at once.
  package var islandsAtOnce = 2
  /// Whether Plasma shows programs' progress like that of its own jobs.
  package var usesPlasmaJobs = true
  package var tray = TraySettings()
  package var appearance = Appearance()
  package var lockedView = LockedView.time
  package var sound = SoundSettings()
  /// Whether the desktop holds notifications back during a focus.
  package var isQuietInFocus = false
  package var loginStart = LoginStart.daemon
  package var goal = GoalSettings()
  /// Programs that `track` does not announce, separated by spaces; `none` for an empty list.
  var trackIgnore = Self.interactivePrograms
  package var hooks: [HappeningName: HookCommand] = [:]

  package init() {}

  package var views: ViewSettings { ViewSettings(appearance: appearance, locked: lockedView) }

  /// Programs that are used interactively, so that their end needs no announcement.
  private static let interactivePrograms =
    "vi vim nvim view vimdiff nano micro emacs emacsclient hx kak joe mc ranger nnn ncdu less more most man info watch "
    + "top htop btop atop iotop tail journalctl ping ssh mosh sftp telnet tmux screen su fg gdb lldb mysql psql "
    + "sqlite3 ipython tig lazygit w3m lynx mutt neomutt irssi weechat"
}

/// What the daemon does at login: `[login] start`. The autostart entry is separate (docs/bars.md).
package enum LoginStart: String, Hashable, Sendable, CaseIterable {
  case off
  /// The daemon is there; no phase begins.
  case daemon
  /// The daemon is there, and a focus phase begins unless a phase is under way.
  case arm
}

/// One mistake in the configuration file. The last complaint may stand for all further mistakes.
package struct Complaint: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; nil when the whole file is meant.
  let line: Int?
  /// A full sentence that names the file and the line.
  package let description: String
  /// How many mistakes it stands for.
  package var count = 1
}

extension Configuration {
  /// Largest file that is read, in bytes; all keys need about a hundredth of it.
  package static let largestFile = 64 * 1024

  /// Reads the file at `path`. A missing file means the defaults.
  /// The configuration is nil when the file as a whole is unusable (unreadable, a directory, above 64 KiB, not UTF-8):
  /// the caller keeps what it has, or takes the defaults.
  package static func load(path: String) -> (configuration: Configuration?, complaints: [Complaint]) {
    do throws(Failure) {
      guard let text = try ConfigurationFile.text(path) else { return (Configuration(), []) }
      let file = ConfigurationFile(text, name: path)
      return (file.configuration, file.complaints)
    } catch { return (nil, [Complaint(line: nil, description: error.sentence)]) }
  }
}

/// A configuration file: its text, its values, its mistakes, and the keys that it sets. A key with an invalid value has
/// its default; all others are used.
package struct ConfigurationFile {
  let name: String
  package var keyFile: KeyFile
  package private(set) var configuration = Configuration()
  /// In line order. The first ten mistakes are named; one more complaint counts the rest.
  package private(set) var complaints: [Complaint] = []
  /// All mistakes with their lines. A sentence is built only for the named ones.
  private var mistakes: [(line: Int, sentence: () -> String)] = []
  /// The line that sets a key, by its name, for the keys whose value is used.
  package private(set) var lines: [String: Int] = [:]

  private static let mostNamed = 10

  /// The text of the file; nil when there is none.
  /// - Throws: why the file as a whole cannot be used.
  package static func text(_ path: String) throws(Failure) -> String? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(path, limit: Configuration.largestFile) } catch {
      if error.isMissing { return nil }
      throw Failure(.cannotCreate, said: error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let valid = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      let line = valid.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      throw Failure(.cannotCreate, said: ConfigurationWords.notText(path, line))
    }
    return text
  }

  package init(_ text: String, name: String) {
    self.name = name
    let (file, errors) = KeyFile.reading(text)
    keyFile = file
    for error in errors { complain(error.line, ConfigurationWords.unreadableLine(name, error.line, error.problem)) }
    for header in file.headers where !ConfigurationKey.groups.contains(header.group) {
      complain(header.line, ConfigurationWords.unknownGroup(name, header.line, header.group, ConfigurationKey.groups))
    }
    var seen: [String: Int] = [:]
    for entry in file.entries where ConfigurationKey.groups.contains(entry.group) { read(entry, &seen) }
    mistakes.sort { $0.line < $1.line }
    complaints = mistakes.prefix(Self.mostNamed).map { Complaint(line: $0.line, description: $0.sentence()) }
    let more = mistakes.count - complaints.count
    if more > 0 {
      complaints.append(Complaint(line: nil, description: ConfigurationWords.moreMistakes(name, more), count: more))
    }
    mistakes = []
  }

  private mutating func read(_ entry: KeyFile.Entry, _ seen: inout [String: Int]) {
    let (file, name) = (self.name, "\(entry.group).\(entry.key)")
    guard let key = ConfigurationKey.find(name) else {
      let keys = ConfigurationKey.all.filter { $0.group == entry.group }.map(\.key)
      return complain(entry.line, ConfigurationWords.unknownKey(file, entry, keys))
    }
    if let first = seen.updateValue(entry.line, forKey: name) {
      complain(entry.line, ConfigurationWords.repeated(file, entry, first))
    }
    // GKeyFile gives the last value of a repeated key, so only the last line is judged.
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
