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
    var text = ""
    for character in percent.unicodeScalars {
      if "\"`$\\".unicodeScalars.contains(character) { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return "\"" + escaped(text) + "\""
  }

  /// A value of type string: each backslash doubled.
  static func escaped(_ text: String) -> String {
    text.replacingEach("\\", with: "\\\\")
  }

  /// The text of a value of type string.
  static func unescaped(_ value: String) -> String {
    var isSecond = false
    return value.filter { character in
      defer { isSecond = character == "\\" && !isSecond }
      return !(isSecond && character == "\\")
    }
  }

  /// The first word of the value, without its quoting; nil if there is none or its quotes are not closed.
  static func program(_ value: String) -> String? {
    var rest = Substring(value).drop { $0 == " " }
    var word = ""
    var isQuoted = false
    while let character = rest.popFirst() {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: return word.isEmpty ? nil : word
      case "\\":
        // Doubled for the string, and once more within quotes.
        if rest.first == "\\" { rest = rest.dropFirst() }
        if isQuoted, let next = rest.popFirst() {
          word.append(next)
          if next == "\\", rest.first == "\\" { rest = rest.dropFirst() }
        } else {
          word.append(character)
        }
      case "%" where rest.first == "%":
        rest = rest.dropFirst()
        word.append(character)
      default: word.append(character)
      }
    }
    return isQuoted || word.isEmpty ? nil : word
  }
}
