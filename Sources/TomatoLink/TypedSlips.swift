// What is nearly a length: written without a space before the text, misspelt, with a sign. It is never taken for a text
// without a word, because a person who meant a length would find a focus of another one.

extension TypedWords {
  // MARK: Without a space

  /// Takes `45分鐘寫報告` apart, where it stands among the words that may be a length.
  /// - Parameter way: how the text as a whole is said.
  mutating func part(_ way: String) throws(TypedError) {
    for index in words.indices.prefix(2) where !words[index].isText {
      guard let (length, rest) = try Self.parted(words[index].text) else { continue }
      // `5分熟` is no five minutes of "熟".
      guard !["分", "秒"].contains(length.drop { $0.isNumber }) else {
        throw TypedError(
          LinkError(
            "{given} may be a length with a text behind it, or a text; say {length} {text}, or {way} {given}.",
            ["given": words[index].text, "length": length, "text": rest, "way": way]))
      }
      words[index].text = length
      words.insert(Word(text: rest, isText: false), at: index + 1)
      return
    }
  }

  /// The longest length that is looked for, in characters.
  private static let longestLength = 16

  /// A length with a Chinese unit at its end, and what follows; nil where none does.
  private static func parted(_ word: String) throws(TypedError) -> (length: String, text: String)? {
    guard let first = word.first, first.isNumber || first == "半", !isLength(word) else { return nil }
    for count in stride(from: min(word.count - 1, longestLength), to: 0, by: -1) {
      let length = String(word.prefix(count))
      guard let last = length.last, "分鐘钟時时秒頭头".contains(last) else { continue }
      do {
        guard try TypedDuration.leading([length]) != nil else { continue }
      } catch {
        throw TypedError(error, isUsage: false)
      }
      return (length, String(word.dropFirst(count)))
    }
    return nil
  }

  private static func isLength(_ word: String) -> Bool { (try? TypedDuration.leading([word])) ?? nil != nil }

  /// `專注45分鐘` without a space behind the command; nil where it is no command with a number behind it.
  static func partedCommand(_ word: String) -> [String]? {
    guard let first = word.utf8.first, first >= 0x80 else { return nil }
    guard let place = word.firstIndex(where: { $0.isNumber && !("一"..."龥").contains($0) || $0 == "半" }),
      place != word.startIndex, TypedLexicon.command(String(word[..<place])) != nil
    else { return nil }
    return [String(word[..<place]), String(word[place...])]
  }

  // MARK: Misspelt

  /// Refuses a text that begins with what was meant for a length.
  /// - Parameter way: how the same is said as a text.
  func checkSlips(_ verb: String, _ way: String) throws(TypedError) {
    guard let first = words.first, !first.isText else { return }
    try checkSign(first.text, verb)
    let word = TypedDuration.plain(first.text)
    if TypedDuration.isMeant(word) && (try? TypedDuration.leading([word])) ?? nil == nil || Self.isDecimal(word)
      || Self.isMisspelt(word)
    {
      throw Self.slip(first.text, text, way)
    }
    if TypedLexicon.isUntil(first.lowered), first.lowered != "at", words.count > 1 {
      throw TypedError(
        LinkError(
          "{given} is not a time of day; expected for example until 14:30, or {way} {text}.",
          ["given": LinkError.quote(words[1].text), "way": way, "text": LinkError.quote(text)]))
    }
    // Behind a word a number belongs to the text, but not one with a unit or a sign.
    guard words.count > 1, !words[1].isText else { return }
    try checkSign(words[1].text, verb)
    if Self.isMisspelt(TypedDuration.plain(words[1].text)) { throw Self.slip(words[1].text, text, way) }
  }

  func checkSign(_ word: String, _ verb: String) throws(TypedError) {
    guard word.hasPrefix("-") || word.hasPrefix("+"), Self.isLength(String(word.dropFirst())) else { return }
    throw TypedError(
      LinkError(
        "{given} has a sign, which only extend takes; say {verb} {length}, or extend {given}.",
        ["given": word, "verb": verb, "length": String(word.dropFirst())]))
  }

  /// A bare number with a misspelt unit behind it: `45 minuts`, `2 days`.
  func checkUnit(behind index: Int, _ way: String) throws(TypedError) {
    guard index + 1 < words.count, !words[index + 1].isText else { return }
    let unit = TypedDuration.plain(words[index + 1].text)
    guard Self.largeUnits.contains(unit) || Self.isNear(unit, Self.longUnits) else { return }
    throw Self.slip(words[index].text + " " + words[index + 1].text, text, way)
  }

  private static func slip(_ given: String, _ text: String, _ way: String) -> TypedError {
    TypedError(
      LinkError(
        "{given} is nearly a length; expected for example 90s, 25m or 1h30m, or {way} {text}.",
        ["given": LinkError.quote(given), "way": way, "text": LinkError.quote(text)]), isUsage: false)
  }

  private static let longUnits = ["minute", "minutes", "second", "seconds", "hour", "hours"]
  private static let shortUnits = ["min", "mins", "sec", "secs", "hr", "hrs"]
  /// No length is as long as one of these.
  private static let largeUnits = ["d", "day", "days", "week", "weeks", "天", "日", "週", "周"]

  /// `1.5` and `1,500m`: a number that is not whole, with or without a unit.
  private static func isDecimal(_ word: String) -> Bool {
    let number = word.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && (number.count == word.count || TypedDuration.isUnit(word.dropFirst(number.count)))
  }

  /// `45mn`, `25mm`, `5minuets`: digits, and letters that are nearly a unit.
  private static func isMisspelt(_ word: String) -> Bool {
    let digits = word.prefix { ("0"..."9").contains($0) }
    let unit = word.dropFirst(digits.count)
    guard !digits.isEmpty, unit.count > 1, unit.allSatisfy(\.isLetter) else { return false }
    return ["mm", "ss", "hh"].contains(unit) || isNear(String(unit), shortUnits + longUnits)
  }

  /// One letter is another one, is missing or too many, or two have changed places; the first is right.
  private static func isNear(_ word: String, _ units: [String]) -> Bool {
    units.contains { $0.first == word.first && word != $0 && Spelling.nearest(to: word, in: [$0], atMost: 1) != nil }
  }
}
