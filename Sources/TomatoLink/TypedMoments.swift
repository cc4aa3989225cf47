// Durations and times among typed words: how long, until when, since when, how long ago.

extension TypedWords {
  /// The words from `index` on that may be a kind or a duration.
  func plain(_ index: Int) -> [String] { words.dropFirst(index).prefix { !$0.isText }.map(\.text) }

  /// The duration at `index`, with a word such as `for` in front of it.
  func length(at index: Int) throws(TypedError) -> TypedDuration.Found? {
    let plain = plain(index)
    let isFiller = plain.first.map { TypedLexicon.isFor($0.lowercased()) || isTimer && isIn($0) } ?? false
    do {
      guard var found = try TypedDuration.leading(plain[(isFiller ? 1 : 0)...]) else { return nil }
      found.count += isFiller ? 1 : 0
      return found
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }

  private var isTimer: Bool { head == ["timer"] }
  func isIn(_ word: String) -> Bool { ["in", "after", "within", "過", "过", "在"].contains(word.lowercased()) }

  /// The duration at `index`, with a unit or as in `for 20`.
  func unitLength(at index: Int) throws(TypedError) -> TypedDuration.Found? {
    let plain = plain(index)
    let isFor = plain.first.map { TypedLexicon.isFor($0.lowercased()) } ?? false
    guard let word = plain.dropFirst(isFor ? 1 : 0).first else { return nil }
    if let bare = LengthReader.read(plain[(isFor ? 1 : 0)...])?.bare {
      return isFor && bare == .digits ? (try? length(at: index)) ?? nil : nil
    }
    if word.contains(":"), (try? DurationText.parse(TypedDuration.plain(word))) == nil { return nil }
    return try length(at: index)
  }

  /// Digits alone, of either width.
  func isNumber(_ word: String) -> Bool {
    TypedDuration.plain(word).utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// `until 14:30` at `index`, as `--until` takes it, and how many words it takes.
  /// - Parameter at: `at 14:30` says the same.
  func until(at index: Int, at isAt: Bool = true) throws(TypedError) -> (time: String, count: Int)? {
    var plain = plain(index)
    guard let word = plain.first?.lowercased(), isAt || word != "at" else { return nil }
    var count = 1
    if let mark = ["直到", "到"].first(where: { word.hasPrefix($0) && word != $0 }) {
      (plain[0], count) = (String(word.dropFirst(mark.count)), 0)
    } else if TypedLexicon.isUntil(word), plain.count > 1 {
      let hedge = TypedHedges.leading(plain.dropFirst(), isBehind: false)
      count += hedge.map { $0.isArticle ? 0 : $0.count } ?? 0
      plain.removeFirst(min(count, plain.count - 1))
    } else {
      return nil
    }
    // After a text, and after `at`, a bare number is an hour only if nothing follows: `look at 14 bugs`.
    let isBare = LengthPiece.hourOrMinute(plain[0]) != nil && !plain[0].contains(":")
    if isBare, plain.count > 1, index > 0 || word == "at", !TypedTime.isHalf(plain[1]) { return nil }
    return try time(plain).map { (TypedTime.print($0.hour, $0.minute), $0.count + count) }
  }

  func time(_ plain: [String]) throws(TypedError) -> TypedTime.Found? {
    do {
      return try TypedTime.leading(plain[...])
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }

  /// A time of day at `index` without `until`: 下午三點. Only as the last words, or for a timer.
  func namedTime(at index: Int) throws(TypedError) -> (time: String, count: Int)? {
    guard let found = try named(at: index), isTimer || index + found.count == words.count else { return nil }
    return (TypedTime.print(found.hour, found.minute), found.count)
  }

  /// A time of day at `index` that can be nothing else: `2pm`, 三點, but not `2`.
  func named(at index: Int) throws(TypedError) -> TypedTime.Found? {
    let plain = plain(index)
    guard let first = plain.first else { return nil }
    let isNumber = LengthPiece.hourOrMinute(first) != nil
    if isNumber, plain.count < 2 || !TypedTime.isHalf(plain[1]) && !TypedTime.isHour(plain[1]) { return nil }
    return try time(plain).flatMap { $0.isNamed ? $0 : nil }
  }

  /// `since 9:30` or `10 minutes ago` at `index`, as an option.
  func past(at index: Int) throws(TypedError) -> (option: [String], count: Int)? {
    var plain = plain(index)
    guard let word = plain.first?.lowercased() else { return nil }
    if let mark = ["自從", "自从", "從", "从"].first(where: { word.hasPrefix($0) && word != $0 }) {
      plain[0] = String(word.dropFirst(mark.count))
      return try time(plain).map { (["--since", TypedTime.print($0.hour, $0.minute)], $0.count) }
    }
    if word == "since" || word == "from", plain.count > 1 {
      plain.removeFirst()
      if isNumber(plain[0]), plain.count > 1, !TypedTime.isHalf(plain[1]) { return nil }
      return try time(plain).map { (["--since", TypedTime.print($0.hour, $0.minute)], $0.count + 1) }
    }
    guard let found = (try? TypedDuration.leading(plain[...])) ?? nil, found.hasUnit, found.count < plain.count,
      ["ago", "前", "之前", "以前"].contains(plain[found.count].lowercased())
    else { return nil }
    return (["--ago", DurationText.print(found.length)], found.count + 1)
  }

  // MARK: Taking them away

  /// Takes a duration or a time of day away from `index`, as an option; false when none stands there.
  mutating func takeLength(at index: Int) throws(TypedError) -> Bool {
    let option: [String]
    if let found = try length(at: index) {
      if !found.hasUnit { try checkNumber(at: index, found) }
      option = ["--duration", DurationText.print(found.length)]
      words.removeSubrange(index..<(index + found.count))
    } else {
      var found = try until(at: index)
      if found == nil { found = try namedTime(at: index) }
      guard let found else { return false }
      option = ["--until", found.time]
      words.removeSubrange(index..<(index + found.count))
    }
    guard !hasLength else { throw Self.twice }
    options += option
    return true
  }

  /// `25m now` begins now, as it would anyway, and `focus a while` has the usual length.
  /// - Parameter isKind: `focus session` says no more than its first word.
  mutating func dropUsual(isKind: Bool = false) {
    let text = words.map(\.lowered).joined(separator: " ")
    if TypedLexicon.isUsual(text) || isKind && TypedLexicon.isSession(text) { words = [] }
    // `report for a while`
    for index in words.indices.dropFirst() where ["for", "please"].contains(words[index].lowered) {
      let rest = words[index...].map(\.lowered).joined(separator: " ")
      if TypedLexicon.isUsual(rest) { return words.removeSubrange(index...) }
    }
  }

  var hasLength: Bool { has("--duration") || has("--until") }

  static var twice: TypedError {
    TypedError(LinkError("A duration was given twice; expected one, for example 25m."))
  }

  /// Takes `since 9:30` and `10 minutes ago` away from the front or the end.
  mutating func takePast() throws(TypedError) {
    for index in words.indices where !words[index].isText {
      guard let found = try past(at: index), index == 0 || index + found.count == words.count else { continue }
      options += found.option
      words.removeSubrange(index..<(index + found.count))
      return
    }
  }

  /// Takes a duration or a time of day away that stands at the end, behind a text.
  /// - Parameter at: `at 14:30` is one too.
  mutating func takeLast(at isAt: Bool) throws(TypedError) {
    if let last = words.indices.last, !words[last].isText, let (text, length) = Self.lastLength(words[last].text) {
      words[last].text = text
      words.append(Word(text: length, isText: false))
    }
    for index in words.indices.dropFirst() where !words[index].isText {
      var count = try unitLength(at: index)?.count
      if count == nil { count = try until(at: index, at: isAt)?.count }
      if count == nil, isTimer { count = try namedTime(at: index)?.count }
      guard let count, index + count == words.count else { continue }
      if !isAt { try checkClock(index) }
      try checkLater(index, count)
      let before = words[index - 1].lowered
      if TypedLexicon.isRepeated(before) { throw slip(text(index - 1, count + 1)) }
      let isBetween = before == "and" && index > 2 && words[index - 3].lowered == "between"
      if index > 1, isBetween || Self.isRangeWord(before), LengthPiece.hourOrMinute(words[index - 2].lowered) != nil {
        throw slip(text(index - 2, count + 2))
      }
      _ = try takeLength(at: index)
      return
    }
  }

  /// Refuses `9:30` after a text, which may be a time of day or a length, and `at 9:30`.
  private func checkClock(_ index: Int) throws(TypedError) {
    guard words[index].text.contains(":"), let time = (try? time(plain(index))) ?? nil else { return }
    guard !hasLength else { throw Self.twice }
    let isAt = TypedLexicon.isUntil(words[index - 1].lowered)
    let length = try unitLength(at: index)?.length ?? .zero
    let start = index - (isAt ? 1 : 0)
    let text = TypedError.whole([self.text(0, start)])
    let until = proposal(["until", TypedTime.print(time.hour, time.minute)] + text)
    throw .readings(
      self.text(start, words.count - start), until,
      isAt ? proposal(text: self.text) : proposal([DurationText.print(length)] + text))
  }
}
