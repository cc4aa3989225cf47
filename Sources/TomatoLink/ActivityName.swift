// The names that people give to timers and stopwatches, and the ids that programs know them by.

/// A name is a person's text; names are compared without case.
public enum ActivityName {
  /// A longer name is refused, in characters as a person counts them.
  public static let characterLimit = 80
  /// A longer name is refused, in bytes of UTF-8, so that it fits into a link beside a task.
  public static let byteLimit = 240

  /// The name without white space around it.
  /// - Throws: One sentence, if it is empty, too long, or has characters that no text may have.
  public static func checked(_ text: some StringProtocol) throws(LinkError) -> String {
    let name = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !name.isEmpty else { throw LinkError("The name is empty; expected 1 to 80 characters, at most 240 bytes.") }
    for scalar in name.unicodeScalars where SafeText.isUnfit(scalar) {
      throw LinkError(
        "The name has the character {code}; expected text without control or direction characters.",
        ["code": LinkError.code(of: scalar)])
    }
    // Bytes first: they are counted at once, characters one by one.
    guard name.utf8.count <= byteLimit else {
      throw LinkError(
        "The name has {n} bytes; expected at most {m}.", ["n": "\(name.utf8.count)", "m": "\(byteLimit)"])
    }
    guard name.count <= characterLimit else {
      throw LinkError(
        "The name has {n} characters; expected at most {m}.", ["n": "\(name.count)", "m": "\(characterLimit)"])
    }
    return name
  }

  /// Checks a new name. A stored one may be invisible, and is kept.
  /// - Throws: One sentence, as `checked`, or if no character is visible.
  public static func given(_ text: some StringProtocol) throws(LinkError) -> String {
    let name = try checked(text)
    guard SafeText.isVisible(name) else {
      throw LinkError("The name is invisible; expected a visible character.")
    }
    return name
  }

  public static func areSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// The id for a name: the name in lower case. Nil if that is no id, or is reserved.
  public static func id(for name: String) -> ActivityID? {
    guard let id = ActivityID(name.lowercased()), !isReserved(id.description) else { return nil }
    return id
  }

  /// Words that would be misunderstood as the name of an activity: verbs, kinds, durations.
  static func isReserved(_ word: String) -> Bool {
    Verb(rawValue: word) != nil || ActivityKind.allCases.contains { $0.word == word } || others.contains(word)
      || (try? DurationText.parse(word)) != nil
  }

  private static let others: Set<String> = ["all", "request", "update", "end", "list", "watch", "pipe"]
}
