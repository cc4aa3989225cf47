// The entry of the XDG Autostart Specification with which a desktop starts the daemon at login: where it is, and
// whether each desktop will heed it.

internal import GLibBridge
internal import TomatoSettings
internal import TomatoWords

/// What will happen at the next login.
nonisolated enum AutostartState: Hashable, Sendable {
  /// The entry at the path starts the daemon; `arm`: a focus phase begins too.
  case on(path: String, arm: Bool)
  /// There is no entry.
  case missing
  /// The entry says no with this key.
  case off(path: String, key: String)
  /// `[login] start = off`.
  case configuredOff(path: String)
  /// The entry leaves this desktop out with this key.
  case otherDesktop(path: String, key: String)
  /// The entry's program is not there.
  case noProgram(path: String, program: String)
  /// The entry is not a file that can be used; why.
  case unusable(path: String, reason: String)
}

/// An entry as a file has it.
struct AutostartEntry {
  static let fileName = BusNames.application + ".desktop"
  static let group = "Desktop Entry"
  /// As much as the largest entries of others need, with all their translations, many times over.
  private static let largestFile = 64 * 1024

  /// The keys that turn an entry on and off.
  private enum Key {
    /// The specification's: `true` is off.
    static let hidden = "Hidden"
    static let gnome = "X-GNOME-Autostart-enabled"
    static let mate = "X-MATE-Autostart-enabled"
  }

  let path: String
  private(set) var file: KeyFile

  /// An entry of our own, for where nobody has installed one.
  init(path: String, program: String) {
    self.path = path
    file =
      KeyFile.reading(
        """
        [\(Self.group)]
        Type=Application
        Name=TomatoClock
        Icon=\(BusNames.application)
        Terminal=false
        StartupNotify=false
        X-GNOME-UsesNotifications=true

        """
      ).file
    start(program)
  }

  /// The entry at `path`, to be kept at `target`.
  /// - Throws: when there is a file that is not text, or cannot be read.
  init?(reading path: String, for target: String? = nil) throws(FileError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: Self.largestFile)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    self.path = target ?? path
    file = KeyFile.reading(String(decoding: bytes, as: UTF8.self)).file
  }

  /// Where the person's own entry is; nil without a home directory.
  static var ownPath: String? {
    Paths.base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/autostart/" + fileName }
  }

  /// The entry that counts: the first one in the order of the directories. A person's own one hides the system's.
  static func find(in directories: [String] = Paths.configDirectories) throws(FileError) -> AutostartEntry? {
    for directory in directories {
      if let entry = try AutostartEntry(reading: directory + "/autostart/" + fileName) { return entry }
    }
    return nil
  }

  var text: String { file.text }

  func value(_ key: String) -> String? { file.value(Self.group, key) }

  // MARK: Reading

  /// The key with which the entry says no. GNOME's and MATE's tools write their own keys, everybody else's the
  /// specification's, so it counts as said if any says it.
  var refusal: String? {
    if ["true", "1"].contains(value(Key.hidden)?.lowercased()) { return Key.hidden + "=true" }
    let switches = [Key.gnome, Key.mate]
    return switches.first { ["false", "0"].contains(value($0)?.lowercased()) }.map { $0 + "=false" }
  }

  /// Whether it has the keys that tell every desktop.
  var hasAllKeys: Bool { value(Key.hidden) != nil && value(Key.gnome) != nil }

  /// The key with which the entry leaves out a desktop of these names (`XDG_CURRENT_DESKTOP`).
  func exclusion(from desktops: [String]) -> String? {
    if let only = list("OnlyShowIn"), !only.contains(where: desktops.contains) { return "OnlyShowIn" }
    if let not = list("NotShowIn"), not.contains(where: desktops.contains) { return "NotShowIn" }
    return nil
  }

  private func list(_ key: String) -> [String]? {
    guard let value = value(key), !value.isEmpty else { return nil }
    return value.split(separator: ";").map(String.init)
  }

  /// The program that is not there, of those that have to be; nil if all are. Without one, no desktop starts anything.
  func missingProgram(_ find: (String) -> String?) -> String? {
    let wanted = [value("TryExec").map(ExecLine.unescaped), ExecLine.program(value("Exec") ?? "")]
    if wanted[1] == nil { return "" }
    return wanted.compactMap(\.self).first { !$0.isEmpty && find($0) == nil }
  }

  func state(_ login: LoginStart, desktops: [String], find: (String) -> String?) -> AutostartState {
    if let refusal { return .off(path: path, key: refusal) }
    if login == .off { return .configuredOff(path: path) }
    if let key = exclusion(from: desktops) { return .otherDesktop(path: path, key: key) }
    if let program = missingProgram(find) { return .noProgram(path: path, program: program) }
    return .on(path: path, arm: login == .arm)
  }

  // MARK: Writing

  /// Says yes or no in each key. All other lines stay, comments and translations included.
  mutating func enable(_ isEnabled: Bool) {
    file.set(Self.group, Key.hidden, to: isEnabled ? "false" : "true")
    file.set(Self.group, Key.gnome, to: isEnabled ? "true" : "false")
    // Today's MATE heeds the specification's key; its own one, of earlier versions, must not contradict that.
    if value(Key.mate) != nil { file.set(Self.group, Key.mate, to: isEnabled ? "true" : "false") }
  }

  /// Makes the entry start this program.
  mutating func start(_ program: String) {
    if value("Type") == nil { file.set(Self.group, "Type", to: "Application") }
    if value("Name") == nil { file.set(Self.group, "Name", to: "TomatoClock") }
    file.set(Self.group, "TryExec", to: ExecLine.escaped(program))
    file.set(Self.group, "Exec", to: ExecLine.quoted(program) + " --login")
  }
}

extension AutostartState {
  /// What will happen at the next login of this person, on a desktop like the one that runs.
  static func now() -> AutostartState {
    let desktops = Paths.environment("XDG_CURRENT_DESKTOP")?.split(separator: ":" as Character).map(String.init) ?? []
    do throws(FileError) {
      guard let entry = try AutostartEntry.find() else { return .missing }
      return entry.state(ConfigurationWatch().current.loginStart, desktops: desktops, find: Paths.program)
    } catch {
      return .unusable(path: AutostartEntry.ownPath ?? "", reason: error.description)
    }
  }
}
