// What the libraries of this desktop can do for us: pictures that they read, and the language that they speak.
import CNotify
import Glibc

public enum DesktopFacts {
  /// Whether GTK's picture library reads SVG here: trays that are made with it draw icons that way.
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

  /// The language of messages.
  public struct Language: Hashable, Sendable {
    /// What the environment asks for, as `zh_TW.UTF-8`; `C` if nothing.
    public var wanted: String
    /// The system has what is asked for. A locale that is not installed means English, without a word.
    public var isInstalled: Bool
    /// There are translations of ours into it.
    public var hasCatalogue: Bool

    public init(wanted: String, isInstalled: Bool, hasCatalogue: Bool) {
      (self.wanted, self.isInstalled, self.hasCatalogue) = (wanted, isInstalled, hasCatalogue)
    }
  }

  /// After `Translation.start`. - domain: of gettext.
  public static func language(domain: String) -> Language {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Paths.environment($0) }
    let wanted = variables.first ?? "C"
    let current = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
    // For the empty text a catalogue has its header.
    let header = domain.forC.withCString { domain in "".withCString { dgettext(domain, $0).map { String(cString: $0) } }
    }
    return Language(
      wanted: wanted, isInstalled: current != "C" || wanted == "C" || wanted == "POSIX",
      hasCatalogue: header?.isEmpty == false)
  }
}
