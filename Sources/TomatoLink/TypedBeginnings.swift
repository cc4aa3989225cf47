// The half of the grammar of typed words that begins something: kinds, durations, tasks and names.

extension TypedWords {
  // MARK: Phases

  /// `start`, `focus`, `break`, or a kind: `[kind] [duration] [task …]`, kind and duration in either order, and a
  /// duration also at the end.
  func startCommand(_ verb: [String]) throws(TypedError) -> [String] {
    var it = self
    try it.splitLength()
    try it.takePast()
    var kind = verb == ["start"] ? nil : verb
    var isLengthFirst = false
    for _ in 0..<2 {
      let before = it.words
      it.dropArticle()
      if !isLengthFirst, try it.takeFirstLength() {
        isLengthFirst = true
      } else if verb == ["start"], kind == nil, let found = it.takeKind() {
        kind = found
        try it.checkKind(words, before)
        if found == ["timer"] { return try it.timer() }
        if found == ["stopwatch"] { return try it.stopwatch() }
        it.head = found
      } else if verb == ["break"], kind == verb, let found = it.takeBreakLength() {
        kind = found
        it.head = found
      }
    }
    it.dropUsual(isKind: kind != nil)
    // A name or a task may stand before the duration.
    let textIsFirst = !isLengthFirst && !it.words.isEmpty
    try it.takeLast(at: false)
    it.dropPreposition(kind == ["focus"] || kind == ["start", "focus"] || isLengthFirst)
    it.dropParticle()
    it.dropUsual(isKind: kind != nil)
    if isLengthFirst, kind == nil { try it.checkKindBehind() }
    try it.checkText()
    if it.words.isEmpty { return it.line(kind ?? verb, []) }
    return try it.line(kind, verb, textIsFirst)
  }

  /// `in 10 minutes` is refused: nothing begins later.
  private mutating func takeFirstLength() throws(TypedError) -> Bool {
    if words.count > 1, isIn(words[0].lowered), let found = try length(at: 1) { try checkLater(1, found.count) }
    if let found = try unitLength(at: 0) { try checkLater(0, found.count) }
    guard try takeLength(at: 0) else { return false }
    dropParticle()
    return true
  }

  /// `a break`, `a 10 minute break`.
  private mutating func dropArticle() {
    guard words.count > 1, ["a", "an"].contains(words[0].lowered) else { return }
    let word = words[1].lowered
    let command = TypedLexicon.command(word) ?? []
    if TypedLexicon.phase(word) != nil || command == ["timer"] || command == ["stopwatch"] { words.removeFirst() }
  }

  /// `focus on email`, `45 minutes of reading`.
  private mutating func dropPreposition(_ isFocus: Bool) {
    guard isFocus, words.count > 1, let word = words.first?.lowered, word == "on" || word == "of" && hasLength else {
      return
    }
    words.removeFirst()
  }

  /// 25分鐘的報告, and `start the timer`.
  private mutating func dropParticle() {
    guard let first = words.first, !first.isText else { return }
    if hasLength, first.text.hasPrefix("的"), first.text.count > 1 { words[0].text.removeFirst() }
    if words.count == 2, ["the", "my"].contains(first.lowered), TypedLexicon.kind(named: words[1].text) != nil {
      words.removeFirst()
    }
  }

  /// What is left of the words is a task, or the name behind a bare `start`.
  private func line(_ kind: [String]?, _ verb: [String], _ textIsFirst: Bool) throws(TypedError) -> [String] {
    if kind == nil, textIsFirst {
      guard !has("--activity") else {
        throw TypedError(LinkError("The name was given twice; expected either words or --activity."))
      }
      return line(["start"], ["--known", "--activity=\(text)"])
    }
    guard !has("--task") else {
      throw TypedError(LinkError("The task was given twice; expected either words or --task."))
    }
    return line(kind ?? verb, ["--task=\(text)"])
  }

  /// Refuses a kind between a bare number and a text: `25 rest api docs` may be all text.
  /// - Parameters:
  ///   - typed: all the words.
  ///   - before: the words from the kind on.
  private func checkKind(_ typed: [Word], _ before: [Word]) throws(TypedError) {
    guard typed.count == before.count + 1, let number = typed.first?.text, isNumber(number), !words.isEmpty,
      words.count > 1 || !TypedLexicon.isNow(words[0].lowered)
    else { return }
    let kind = before.prefix(before.count - words.count).map(\.text)
    let task = before.map(\.text).joined(separator: " ")
    let length = number + "m"
    throw .readings(
      kind.joined(separator: " "), kind + [length] + TypedError.whole([text]), [length, "--task", task])
  }

  /// `5 minute tea timer` and `20 minute coffee break` end with their kind.
  private func checkKindBehind() throws(TypedError) {
    guard words.count > 1, let last = words.last?.lowered else { return }
    let name = TypedError.whole(words.dropLast().map(\.text))
    var it = self
    if TypedLexicon.kind(named: last) == .timer {
      it.head = ["timer"]
      throw .readings(last, it.proposal(name), proposal(text: text))
    }
    if TypedLexicon.isBreak(last) {
      it.head = ["break"]
      throw .readings(last, it.proposal([]), proposal(text: text))
    }
  }

  private mutating func takeKind() -> [String]? {
    guard let word = words.first?.lowered else { return nil }
    let kind: [String]?
    switch TypedLexicon.phase(word) {
    case ["focus"]?: kind = ["start", "focus"]
    case let found?: kind = found
    case nil:
      let command = TypedLexicon.command(word)
      kind = command == ["timer"] || command == ["stopwatch"] ? command : nil
    }
    guard let kind else { return nil }
    let isTwoWords = TypedLexicon.isLength(word) && words.count > 1 && TypedLexicon.isBreak(words[1].lowered)
    // `long report` is a task: alone, or before a length, the word is a kind of break.
    if TypedLexicon.isLength(word), !isTwoWords, words.count > 1, (try? length(at: 1)) ?? nil == nil { return nil }
    words.removeFirst(isTwoWords ? 2 : 1)
    return kind
  }

  /// `break short` is a short break.
  private mutating func takeBreakLength() -> [String]? {
    guard let word = words.first?.lowered, TypedLexicon.isLength(word) else { return nil }
    words.removeFirst()
    return TypedLexicon.phase(word)
  }

  /// Refuses a task that begins with or holds a duration or a kind: either reading would be a silent guess.
  private func checkText() throws(TypedError) {
    guard let first = words.first, !first.isText else { return }
    if try until(at: 0) != nil, hasLength { throw Self.twice }
    try checkSlips()
    if let found = try length(at: 0) {
      let first = head + [DurationText.print(found.length)] + rest(found.count)
      throw .readings(text(0, found.count), first, proposal(text: text))
    }
    if let kind = TypedLexicon.phase(first.lowered) {
      let isTwoWords = TypedLexicon.isLength(first.lowered) && words.count > 1 && TypedLexicon.isBreak(words[1].lowered)
      let count = isTwoWords ? 2 : 1
      throw .readings(text(0, count), withoutKind(kind) + rest(count), proposal(text: text))
    }
    if TypedLexicon.isControl(first.lowered) {
      let last = words.last?.lowered ?? ""
      let isAll = words.count == 1
      let isTimer = (2...3).contains(words.count) && TypedLexicon.kind(named: last) != nil
      let verb = TypedLexicon.command(first.lowered) ?? [first.text]
      if isAll || isTimer { throw .readings(text, verb + (isAll ? [] : [last]), proposal(text: text)) }
    }
    let all = words.map(\.lowered).joined(separator: " ")
    let isUntil = all.hasPrefix("到") && TypedLexicon.isDay(String(all.dropFirst()))
    if TypedLexicon.isDay(all) || isUntil || all.hasPrefix("直到") { throw noTime(text) }
    if TypedLexicon.isEndless(all) || Self.isSum(all) { throw slip(text) }
    try checkRounds(at: 0)
    try checkNextPhase()
    try checkInside()
  }

  /// Refuses `25m then a break` and `an hour or two`.
  private func checkNextPhase() throws(TypedError) {
    guard hasLength, words.count > 1, let first = words.first?.lowered else { return }
    if Self.isRangeWord(first), words.count == 2, LengthPiece.hourOrMinute(words[1].lowered) != nil { throw slip(text) }
    if ["then", "and", "followed"].contains(first), words.contains(where: { TypedLexicon.isBreak($0.lowered) }) {
      throw .readings(text, proposal([]), proposal(text: text))
    }
  }

  private func rest(_ count: Int) -> [String] { TypedError.whole(words.dropFirst(count).map(\.text)) }

  /// The proposal with that kind and the options found.
  private func withoutKind(_ kind: [String]) -> [String] {
    var it = self
    it.head = kind
    return it.proposal([])
  }

  // MARK: Timers and stopwatches

  /// `timer [duration] [name …]`, in either order.
  func timer() throws(TypedError) -> [String] {
    var it = self
    it.head = ["timer"]
    try it.checkControl("timer")
    try it.splitLength()
    try it.takePast()
    if try it.takeLength(at: 0) {
      it.words.removeFirst(it.laterCount(at: 0))
      try it.checkDistance()
    }
    try it.takeLast(at: true)
    if it.hasLength { it.dropUsual() }
    if it.words.count > 1, ["for", "named", "called"].contains(it.words[0].lowered) { it.words.removeFirst() }
    try it.checkSlips()
    if let first = it.words.first, !first.isText, try it.length(at: 0) != nil {
      throw TypedError(
        LinkError(
          "{given} reads as a duration, not as a name; expected one duration and a name, for example timer 4m tea.",
          ["given": LinkError.quote(it.text)]))
    }
    try it.checkInside()
    return it.line(["timer"], it.names)
  }

  func stopwatch() throws(TypedError) -> [String] {
    var it = self
    it.head = ["stopwatch"]
    try it.checkControl("stopwatch")
    try it.takePast()
    for index in it.words.indices {
      guard let found = try index == 0 ? it.length(at: 0) : it.unitLength(at: index) else { continue }
      let length = DurationText.print(found.length)
      throw TypedError(
        LinkError(
          "A stopwatch counts up and takes no duration; say timer {length} for one that counts down.",
          ["length": length]), proposals: [["timer", length]])
    }
    return it.line(["stopwatch"], it.names)
  }

  /// A person who types `timer stop` wants to stop one; but that could be a name.
  private func checkControl(_ kind: String) throws(TypedError) {
    guard let first = words.first, TypedLexicon.isControl(first.lowered) else { return }
    let verb = TypedLexicon.command(first.lowered)?.first ?? first.text
    let name = words.count > 1 ? rest(1) : [kind]
    throw .readings(first.text, [verb] + (verb == "extend" ? ["5m"] : []) + name, [kind, "--", text])
  }
}
