// The half of the grammar of typed words that begins something: kinds, durations, tasks and names.

extension TypedWords {
  // MARK: Phases

  /// `start`, `focus`, `break`, or a kind: `[kind] [duration] [task …]`, kind and duration in either order.
  func begun(_ head: [String]) throws(TypedError) -> [String] {
    var it = self
    try it.part("--task")
    var kind = head == ["start"] ? nil : head
    var hasLength = false
    for _ in 0..<2 {
      let before = it.words
      if !hasLength, try it.takeLength(at: 0, "--task") {
        hasLength = true
      } else if head == ["start"], kind == nil, let found = it.takeKind() {
        kind = found
        try it.checkKind(words, before)
        if found == ["timer"] { return try it.timer() }
        if found == ["stopwatch"] { return try it.stopwatch() }
      } else if head == ["break"], kind == head, let found = it.takeBreakLength() {
        kind = found
      }
    }
    it.dropNow()
    // A name or a task may stand before the duration.
    let textIsFirst = !hasLength && !it.words.isEmpty
    if textIsFirst, it.words.count > 1, it.hasUnit(at: 1) { _ = try it.takeLength(at: 1, "--task") }
    try it.checkText(kind ?? ["start"])
    if it.words.isEmpty { return it.line(kind ?? head, []) }
    return try it.line(kind, head, textIsFirst)
  }

  /// What is left of the words is a task, or the name behind a bare `start`.
  private func line(_ kind: [String]?, _ head: [String], _ textIsFirst: Bool) throws(TypedError) -> [String] {
    if kind == nil, textIsFirst {
      guard !has("--activity") else {
        throw TypedError(LinkError("The name was given twice; expected either words or --activity."))
      }
      return line(["start"], ["--known", "--activity=\(text)"])
    }
    guard !has("--task") else {
      throw TypedError(LinkError("The task was given twice; expected either words or --task."))
    }
    return line(kind ?? head, ["--task=\(text)"])
  }

  /// Behind a text a bare number belongs to it: `focus chapter 3 summary`.
  func hasUnit(at place: Int) -> Bool {
    let found = (try? length(at: place)) ?? nil
    return !isNumber(words[place].text) || found.map { $0.count > 1 } ?? false
  }

  /// Digits alone, of either width.
  func isNumber(_ word: String) -> Bool {
    TypedDuration.plain(word).utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// `25m now` begins now, as it would anyway.
  private mutating func dropNow() {
    if words.count == 1, TypedLexicon.isNow(words[0].lowered) { words = [] }
  }

  /// A kind behind a bare number, with a text behind it, may be the beginning of that: `25 rest api docs`.
  /// - Parameters:
  ///   - typed: all the words.
  ///   - before: the words that were left with the kind.
  private func checkKind(_ typed: [Word], _ before: [Word]) throws(TypedError) {
    guard typed.count == before.count + 1, let number = typed.first?.text, isNumber(number), !words.isEmpty,
      words.count > 1 || !TypedLexicon.isNow(words[0].lowered)
    else { return }
    let kind = before.prefix(before.count - words.count).map(\.text).joined(separator: " ")
    throw TypedError(
      LinkError(
        "{given} behind a number may be a kind or begin a task; say {kind} {length} {text}, or {length} --task {task}.",
        [
          "given": LinkError.quote(kind), "kind": kind, "length": number + "m", "text": text,
          "task": LinkError.quote(before.map(\.text).joined(separator: " ")),
        ]))
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

  /// A task never begins with what reads as a duration or a kind: one of the two readings would be a silent guess.
  private func checkText(_ head: [String]) throws(TypedError) {
    guard let first = words.first, !first.isText else { return }
    if try until(at: 0) != nil, has("--duration") || has("--until") { throw Self.twice }
    try checkSlips(head.joined(separator: " "), "--task")
    if try length(at: 0) != nil || TypedLexicon.phase(first.lowered) != nil {
      throw TypedError(
        LinkError(
          "{given} reads as a duration or a kind of phase, not as a task; if it is one, say --task {given}.",
          ["given": LinkError.quote(text)]))
    }
    if words.count == 1, TypedLexicon.isControl(first.lowered) {
      throw TypedError(
        LinkError(
          "{given} behind '{verb}' may be a command or a task; say {word} alone, or --task {word}.",
          ["given": LinkError.quote(text), "verb": head.joined(separator: " "), "word": first.text]))
    }
  }

  static var twice: TypedError {
    TypedError(LinkError("A duration was given twice; expected one, for example 25m."))
  }

  // MARK: Timers and stopwatches

  /// `timer [duration] [name …]`, in either order.
  func timer() throws(TypedError) -> [String] {
    var it = self
    let way = "timer --"
    try it.checkControl("timer")
    try it.part(way)
    if try !it.takeLength(at: 0, way), it.words.count > 1, it.hasUnit(at: 1) { _ = try it.takeLength(at: 1, way) }
    if it.has("--duration") || it.has("--until") { it.dropNow() }
    try it.checkSlips("timer", way)
    if let first = it.words.first, !first.isText, try it.length(at: 0) != nil {
      throw TypedError(
        LinkError(
          "{given} reads as a duration, not as a name; expected one duration and a name, for example timer 4m tea.",
          ["given": LinkError.quote(it.text)]))
    }
    return it.line(["timer"], it.names)
  }

  func stopwatch() throws(TypedError) -> [String] {
    try checkControl("stopwatch")
    if let found = try length(at: 0) {
      throw TypedError(
        LinkError(
          "A stopwatch counts up and takes no duration; say timer {length} for one that counts down.",
          ["length": DurationText.print(found.length)]))
    }
    return line(["stopwatch"], names)
  }

  /// A person who types `timer stop` wants to stop one; but that could be a name.
  private func checkControl(_ kind: String) throws(TypedError) {
    guard let first = words.first, TypedLexicon.isControl(first.lowered) else { return }
    let verb = TypedLexicon.command(first.lowered)?.first ?? first.text
    throw TypedError(
      LinkError(
        "{given} behind '{kind}' may be a command or a name; say {verb} NAME for the {kind} of that name, or {kind} -- "
          + "{word}.",
        ["given": LinkError.quote(first.text), "kind": kind, "verb": verb, "word": text]))
  }

  // MARK: What is not understood

  static func unknown(_ words: TypedWords) -> TypedError {
    guard let first = words.words.first else {
      return TypedError(LinkError("A verb is missing; expected for example status, or --help."))
    }
    let word = LinkError.quote(first.text)
    do throws(TypedError) {
      try words.checkSign(first.text, "start")
    } catch {
      return error
    }
    if TypedDuration.isMeant(first.text) || first.text.utf8.first.map({ (48...57).contains($0) }) == true {
      return TypedError(DurationText.notADuration(first.text), isUsage: false)
    }
    if let found = try? words.length(at: 1) {
      let length = DurationText.print(found.length)
      return TypedError(
        LinkError(
          "{given} is no command; say timer {length} {word} for a timer, or focus {length} {word} for a focus.",
          ["given": word, "length": length, "word": first.text]))
    }
    if let hint = TypedLexicon.hint(first.text.lowercased()) {
      return TypedError(LinkError("{given} is no command; did you mean {word}?", ["given": word, "word": hint]))
    }
    // The beginning of a text is less likely a slip than a word alone.
    let most = words.words.count > 1 || first.isText ? 1 : nil
    if let guess = Spelling.nearest(to: first.text, in: TypedLexicon.spellings, atMost: most) {
      return TypedError(LinkError("{given} is no command; did you mean {word}?", ["given": word, "word": guess]))
    }
    return TypedError(
      LinkError(
        "{given} is no command; expected for example focus {word}, or one of tomato-notify --help.",
        ["given": word, "word": words.text]))
  }
}
