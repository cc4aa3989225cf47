// Escapes texts for servers, trays and bars that read markup.

package enum Markup {
  /// Escapes the characters that have a meaning in markup.
  ///
  /// Works on Unicode scalars: `<` with a combining accent is one `Character`, but a parser still sees the `<`.
  /// - Parameter quotes: escapes quotation marks too, for attributes, as `g_markup_escape_text` does.
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
