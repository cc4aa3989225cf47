// The grammar of a length, made of `LengthPiece`s: `an hour and a half`, `1 1/2 h`, `twenty five minutes`, 一個半小時.

/// Reads the longest length at the beginning of words.
struct LengthReader {
  struct Reading {
    var seconds: Int64
    /// Number of words.
    var count: Int
    /// For a number without a unit.
    var bare: Bare?
    /// Whether a hedge precedes or interrupts it.
    var isHedged = false
  }
  /// Minutes in digits, minutes in words, or an amount that lacks its unit (`1 and a half`).
  enum Bare { case digits, words, unfinished }

  private var pieces: [LengthPiece] = []
  /// For each piece, the number of words up to its end; nil for a piece that ends inside a word.
  private var ends: [Int?] = []
  /// The number of all words, including those after the length.
  private let wordCount: Int
  /// The index of the next piece.
  private var position = 0
  private var isHedged = false

  /// The most words of a length.
  private static let longest = 12

  private init(_ words: ArraySlice<String>) {
    wordCount = words.count
    var rest = words.prefix(Self.longest)
    while let word = rest.first {
      if let hedge = TypedHedges.leading(rest, isAfterPiece: !pieces.isEmpty) {
        rest = rest.dropFirst(hedge.count)
        let end = rest.startIndex - words.startIndex
        if hedge.isArticle { (pieces, ends) = ([.article], [end]) }
        isHedged = isHedged || !hedge.isAfter
        if hedge.isAfter, let last = ends.indices.last { ends[last] = end }
        continue
      }
      guard let found = LengthPiece.pieces(TypedHedges.withoutHedges(word)) else { return }
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

  private var next: LengthPiece? { position < pieces.count ? pieces[position] : nil }
  /// The number of words up to the end of the previous piece; nil inside a word.
  private var end: Int? { position > 0 ? ends[position - 1] : 0 }

  private mutating func skip(_ piece: LengthPiece) -> Bool {
    guard next == piece else { return false }
    position += 1
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

  /// A whole number alone is minutes.
  private mutating func bare() -> Reading? {
    position = 0
    guard let first = next, first != .article, let amount = amount(), let end else { return nil }
    guard LengthPiece.isWhole(amount), !pieces[..<position].contains(.measure) else {
      return Reading(seconds: 0, count: end, bare: .unfinished)
    }
    guard case .number(_, isDigits: true) = first else {
      return Reading(seconds: Int64(amount) * 60, count: end, bare: .words)
    }
    return position == 1 ? Reading(seconds: Int64(amount) * 60, count: end, bare: .digits) : nil
  }

  /// A number with a unit smaller than the previous one. After hours, the last unit may be missing.
  private mutating func part(below unit: Int64) -> (seconds: Int64, unit: Int64)? {
    let start = position
    if unit != .max { _ = skip(.and) }
    if let amount = amount() {
      if case .unit(let size)? = next, size < unit, LengthPiece.isWhole(amount) || size > 1 {
        position += 1
        return (Self.seconds(amount, size) + rest(of: size), size)
      }
      let isEnd = end == wordCount || end != nil && ends[start] == end && start > 0 && ends[start - 1] == nil
      if unit == 3600, LengthPiece.isWhole(amount), isEnd, ![.and, .article].contains(pieces[start]) {
        return (Int64(amount) * 60, 60)
      }
    }
    position = start
    return nil
  }

  /// The fraction after a unit, in seconds: `and a half`, `and a quarter`, 半.
  private mutating func rest(of size: Int64) -> Int64 {
    end == nil && skip(.half) ? size / 2 : Self.seconds(andPart(), size)
  }

  /// Truncated to whole seconds. Adds 1e-6, because binary numbers are a little below decimals such as 0.29.
  private static func seconds(_ amount: Double, _ unit: Int64) -> Int64 { Int64(amount * Double(unit) + 1e-6) }

  /// `and a half`, `and a quarter`, `and three quarters`, `and 1/2`; 0 if there is none.
  private mutating func andPart() -> Double {
    let start = position
    if skip(.and) {
      if let part = partOfOne() { return part }
      if case .ones(let count)? = next, position + 1 < pieces.count, pieces[position + 1] == .quarter, count < 4 {
        position += 2
        return Double(count) / 4
      }
      _ = skip(.article)
      if let part = halfOrQuarter() { return part }
    }
    position = start
    return 0
  }

  /// A number between 0 and 1.
  private mutating func partOfOne() -> Double? {
    guard case .number(let part, _)? = next, 0 < part, part < 1 else { return nil }
    position += 1
    return part
  }

  private mutating func halfOrQuarter() -> Double? { skip(.half) ? 0.5 : skip(.quarter) ? 0.25 : nil }

  /// Skips `of an`, between a fraction and its unit.
  private mutating func skipOf() {
    _ = skip(.of)
    if !skip(.article) { _ = skip(.measure) }
  }

  // MARK: Amounts

  private mutating func amount() -> Double? {
    let isArticle = skip(.article)
    if let part = halfOrQuarter() {
      skipOf()
      return part
    }
    if skip(.couple) {
      _ = skip(.of)
      return 2
    }
    guard let amount = number(isArticle) else { return isArticle ? 1 : nil }
    if skip(.measure) { return skip(.half) ? amount + 0.5 : amount }
    guard LengthPiece.isWhole(amount) else { return amount + andPart() }
    if skip(.quarter) {
      skipOf()
      return amount / 4
    }
    return amount + (partOfOne() ?? andPart())
  }

  /// In digits, in numerals or in words.
  private mutating func number(_ isArticle: Bool) -> Double? {
    if case .number(let number, _)? = next {
      position += 1
      return number
    }
    guard var sum = below100() ?? (isArticle && next == .hundred ? 1 : nil) else { return nil }
    if skip(.hundred) {
      let start = position
      _ = skip(.and)
      sum *= 100
      if let more = below100() { sum += more } else { position = start }
    }
    return Double(sum)
  }

  private mutating func below100() -> Int64? {
    switch next {
    case .ones(let ones)?:
      position += 1
      return ones
    case .tens(let tens)?:
      position += 1
      guard case .ones(let ones)? = next, (1...9).contains(ones) else { return tens }
      position += 1
      return tens + ones
    default: return nil
    }
  }
}
