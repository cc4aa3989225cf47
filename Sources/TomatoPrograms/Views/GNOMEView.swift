// The timer in GNOME's top bar: our GNOME Shell extension, found and switched on and off. Calls go to the bus name of
// the shell, because the name org.gnome.Shell.Extensions would start a program.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

package enum GNOMEView: Equatable {
  case notHere
  case notInstalled
  /// Installed after the shell's start, so the shell finds it at the next login. `isOn`: it is enabled then.
  case unknown(isOn: Bool)
  case off
  case on
  /// The shell runs another version of the extension, which its metadata names.
  case otherVersion(String)
  /// The user has disabled all extensions.
  case allOff
  case outdated
  /// With the shell's error message.
  case broken(String)
  case silent

  static let extensionID = "island@tomatoclock.org"
  private static let enabled = "enabled-extensions"
  private static let disabled = "disabled-extensions"

  // MARK: Reading

  static func examine(_ questions: BusQuestions) -> GNOMEView {
    guard questions.hasOwner(BusNames.gnomeShell) else { return .notHere }
    guard let info = call(questions, "GetExtensionInfo", reply: "(a{sv})") else { return .silent }
    guard let state = info["state"] else { return metadata == nil ? .notInstalled : .unknown(isOn: isEnabled) }
    if questions.property("UserExtensionsEnabled", of: .gnomeExtensions) == .bool(false) { return .allOff }
    return switch state {
    case .double(1): running(info["version-name"]?.text)
    case .double(3): .broken(shown(info["error"]?.text ?? ""))
    case .double(4): .outdated
    default: .off
    }
  }

  private static func running(_ version: String?) -> GNOMEView {
    version == tomatoVersion ? .on : .otherVersion(shown(version ?? "0"))
  }

  private static var metadata: String? {
    Paths.dataDirectories.map { "\($0)/gnome-shell/extensions/\(extensionID)/metadata.json" }
      .first(where: ThisProcess.exists)
  }

  /// Whether it is off but could be on: its metadata lists this version of the shell.
  package static func isOnOffer(_ server: String, _ version: String) -> Bool {
    guard server == "gnome-shell", let version = ServerVersion(version), let metadata, !isEnabled else { return false }
    let text = (try? Files.read(metadata, limit: 64 << 10)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.contains("\"\(version.major)\"")
  }

  private static var isEnabled: Bool { listed(enabled)?.contains(extensionID) == true }

  private static func listed(_ list: String) -> [String]? {
    DesktopSetting.value(schema: BusNames.gnomeShellSettings, key: list)?.elements?.compactMap(\.text)
  }

  // MARK: Switching

  /// Switches it on or off, at once if the shell knows it, otherwise at the next login.
  /// - Parameter store: changes the user's lists.
  /// - Returns: the new state.
  static func turn(
    _ isOn: Bool, _ questions: BusQuestions, store: @MainActor (Bool) -> Void = Self.store
  ) -> GNOMEView {
    let found = examine(questions)
    guard ![.notHere, .silent].contains(found) else { return found }
    if found == .notInstalled, isOn { return found }
    if ![.notInstalled, .unknown(isOn: true), .unknown(isOn: false)].contains(found) {
      _ = call(questions, isOn ? "EnableExtension" : "DisableExtension", reply: "(b)")
    }
    store(isOn)
    return settled(isOn, questions)
  }

  /// Changes the user's lists. An extension that is off is in neither.
  static func store(_ isOn: Bool) {
    setListed(isOn, enabled)
    setListed(false, disabled)
  }

  private static func setListed(_ isListed: Bool, _ list: String) {
    guard let all = listed(list), all.contains(extensionID) != isListed else { return }
    let changed = all.filter { $0 != extensionID } + (isListed ? [extensionID] : [])
    _ = DesktopSetting.store(.strings(changed), schema: BusNames.gnomeShellSettings, key: list)
  }

  /// Waits for the new state, because the shell answers before it has changed.
  private static func settled(_ isOn: Bool, _ questions: BusQuestions) -> GNOMEView {
    var found = examine(questions)
    for _ in 0..<20 where found == (isOn ? .off : .on) {
      _ = MainLoop.turn(until: { false }, limitMs: 50)
      found = examine(questions)
    }
    return found
  }

  private static func call(_ questions: BusQuestions, _ method: String, reply: String) -> BusValue? {
    questions.value(.gnomeExtensions, method, [.string(extensionID)], reply: reply)
  }
}
