// Words that may be meant as a length: without a space before the text, misspelt, with a sign, in the middle of a text.
// They are refused or split off rather than taken as text, because the person would get a focus of another length.

extension TypedWords {
  // MARK: Without a space

  /// Splits the length off `45分鐘寫報告`, if it is one of the first two words.
  mutating func splitLength() throws(TypedError) {
    for index in words.indices.prefix(2) where !words[index].isText {
      guard let (length, rest) = try Self.splitting(words[index].text) else { continue }
      let mark = TypedLexicon.laterAndAgo.first { rest.hasPrefix($0) }
      // 5分熟 is not five minutes of 熟, and 一小時半導體課 may be an hour and a half.
      let isShort = ["分", "秒", "刻"].contains { length.hasSuffix($0) }
      if mark == nil, isShort || rest.hasPrefix("半") {
        if length == "十分" { continue }
        guard rest.first?.isNumber == false else { throw nearMiss(words[index].text) }
        var texts = words.map(\.text)
        texts[index] = rest
        let isKind = head == ["start"] && words.count == 1 && TypedLexicon.phase(rest.lowercased()) != nil
        let first = isKind ? proposal([length, rest]) : Self.proposal(proposal([length]), text: texts)
        throw .readings(words[index].text, first, proposal(text: text))
      }
      words[index].text = length
      let tail = String(rest.dropFirst(mark?.count ?? 0))
      words.insert(contentsOf: [mark, tail].compactMap { $0 }.filter { !$0.isEmpty }.map(Word.unquoted), at: index + 1)
      return
    }
  }

  /// A length with a Chinese unit, and the text after it; nil without both.
  static func splitting(_ word: String) throws(TypedError) -> (length: String, text: String)? {
    guard let first = TypedHedges.withoutHedges(word).first, first.isNumber || "半兩两".contains(first), !isLength(word)
    else {
      return nil
    }
    // No length has more characters.
    for count in stride(from: min(word.count - 1, 16), to: 0, by: -1) {
      let length = String(word.prefix(count))
      guard let last = TypedHedges.withoutHedges(length).last, "分鐘钟時时秒頭头刻".contains(last) else { continue }
      let found = try TypedError.wrapping { () throws(LinkError) in try TypedDuration.leading([length]) }
      guard found?.hasUnit == true else { continue }
      return (length, String(word.dropFirst(count)))
    }
    return nil
  }

  /// Whether it ends with a unit that is rarely part of other words, unlike 分 and 秒.
  private static func endsWithUnit(_ length: String) -> Bool {
    TypedHedges.withoutHedges(length).last.map { "鐘钟時时頭头".contains($0) } ?? false
  }

  static func isLength(_ word: String) -> Bool { (try? TypedDuration.leading([word])) != nil }

  /// A length with a Chinese unit in the middle or at the end of a word, and the text around it.
  private static func embeddedLength(in word: String) -> (length: String, before: String, after: String)? {
    // A longer text is refused anyway.
    guard word.utf8.count <= Link.taskByteLimit else { return nil }
    for start in word.indices.dropFirst() {
      let rest = String(word[start...])
      // Not 三分鐘 in 第三分鐘, 十分鐘 in 二十分鐘, or 30分鐘 in 25到30分鐘.
      let front = word[..<start]
      if let before = front.last, before == "第" || before.isNumber || "兩两半個个".contains(before) { continue }
      if isRangeMark(front.last), front.dropLast().last?.isNumber == true { continue }
      // 約 may be part of 合約.
      if "約约".contains(word[start]) { continue }
      let found = isLength(rest) ? (rest, "") : (try? splitting(rest))
      guard let (length, after) = found, endsWithUnit(length) else { continue }
      return (length, String(word[..<start]), after)
    }
    return nil
  }

  /// A length at the beginning of a longer word: 25分鐘寫信, 十分鐘前. Refuses 十分鐘後.
  private func leadingLength(at index: Int) throws(TypedError) -> (length: String, before: String, after: String)? {
    guard let (length, after) = try? Self.splitting(words[index].text), Self.endsWithUnit(length) else {
      return nil
    }
    let mark = TypedLexicon.laterAndAgo.first { after.hasPrefix($0) } ?? ""
    let tail = String(after.dropFirst(mark.count))
    var it = self
    it.words.replaceSubrange(index...index, with: [length, mark, tail].filter { !$0.isEmpty }.map(Word.unquoted))
    try it.checkLater(index, 1)
    return (length, "", tail)
  }

  /// Splits the length off 寫報告25分鐘.
  static func trailingLength(_ word: String) -> (text: String, length: String)? {
    guard word.utf8.contains(where: { $0 >= 0x80 }), let found = embeddedLength(in: word), found.after.isEmpty else {
      return nil
    }
    return (found.before, found.length)
  }

  // MARK: Misspelt

  /// Refuses a text that begins with a misspelt or incomplete length.
  func checkNearMisses() throws(TypedError) {
    guard let first = words.first, !first.isText else { return }
    try checkSign(first.text)
    let word = TypedDuration.normalized(first.text)
    if TypedDuration.isMeant(word) && !Self.isLength(word) || Self.isDecimal(word) || Self.isMisspelt(word) {
      throw nearMiss(first.text)
    }
    if let count = TypedDuration.unfinished(unquoted(from: 0)[...]) { throw nearMiss(text(0, count)) }
    // `two days`
    let plain = unquoted(from: 0).map { $0.lowercased() }
    if plain.count == 2, Self.largeUnits.contains(plain[1]), LengthPiece.wholeNumber(plain[0]) ?? 0 > 0 {
      throw nearMiss(text)
    }
    if TypedLexicon.isUntil(first.lowered), first.lowered != "at", words.count > 1 { throw noTime(words[1].text) }
    // The second word is refused only with a sign or a misspelt unit; a bare number there is text.
    guard words.count > 1, !words[1].isText else { return }
    try checkSign(words[1].text)
    if Self.isMisspelt(TypedDuration.normalized(words[1].text)) { throw nearMiss(words[1].text) }
  }

  func noTime(_ given: String) -> TypedError {
    let way = proposal(text: text)
    return TypedError(
      "{given} is not a time of day; expected for example until 14:30, or {way}.", ["way": TypedError.shown(way)],
      given: given, proposals: [way])
  }

  func checkSign(_ word: String) throws(TypedError) {
    guard let length = word.after(["-", "+"]), Self.isLength(length) else { return }
    throw TypedError(
      "{given} has a sign, which only extend takes; say {verb} {length}, or extend {given}.",
      ["given": word, "verb": head.joined(separator: " "), "length": length],
      proposals: [head + [length], ["extend", word]])
  }

  /// Refuses a bare number that is not minutes: `45 minuts`, `2 days`, `5 more minutes`, `5 to 10 minutes`.
  func checkNumber(at index: Int, _ found: TypedDuration.Found) throws(TypedError) {
    let next = index + found.count
    if let count = TypedDuration.unfinished(unquoted(from: index)[...]) { throw nearMiss(text(index, count)) }
    guard next < words.count, !words[next].isText else { return }
    let unit = TypedDuration.normalized(words[next].text)
    if Self.largeUnits.contains(unit) || Self.isNear(unit, Self.longUnits) || unit == "something" {
      throw nearMiss(text(index, 2))
    }
    try checkRounds(at: index)
    guard next + 1 < words.count, !words[next + 1].isText else { return }
    try checkMore(at: index)
    if Self.isRangeWord(unit), let last = try? length(at: next + 1), last.hasUnit,
      let first = try? TypedDuration.leading([words[index].text] + unquoted(from: next + 1).dropFirst().prefix(1))
    {
      throw .readings(
        text(index, found.count + 1 + last.count), proposal([DurationText.print(first.length)]),
        proposal([DurationText.print(last.length)]))
    }
  }

  /// Refuses `2 pomodoros` and 两个番茄钟, because the number counts focuses rather than minutes.
  func checkRounds(at index: Int) throws(TypedError) {
    let plain = unquoted(from: index)
    guard let first = plain.first else { return }
    var (rest, count) = (Substring(TypedDuration.normalized(first)), 1)
    let isWord = rest.utf8.first.map { $0 < 0x80 } == true && rest.first?.isASCIIDigit == false
    let word = LengthPiece.wholeNumber(first).map(Int64.init)
    guard let number = LengthPiece.takeNumber(&rest) ?? word else { return }
    if rest.first.map({ "個个".contains($0) }) == true { rest.removeFirst() }
    if isWord || rest.isEmpty, plain.count > 1 {
      (rest, count) = (Substring(TypedDuration.normalized(plain[1])), 2)
    }
    guard TypedLexicon.isRounds(String(rest)), (1...1440).contains(number) else { return }
    throw .readings(text(index, count), ["focus", "\(number)m"], ["focus"])
  }

  static func isRangeWord(_ word: String) -> Bool { ["to", "or", "-", "–", "到", "至"].contains(word) }

  /// Refuses `twenty five more minutes`, which may extend the running activity.
  private func checkMore(at index: Int) throws(TypedError) {
    let plain = unquoted(from: index)
    guard let count = plain.prefix(4).firstIndex(where: { TypedLexicon.isMore($0.lowercased()) }), count > 0,
      count + 1 < plain.count,
      let more = try? TypedDuration.leading(plain[..<count] + [plain[count + 1]]), more.hasUnit,
      more.count == count + 1
    else { return }
    throw .readings(text(index, count + 2), ["extend", DurationText.print(more.length)], proposal(text: text))
  }

  func nearMiss(_ given: String) -> TypedError {
    let way = proposal(text: text)
    return TypedError(
      "{given} is nearly a length; expected for example 90s, 25m or 1h30m, or {way}.", ["way": TypedError.shown(way)],
      given: given, isUsage: false, proposals: [way])
  }

  private static let longUnits = ["minute", "minutes", "second", "seconds", "hour", "hours"]
  private static let shortUnits = ["min", "mins", "sec", "secs", "hr", "hrs"]
  /// Units longer than any length.
  private static let largeUnits = ["d", "day", "days", "week", "weeks", "天", "日", "週", "周"]

  /// A decimal number, with or without a unit: `1.5`, `1,500m`.
  private static func isDecimal(_ word: String) -> Bool {
    let number = word.prefix { $0.isASCIIDigit || $0 == "." || $0 == "," }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && (number.count == word.count || TypedDuration.isUnit(String(word.dropFirst(number.count))))
  }

  /// Digits and a misspelt unit, or a range: `45mn`, `25mm`, `5minuets`, `25-30m`.
  private static func isMisspelt(_ word: String) -> Bool {
    let digits = word.prefix(while: \.isASCIIDigit)
    let unit = word.dropFirst(digits.count)
    if unit.first == "-", !digits.isEmpty, unit.dropFirst().first?.isASCIIDigit == true {
      return TypedDuration.isUnit(String(unit.dropFirst().drop(while: \.isASCIIDigit)))
    }
    guard !digits.isEmpty, unit.count > 1, unit.allSatisfy(\.isLetter) else { return false }
    return ["mm", "ss", "hh"].contains(unit) || isNear(String(unit), shortUnits + longUnits)
  }

  /// Whether one letter is wrong, missing or added, or two are swapped. The first letter must be right.
  private static func isNear(_ word: String, _ units: [String]) -> Bool {
    units.contains { $0.first == word.first && word != $0 && Spelling.nearest(to: word, in: [$0], atMost: 1) != nil }
  }

  // MARK: Inside a text

  /// The number of words at `index` that make the previous length a time in the future, such as `from now`.
  func laterCount(at index: Int) -> Int {
    let next = words.dropFirst(index).map(\.lowered)
    if next.prefix(2).joined(separator: " ") == "from now" { return 2 }
    return next.first.map(TypedLexicon.isLater) == true ? 1 : 0
  }

  /// Refuses `10 minutes before lunch`.
  func checkDistance() throws(TypedError) {
    if words.count > 1, TypedLexicon.isDistance(words[0].lowered) { throw noTime(text) }
  }

  /// Refuses `in 10 minutes`, except for a timer, because nothing else can begin later.
  func checkLater(_ index: Int, _ count: Int) throws(TypedError) {
    guard head != ["timer"] else { return }
    var (start, end) = (index, index + count)
    if start > 0, isIn(words[start - 1].lowered) { start -= 1 }
    end += laterCount(at: end)
    guard end - start > count, let length = try unitLength(at: index)?.length else { return }
    var rest = words
    rest.removeSubrange(start..<end)
    let text = rest.map(\.text)
    // 10分鐘後 was typed as one word.
    let isJoined = end > start + count && words[end - 1].text.utf8.first.map { $0 >= 0x80 } ?? false
    let given = isJoined ? self.text(start, end - start - 1) + words[end - 1].text : self.text(start, end - start)
    let focus = head == ["start"] ? ["focus"] : head
    throw .readings(
      given, Self.proposal(["timer", DurationText.print(length)], text: text),
      Self.proposal(focus + [DurationText.print(length)], text: text))
  }

  /// Refuses a text that contains a length or a time of day, unless one was given.
  func checkInside() throws(TypedError) {
    guard !hasLength else { return }
    for index in words.indices where !words[index].isText {
      if let found = try? unitLength(at: index) {
        try checkLater(index, found.count)
        throw readings(index, found.count, [DurationText.print(found.length)])
      }
      try checkMore(at: index)
      if let found = try? until(at: index) { throw readings(index, found.count, ["until", found.time]) }
      if let found = try? unambiguousTime(at: index), !TypedTime.isName(words[index].text) {
        let start = index > 0 && ["by", "before", "around"].contains(words[index - 1].lowered) ? index - 1 : index
        throw readings(start, index + found.count - start, ["until", found.text])
      }
      try checkInside(wordAt: index)
    }
    try checkAmounts()
  }

  /// Refuses a unit after a vague amount, such as `a few minutes`, `25-30 min` or 幾分鐘, and `hour and a half`.
  func checkAmounts() throws(TypedError) {
    guard !hasLength else { return }
    let plain = words.map { $0.isText ? "" : TypedDuration.normalized($0.text) }
    for (index, word) in plain.enumerated() {
      if Self.hasVagueAmount(word) || Self.hasPrimes(word) { throw nearMiss(words[index].text) }
      guard index > 0, TypedDuration.isUnit(word) else { continue }
      let isLast = index + 1 == plain.count && ["next", "this", "whole", "full"].contains(plain[index - 1])
      guard isLast || Self.isVague(plain[index - 1]) else { continue }
      let start = index > 1 && plain[index - 2] == "a" ? index - 2 : index - 1
      throw nearMiss(text(start, index + 1 - start))
    }
    let isLengthLike = plain.allSatisfy { LengthPiece.pieces($0) != nil }
    if isLengthLike, plain.contains(where: { ["hour", "hours", "minute", "minutes"].contains($0) }) {
      throw nearMiss(text)
    }
  }

  private static func isVague(_ word: String) -> Bool {
    ["few", "several", "some", "many", "dozen", "幾", "几"].contains(word) || word.hasSuffix("something")
      || word.contains(where: \.isASCIIDigit) && word.allSatisfy { !$0.isLetter || isRangeMark($0) }
  }

  /// `25'` and `1'30"`, which may be minutes and seconds or feet and inches.
  private static func hasPrimes(_ word: String) -> Bool {
    let marks = word.filter { "'′’\"″”".contains($0) }
    return word.first?.isASCIIDigit == true && !marks.isEmpty
      && word.allSatisfy { $0.isASCIIDigit || marks.contains($0) }
  }

  /// Whether the whole text is a range or a sum: `25/5`, `14:00-15:00`, `2-3pm`.
  static func isRange(_ text: String) -> Bool {
    let digits = ["am", "pm"].contains(text.suffix(2)) ? text.dropLast(2) : text[...]
    let marks = digits.filter { !$0.isASCIIDigit }
    return text != "1:1" && digits.first?.isASCIIDigit == true && !marks.isEmpty
      && marks.allSatisfy { ":/-–+x".contains($0) }
  }

  private static func isRangeMark(_ character: Character?) -> Bool {
    character.map { "-–—~〜～到至或、".contains($0) } ?? false
  }

  /// Whether a Chinese unit follows an amount that is not a number: 幾分鐘, 二三十分鐘, 25到30分鐘.
  private static func hasVagueAmount(_ word: String) -> Bool {
    func isAmount(_ character: Character) -> Bool { character.isNumber || "兩两幾几數数多來来".contains(character) }
    for start in word.indices.dropFirst() {
      let unit = word[start...].prefix(2)
      guard unit.count == 2, unit.last.map({ "鐘钟時时頭头".contains($0) }) == true, TypedDuration.isUnit(String(unit)) else {
        continue
      }
      var number = word[..<start]
      while let last = number.last, "個个半".contains(last) { number.removeLast() }
      guard let last = number.last, isAmount(last) else { continue }
      while let last = number.last, isAmount(last) { number.removeLast() }
      if number.last != "第" { return true }
    }
    return false
  }

  /// Refuses a length or a time of day in the middle of a Chinese word.
  private func checkInside(wordAt index: Int) throws(TypedError) {
    let word = words[index].text
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return }
    if let found = try leadingLength(at: index) ?? Self.embeddedLength(in: word),
      let length = try? TypedDuration.leading([found.length])
    {
      throw readings(index, 1, [DurationText.print(length.length)], (found.length, found.before + found.after))
    }
    if let found = TypedTime.embedded(in: word) {
      throw readings(index, 1, ["until", found.time.text], (found.text, found.before + found.after))
    }
  }

  /// - Parameter part: the part of a word that is the moment, and the rest of the word.
  private func readings(
    _ index: Int, _ count: Int, _ moment: [String], _ part: (given: String, rest: String)? = nil
  ) -> TypedError {
    var rest = words.map(\.text)
    rest.replaceSubrange(index..<(index + count), with: part.map { [$0.rest] } ?? [])
    return .readings(
      part?.given ?? text(index, count), Self.proposal(proposal(moment), text: rest), proposal(text: text))
  }
}
