// Capabilities of this desktop's libraries.
import CNotify

public enum DesktopFacts {
  /// Whether GdkPixbuf, with which GTK trays draw icons, reads SVG here.
  public static var readsSVG: Bool {
    guard let formats = gdk_pixbuf_get_formats() else { return false }
    defer { g_slist_free(formats) }
    var next: UnsafeMutablePointer<GSList>? = formats
    while let item = next {
      defer { next = item.pointee.next }
      guard let data = item.pointee.data, let name = gdk_pixbuf_format_get_name(OpaquePointer(data)) else { continue }
      defer { g_free(name) }
      if String(cString: name) == "svg" { return true }
    }
    return false
  }
}
