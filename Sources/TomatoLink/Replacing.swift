// Search and replace in strings. The standard library's own functions would link its regular expressions, which add a
// megabyte to each program.

extension String {
  public func containsText(_ text: String) -> Bool { indices.contains { self[$0...].hasPrefix(text) } }

  /// - Parameter text: not empty.
  public func replacingText(_ text: String, with replacement: String) -> String {
    var (result, rest) = ("", self[...])
    while let next = rest.first {
      let isFound = rest.hasPrefix(text)
      result += isFound ? replacement : String(next)
      rest = rest.dropFirst(isFound ? text.count : 1)
    }
    return result
  }

  /// Replaces a scalar even before a combining mark: an accented quotation mark is still one for a parser of bytes.
  public func replacingEach(_ scalar: Unicode.Scalar, with replacement: String) -> String {
    let parts = unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false)
    return parts.map { String($0) }.joined(separator: replacement)
  }
}
