// Finding and replacing in texts. The standard library's own functions for that bring its regular expressions, which
// are a megabyte of each program.

extension String {
  /// Whether it contains a text.
  public func holds(_ words: String) -> Bool { indices.contains { self[$0...].hasPrefix(words) } }

  /// The same with a text in the place of each such character.
  public func replacingEach(_ character: Character, with text: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
