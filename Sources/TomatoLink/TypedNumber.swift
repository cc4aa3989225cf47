// The tokens of a length: numbers in digits and in words, halves, quarters, units.

enum LengthPiece: Hashable {
  /// In digits or in Chinese numerals.
  case number(Double, isDigits: Bool)
  /// English words: zero to nineteen, and twenty to ninety.
  case ones(Int64)
  case tens(Int64)
  case hundred
  case article, couple, half, quarter, and, of
  /// The measure word 個, between a number and its unit.
  case measure
  /// In seconds.
  case unit(Int64)

  /// The pieces of one word, such as `1h30m`, `twenty-five` or 一個半小時.
  /// - Returns: nil when the word holds anything else.
  static func pieces(_ word: String) -> [LengthPiece]? {
    var rest = Substring(TypedDuration.normalized(word))
    while let last = rest.last, ",;!。".contains(last) || last == "." && rest.dropLast().last?.isLetter == true {
      rest.removeLast()
    }
    var pieces: [LengthPiece] = []
    while let first = rest.first {
      if first == "-", !pieces.isEmpty { rest.removeFirst() }
      guard let piece = take(&rest) else { return nil }
      pieces.append(piece)
    }
    return pieces.isEmpty ? nil : pieces
  }

  private static func take(_ rest: inout Substring) -> LengthPiece? {
    if let number = takeDigits(&rest) { return .number(number, isDigits: true) }
    if let number = takeNumerals(&rest) { return .number(Double(number), isDigits: false) }
    if let piece = rest.take(chinese) { return piece }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    // `twentyfive`
    let part = tensWords.first(where: name.hasPrefix) ?? name
    rest = rest.dropFirst(part.count)
    return english(part)
  }

  /// Consumes a number in digits or Chinese numerals.
  static func takeNumber(_ rest: inout Substring) -> Int64? {
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty else { return takeNumerals(&rest) }
    rest = rest.dropFirst(digits.count)
    return Int64(digits)
  }

  // MARK: Words

  private static func english(_ word: Substring) -> LengthPiece? {
    if let place = onesWords.firstIndex(of: word) { return .ones(Int64(place)) }
    if let place = tensWords.firstIndex(of: word) { return .tens(Int64(place + 2) * 10) }
    return switch word {
    case "a", "an": .article
    case "and": .and
    case "of": .of
    case "half": .half
    case "quarter", "quarters": .quarter
    case "couple": .couple
    case "hundred": .hundred
    case "h", "hr", "hrs", "hour", "hours": .unit(3600)
    case "m", "min", "mins", "minute", "minutes": .unit(60)
    case "s", "sec", "secs", "second", "seconds": .unit(1)
    default: nil
    }
  }

  private static let onesWords: [Substring] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tensWords: [Substring] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// Longer words precede their own prefixes.
  private static let chinese: KeyValuePairs<String, LengthPiece> = [
    "小時": .unit(3600), "小时": .unit(3600), "鐘頭": .unit(3600), "钟头": .unit(3600),
    "個鐘頭": .unit(3600), "个钟头": .unit(3600), "個鐘": .unit(3600), "个钟": .unit(3600),
    "刻鐘": .unit(900), "刻钟": .unit(900), "刻": .unit(900),
    "分鐘": .unit(60), "分钟": .unit(60), "分": .unit(60),
    "秒鐘": .unit(1), "秒钟": .unit(1), "秒": .unit(1),
    "個": .measure, "个": .measure, "半": .half,
  ]

  // MARK: Numbers

  static func isWhole(_ number: Double) -> Bool { Double(Int64(number)) == number }

  /// A whole number in digits, or below 100 in English words.
  static func wholeNumber(_ word: String) -> Int32? {
    guard let pieces = pieces(word) else { return nil }
    return switch (pieces.first, pieces.dropFirst().first, pieces.count) {
    case (.number(let number, isDigits: true)?, nil, _) where isWhole(number): Int32(number)
    case (.ones(let number)?, nil, _), (.tens(let number)?, nil, _): Int32(number)
    case (.tens(let tens)?, .ones(let ones)?, 2) where (1...9).contains(ones): Int32(tens + ones)
    default: nil
    }
  }

  private static func takeDigits(_ rest: inout Substring) -> Double? {
    let whole = rest.prefix(while: \.isASCIIDigit)
    let tail = rest.dropFirst(whole.count)
    if let mark = tail.first, let part = fractions[mark] {
      rest = tail.dropFirst()
      return value(whole) + part
    }
    guard !whole.isEmpty else { return nil }
    let digits = tail.dropFirst().prefix(while: \.isASCIIDigit)
    switch tail.first {
    case "/":
      // `5/10 min` may be five minutes or ten.
      guard digits.count == 1, (2...4).contains(value(digits)) else { return nil }
      rest = tail.dropFirst(digits.count + 1)
      return value(whole) / value(digits)
    case ".", ",":
      // With three digits after it, a comma may separate thousands.
      guard (1...(tail.first == "." ? 3 : 2)).contains(digits.count) else { return nil }
      rest = tail.dropFirst(digits.count + 1)
      return value(whole) + value(digits) / [1, 10, 100, 1000][digits.count]
    default:
      rest = tail
      return value(whole)
    }
  }

  private static let fractions: [Character: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3]

  /// 0 for no digits.
  private static func value(_ digits: Substring) -> Double { Double(DurationText.number(digits.utf8) ?? 0) }

  /// Consumes a number in Chinese numerals, such as 二十五, 兩百, 一百二十 or 廿五.
  static func takeNumerals(_ rest: inout Substring) -> Int64? {
    var (sum, digit, count): (Int64, Int64?, Int) = (0, nil, 0)
    for character in rest {
      if let value = numerals[character] {
        guard digit == nil || digit == 0 else { return nil }
        digit = value
      } else if let factor = multipliers[character] {
        sum += (digit ?? 1) * factor
        digit = nil
      } else {
        break
      }
      count += 1
    }
    guard count > 0 else { return nil }
    rest = rest.dropFirst(count)
    return min(sum + (digit ?? 0), 1_000_000)
  }

  private static let numerals: [Character: Int64] = [
    "零": 0, "〇": 0, "一": 1, "二": 2, "兩": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
  ]
  private static let multipliers: [Character: Int64] = ["十": 10, "百": 100, "廿": 20, "卅": 30]
}

extension StringProtocol {
  /// The text after the first of these prefixes that matches; nil if none matches, or nothing follows.
  func after(_ beginnings: [String]) -> String? {
    let rest = beginnings.first(where: hasPrefix).map { String(dropFirst($0.count)) }
    return rest == "" ? nil : rest
  }
}

extension Substring {
  /// Consumes the first of these words that it begins with.
  mutating func take<Value>(_ words: KeyValuePairs<String, Value>) -> Value? {
    guard let (word, value) = words.first(where: { hasPrefix($0.key) }) else { return nil }
    removeFirst(word.count)
    return value
  }
}
