// Where an installed icon is: several notification servers draw a file but do not find a name.
import Glibc

public enum NotificationIcon {
  /// The PNG file of an icon of the hicolor theme, in the size of a notification, below the data directories of the XDG
  /// Base Directory Specification; nil if it is not installed.
  public static func path(_ name: String) -> String? {
    let own = Paths.base("XDG_DATA_HOME", default: ".local/share").map { [$0] } ?? []
    let shared = Paths.environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return (own + shared.split(separator: ":").map(String.init)).lazy
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/icons/hicolor/64x64/apps/\(name).png" }
      .first { access($0, R_OK) == 0 }
  }
}
