// How the pieces of a length are put together: `an hour and a half`, `1 1/2 h`, `twenty five minutes`, 一個半小時.

/// Reads the longest length with which words begin.
struct LengthReader {
  /// What was read.
  struct Reading {
    var seconds: Int64
    /// How many words it takes.
    var count: Int
    /// For a number without a unit: in digits, in words, or not a length (`1 and a half`).
    var bare: Bare?
    /// A hedge stands in front of it or inside.
    var isHedged = false
  }
  enum Bare { case digits, words, unfinished }

  private var pieces: [LengthPiece] = []
  /// For each piece how many words end with it; nil inside a word.
  private var ends: [Int?] = []
  /// The number of words, beyond the length too.
  private let wordCount: Int
  private var place = 0
  private var isHedged = false

  /// The most words of a length.
  private static let longest = 12

  private init(_ words: ArraySlice<String>) {
    wordCount = words.count
    var rest = words.prefix(Self.longest)
    while let word = rest.first {
      if let hedge = TypedHedges.leading(rest, isBehind: !pieces.isEmpty) {
        rest = rest.dropFirst(hedge.count)
        let end = rest.startIndex - words.startIndex
        if hedge.isArticle { (pieces, ends) = ([.article], [end]) }
        isHedged = isHedged || !hedge.isBehind
        if hedge.isBehind, let last = ends.indices.last { ends[last] = end }
        continue
      }
      guard let found = LengthPiece.pieces(TypedHedges.plain(word)) else { return }
      rest = rest.dropFirst()
      pieces += found
      ends += Array(repeating: nil, count: found.count - 1) + [rest.startIndex - words.startIndex]
    }
  }

  static func read(_ words: ArraySlice<String>) -> Reading? {
    var reader = LengthReader(words)
    var reading = reader.read()
    reading?.isHedged = reader.isHedged
    return reading
  }

  private var next: LengthPiece? { place < pieces.count ? pieces[place] : nil }
  /// How many words end with the piece before.
  private var end: Int? { place > 0 ? ends[place - 1] : 0 }

  private mutating func skip(_ piece: LengthPiece) -> Bool {
    guard next == piece else { return false }
    place += 1
    return true
  }

  private mutating func read() -> Reading? {
    var (sum, unit): (Int64, Int64) = (0, .max)
    var best: Reading?
    while let part = part(below: unit) {
      (sum, unit) = (sum + part.seconds, part.unit)
      if let end { best = Reading(seconds: sum, count: end) }
    }
    if best != nil || unit != .max { return best }
    return bare()
  }

  /// A number alone is minutes, if it is whole.
  private mutating func bare() -> Reading? {
    place = 0
    guard let first = next, first != .article, let amount = amount(), let end else { return nil }
    guard amount.isWhole, !pieces[..<place].contains(.measure) else {
      return Reading(seconds: 0, count: end, bare: .unfinished)
    }
    if case .number(_, isDigits: true) = first {
      return place == 1 ? Reading(seconds: amount.numerator * 60, count: end, bare: .digits) : nil
    }
    return Reading(seconds: amount.numerator / amount.denominator * 60, count: end, bare: .words)
  }

  /// A number with its unit, which is smaller than the one before. After hours, the last unit may be missing.
  private mutating func part(below unit: Int64) -> (seconds: Int64, unit: Int64)? {
    let start = place
    if unit != .max { _ = skip(.and) }
    if let amount = amount() {
      if case .unit(let size)? = next, size < unit, amount.denominator == 1 || size > 1 {
        place += 1
        return (amount.numerator * size / amount.denominator + rest(of: size), size)
      }
      let isEnd = end == wordCount || end != nil && ends[start] == end && start > 0 && ends[start - 1] == nil
      if unit == 3600, amount.isWhole, isEnd, pieces[start] != .and {
        return (amount.numerator / amount.denominator * 60, 60)
      }
    }
    place = start
    return nil
  }

  /// What follows its unit: `and a half`, `and a quarter`, 半.
  private mutating func rest(of size: Int64) -> Int64 {
    if end == nil, skip(.half) { return size / 2 }
    let part = andPart()
    return part.numerator * size / part.denominator
  }

  /// `and a half`, `and a quarter`, `and three quarters`, `and 1/2`; 0 where none stands there.
  private mutating func andPart() -> Fraction {
    let start = place
    if skip(.and) {
      if case .number(let part, _)? = next, part.isBelowOne, part.numerator > 0 {
        place += 1
        return part
      }
      if case .ones(let count)? = next, place + 1 < pieces.count, pieces[place + 1] == .quarter, count < 4 {
        place += 2
        return Fraction(numerator: count, denominator: 4)
      }
      _ = skip(.article)
      if let part = halfOrQuarter() { return part }
    }
    place = start
    return Fraction(numerator: 0)
  }

  private mutating func halfOrQuarter() -> Fraction? {
    if skip(.half) { return Fraction(numerator: 1, denominator: 2) }
    return skip(.quarter) ? Fraction(numerator: 1, denominator: 4) : nil
  }

  /// `of an`, between a part and its unit.
  private mutating func skipOf() {
    _ = skip(.of)
    if !skip(.article) { _ = skip(.measure) }
  }

  // MARK: Amounts

  private mutating func amount() -> Fraction? {
    let isArticle = skip(.article)
    if let part = halfOrQuarter() {
      skipOf()
      return part
    }
    if skip(.couple) {
      _ = skip(.of)
      return Fraction(numerator: 2)
    }
    guard var amount = number(isArticle) else { return isArticle ? Fraction(numerator: 1) : nil }
    if skip(.measure) { return skip(.half) ? amount + Fraction(numerator: 1, denominator: 2) : amount }
    if amount.isWhole, skip(.quarter) {
      amount.denominator = 4
      skipOf()
      return amount
    }
    if case .number(let part, _)? = next, part.isBelowOne, part.numerator > 0, amount.isWhole {
      place += 1
      return amount + part
    }
    return amount + andPart()
  }

  /// A number in digits, in numerals or in words.
  private mutating func number(_ isArticle: Bool) -> Fraction? {
    if case .number(let number, _)? = next {
      place += 1
      return number
    }
    guard var sum = below100() ?? (isArticle && next == .hundred ? 1 : nil) else { return nil }
    if skip(.hundred) {
      let start = place
      _ = skip(.and)
      sum *= 100
      if let more = below100() { sum += more } else { place = start }
    }
    return Fraction(numerator: sum)
  }

  private mutating func below100() -> Int64? {
    switch next {
    case .ones(let ones)?:
      place += 1
      return ones
    case .tens(let tens)?:
      place += 1
      guard case .ones(let ones)? = next, (1...9).contains(ones) else { return tens }
      place += 1
      return tens + ones
    default: return nil
    }
  }
}
