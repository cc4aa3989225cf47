// Durations and times among typed words: `for 25m`, `until 14:30`, `since 9:30`, `10 minutes ago`.

extension TypedWords {
  /// The words from `index` on, up to the first that must be text.
  func unquoted(from index: Int) -> [String] { words.dropFirst(index).prefix { !$0.isText }.map(\.text) }

  /// The duration at `index`, optionally after a preposition such as `for`.
  func length(at index: Int) throws(TypedError) -> TypedDuration.Found? {
    let plain = unquoted(from: index)
    let prepositions = plain.first.map { $0.lowercased() == "for" || isTimer && isIn($0) } == true ? 1 : 0
    return try TypedError.wrapping { () throws(LinkError) in
      guard var found = try TypedDuration.leading(plain[prepositions...]) else { return nil }
      found.count += prepositions
      return found
    }
  }

  private var isTimer: Bool { head == ["timer"] }
  func isIn(_ word: String) -> Bool { ["in", "after", "within", "過", "过", "在"].contains(word.lowercased()) }

  /// The duration at `index`, with a unit or after `for`.
  func unitLength(at index: Int) throws(TypedError) -> TypedDuration.Found? {
    let plain = unquoted(from: index)
    let isFor = plain.first?.lowercased() == "for"
    guard let word = plain.dropFirst(isFor ? 1 : 0).first else { return nil }
    if let bare = LengthReader.read(plain[(isFor ? 1 : 0)...])?.bare {
      return isFor && bare == .digits ? (try? length(at: index)) : nil
    }
    if word.contains(":"), !DurationText.isDuration(TypedDuration.normalized(word)) { return nil }
    return try length(at: index)
  }

  /// Digits alone, ASCII or full-width.
  func isNumber(_ word: String) -> Bool { TypedDuration.normalized(word).utf8.allSatisfy(\.isASCIIDigit) }

  /// `until 14:30` at `index`: the time in the form of `--until`, and the number of words.
  /// - Parameter allowsAt: also reads `at 14:30`.
  func until(at index: Int, allowsAt: Bool = true) throws(TypedError) -> (time: String, count: Int)? {
    var plain = unquoted(from: index)
    guard let word = plain.first?.lowercased(), allowsAt || word != "at" else { return nil }
    var count = 1
    if let time = word.after(["直到", "到"]) {
      (plain[0], count) = (time, 0)
    } else if TypedLexicon.isUntil(word), plain.count > 1 {
      let hedge = TypedHedges.leading(plain.dropFirst(), isAfterPiece: false)
      count += hedge.map { $0.isArticle ? 0 : $0.count } ?? 0
      plain.removeFirst(min(count, plain.count - 1))
    } else {
      return nil
    }
    // After a text or `at`, a bare number is an hour only at the end: `look at 14 bugs`.
    let isBare = LengthPiece.wholeNumber(plain[0]) != nil && !plain[0].contains(":")
    if isBare, plain.count > 1, index > 0 || word == "at", !TypedTime.isDayPart(plain[1]) { return nil }
    return try time(plain).map { ($0.text, $0.count + count) }
  }

  func time(_ plain: [String]) throws(TypedError) -> TypedTime.Found? {
    try TypedError.wrapping { () throws(LinkError) in try TypedTime.leading(plain[...]) }
  }

  /// An unambiguous time of day at `index` without `until`: 下午三點. It must be at the end, or for a timer.
  func bareTime(at index: Int) throws(TypedError) -> (time: String, count: Int)? {
    guard let found = try unambiguousTime(at: index), isTimer || index + found.count == words.count else { return nil }
    return (found.text, found.count)
  }

  /// `until 14:30` or 下午三點 at `index`.
  func timeOfDay(at index: Int) throws(TypedError) -> (time: String, count: Int)? {
    if let found = try until(at: index) { return found }
    return try bareTime(at: index)
  }

  /// A time of day at `index` that has no other meaning: `2pm`, 三點, but not `2`.
  func unambiguousTime(at index: Int) throws(TypedError) -> TypedTime.Found? {
    let plain = unquoted(from: index)
    guard let first = plain.first else { return nil }
    let isNumber = LengthPiece.wholeNumber(first) != nil
    if isNumber, plain.count < 2 || !TypedTime.isDayPart(plain[1]) && !TypedTime.isOClock(plain[1]) { return nil }
    return try time(plain).flatMap { $0.isUnambiguous ? $0 : nil }
  }

  /// The option for `since 9:30` or `10 minutes ago` at `index`.
  func past(at index: Int) throws(TypedError) -> (option: [String], count: Int)? {
    var plain = unquoted(from: index)
    guard let word = plain.first?.lowercased() else { return nil }
    if let time = word.after(["自從", "自从", "從", "从"]) {
      plain[0] = time
      return try self.time(plain).map { (["--since", $0.text], $0.count) }
    }
    if word == "since" || word == "from", plain.count > 1 {
      plain.removeFirst()
      if isNumber(plain[0]), plain.count > 1, !TypedTime.isDayPart(plain[1]) { return nil }
      return try time(plain).map { (["--since", $0.text], $0.count + 1) }
    }
    guard let found = try? TypedDuration.leading(plain[...]), found.hasUnit, found.count < plain.count,
      ["ago", "前", "之前", "以前"].contains(plain[found.count].lowercased())
    else { return nil }
    return (["--ago", DurationText.print(found.length)], found.count + 1)
  }

  // MARK: Moving them to the options

  /// Moves a duration or a time of day at `index` to the options; false if there is none.
  mutating func takeLength(at index: Int) throws(TypedError) -> Bool {
    if let found = try length(at: index) {
      if !found.hasUnit { try checkNumber(at: index, found) }
      guard !hasLength else { throw Self.twice }
      move(index, found.count, to: ["--duration", DurationText.print(found.length)])
    } else if let found = try timeOfDay(at: index) {
      guard !hasLength else { throw Self.twice }
      move(index, found.count, to: ["--until", found.time])
    } else {
      return false
    }
    return true
  }

  /// Replaces `count` words from `index` on by an option.
  mutating func move(_ index: Int, _ count: Int, to option: [String]) {
    words.removeSubrange(index..<(index + count))
    options += option
  }

  /// Drops words that only name the default: `25m now`, `focus a while`.
  /// - Parameter afterKind: also drops redundant words, such as `session` of `focus session`.
  mutating func dropDefaults(afterKind: Bool = false) {
    let text = words.map(\.lowered).joined(separator: " ")
    if TypedLexicon.isDefault(text) || afterKind && TypedLexicon.isSession(text) { words = [] }
    // `report for a while`
    for index in words.indices.dropFirst() where ["for", "please"].contains(words[index].lowered) {
      let rest = words[index...].map(\.lowered).joined(separator: " ")
      if TypedLexicon.isDefault(rest) { return words.removeSubrange(index...) }
    }
  }

  var hasLength: Bool { has("--duration") || has("--until") }

  static var twice: TypedError { TypedError("A duration was given twice; expected one, for example 25m.") }

  /// Moves `since 9:30` or `10 minutes ago` from the front or the end to the options.
  mutating func takePast() throws(TypedError) {
    for index in words.indices where !words[index].isText {
      guard let found = try past(at: index), index == 0 || index + found.count == words.count else { continue }
      return move(index, found.count, to: found.option)
    }
  }

  /// Moves a duration or a time of day at the end, after a text, to the options.
  /// - Parameter allowsAt: also reads `at 14:30`.
  mutating func takeLast(allowsAt: Bool) throws(TypedError) {
    if let last = words.indices.last, !words[last].isText, let (text, length) = Self.trailingLength(words[last].text) {
      words[last].text = text
      words.append(Word(text: length, isText: false))
    }
    for index in words.indices.dropFirst() where !words[index].isText {
      var count = try unitLength(at: index)?.count
      if count == nil { count = try until(at: index, allowsAt: allowsAt)?.count }
      if count == nil, isTimer { count = try bareTime(at: index)?.count }
      guard let count, index + count == words.count else { continue }
      if !allowsAt { try checkClock(index) }
      try checkLater(index, count)
      let before = words[index - 1].lowered
      if TypedLexicon.isRepeated(before) { throw nearMiss(text(index - 1, count + 1)) }
      let isBetween = before == "and" && index > 2 && words[index - 3].lowered == "between"
      if index > 1, isBetween || Self.isRangeWord(before), LengthPiece.wholeNumber(words[index - 2].lowered) != nil {
        throw nearMiss(text(index - 2, count + 2))
      }
      _ = try takeLength(at: index)
      return
    }
  }

  /// Refuses `9:30` after a text, which may be a time of day or a length, and `at 9:30`.
  private func checkClock(_ index: Int) throws(TypedError) {
    guard words[index].text.contains(":"), let time = try? time(unquoted(from: index)) else { return }
    guard !hasLength else { throw Self.twice }
    let isAt = TypedLexicon.isUntil(words[index - 1].lowered)
    let length = try unitLength(at: index)?.length ?? .zero
    let start = index - (isAt ? 1 : 0)
    let before = [text(0, start)]
    throw .readings(
      text(start, words.count - start), Self.proposal(proposal(["until", time.text]), text: before),
      isAt ? proposal(text: text) : Self.proposal(proposal([DurationText.print(length)]), text: before))
  }
}
