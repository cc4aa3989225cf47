// Reads durations that people type: the strict form of links (`DurationText`), and also `25 minutes`, `1h 30m`, `half
// an hour`, `1½ h`, `25分鐘`, 一個半小時.

/// Reads a duration of 1 s to 24 h from one word or several.
public enum TypedDuration {
  /// Reads a whole text, such as the value of an option or of a configuration key.
  /// - Throws: One sentence that quotes the text.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> Duration {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else {
      return try DurationText.parse(text)
    }
    return found.length
  }

  /// Also takes a leading `+` or `-`.
  public static func parseSigned(_ text: some StringProtocol) throws(LinkError) -> Duration {
    try DurationText.signed(text) { text throws(LinkError) in try parse(text) }
  }

  /// A duration among words.
  struct Found {
    var length: Duration
    /// Number of words.
    var count: Int
    /// False for a number alone.
    var hasUnit: Bool
  }

  /// The duration at the beginning of `words`; nil if there is none.
  /// - Throws: One sentence, for a duration out of range.
  static func leading(_ words: ArraySlice<String>) throws(LinkError) -> Found? {
    guard let first = words.first.map(normalized) else { return nil }
    if first.utf8.contains(UInt8(ascii: ":")) {
      guard isMeant(first) else { return nil }
      return Found(length: try DurationText.parse(first), count: 1, hasUnit: true)
    }
    guard let reading = LengthReader.read(words), reading.bare != .unfinished else { return nil }
    let text = words.prefix(reading.count)
    if reading.count < words.count {
      // Texts: `seven habits`, `about 5 things`, `a second look`.
      if reading.bare == .words || reading.bare != nil && reading.isHedged { return nil }
      if text.last.map(normalized) == "second", text.count == 2 || reading.isHedged { return nil }
    }
    guard DurationText.range.contains(reading.seconds) else {
      throw DurationText.outOfRange(text.joined(separator: " "))
    }
    return Found(length: .seconds(reading.seconds), count: reading.count, hasUnit: reading.bare == nil)
  }

  /// The number of leading words in an amount that lacks its unit, such as `1 and a half`. Nil if there is none. If
  /// more words follow, the amount must begin with a digit and have several words.
  static func unfinished(_ words: ArraySlice<String>) -> Int? {
    guard let reading = LengthReader.read(words), reading.bare == .unfinished,
      reading.count == words.count || reading.count > 1 && words.first?.first?.isNumber == true
    else { return nil }
    return reading.count
  }

  /// Lower-cases a word, and replaces full-width forms, which input methods write, by ASCII.
  static func normalized(_ word: String) -> String {
    guard word.utf8.contains(0xEF) else { return word.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      scalars.append(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
    }
    return String(scalars).lowercased()
  }

  /// Whether the word is a unit, such as `min`.
  static func isUnit(_ name: String) -> Bool {
    guard let pieces = LengthPiece.pieces(name), pieces.count == 1, case .unit? = pieces.first else { return false }
    return true
  }

  /// Whether a word has the characters of a duration, even of an invalid one: digits, units and colons. `1:1` is not
  /// one, because it means a meeting of two.
  static func isMeant(_ word: String) -> Bool {
    guard word != "1:1", word.utf8.first?.isASCIIDigit == true else { return false }
    return word.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ":") || "hms".utf8.contains($0 | 0x20) }
  }
}
