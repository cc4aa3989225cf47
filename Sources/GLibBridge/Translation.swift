// Words in the person's language, through gettext.
import CNotify
import Glibc

/// The catalogue of translations.
public enum Translation {
  /// Call once, first thing in `main`. - directory: where `LANGUAGE/LC_MESSAGES/DOMAIN.mo` are; nil is the system's.
  /// `g_dgettext` gives English only, unless `textdomain` was set.
  public static func start(domain: String, directory: String? = nil) {
    // Not LC_ALL: what money, paper and sorting look like is never asked for, and reading it takes as long again.
    for category in [LC_CTYPE, LC_MESSAGES, LC_TIME] { setlocale(category, "") }
    if let directory { bindtextdomain(domain.forC, directory.forC) }
    bind_textdomain_codeset(domain.forC, "UTF-8")
    textdomain(domain.forC)
  }
}

/// The translation of `msgid`, or `msgid` itself.
public func tr(_ msgid: String, domain: String) -> String {
  if msgid.isEmpty { return "" }  // gettext would answer with the catalogue's header
  return msgid.forC.withCString { id in
    domain.forC.withCString { domain in g_dgettext(domain, id).map { String(cString: $0) } ?? "" }
  }
}

/// The translation that fits a number: `singular` for one, `plural` for others where there is none.
public func trn(_ singular: String, _ plural: String, _ count: Int, domain: String) -> String {
  singular.forC.withCString { one in
    plural.forC.withCString { many in
      domain.forC.withCString { domain in
        g_dngettext(domain, one, many, gulong(count.magnitude)).map { String(cString: $0) } ?? plural
      }
    }
  }
}
