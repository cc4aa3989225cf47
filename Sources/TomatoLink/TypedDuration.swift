// Durations as people type them: what links take (`DurationText`), and also `25 minutes`, `1h 30m`, `1.5h`, `25分鐘`.
// Both programs read what a person typed with it; links and the configuration file keep the one strict form.

/// Reads a duration of 1 s to 24 h from one word or from several.
public enum TypedDuration {
  /// Reads a whole text, as `config set` gets it: `30m`, `30 minutes`, `1h 30m`.
  /// - Throws: One sentence that quotes the text.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> Duration {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else {
      return try DurationText.parse(text)
    }
    return found.length
  }

  /// The duration with which `words` begin, and how many of them it takes; nil when the first one begins none.
  /// - Throws: One sentence, for what reads as a duration and is out of range.
  static func leading(_ words: ArraySlice<String>) throws(LinkError) -> (length: Duration, count: Int)? {
    guard let first = words.first.map(plain) else { return nil }
    if first == "半小時" || first == "半小时" { return (.minutes(30), 1) }
    if first.utf8.contains(UInt8(ascii: ":")) {
      guard isMeant(first) else { return nil }
      return (try DurationText.parse(first), 1)
    }
    guard var seconds = Seconds(first) else { return nil }
    var count = 1
    while count < words.count {
      let rest = words.dropFirst(count).map(plain)
      guard let taken = seconds.take(rest) else { break }
      count += taken
    }
    let text = words.prefix(count).joined(separator: " ")
    guard let total = seconds.total else { return nil }
    guard (1...86_400).contains(total) else { throw DurationText.outOfRange(text) }
    return (.seconds(total), count)
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
  static func isUnit(_ name: Substring) -> Bool { Seconds.size(name) != nil }

  /// Whether a word can only be meant for a duration, also if it is none: digits, units and colons.
  static func isMeant(_ word: String) -> Bool {
    guard let first = word.utf8.first, (48...57).contains(first) else { return false }
    return word.utf8.allSatisfy { (48...58).contains($0) || "hms".utf8.contains($0 | 0x20) }
  }
}

/// Numbers with units, largest unit first, added up.
private struct Seconds {
  private var sum: Int64 = 0
  /// The last unit, in seconds; a smaller one may follow.
  private var unit: Int64 = .max
  /// A number whose unit has not been read yet; thousandths of it in `thousandths`.
  private var number: Int64?
  private var thousandths: Int64 = 0

  /// Nil when the word is not numbers and units alone.
  init?(_ word: String) {
    guard !word.isEmpty, take(parts: word) else { return nil }
  }

  /// A number without a unit is minutes.
  var total: Int64? {
    guard let number else { return sum }
    guard thousandths == 0 else { return nil }
    return unit == .max ? number * 60 : unit == 3600 ? sum + number * 60 : nil
  }

  /// Takes the next word, if it goes on with what was read, and with a number the unit behind it; a number without a
  /// unit only behind hours, at the end.
  /// - Returns: How many words that were; nil when the first of them does not go on with it.
  mutating func take(_ words: [String]) -> Int? {
    var tried = self
    if number != nil {
      // Only the unit that is still missing.
      guard let size = Self.size(words[0][...]), tried.close(size) else { return nil }
      self = tried
      return 1
    }
    guard let first = words[0].utf8.first, (48...57).contains(first), tried.take(parts: words[0]) else { return nil }
    var count = 1
    if tried.number != nil {
      if words.count > 1, let size = Self.size(words[1][...]) {
        guard tried.close(size) else { return nil }
        count = 2
      } else if words.count > 1 || tried.total == nil {
        return nil
      }
    }
    self = tried
    return count
  }

  private mutating func take(parts word: String) -> Bool {
    var rest = Substring(word)
    while !rest.isEmpty {
      guard number == nil, takeNumber(&rest) else { return false }
      let name = rest.prefix { !Self.isDigit($0) }
      guard !name.isEmpty else { return true }
      guard let size = Self.size(name), close(size) else { return false }
      rest = rest.dropFirst(name.count)
    }
    return true
  }

  /// The value stops growing at a million, far above 24 h in seconds.
  private mutating func takeNumber(_ rest: inout Substring) -> Bool {
    let whole = rest.prefix(while: Self.isDigit)
    guard !whole.isEmpty else { return false }
    rest = rest.dropFirst(whole.count)
    number = Self.value(whole)
    thousandths = 0
    guard let mark = rest.first, mark == "." || mark == "," else { return true }
    let fraction = rest.dropFirst().prefix(while: Self.isDigit)
    // With three digits behind it, a comma may be that of a thousand.
    guard (1...(mark == "." ? 3 : 2)).contains(fraction.count) else { return false }
    rest = rest.dropFirst(fraction.count + 1)
    thousandths = Self.value(fraction + String(repeating: "0", count: 3 - fraction.count))
    return true
  }

  private static func value(_ digits: some StringProtocol) -> Int64 {
    digits.utf8.reduce(0) { min($0 * 10 + Int64($1 - 48), 1_000_000) }
  }

  private mutating func close(_ size: Int64) -> Bool {
    guard let number, size < unit, thousandths == 0 || size > 1 else { return false }
    sum += number * size + thousandths * size / 1000
    unit = size
    self.number = nil
    return true
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// The unit's length in seconds.
  static func size(_ name: Substring) -> Int64? {
    switch name {
    case "h", "hr", "hrs", "hour", "hours", "小時", "小时", "個小時", "个小时", "鐘頭", "钟头": 3600
    case "m", "min", "mins", "min.", "minute", "minutes", "分", "分鐘", "分钟": 60
    case "s", "sec", "secs", "sec.", "second", "seconds", "秒", "秒鐘", "秒钟": 1
    default: nil
    }
  }
}
