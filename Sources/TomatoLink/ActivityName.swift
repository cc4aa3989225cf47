// The names that people give to timers and stopwatches, and the ids that programs know them by.

/// A name is a person's text; names are compared without case.
public enum ActivityName {
  /// In characters as a person counts them (grapheme clusters).
  public static let characterLimit = 80
  /// In bytes of UTF-8, so that a name fits into a link beside a task.
  public static let byteLimit = 240

  /// Trims white space.
  /// - Throws: One sentence, if the name is empty, too long, or has forbidden characters.
  public static func checked(_ text: String) throws(LinkError) -> String {
    var trimmed = text.drop(while: \.isWhitespace)
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    let name = String(trimmed)
    guard !name.isEmpty else { throw LinkError("The name is empty; expected 1 to 80 characters, at most 240 bytes.") }
    try LinkError.check(
      name,
      unfit: LinkError("The name has the character {code}; expected text without control or direction characters."),
      bytes: (byteLimit, LinkError("The name has {n} bytes; expected at most {m}.")),
      characters: (characterLimit, LinkError("The name has {n} characters; expected at most {m}.")))
    return name
  }

  /// Checks a new name, which needs a visible character. Stored names may lack one.
  /// - Throws: One sentence, as `checked`, or if no character is visible.
  public static func given(_ text: String) throws(LinkError) -> String {
    let name = try checked(text)
    guard SafeText.isVisible(name) else {
      throw LinkError("The name is invisible; expected a visible character.")
    }
    return name
  }

  /// An activity by id, or by a name that is not a valid id.
  public static func target(_ text: String) throws(LinkError) -> (id: ActivityID?, name: String?) {
    if let id = ActivityID(text) { return (id, nil) }
    let name = try checked(text)
    return ActivityID(name).map { ($0, nil) } ?? (nil, name)
  }

  public static func areSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// The name in lower case as an id; nil if it is not a valid id, or is a verb, a kind, a duration or a reserved word.
  public static func id(for name: String) -> ActivityID? {
    let word = name.lowercased()
    let isReserved =
      Verb(rawValue: word) != nil || ActivityKind.allCases.contains { $0.word == word } || reservedWords.contains(word)
      || DurationText.isDuration(word)
    return isReserved ? nil : ActivityID(word)
  }

  private static let reservedWords: Set<String> = ["all", "request", "update", "end", "list", "watch", "pipe"]
}
