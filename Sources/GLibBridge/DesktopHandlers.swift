// Finds the application that opens a kind of link, and desktop entries.
import CNotify

public enum DesktopHandlers {
  /// The desktop file id of the application that opens links of this scheme, such as `org.example.App.desktop`; nil if
  /// there is none.
  public static func handler(ofScheme scheme: String) -> String? {
    guard let info = g_app_info_get_default_for_uri_scheme(scheme.forC) else { return nil }
    defer { g_object_unref(gpointer(info)) }
    return g_app_info_get_id(info).map { String(cString: $0) }
  }

  /// The path of an installed desktop entry; nil if it is in none of the data directories.
  /// - Parameter id: such as `org.example.App.desktop`.
  public static func entry(_ id: String, data: [String] = Paths.dataDirectories) -> String? {
    data.lazy.map { "\($0)/applications/\(id)" }.first { ThisProcess.exists($0) }
  }
}
