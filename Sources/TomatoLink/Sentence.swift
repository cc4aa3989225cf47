// Translatable sentences with placeholders, such as `The link has {n} bytes.`.

public enum Sentence {
  /// Replaces each placeholder by its value. Braces in a value have no meaning.
  public static func fill(_ text: String, with value: (Substring) -> String) -> String {
    var filled = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open] + value(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
