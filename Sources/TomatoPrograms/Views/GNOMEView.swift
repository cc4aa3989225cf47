// Our extension of GNOME Shell, as the shell and the disk have it, and switching it. GNOME's own interface of
// extensions is asked at the shell itself: its other name would start a program.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoWords

/// What is known of the extension.
package enum GNOMEView: Equatable {
  /// This desktop is not GNOME.
  case notHere
  case notInstalled
  /// It was installed after the shell's start, which will see it at the next login; `isOn`: and show it.
  case unknown(isOn: Bool)
  case off
  case on
  /// The person wants no extensions at all.
  case allOff
  /// It was not made for this version of GNOME.
  case outdated
  /// The shell's own sentence.
  case broken(String)
  case silent

  static let extensionID = "island@tomatoclock.org"
  private static let enabled = "enabled-extensions"
  private static let disabled = "disabled-extensions"

  // MARK: Looking

  static func examine(_ questions: BusQuestions) -> GNOMEView {
    guard questions.hasOwner(BusNames.gnomeShell) else { return .notHere }
    guard let answer = call(questions, "GetExtensionInfo", reply: "(a{sv})") else { return .silent }
    guard case .success(let values) = answer, let info = values.first else { return .silent }
    guard let state = info["state"] else { return isInstalled ? .unknown(isOn: isChosen) : .notInstalled }
    if questions.property(
      BusNames.gnomeShell, BusNames.gnomeShellPath, BusNames.gnomeExtensions, "UserExtensionsEnabled") == .bool(false)
    {
      return .allOff
    }
    return switch state {
    case .double(1): .on
    case .double(3): .broken(shown(info["error"]?.text ?? ""))
    case .double(4): .outdated
    default: .off
    }
  }

  private static var isInstalled: Bool { metadata != nil }

  /// Its file, where GNOME looks for it.
  private static var metadata: String? {
    Paths.dataDirectories.map { "\($0)/gnome-shell/extensions/\(extensionID)/metadata.json" }
      .first(where: ThisProcess.exists)
  }

  /// Whether it could be switched on: the server is a shell that it was made for, as its metadata lists them.
  package static func isOnOffer(_ server: String, _ version: String) -> Bool {
    guard server == "gnome-shell", let version = ServerVersion(version), let metadata, !isChosen else { return false }
    let text = (try? Files.read(metadata, limit: 64 << 10)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.contains("\"\(version.major)\"")
  }

  private static var isChosen: Bool {
    DesktopSetting.texts(schema: BusNames.gnomeShellSettings, key: enabled)?.contains(extensionID) == true
  }

  // MARK: Switching

  /// At once where the shell knows it, else from the next login on.
  /// - Parameter store: keeps it in the person's lists.
  /// - Returns: what holds then.
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

  /// The person's lists. Nothing is left there of what is off.
  static func store(_ isOn: Bool) {
    note(isOn, enabled)
    note(false, disabled)
  }

  private static func note(_ isListed: Bool, _ list: String) {
    guard var all = DesktopSetting.texts(schema: BusNames.gnomeShellSettings, key: list),
      all.contains(extensionID) != isListed
    else { return }
    all.removeAll { $0 == extensionID }
    if isListed { all.append(extensionID) }
    _ = DesktopSetting.store(all, schema: BusNames.gnomeShellSettings, key: list)
  }

  /// The shell answers before it has followed.
  private static func settled(_ isOn: Bool, _ questions: BusQuestions) -> GNOMEView {
    var found = examine(questions)
    for _ in 0..<20 where found == (isOn ? .off : .on) {
      _ = MainLoop.turn(until: { false }, limitMs: 50)
      found = examine(questions)
    }
    return found
  }

  private static func call(
    _ questions: BusQuestions, _ method: String, reply: String
  ) -> Result<[BusValue], BusError>? {
    questions.ask(
      BusNames.gnomeShell, BusNames.gnomeShellPath, BusNames.gnomeExtensions, method, [.string(extensionID)],
      reply: reply)
  }
}
