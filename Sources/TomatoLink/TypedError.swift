// Why typed words are not understood, and what would be.

/// Why typed words are not understood.
public struct TypedError: Error, Hashable, Sendable {
  /// What was wrong, and what would have worked.
  public var error: LinkError
  /// The form of the words is unknown (64); otherwise a value is bad (65).
  public var isUsage: Bool
  /// The commands that the sentence proposes, as words. A test tries each.
  public var proposals: [[String]]

  init(_ error: LinkError, isUsage: Bool = true, proposals: [[String]] = []) {
    (self.error, self.isUsage, self.proposals) = (error, isUsage, proposals)
  }

  /// What was typed can be read in two ways.
  static func readings(_ given: String, _ first: [String], _ second: [String]) -> TypedError {
    TypedError(
      LinkError(
        "{given} may mean two things; say {first}, or {second}.",
        ["given": LinkError.quote(given), "first": shown(first), "second": shown(second)]), proposals: [first, second])
  }

  /// Words quoted for a shell, without control characters; a long word is cut.
  static func shown(_ words: [String]) -> String {
    words.map { word in
      let word = word.utf8.count > 200 ? SafeText.printable(String(word.prefix(120))) + "…" : SafeText.printable(word)
      let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-+.,:%@_/=".contains($0) }
      return isPlain ? word : word.contains("'") ? "\"\(word)\"" : "'\(word)'"
    }.joined(separator: " ")
  }

  /// Words as one word; none when there are none.
  static func whole(_ words: [String]) -> [String] {
    let text = words.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? [] : [text]
  }
}
