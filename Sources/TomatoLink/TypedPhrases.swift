// Rewrites phrases as words of the grammar: `5 more minutes`, `remind me in 10 minutes to call`, `take a break`, 開始專注,
// 休息一下, 加五分鐘.

extension TypedWords {
  /// The phrase as words that begin with a command; nil for other words.
  static func phrase(_ typed: [String]) throws(TypedError) -> [String]? {
    if let said = try reminder(typed) { return said }
    if let said = more(typed) { return said }
    let lowered = typed.prefix(6).map { $0.lowercased() }
    switch lowered.first {
    case "take", "have":
      let rest = typed.dropFirst()
      if let found = try? TypedDuration.leading(rest), found.count == rest.count {
        let length = DurationText.print(found.length)
        throw .readings(typed.joined(separator: " "), ["break", length], ["focus", length])
      }
      return lowered.dropFirst().contains(where: TypedLexicon.isBreak) ? ["start"] + rest : nil
    case "set":
      let place = ["a", "the", "my"].contains(lowered.dropFirst().first) ? 2 : 1
      guard lowered.dropFirst(place).first == "timer" else { return nil }
      return Array(typed.dropFirst(place))
    default: return typed.first.flatMap(joined).map { $0 + typed.dropFirst() }
    }
  }

  // MARK: More

  /// `5 more minutes`, `another 5 minutes`, `5m more`.
  private static func more(_ typed: [String]) -> [String]? {
    let isAsked = typed.prefix(2).map { $0.lowercased() } == ["give", "me"]
    return withoutMore(Array(typed.dropFirst(isAsked ? 2 : 0))).map { ["extend"] + $0 }
  }

  /// Drops `more` or a synonym; nil if the words do not begin with a length that has it.
  static func withoutMore(_ words: [String]) -> [String]? {
    guard let place = words.prefix(8).firstIndex(where: { TypedLexicon.isMore($0.lowercased()) }) else { return nil }
    var rest = words
    rest.remove(at: place)
    // `25 minutes more or less`
    if place < rest.count, rest[place].lowercased() == "or" { return nil }
    // `another hour`
    if place == 0, let unit = rest.first, TypedDuration.isUnit(unit) { rest.insert("1", at: 0) }
    guard let found = try? TypedDuration.leading(rest[...]), place <= found.count,
      found.hasUnit || found.count == rest.count
    else { return nil }
    return rest
  }

  // MARK: Without spaces

  /// Splits 專注45分鐘, 開始專注 and 休息一下; nil if the word does not begin with a command.
  private static func joined(_ word: String) -> [String]? {
    guard let first = word.utf8.first, first >= 0x80, TypedLexicon.command(word) == nil else { return nil }
    for count in stride(from: min(word.count - 1, 5), to: 0, by: -1) {
      let (head, rest) = (String(word.prefix(count)), String(word.dropFirst(count)))
      guard let command = TypedLexicon.command(head) else { continue }
      if TypedLexicon.isParticle(rest) { return [head] }
      if beginsWithLength(rest) || isMoment(rest) { return [head, rest] }
      let isStart = command == ["start"]
      if isStart || TypedLexicon.kind(named: rest) != nil || TypedLexicon.isControl(head),
        TypedLexicon.command(rest) != nil
      {
        return [head, rest]
      }
      if isStart, rest == "工作" { return [head, "focus"] }
      if isStart, let more = joined(rest), TypedLexicon.kindCommand(more[0]) != nil { return [head] + more }
    }
    return nil
  }

  private static func beginsWithLength(_ rest: String) -> Bool {
    if isLength(rest) { return LengthReader.read([rest])?.bare != .words || rest.count > 1 }
    return (try? splitting(rest)) != nil
  }

  private static func isMoment(_ rest: String) -> Bool {
    if let time = rest.after(["直到", "到", "從", "从"]) { return isTime(time) }
    return (try? TypedTime.parse(rest)) != nil && LengthPiece.wholeNumber(rest) == nil
  }

  /// Whether it is a time of day, even an ambiguous one.
  private static func isTime(_ text: some StringProtocol) -> Bool {
    do throws(LinkError) {
      return try TypedTime.parse(text) != nil
    } catch {
      return true
    }
  }

  // MARK: Reminders

  /// A timer with a name, for `remind me in 10 minutes to call` and 十分鐘後提醒我打電話.
  private static func reminder(_ typed: [String]) throws(TypedError) -> [String]? {
    let words = typed.prefix { !$0.hasPrefix("-") }
    guard let (before, after) = splitReminder(Array(words)) else { return nil }
    var it = try TypedWords(["timer"], after[...])
    try it.splitLength()
    var isFound = try it.takeMoment(at: 0)
    for index in it.words.indices.dropFirst() where !isFound { isFound = try it.takeMoment(at: index, isLast: true) }
    if !isFound {
      let name = it.words
      it.words = before.map(Word.unquoted)
      try it.splitLength()
      isFound = try it.takeMoment(at: 0, isLast: true)
      it.words = name
    }
    guard isFound else {
      throw TypedError(
        "A reminder needs a time; expected for example remind me in 10m to call, or remind me at 14:30 to call.",
        proposals: [
          ["remind", "me", "in", "10m", "to", "call"], ["remind", "me", "at", "14:30", "to", "call"],
        ])
    }
    try it.checkDistance()
    if it.has("--until"), let day = it.words.first(where: { TypedLexicon.isVagueTime($0.lowered) }) {
      throw it.noTime(day.text)
    }
    if it.words.count > 1, ["to", "that", "about", "of", "去", "要"].contains(it.words[0].lowered) {
      it.words.removeFirst()
    }
    return it.line(["timer"], typed.dropFirst(words.count) + it.names)
  }

  /// The words before and after `remind me`.
  private static func splitReminder(_ words: [String]) -> (before: [String], after: [String])? {
    let lowered = words.map { $0.lowercased() }
    if let place = lowered.firstIndex(of: "remind"), lowered.dropFirst(place + 1).first == "me" || lowered.count == 1 {
      return (Array(words[..<place]), Array(words.dropFirst(place + 2)))
    }
    for (index, word) in words.enumerated() {
      guard let place = word.indices.first(where: { word[$0...].hasPrefix("提醒我") }) else { continue }
      let (before, after) = (String(word[..<place]), String(word[place...].dropFirst(3)))
      let sides: [[String]] = [Array(words[..<index]) + [before], [after] + Array(words[(index + 1)...])]
      let parts = sides.map { $0.filter { !$0.isEmpty }.map(withoutPreposition) }
      return (parts[0], parts[1])
    }
    return nil
  }

  /// Drops the preposition of 過十分鐘 and 在14:30.
  private static func withoutPreposition(_ word: String) -> String {
    guard let rest = word.after(["再過", "再过", "過", "过", "在"]), let first = rest.first else { return word }
    return first.isNumber || "半兩两上下早晚中".contains(first) ? rest : word
  }

  /// Moves `in 10 minutes`, `at 14:30`, 十分鐘後 or 下午三點 to the options.
  /// - Parameter isLast: only if nothing follows.
  private mutating func takeMoment(at index: Int, isLast: Bool = false) throws(TypedError) -> Bool {
    splitTime(at: index)
    var count = try unitLength(at: index)?.count
    // `14:30` is a time of day here, not minutes and seconds.
    if let found = try clock(at: index), !isLast || index + 1 == words.count {
      move(index, 1, to: ["--until", found.text])
      return true
    }
    if count == nil, words.indices.contains(index), isIn(words[index].lowered) { count = try length(at: index)?.count }
    let later = count.map { laterCount(at: index + $0) } ?? 0
    if count == nil { count = try timeOfDay(at: index)?.count }
    guard let count, !isLast || index + count + later == words.count else { return false }
    words.removeSubrange((index + count)..<(index + count + later))
    return try takeLength(at: index)
  }

  private func clock(at index: Int) throws(TypedError) -> TypedTime.Found? {
    guard let word = unquoted(from: index).first, word.contains(":") || word.contains("：") else { return nil }
    return try time([word])
  }

  /// Splits the time off 下午三點開會.
  private mutating func splitTime(at index: Int) {
    guard words.indices.contains(index), !words[index].isText else { return }
    let word = words[index].text
    guard let first = word.utf8.first, first >= 0x80 || word.first?.isNumber == true else { return }
    let begin = ["在", "到"].contains { word.hasPrefix($0) } ? 1 : 0
    for count in stride(from: min(word.count - 1, 10), to: begin, by: -1) {
      let time = word.dropFirst(begin).prefix(count - begin)
      guard let last = time.last, "點点半分刻鐘钟整午夜".contains(last) else { continue }
      guard Self.isTime(time) else { continue }
      words[index].text = String(time)
      words.insert(.unquoted(String(word.dropFirst(count))), at: index + 1)
      return
    }
  }

  // MARK: The record

  /// Refuses an invalid period such as `log last night`, rather than take it for the name of an activity.
  private static func checkPeriod(_ words: ArraySlice<String>, besidePeriod: Bool = false) throws(TypedError) {
    guard TypedPeriod.isMeant(words, besidePeriod: besidePeriod) else { return }
    let text = words.joined(separator: " ")
    throw TypedError(
      "{given} is not a period; expected for example yesterday, last month, 2026-11, or {way} for an activity.",
      ["given": LinkError.quote(text), "way": TypedError.shown(["log", "--", text])], isUsage: false,
      proposals: [["log", "--", text]])
  }

  /// The words after `log`, `stats` and `report`, with periods such as `yesterday` as options. `stats` and `report`
  /// keep the periods that they read themselves.
  static func record(_ head: [String], _ rest: ArraySlice<String>) throws(TypedError) -> [String] {
    let words = rest.prefix { !$0.hasPrefix("-") }
    guard ["log", "stats", "report"].contains(head[0]), let first = words.first,
      head != ["log"] || !["add", "edit", "delete", "list"].contains(first)
    else { return Array(rest) }
    for index in words.indices {
      guard let found = TypedPeriod.leading(words[index...]),
        index == words.startIndex || index + found.count == words.endIndex
      else { continue }
      var options = found.options
      var left = words[..<index] + words[(index + found.count)...]
      if options.first == "--since", let end = TypedPeriod.leading(left), end.options.first == "--until" {
        options = options.prefix(2) + end.options
        left.removeFirst(end.count)
      }
      let isOwn = head != ["log"] && (options[0] != "--since" || ["today", "all"].contains(first) || !left.isEmpty)
      if head == ["log"] { try checkPeriod(left, besidePeriod: true) }
      return isOwn ? Array(rest) : options + left + rest.dropFirst(words.count)
    }
    if head == ["log"] { try checkPeriod(words) }
    return Array(rest)
  }
}
