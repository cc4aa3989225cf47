// Times of day as people type them: `14:30`, `2pm`, `half past two pm`, `noon`, 下午三點半. What may be the morning or the
// afternoon is not guessed at.

/// Reads a time of day from one word or from several.
public enum TypedTime {
  /// Reads a whole text, as `--until` gets it.
  /// - Returns: nil for what is no time of day.
  /// - Throws: One sentence with both readings, for an hour that may be one of two.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> (hour: Int32, minute: Int32)? {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else { return nil }
    return (found.hour, found.minute)
  }

  /// A time of day among words.
  struct Found {
    var hour: Int32
    var minute: Int32
    /// How many words it takes.
    var count: Int
    /// It cannot be a length or a mere number: `2pm`, `noon`, 三點.
    var isNamed: Bool
  }

  /// The time of day with which `words` begin; nil when the first one begins none.
  static func leading(_ words: ArraySlice<String>) throws(LinkError) -> Found? {
    guard let first = words.first.map(TypedDuration.plain) else { return nil }
    if let hour = names[first] { return Found(hour: hour, minute: 0, count: 1, isNamed: true) }
    let plain = words.prefix(6).map(TypedDuration.plain)
    guard var time = wordTime(plain) ?? clockTime(first) else { return nil }
    if time.half == nil, let next = plain.dropFirst(time.count).first, let half = Half(rawValue: next) {
      (time.half, time.count) = (half, time.count + 1)
    }
    let text = words.prefix(time.count).joined(separator: " ")
    guard let half = time.half else {
      let isClear = time.hour == 0 || time.hour > 12 || first.utf8.contains(UInt8(ascii: ":"))
      guard isClear else { throw ambiguous(text, time.hour, time.minute) }
      return Found(hour: time.hour, minute: time.minute, count: time.count, isNamed: time.isNamed)
    }
    guard let hour = half.hour(time.hour) else { return nil }
    return Found(hour: hour, minute: time.minute, count: time.count, isNamed: true)
  }

  /// Whole words that are a time of day.
  private static let names: [String: Int32] = [
    "noon": 12, "midday": 12, "midnight": 0, "中午": 12, "正午": 12, "午夜": 0, "半夜": 0,
  ]

  /// The part of the day of an hour.
  private enum Half: String {
    case am, pm, noon, night, afternoon
    case amPoints = "a.m."
    case pmPoints = "p.m."

    /// Nil for an hour that does not go with it: 14pm. 下午14點 does.
    func hour(_ hour: Int32) -> Int32? {
      switch self {
      case .am, .amPoints: (1...12).contains(hour) ? hour % 12 : nil
      case .pm, .pmPoints: (1...12).contains(hour) ? hour % 12 + 12 : nil
      case .afternoon: hour > 12 ? hour : hour > 0 ? hour % 12 + 12 : nil
      case .noon: hour == 11 || hour >= 12 ? hour : (1...2).contains(hour) ? hour + 12 : nil
      case .night: hour > 12 || hour < 5 ? hour : hour == 12 ? 0 : hour + 12
      }
    }
  }

  private static let halvesBefore: [(word: String, half: Half)] = [
    ("上午", .am), ("早上", .am), ("早晨", .am), ("清晨", .am), ("凌晨", .am), ("下午", .afternoon), ("傍晚", .afternoon),
    ("中午", .noon), ("今晚", .night), ("晚上", .night), ("半夜", .night),
  ]

  /// Whether this is a word such as noon, which texts hold too: `midnight commander`.
  static func isName(_ word: String) -> Bool { names[TypedDuration.plain(word)] != nil }

  static func isHour(_ word: String) -> Bool { ["o'clock", "o’clock", "oclock"].contains(word.lowercased()) }
  static func isHalf(_ word: String) -> Bool { Half(rawValue: TypedDuration.plain(word)) != nil }

  private struct Time {
    var hour: Int32
    var minute: Int32 = 0
    var half: Half?
    var count = 1
    var isNamed = false
  }

  // MARK: In words

  /// `half past two`, `a quarter to three`, `two o'clock`, and `two` before `pm` or alone.
  private static func wordTime(_ plain: [String]) -> Time? {
    var rest = plain[...]
    if rest.first == "a" { rest.removeFirst() }
    if rest.count > 2, let part = rest.first, part == "half" || part == "quarter" {
      let way = rest[rest.startIndex + 1]
      guard way == "past" || part == "quarter" && way == "to", let hour = hour(rest[rest.startIndex + 2]) else {
        return nil
      }
      let isBefore = way == "to"
      return Time(
        hour: isBefore ? (hour == 1 ? 12 : hour - 1) : hour, minute: part == "half" ? 30 : isBefore ? 45 : 15,
        count: plain.count - rest.count + 3, isNamed: true)
    }
    guard let word = plain.first, let hour = hour(word) else { return nil }
    if plain.count > 1, isHour(plain[1]) {
      return Time(hour: hour, count: 2, isNamed: true)
    }
    // Digits are the clock's.
    return word.first?.isNumber == true ? nil : Time(hour: hour)
  }

  private static func hour(_ word: String) -> Int32? {
    guard word.utf8.allSatisfy({ $0 < 0x80 }), let hour = LengthPiece.hourOrMinute(word), (1...12).contains(hour) else {
      return nil
    }
    return hour
  }

  // MARK: In one word

  private static func clockTime(_ word: String) -> Time? {
    var rest = Substring(word)
    var time = Time(hour: 0, half: takeHalf(&rest))
    guard let hour = takeNumber(&rest), hour < 24 else { return nil }
    // Numerals alone are no hour: 三, but 三點.
    if word.utf8.first.map({ $0 >= 0x80 }) == true, time.half == nil, !isPoint(rest.first) { return nil }
    time.hour = hour
    time.isNamed = isPoint(rest.first) || time.half != nil
    guard let minute = takeMinute(&rest) else { return nil }
    time.minute = minute
    if !rest.isEmpty {
      guard time.half == nil, let half = Half(rawValue: String(rest)) else { return nil }
      time.half = half
    }
    return time
  }

  private static func takeHalf(_ rest: inout Substring) -> Half? {
    guard let found = halvesBefore.first(where: { rest.hasPrefix($0.word) }) else { return nil }
    rest = rest.dropFirst(found.word.count)
    return found.half
  }

  /// A time of day inside a Chinese word, with its part of the day or 到 in front: 寫報告到下午三點.
  static func inner(_ word: String) -> (time: Found, text: String, before: String, after: String)? {
    guard word.utf8.count <= Link.taskByteLimit else { return nil }
    for start in word.indices {
      let rest = word[start...]
      let mark = rest.hasPrefix("到") ? 1 : 0
      guard mark > 0 || halvesBefore.contains(where: { rest.hasPrefix($0.word) }),
        let found = leadingPart(rest.dropFirst(mark))
      else { continue }
      let count = mark + found.count
      return (found.time, String(rest.prefix(count)), String(word[..<start]), String(rest.dropFirst(count)))
    }
    return nil
  }

  /// The longest time of day with which a word begins, and its length in characters.
  private static func leadingPart(_ word: Substring) -> (time: Found, count: Int)? {
    for count in stride(from: min(word.count, 10), to: 1, by: -1) {
      let text = word.prefix(count)
      guard text.contains(where: { isPoint($0) }), let found = (try? leading([String(text)])) ?? nil else { continue }
      return (found, count)
    }
    return nil
  }

  private static func isPoint(_ character: Character?) -> Bool { character == "點" || character == "点" }

  /// One digit or two, or Chinese numerals.
  private static func takeNumber(_ rest: inout Substring) -> Int32? {
    let digits = rest.prefix(while: LengthPiece.isDigit)
    guard !digits.isEmpty else { return LengthPiece.takeNumerals(&rest).map { Int32($0) } }
    guard digits.count <= 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int32(digits)
  }

  /// `:30`, `點`, `點半`, `點一刻`, `點30分`; nothing is the full hour. Nil for what is no minute.
  private static func takeMinute(_ rest: inout Substring) -> Int32? {
    if rest.first == ":" {
      rest.removeFirst()
      guard rest.prefix(while: LengthPiece.isDigit).count == 2 else { return nil }
    } else if isPoint(rest.first) {
      rest.removeFirst()
      if let part = parts.first(where: { rest.hasPrefix($0.word) }) {
        rest = rest.dropFirst(part.word.count)
        return part.minute
      }
      guard !rest.isEmpty else { return 0 }
    } else {
      return 0
    }
    guard let minute = takeNumber(&rest), minute < 60 else { return nil }
    if rest == "分" || rest == "分鐘" || rest == "分钟" { rest = "" }
    return minute
  }

  private static let parts: [(word: String, minute: Int32)] = [
    ("半", 30), ("一刻", 15), ("三刻", 45), ("鐘", 0), ("钟", 0), ("整", 0),
  ]

  private static func ambiguous(_ text: String, _ hour: Int32, _ minute: Int32) -> LinkError {
    LinkError(
      "{given} may be {first} or {last}; say one of them.",
      ["given": LinkError.quote(text), "first": print(hour % 12, minute), "last": print(hour % 12 + 12, minute)])
  }

  /// `14:00`, as `--until` takes it.
  static func print(_ hour: Int32, _ minute: Int32) -> String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
