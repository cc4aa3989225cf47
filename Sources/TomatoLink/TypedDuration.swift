// Durations as people type them: what links take (`DurationText`), and also `25 minutes`, `1h 30m`, `half an hour`,
// `1½ h`, `25分鐘`, 一個半小時. Every place where a person types one reads it here; links keep the one strict form.

/// Reads a duration of 1 s to 24 h from one word or from several.
public enum TypedDuration {
  /// Reads a whole text, as an option or `config set` gets it: `30m`, `30 minutes`, `half an hour`.
  /// - Throws: One sentence that quotes the text.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> Duration {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else {
      return try DurationText.parse(text)
    }
    return found.length
  }

  /// The same with an optional leading `+` or `-`.
  public static func parseSigned(_ text: some StringProtocol) throws(LinkError) -> Duration {
    guard let sign = text.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
      return try parse(text)
    }
    // The strict reader has the sentence, with the sign.
    guard let length = try? parse(text.dropFirst()) else { return try DurationText.parseSigned(text) }
    return sign == UInt8(ascii: "-") ? .zero - length : length
  }

  /// A duration among words.
  struct Found {
    var length: Duration
    /// How many words it takes.
    var count: Int
    /// It is no bare number.
    var hasUnit: Bool
  }

  /// The duration with which `words` begin; nil when they begin with none.
  /// - Throws: One sentence, for what reads as a duration and is out of range.
  static func leading(_ words: ArraySlice<String>) throws(LinkError) -> Found? {
    guard let first = words.first.map(plain) else { return nil }
    if first.utf8.contains(UInt8(ascii: ":")) {
      guard isMeant(first) else { return nil }
      return Found(length: try DurationText.parse(first), count: 1, hasUnit: true)
    }
    guard let reading = LengthReader.read(words), reading.bare != .unfinished else { return nil }
    let text = words.prefix(reading.count)
    if reading.count < words.count {
      // `seven habits`, `about 5 things` and `a second look` are texts.
      if reading.bare == .words || reading.bare != nil && reading.isHedged { return nil }
      if text.last.map(plain) == "second", text.count == 2 || reading.isHedged { return nil }
    }
    guard (1...86_400).contains(reading.seconds) else { throw DurationText.outOfRange(text.joined(separator: " ")) }
    return Found(length: .seconds(reading.seconds), count: reading.count, hasUnit: reading.bare == nil)
  }

  /// How many leading words are a fraction without a unit, such as `1 and a half`; nil unless they are all words, or
  /// begin with a digit.
  static func unfinished(_ words: ArraySlice<String>) -> Int? {
    guard let reading = LengthReader.read(words), reading.bare == .unfinished,
      reading.count == words.count || reading.count > 1 && words.first?.first?.isNumber == true
    else { return nil }
    return reading.count
  }

  /// In lower case, and with ASCII in place of its full-width forms, which input methods write.
  static func plain(_ word: String) -> String {
    guard word.utf8.contains(0xEF) else { return word.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      scalars.append(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
    }
    return String(scalars).lowercased()
  }

  /// Whether this is how a unit is written.
  static func isUnit(_ name: String) -> Bool {
    guard let pieces = LengthPiece.pieces(name), pieces.count == 1, case .unit? = pieces.first else { return false }
    return true
  }

  /// Whether a word can only be meant as a duration, even an invalid one: digits, units and colons. A 1:1 is a
  /// meeting of two.
  static func isMeant(_ word: String) -> Bool {
    guard word != "1:1", let first = word.utf8.first, (48...57).contains(first) else { return false }
    return word.utf8.allSatisfy { (48...58).contains($0) || "hms".utf8.contains($0 | 0x20) }
  }
}
