// Words in the person's language, through gettext.
import CNotify
import Glibc

/// The catalogue of translations.
public enum Translation {
  /// Call once, first thing in `main`.
  /// - Parameter directory: where `LANGUAGE/LC_MESSAGES/DOMAIN.mo` are; nil is the system's. It is not asked for where
  ///   nothing is translated.
  public static func start(domain: String, directory: () -> String? = { directory() }) {
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

  /// The catalogue of a language, from where `start` has those of gettext; nil where there is none that can be read.
  public static func catalogue(of language: String, domain: String) -> MessageCatalogue? {
    MessageCatalogue(language: language, domain: domain, in: directory() ?? "/usr/share/locale")
  }

  /// Beside the running program: `share/locale` of the prefix in whose `bin` it is, or what `make build` put beside a
  /// program that is not installed; nil where there is neither.
  /// - Parameter program: the absolute path of a file.
  public static func directory(beside program: String? = ThisProcess.executable) -> String? {
    var parts = program?.split(separator: "/", omittingEmptySubsequences: true) ?? []
    guard parts.count > 1 else { return nil }
    parts.removeLast()
    let found: String
    if parts.last == "bin" {
      found = "/" + (parts.dropLast() + ["share", "locale"]).joined(separator: "/")
    } else if let build = parts.lastIndex(of: ".build") {
      found = "/" + (parts[...build] + ["locale"]).joined(separator: "/")
    } else {
      return nil
    }
    return access(found, F_OK) == 0 ? found : nil
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
