// Finding and replacing in texts. The standard library's own functions for that bring its regular expressions, which
// are a megabyte of each program.

extension String {
  /// Whether it contains a text.
  public func containsText(_ words: String) -> Bool { indices.contains { self[$0...].hasPrefix(words) } }

  /// The same with another text in the place of each such text, which is not empty.
  public func replacingText(_ words: String, with text: String) -> String {
    var (said, rest) = ("", self[...])
    while let next = rest.first {
      let isFound = rest.hasPrefix(words)
      said += isFound ? text : String(next)
      rest = rest.dropFirst(isFound ? words.count : 1)
    }
    return said
  }

  /// The same with a text in the place of each such scalar: a quotation mark with an accent on it is still one to
  /// whoever reads bytes.
  public func replacingEach(_ scalar: Unicode.Scalar, with text: String) -> String {
    let parts = unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false)
    return parts.map { String($0) }.joined(separator: text)
  }
}
