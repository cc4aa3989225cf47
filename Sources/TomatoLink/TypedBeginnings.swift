// Typed words that begin something: kinds, durations, tasks and names.

extension TypedWords {
  // MARK: Phases

  /// `[kind] [duration] [task …]` after `start`, `focus`, `break` or a kind. Kind and duration are in either order, and
  /// the duration may also be at the end.
  mutating func startCommand(_ verb: [String]) throws(TypedError) -> [String] {
    let typed = words
    try splitLength()
    try takePast()
    var kind = verb == ["start"] ? nil : verb
    var isLengthFirst = false
    for _ in 0..<2 {
      let before = words
      dropArticle()
      if !isLengthFirst, try takeFirstLength() {
        isLengthFirst = true
      } else if verb == ["start"], kind == nil, let found = takeKind() {
        kind = found
        try checkKind(typed, before)
        if found == ["timer"] { return try timer() }
        if found == ["stopwatch"] { return try stopwatch() }
        head = found
      } else if verb == ["break"], kind == verb, let found = takeBreakLength() {
        kind = found
        head = found
      }
    }
    dropDefaults(afterKind: kind != nil)
    // A name or a task may precede the duration.
    let textIsFirst = !isLengthFirst && !words.isEmpty
    try takeLast(allowsAt: false)
    dropPreposition(kind == ["focus"] || kind == ["start", "focus"] || isLengthFirst)
    dropParticle()
    dropDefaults(afterKind: kind != nil)
    if isLengthFirst, kind == nil { try checkLastKind() }
    try checkText()
    if words.isEmpty { return line(kind ?? verb, []) }
    return try lineWithText(kind, verb, textIsFirst)
  }

  /// Refuses `in 10 minutes`, because nothing can begin later.
  private mutating func takeFirstLength() throws(TypedError) -> Bool {
    if words.count > 1, isIn(words[0].lowered), let found = try length(at: 1) { try checkLater(1, found.count) }
    if let found = try unitLength(at: 0) { try checkLater(0, found.count) }
    guard try takeLength(at: 0) else { return false }
    dropParticle()
    return true
  }

  /// Drops the article of `a break` and `a 10 minute break`.
  private mutating func dropArticle() {
    guard words.count > 1, ["a", "an"].contains(words[0].lowered) else { return }
    if TypedLexicon.kindCommand(words[1].lowered) != nil { words.removeFirst() }
  }

  /// Drops the preposition of `focus on email` and `45 minutes of reading`.
  private mutating func dropPreposition(_ isFocus: Bool) {
    guard isFocus, words.count > 1, let word = words.first?.lowered, word == "on" || word == "of" && hasLength else {
      return
    }
    words.removeFirst()
  }

  /// Drops 的 of 25分鐘的報告, and `the` of `start the timer`.
  private mutating func dropParticle() {
    guard let first = words.first, !first.isText else { return }
    if hasLength, first.text.hasPrefix("的"), first.text.count > 1 { words[0].text.removeFirst() }
    if words.count == 2, ["the", "my"].contains(first.lowered), TypedLexicon.kind(named: words[1].text) != nil {
      words.removeFirst()
    }
  }

  /// The remaining words are a task or, directly after `start`, a name.
  private func lineWithText(_ kind: [String]?, _ verb: [String], _ textIsFirst: Bool) throws(TypedError) -> [String] {
    if kind == nil, textIsFirst {
      guard !has("--activity") else {
        throw TypedError("The name was given twice; expected either words or --activity.")
      }
      return line(["start"], ["--known", "--activity=\(text)"])
    }
    guard !has("--task") else {
      throw TypedError("The task was given twice; expected either words or --task.")
    }
    return line(kind ?? verb, ["--task=\(text)"])
  }

  /// Refuses a kind between a bare number and a text, because `rest` may be part of the text in `25 rest api docs`.
  /// - Parameters:
  ///   - typed: all words.
  ///   - before: the words from the kind on.
  private func checkKind(_ typed: [Word], _ before: [Word]) throws(TypedError) {
    guard typed.count == before.count + 1, let number = typed.first?.text, isNumber(number), !words.isEmpty,
      words.count > 1 || !TypedLexicon.isNow(words[0].lowered)
    else { return }
    let kind = before.prefix(before.count - words.count).map(\.text)
    let task = before.map(\.text).joined(separator: " ")
    let length = number + "m"
    throw .readings(
      kind.joined(separator: " "), Self.proposal(kind + [length], text: [text]), [length, "--task", task])
  }

  /// Refuses a kind at the end, as in `5 minute tea timer` and `20 minute coffee break`.
  private func checkLastKind() throws(TypedError) {
    guard words.count > 1, let last = words.last?.lowered else { return }
    let isTimer = TypedLexicon.kind(named: last) == .timer
    guard isTimer || TypedLexicon.isBreak(last) else { return }
    let name = isTimer ? words.dropLast().map(\.text) : []
    let first = Self.proposal(proposal([], head: [isTimer ? "timer" : "break"]), text: name)
    throw .readings(last, first, proposal(text: text))
  }

  private mutating func takeKind() -> [String]? {
    guard let word = words.first?.lowered, let kind = TypedLexicon.kindCommand(word) else { return nil }
    let isTwoWords = TypedLexicon.isBreak(word, words.dropFirst().first?.lowered)
    // `long` is a kind of break alone and before a length, but `long report` is a task.
    if TypedLexicon.isShortOrLong(word), !isTwoWords, words.count > 1, (try? length(at: 1)) == nil { return nil }
    words.removeFirst(isTwoWords ? 2 : 1)
    return kind == ["focus"] ? ["start", "focus"] : kind
  }

  /// Reads `short` of `break short`.
  private mutating func takeBreakLength() -> [String]? {
    guard let word = words.first?.lowered, TypedLexicon.isShortOrLong(word) else { return nil }
    words.removeFirst()
    return TypedLexicon.phase(word)
  }

  /// Refuses an ambiguous task, which begins with or contains a duration or a kind.
  private func checkText() throws(TypedError) {
    guard let first = words.first, !first.isText else { return }
    if try until(at: 0) != nil, hasLength { throw Self.twice }
    try checkNearMisses()
    if let found = try length(at: 0) {
      let first = Self.proposal(head + [DurationText.print(found.length)], text: rest(found.count))
      throw .readings(text(0, found.count), first, proposal(text: text))
    }
    if let kind = TypedLexicon.phase(first.lowered) {
      let count = TypedLexicon.isBreak(first.lowered, words.dropFirst().first?.lowered) ? 2 : 1
      throw .readings(
        text(0, count), Self.proposal(proposal([], head: kind), text: rest(count)), proposal(text: text))
    }
    if TypedLexicon.isControl(first.lowered) {
      let last = words.last?.lowered ?? ""
      let isAll = words.count == 1
      let isTimer = (2...3).contains(words.count) && TypedLexicon.kind(named: last) != nil
      let verb = TypedLexicon.command(first.lowered) ?? [first.text]
      if isAll || isTimer { throw .readings(text, verb + (isAll ? [] : [last]), proposal(text: text)) }
    }
    let all = words.map(\.lowered).joined(separator: " ")
    let isUntil = all.hasPrefix("到") && TypedLexicon.isVagueTime(String(all.dropFirst()))
    if TypedLexicon.isVagueTime(all) || isUntil || all.hasPrefix("直到") { throw noTime(text) }
    if TypedLexicon.isEndless(all) || Self.isRange(all) { throw nearMiss(text) }
    try checkRounds(at: 0)
    try checkNextPhase()
    try checkInside()
  }

  /// Refuses `25m then a break` and `an hour or two`.
  private func checkNextPhase() throws(TypedError) {
    guard hasLength, words.count > 1, let first = words.first?.lowered else { return }
    let isRange = Self.isRangeWord(first) && words.count == 2 && LengthPiece.wholeNumber(words[1].lowered) != nil
    if isRange { throw nearMiss(text) }
    if ["then", "and", "followed"].contains(first), words.contains(where: { TypedLexicon.isBreak($0.lowered) }) {
      throw .readings(text, proposal([]), proposal(text: text))
    }
  }

  private func rest(_ count: Int) -> [String] { words.dropFirst(count).map(\.text) }

  // MARK: Timers and stopwatches

  /// `timer [duration] [name …]`, in either order.
  mutating func timer() throws(TypedError) -> [String] {
    head = ["timer"]
    try checkControl("timer")
    try splitLength()
    try takePast()
    if try takeLength(at: 0) {
      words.removeFirst(laterCount(at: 0))
      try checkDistance()
    }
    try takeLast(allowsAt: true)
    if hasLength { dropDefaults() }
    if words.count > 1, ["for", "named", "called"].contains(words[0].lowered) { words.removeFirst() }
    try checkNearMisses()
    if try length(at: 0) != nil {
      throw TypedError(
        "{given} reads as a duration, not as a name; expected one duration and a name, for example timer 4m tea.",
        given: text)
    }
    try checkInside()
    return line(["timer"], names)
  }

  mutating func stopwatch() throws(TypedError) -> [String] {
    head = ["stopwatch"]
    try checkControl("stopwatch")
    try takePast()
    for index in words.indices {
      guard let found = try index == 0 ? length(at: 0) : unitLength(at: index) else { continue }
      let length = DurationText.print(found.length)
      throw TypedError(
        "A stopwatch counts up and takes no duration; say timer {length} for one that counts down.",
        ["length": length], proposals: [["timer", length]])
    }
    return line(["stopwatch"], names)
  }

  /// Refuses `timer stop`, because the person may want to stop a timer or to name one.
  private func checkControl(_ kind: String) throws(TypedError) {
    guard let first = words.first, TypedLexicon.isControl(first.lowered) else { return }
    let verb = TypedLexicon.command(first.lowered)?.first ?? first.text
    let name = words.count > 1 ? rest(1) : [kind]
    let command = [verb] + (verb == "extend" ? ["5m"] : [])
    // `all` and `it` mean what they mean behind the verb.
    let plain = command + TypedError.whole(name)
    let way = Self.understood(plain) == nil ? Self.proposal(command, text: name) : plain
    throw .readings(first.text, way, [kind, "--", text])
  }
}
