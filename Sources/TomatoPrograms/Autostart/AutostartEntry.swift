// The XDG autostart entry that starts the daemon at login: its path, and whether each desktop accepts it.

internal import GLibBridge
internal import TomatoSettings
internal import TomatoWords

/// What will happen at the next login.
nonisolated enum AutostartState: Hashable, Sendable {
  /// The entry at the path starts the daemon; `arm`: a focus phase begins too.
  case on(path: String, arm: Bool)
  case missing
  /// The entry is disabled by this key.
  case off(path: String, key: String)
  /// `[login] start = off`.
  case configuredOff(path: String)
  /// The entry leaves this desktop out with this key.
  case otherDesktop(path: String, key: String)
  /// The entry's program does not exist.
  case noProgram(path: String, program: String)
  /// The entry's file is unusable, with the reason.
  case unusable(path: String, reason: String)
}

/// An entry's file.
struct AutostartEntry {
  static let fileName = BusNames.application + ".desktop"
  static let group = "Desktop Entry"
  /// In bytes; many times the size of the largest entries with all their translations.
  private static let largestFile = 64 * 1024

  /// The keys that enable and disable an entry.
  private enum Key {
    /// The specification's key: `true` disables.
    static let hidden = "Hidden"
    static let gnome = "X-GNOME-Autostart-enabled"
    static let mate = "X-MATE-Autostart-enabled"
  }

  let path: String
  private(set) var file: KeyFile

  /// Our own entry, if none is installed.
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
  /// - Throws: when the file exists and is unreadable or not text.
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

  /// The path of the user's own entry; nil without a home directory.
  static var ownPath: String? {
    Paths.base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/autostart/" + fileName }
  }

  /// The effective entry: the first one in the order of the directories. A user's own entry hides the system's.
  static func find(in directories: [String]) throws(FileError) -> AutostartEntry? {
    for directory in directories {
      if let entry = try AutostartEntry(reading: directory + "/autostart/" + fileName) { return entry }
    }
    return nil
  }

  var text: String { file.text }

  func value(_ key: String) -> String? { file.value(Self.group, key) }

  // MARK: Reading

  /// The key that disables the entry. GNOME's and MATE's tools write their own keys, all others the specification's, so
  /// any of them counts.
  var disablingKey: String? {
    if ["true", "1"].contains(value(Key.hidden)?.lowercased()) { return Key.hidden + "=true" }
    let switches = [Key.gnome, Key.mate]
    return switches.first { ["false", "0"].contains(value($0)?.lowercased()) }.map { $0 + "=false" }
  }

  /// Whether it has the keys that all desktops read.
  var hasAllKeys: Bool { value(Key.hidden) != nil && value(Key.gnome) != nil }

  /// The present desktop's names.
  static var desktops: [String] {
    Paths.environment("XDG_CURRENT_DESKTOP")?.split(separator: ":" as Character).map(String.init) ?? []
  }

  /// The key that excludes a desktop with these names.
  func exclusion(from desktops: [String]) -> String? {
    if let only = list("OnlyShowIn"), !only.contains(where: desktops.contains) { return "OnlyShowIn" }
    if let not = list("NotShowIn"), not.contains(where: desktops.contains) { return "NotShowIn" }
    return nil
  }

  private func list(_ key: String) -> [String]? {
    guard let value = value(key), !value.isEmpty else { return nil }
    return value.split(separator: ";").map(String.init)
  }

  /// The first missing program of `TryExec` and `Exec`; nil if none is missing. Desktops then start nothing.
  func missingProgram(_ find: (String) -> String?) -> String? {
    let wanted = [value("TryExec").map(ExecLine.unescaped), ExecLine.program(value("Exec") ?? "")]
    if wanted[1] == nil { return "" }
    return wanted.compactMap(\.self).first { !$0.isEmpty && find($0) == nil }
  }

  func state(_ login: LoginStart, desktops: [String], find: (String) -> String?) -> AutostartState {
    if let disablingKey { return .off(path: path, key: disablingKey) }
    if login == .off { return .configuredOff(path: path) }
    if let key = exclusion(from: desktops) { return .otherDesktop(path: path, key: key) }
    if let program = missingProgram(find) { return .noProgram(path: path, program: program) }
    return .on(path: path, arm: login == .arm)
  }

  // MARK: Writing

  /// Sets each key. All other lines stay, comments and translations included.
  mutating func enable(_ isEnabled: Bool) {
    file.set(Self.group, Key.hidden, to: isEnabled ? "false" : "true")
    file.set(Self.group, Key.gnome, to: isEnabled ? "true" : "false")
    // Current MATE uses the specification's key; its own older key must agree with it.
    if value(Key.mate) != nil { file.set(Self.group, Key.mate, to: isEnabled ? "true" : "false") }
  }

  mutating func start(_ program: String) {
    if value("Type") == nil { file.set(Self.group, "Type", to: "Application") }
    if value("Name") == nil { file.set(Self.group, "Name", to: "TomatoClock") }
    file.set(Self.group, "TryExec", to: ExecLine.escaped(program))
    file.set(Self.group, "Exec", to: ExecLine.quoted(program) + " --login")
  }
}

extension AutostartState {
  /// The state at the next login; by default this user's, on a desktop like the present one.
  static func read(
    _ login: LoginStart, in directories: [String] = Paths.configDirectories,
    desktops: [String] = AutostartEntry.desktops, find: (String) -> String? = Paths.program,
    ownPath: String = AutostartEntry.ownPath ?? ""
  ) -> AutostartState {
    do throws(FileError) {
      guard let entry = try AutostartEntry.find(in: directories) else { return .missing }
      return entry.state(login, desktops: desktops, find: find)
    } catch {
      return .unusable(path: ownPath, reason: error.description)
    }
  }
}
