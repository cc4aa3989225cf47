// The XDG autostart entry that starts the daemon at login: its path, and whether each desktop accepts it.

internal import GLibBridge
internal import TomatoSettings
internal import TomatoWords

/// What will happen at the next login.
nonisolated struct AutostartState: Hashable, Sendable {
  /// Why the daemon will not start; the `reason` in JSON.
  enum Obstacle: String {
    /// There is no entry; a key in it disables it; `[login] start` is off.
    case missing, off, configuration
    /// The entry leaves this desktop out, its program does not exist, or its file is unusable.
    case desktop, program, unusable
  }

  var obstacle: Obstacle?
  /// The path of the entry.
  var entry: String?
  /// A focus phase begins too.
  var isArmed = false
  /// The key, the program, or the error that is in the way.
  var detail = ""

  /// The values for the named places of a sentence about it.
  var places: KeyValuePairs<String, String> {
    ["path": entry ?? "", "key": detail, "program": detail, "reason": detail]
  }
}

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

  /// Reads the entry at `path`, to be written to `target`; nil if there is none.
  /// - Throws: when the file exists and is unreadable or not text.
  init?(reading path: String, for target: String? = nil) throws(FileError) {
    do throws(FileError) {
      let bytes = try Files.read(path, limit: Self.largestFile)
      file = KeyFile.reading(String(decoding: bytes, as: UTF8.self)).file
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    self.path = target ?? path
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

  /// The missing program of `TryExec` or `Exec`; desktops then start nothing. Empty for an invalid `Exec`; else nil.
  func missingProgram(_ find: (String) -> String?) -> String? {
    let wanted = [value("TryExec").map(ExecLine.unescaped), ExecLine.program(value("Exec") ?? "")]
    if wanted[1] == nil { return "" }
    return wanted.compactMap(\.self).first { !$0.isEmpty && find($0) == nil }
  }

  func state(_ login: LoginStart, desktops: [String], find: (String) -> String?) -> AutostartState {
    if let disablingKey { return AutostartState(obstacle: .off, entry: path, detail: disablingKey) }
    if login == .off { return AutostartState(obstacle: .configuration, entry: path) }
    if let key = exclusion(from: desktops) { return AutostartState(obstacle: .desktop, entry: path, detail: key) }
    if let program = missingProgram(find) {
      return AutostartState(obstacle: .program, entry: path, detail: program)
    }
    return AutostartState(entry: path, isArmed: login == .arm)
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
