// Words in the person's language, through gettext.
import CNotify
import Glibc

/// The catalogue of translations.
public enum Translation {
  /// Call once, first thing in `main`.
  /// - Parameter directory: where `LANGUAGE/LC_MESSAGES/DOMAIN.mo` are; nil is the system's. It is not asked for where
  ///   nothing is translated.
  public static func start(domain: String, directory: () -> String?) {
    // Not LC_ALL: what money, paper and sorting look like is never asked for, and reading it takes as long again.
    for category in [LC_CTYPE, LC_MESSAGES, LC_TIME] { setlocale(category, "") }
    // gettext translates nothing in these, whatever LANGUAGE says.
    let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) }
    if locale != "C", locale != "POSIX", let directory = directory() {
      bindtextdomain(domain.forC, directory.forC)
    }
    bind_textdomain_codeset(domain.forC, "UTF-8")
    // Without it `g_dgettext` gives English only.
    textdomain(domain.forC)
  }

  /// The language that gettext speaks in this process, as its catalogue names it; nil where it has none.
  public static func language(domain: String) -> String? {
    // For the empty text a catalogue has its header.
    let header = domain.forC.withCString { domain in "".withCString { dgettext(domain, $0).map { String(cString: $0) } }
    }
    let line = header?.split(separator: "\n").first { $0.hasPrefix("Language: ") }
    return line.map { String($0.dropFirst("Language: ".count)) }
  }
}

/// The translation of `msgid`, or `msgid` itself.
/// - Parameter context: tells it from the same words with another meaning; catalogues have it as `msgctxt`.
public func tr(_ msgid: String, context: String? = nil, domain: String) -> String {
  if msgid.isEmpty { return "" }  // gettext would answer with the catalogue's header
  return msgid.forC.withCString { id in
    domain.forC.withCString { domain in
      let found = context.map { g_dpgettext2(domain, $0.forC, id) } ?? g_dgettext(domain, id)
      return found.map { String(cString: $0) } ?? ""
    }
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
