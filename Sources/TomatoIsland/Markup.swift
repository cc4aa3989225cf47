// A person's text where a server, a tray or a bar reads markup.

package enum Markup {
  /// The text with every mark escaped that markup gives a meaning to, so that it is shown as it was written.
  ///
  /// By scalars: a mark with an accent on it is one character, and still a mark to whatever reads it.
  /// - Parameter quotes: also those of attributes, as `g_markup_escape_text` does.
  package static func escaped(_ text: String, quotes: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "'" where quotes: escaped += "&#39;"
      case "\"" where quotes: escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
