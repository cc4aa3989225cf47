// The `Exec` key of the Desktop Entry Specification: its quoting, and the program that it names.

internal import GLibBridge
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
  static func unescaped(_ value: String) -> String { halved(value, "\\") }

  /// The text with one `scalar` for each two in a row.
  private static func halved(_ text: String, _ scalar: Unicode.Scalar) -> String {
    var isSecond = false
    let scalars = text.unicodeScalars.filter { next in
      defer { isSecond = next == scalar && !isSecond }
      return !(isSecond && next == scalar)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The first word of the value, without its quoting; nil if there is none or its quotes are not closed. Desktops
  /// split the value like a shell too.
  static func program(_ value: String) -> String? {
    guard let word = ShellWords.parse(unescaped(value))?.first, !word.isEmpty else { return nil }
    return halved(word, "%")
  }
}
