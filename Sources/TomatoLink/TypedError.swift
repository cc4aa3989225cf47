// The error for typed words that are invalid or ambiguous.

public struct TypedError: Error, Hashable, Sendable {
  /// What was wrong, with proposals.
  public var error: LinkError
  /// Whether the grammar is wrong (exit code 64) rather than a value (65).
  public var isUsage: Bool
  /// The commands that the error proposes, as words. A test tries each.
  public var proposals: [[String]]

  init(_ error: LinkError, isUsage: Bool = true, proposals: [[String]] = []) {
    (self.error, self.isUsage, self.proposals) = (error, isUsage, proposals)
  }

  /// - Parameter sentence: with placeholders, as in `LinkError`. `scripts/update-po.py` collects it.
  init(
    _ sentence: String, _ places: [String: String] = [:], given: String? = nil, isUsage: Bool = true,
    proposals: [[String]] = []
  ) {
    self.init(LinkError(sentence, places, given: given), isUsage: isUsage, proposals: proposals)
  }

  /// Turns a reader's error into one about a value.
  static func wrapping<Value>(_ read: () throws(LinkError) -> Value) throws(TypedError) -> Value {
    do { return try read() } catch { throw TypedError(error, isUsage: false) }
  }

  /// For words with two meanings; proposes a command for each.
  static func readings(_ given: String, _ first: [String], _ second: [String]) -> TypedError {
    TypedError(
      "{given} may mean two things; say {first}, or {second}.",
      ["given": LinkError.quote(given), "first": shown(first), "second": shown(second)], proposals: [first, second])
  }

  /// Quotes the words for a shell, drops control characters and cuts long words.
  static func shown(_ words: [String]) -> String {
    words.map { word in
      let word = word.utf8.count > 200 ? SafeText.printable(String(word.prefix(120))) + "…" : SafeText.printable(word)
      // By scalars, because a shell reads bytes, and a mark may join with what it reads.
      let isPlain = word.unicodeScalars.map(Character.init).allSatisfy { character in
        character.isLetter || character.isNumber || "-+.,:%@_/=".contains(character)
      }
      // zsh reads a `=` at the front as the place of a program.
      return isPlain && !word.isEmpty && word.first != "=" ? word : word.shellQuoted
    }.joined(separator: " ")
  }

  /// Joins the words to a single one; returns none if there are none.
  static func whole(_ words: [String]) -> [String] {
    let text = words.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? [] : [text]
  }
}
