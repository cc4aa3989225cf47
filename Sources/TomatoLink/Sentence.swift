// Sentences with named places, such as `The link has {n} bytes.`: the form in which they can be translated.

public enum Sentence {
  /// The text with what `value` gives for each of its places; braces in a value are never taken for a place.
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
