// The `Exec` key of the Desktop Entry Specification: its quoting, and the program that it names.

internal import TomatoLink

nonisolated enum ExecLine {
  /// Characters that an argument may have without quotes.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+@:,-".utf8)

  /// Quotes one argument if needed: inside quotes, `"`, backtick, `$` and `\` get a backslash; `%` is doubled; and each
  /// backslash is doubled again, because the value is a string.
  static func quoted(_ argument: String) -> String {
    let percent = argument.replacingEach("%", with: "%%")
    guard !argument.utf8.allSatisfy({ plain.contains($0) }) else { return argument }
    let special: [Unicode.Scalar] = ["\\", "\"", "`", "$"]
    let text = special.reduce(percent) { $0.replacingEach($1, with: "\\" + String($1)) }
    return "\"" + escaped(text) + "\""
  }

  /// A value of type string: each backslash doubled.
  static func escaped(_ text: String) -> String { text.replacingEach("\\", with: "\\\\") }

  /// Reverses `escaped`.
  static func unescaped(_ value: String) -> String {
    var isSecond = false
    let scalars = value.unicodeScalars.filter { scalar in
      defer { isSecond = scalar == "\\" && !isSecond }
      return !(isSecond && scalar == "\\")
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The first word of the value, without its quoting; nil if there is none or its quotes are not closed.
  static func program(_ value: String) -> String? {
    // By scalars, because a combining accent may follow a quotation mark.
    var rest = value.unicodeScalars.drop { $0 == " " }
    var word = String.UnicodeScalarView()
    var isQuoted = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: return word.isEmpty ? nil : String(word)
      case "\\":
        // A backslash is doubled in a string value, and again within quotes.
        if rest.first == "\\" { rest = rest.dropFirst() }
        if isQuoted, let next = rest.popFirst() {
          word.append(next)
          if next == "\\", rest.first == "\\" { rest = rest.dropFirst() }
        } else {
          word.append(scalar)
        }
      case "%" where rest.first == "%":
        rest = rest.dropFirst()
        word.append(scalar)
      default: word.append(scalar)
      }
    }
    return isQuoted || word.isEmpty ? nil : String(word)
  }
}
