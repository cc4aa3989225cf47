// Finds the application that opens a kind of link, desktop entries, and capabilities of this desktop's libraries.
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

public enum DesktopFacts {
  /// Whether GdkPixbuf, with which GTK trays draw icons, reads SVG here.
  public static var readsSVG: Bool {
    guard let formats = gdk_pixbuf_get_formats() else { return false }
    defer { g_slist_free(formats) }
    return sequence(first: formats) { $0.pointee.next }.contains { item in
      let name = item.pointee.data.flatMap { gdk_pixbuf_format_get_name(OpaquePointer($0)) }
      defer { g_free(name) }
      return String(orEmpty: name) == "svg"
    }
  }
}
