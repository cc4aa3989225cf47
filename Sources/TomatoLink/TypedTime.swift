// Reads times of day that people type: `14:30`, `2pm`, `half past two pm`, `noon`, 下午三點半. Refuses a time that may be in
// the morning or in the afternoon.

public enum TypedTime {
  /// Reads a whole text, such as the value of `--until`.
  /// - Returns: nil if it is no time of day.
  /// - Throws: One sentence with both readings, for an ambiguous hour.
  public static func parse(_ text: some StringProtocol) throws(LinkError) -> (hour: Int32, minute: Int32)? {
    let words = text.split { $0 == " " }.map { String($0) }
    guard let found = try leading(words[...]), found.count == words.count else { return nil }
    return (found.hour, found.minute)
  }

  /// A time of day among words.
  struct Found {
    var hour: Int32
    var minute: Int32 = 0
    fileprivate var dayPart: DayPart?
    /// Number of words.
    var count = 1
    /// Whether it cannot be a length or a number: `2pm`, `noon`, 三點.
    var isUnambiguous = false

    /// `14:00`, the form of `--until`.
    var text: String { TypedTime.print(hour, minute) }
  }

  /// The time of day at the beginning of `words`; nil if there is none.
  static func leading(_ words: ArraySlice<String>) throws(LinkError) -> Found? {
    guard let first = words.first.map(TypedDuration.normalized) else { return nil }
    if let hour = names[first] { return Found(hour: hour, isUnambiguous: true) }
    let plain = words.prefix(6).map(TypedDuration.normalized)
    guard var time = wordTime(plain) ?? clockTime(first) else { return nil }
    if time.dayPart == nil, let next = plain.dropFirst(time.count).first, let dayPart = DayPart(rawValue: next) {
      (time.dayPart, time.count) = (dayPart, time.count + 1)
    }
    let text = words.prefix(time.count).joined(separator: " ")
    guard let dayPart = time.dayPart else {
      let isClear = time.hour == 0 || time.hour > 12 || first.utf8.contains(UInt8(ascii: ":"))
      guard isClear else { throw ambiguous(text, time.hour, time.minute) }
      return time
    }
    guard let hour = dayPart.hour(time.hour) else { return nil }
    (time.hour, time.isUnambiguous) = (hour, true)
    return time
  }

  /// Words that alone are a time of day.
  private static let names: [String: Int32] = [
    "noon": 12, "midday": 12, "midnight": 0, "中午": 12, "正午": 12, "午夜": 0, "半夜": 0,
  ]

  fileprivate enum DayPart: String {
    case am, pm, noon, night, afternoon
    case dottedAM = "a.m."
    case dottedPM = "p.m."

    /// The hour from 0 to 23; nil for an invalid one: 14pm. But 下午14點 is valid.
    func hour(_ hour: Int32) -> Int32? {
      switch self {
      case .am, .dottedAM: (1...12).contains(hour) ? hour % 12 : nil
      case .pm, .dottedPM: (1...12).contains(hour) ? hour % 12 + 12 : nil
      case .afternoon: hour > 12 ? hour : hour > 0 ? hour % 12 + 12 : nil
      case .noon: hour == 11 || hour >= 12 ? hour : (1...2).contains(hour) ? hour + 12 : nil
      case .night: hour > 12 || hour < 5 ? hour : hour == 12 ? 0 : hour + 12
      }
    }
  }

  private static let dayPartPrefixes: KeyValuePairs<String, DayPart> = [
    "上午": .am, "早上": .am, "早晨": .am, "清晨": .am, "凌晨": .am, "下午": .afternoon, "傍晚": .afternoon, "中午": .noon,
    "今晚": .night, "晚上": .night, "半夜": .night,
  ]

  /// Whether it is a word such as noon, which may also be part of a text: `midnight commander`.
  static func isName(_ word: String) -> Bool { names[TypedDuration.normalized(word)] != nil }

  static func isOClock(_ word: String) -> Bool { ["o'clock", "o’clock", "oclock"].contains(word.lowercased()) }
  static func isDayPart(_ word: String) -> Bool { DayPart(rawValue: TypedDuration.normalized(word)) != nil }

  // MARK: In words

  /// `half past two`, `a quarter to three`, `two o'clock`, and `two` before `pm` or alone.
  private static func wordTime(_ plain: [String]) -> Found? {
    var rest = plain[...]
    if rest.first == "a" { rest.removeFirst() }
    if rest.count > 2, let part = rest.first, part == "half" || part == "quarter" {
      let way = rest[rest.startIndex + 1]
      guard way == "past" || part == "quarter" && way == "to", let hour = hour(rest[rest.startIndex + 2]) else {
        return nil
      }
      let isBefore = way == "to"
      return Found(
        hour: isBefore ? (hour == 1 ? 12 : hour - 1) : hour, minute: part == "half" ? 30 : isBefore ? 45 : 15,
        count: plain.count - rest.count + 3, isUnambiguous: true)
    }
    guard let word = plain.first, let hour = hour(word) else { return nil }
    if plain.count > 1, isOClock(plain[1]) { return Found(hour: hour, count: 2, isUnambiguous: true) }
    // `clockTime` reads digits.
    return word.first?.isNumber == true ? nil : Found(hour: hour)
  }

  private static func hour(_ word: String) -> Int32? {
    guard word.utf8.allSatisfy({ $0 < 0x80 }), let hour = LengthPiece.wholeNumber(word), (1...12).contains(hour) else {
      return nil
    }
    return hour
  }

  // MARK: In one word

  private static func clockTime(_ word: String) -> Found? {
    var rest = Substring(word)
    var time = Found(hour: 0, dayPart: rest.take(dayPartPrefixes))
    guard let hour = takeNumber(&rest), hour < 24 else { return nil }
    // Chinese numerals alone are no hour: 三點 is one, 三 is not.
    if word.utf8.first.map({ $0 >= 0x80 }) == true, time.dayPart == nil, !isHourMark(rest.first) { return nil }
    time.hour = hour
    time.isUnambiguous = isHourMark(rest.first) || time.dayPart != nil
    guard let minute = takeMinute(&rest) else { return nil }
    time.minute = minute
    if !rest.isEmpty {
      guard time.dayPart == nil, let dayPart = DayPart(rawValue: String(rest)) else { return nil }
      time.dayPart = dayPart
    }
    return time
  }

  /// A time of day inside a Chinese word, after a part of the day or 到: 寫報告到下午三點.
  static func embedded(in word: String) -> (time: Found, text: String, before: String, after: String)? {
    guard word.utf8.count <= Link.taskByteLimit else { return nil }
    for start in word.indices {
      let rest = word[start...]
      let mark = rest.hasPrefix("到") ? 1 : 0
      guard mark > 0 || dayPartPrefixes.contains(where: { rest.hasPrefix($0.key) }),
        let found = leading(in: rest.dropFirst(mark))
      else { continue }
      let count = mark + found.count
      return (found.time, String(rest.prefix(count)), String(word[..<start]), String(rest.dropFirst(count)))
    }
    return nil
  }

  /// The longest time of day at the beginning of a word, and its length in characters.
  private static func leading(in word: Substring) -> (time: Found, count: Int)? {
    for count in stride(from: min(word.count, 10), to: 1, by: -1) {
      let text = word.prefix(count)
      guard text.contains(where: { isHourMark($0) }), let found = try? leading([String(text)]) else { continue }
      return (found, count)
    }
    return nil
  }

  private static func isHourMark(_ character: Character?) -> Bool { character == "點" || character == "点" }

  /// Consumes one or two digits, or Chinese numerals.
  private static func takeNumber(_ rest: inout Substring) -> Int32? {
    rest.prefix(while: \.isASCIIDigit).count > 2 ? nil : LengthPiece.takeNumber(&rest).map { Int32($0) }
  }

  /// Consumes `:30`, `點`, `點半`, `點一刻` or `點30分`; 0 if there are no minutes, nil if they are invalid.
  private static func takeMinute(_ rest: inout Substring) -> Int32? {
    if rest.first == ":" {
      rest.removeFirst()
      guard rest.prefix(while: \.isASCIIDigit).count == 2 else { return nil }
    } else if isHourMark(rest.first) {
      rest.removeFirst()
      if let minute = rest.take(minutes) { return minute }
      guard !rest.isEmpty else { return 0 }
    } else {
      return 0
    }
    guard let minute = takeNumber(&rest), minute < 60 else { return nil }
    if rest == "分" || rest == "分鐘" || rest == "分钟" { rest = "" }
    return minute
  }

  private static let minutes: KeyValuePairs<String, Int32> = [
    "半": 30, "一刻": 15, "三刻": 45, "鐘": 0, "钟": 0, "整": 0,
  ]

  private static func ambiguous(_ text: String, _ hour: Int32, _ minute: Int32) -> LinkError {
    LinkError(
      "{given} may be {first} or {last}; say one of them.",
      ["given": LinkError.quote(text), "first": print(hour % 12, minute), "last": print(hour % 12 + 12, minute)])
  }

  private static func print(_ hour: Int32, _ minute: Int32) -> String { "\(hour):\(twoDigits(Int(minute)))" }
}
