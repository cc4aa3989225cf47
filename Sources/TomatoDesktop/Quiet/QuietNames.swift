// The switches' bus names, paths and keys.

internal import GLibBridge
internal import TomatoWords

/// An object on the bus, and the interface that we use.
struct QuietObject: Equatable {
  var name: String
  var path: String
  var interface: String

  static let bus = QuietObject(name: BusNames.bus, path: BusNames.busPath, interface: BusNames.bus)
  static let plasma = QuietObject(
    name: BusNames.notifications, path: BusNames.notificationsPath, interface: BusNames.notifications)
  /// Switched by its property `paused`.
  static let dunst = QuietObject(
    name: BusNames.notifications, path: BusNames.notificationsPath, interface: BusNames.properties)
  static let xfconf = QuietObject(name: BusNames.xfconf, path: BusNames.xfconfPath, interface: BusNames.xfconf)
  static let swaync = QuietObject(name: BusNames.swaync, path: BusNames.swayncPath, interface: BusNames.swaync)
  static let mako = QuietObject(name: BusNames.notifications, path: BusNames.makoPath, interface: BusNames.mako)

  init(name: String, path: String, interface: String) {
    (self.name, self.path, self.interface) = (name, path, interface)
  }

  /// The object of the process that holds the switch's state in memory, or that shows notifications.
  init(_ kind: QuietSwitch) {
    self =
      switch kind {
      case .plasma, .gnome: .plasma
      case .dunst: .dunst
      case .xfconf: .xfconf
      case .swaync, .swayncInhibitor: .swaync
      case .mako: .mako
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
  static var path: String? { Paths.base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/mako/config" } }

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
