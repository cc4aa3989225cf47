// The switches' bus names, paths and keys.

internal import GLibBridge
internal import TomatoWords

extension BusObject {
  /// Switched by its property `paused`.
  static let dunst = BusObject(BusNames.notifications, BusNames.notificationsPath, BusNames.dunst)
  static let xfconf = BusObject(BusNames.xfconf, BusNames.xfconfPath)
  static let swaync = BusObject(BusNames.swaync, BusNames.swayncPath)
  static let mako = BusObject(BusNames.notifications, BusNames.makoPath, BusNames.mako)
}

extension QuietSwitch {
  /// The process that holds the switch's state in memory.
  var busName: String {
    switch self {
    case .plasma, .gnome, .dunst, .mako: BusNames.notifications
    case .xfconf: BusNames.xfconf
    case .swaync, .swayncInhibitor: BusNames.swaync
    }
  }
}

nonisolated enum QuietNames {
  /// True while banners are shown.
  static let gnomeKey = "show-banners"
  static let xfceChannel = "xfce4-notifyd"
  static let xfceProperty = "/do-not-disturb"
  static let makoMode = "do-not-disturb"
}

package enum MakoConfiguration {
  /// From mako's manual page.
  private static var path: String? { Paths.base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/mako/config" } }

  package static func hasMode() -> Bool {
    guard let path, let bytes = try? Files.read(path, limit: 256 * 1024) else { return false }
    return hasMode(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a section with our mode as the only criterion hides every notification.
  static func hasMode(_ text: String) -> Bool {
    var isOurs = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.filter { $0 != " " && $0 != "\t" }
      if words.hasPrefix("[") { isOurs = words == "[mode=\(QuietNames.makoMode)]" }
      if isOurs, words == "invisible=1" || words == "invisible=true" { return true }
    }
    return false
  }
}
