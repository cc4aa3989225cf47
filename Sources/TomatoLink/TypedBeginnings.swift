// The half of the grammar of typed words that begins something: kinds, durations, tasks and names.

extension TypedWords {
  // MARK: Phases

  /// `start`, `focus`, `break`, or a kind: `[kind] [duration] [task …]`, kind and duration in either order.
  func begun(_ head: [String]) throws(TypedError) -> [String] {
    var it = self
    if it.words.count == 1, it.words[0].lowered == "now" { it.words = [] }
    var kind = head == ["start"] ? nil : head
    var hasLength = false
    for _ in 0..<2 {
      if !hasLength, try it.takeLength(at: 0) {
        hasLength = true
      } else if head == ["start"], kind == nil, let found = it.takeKind() {
        kind = found
        if found == ["timer"] { return try it.timer() }
        if found == ["stopwatch"] { return try it.stopwatch() }
      } else if head == ["break"], kind == head, let found = it.takeBreakLength() {
        kind = found
      }
    }
    // A name or a task may stand before the duration.
    let textIsFirst = !hasLength && !it.words.isEmpty
    if textIsFirst, it.words.count > 1, it.hasUnit(at: 1) { _ = try it.takeLength(at: 1) }
    try it.checkText(kind ?? ["start"])
    if it.words.isEmpty { return it.line(kind ?? head, []) }
    if kind == nil, textIsFirst {
      guard !it.has("--activity") else {
        throw TypedError(LinkError("The name was given twice; expected either words or --activity."))
      }
      return it.line(["start"], ["--known", "--activity=\(it.text)"])
    }
    guard !it.has("--task") else {
      throw TypedError(LinkError("The task was given twice; expected either words or --task."))
    }
    return it.line(kind ?? head, ["--task=\(it.text)"])
  }

  /// Behind a text a bare number belongs to it: `focus chapter 3 summary`.
  private func hasUnit(at place: Int) -> Bool {
    let isNumber = words[place].text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let found = (try? length(at: place)) ?? nil
    return !isNumber || found.map { $0.count > 1 } ?? false
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
    if until(at: 0) != nil, has("--duration") || has("--until") { throw Self.twice }
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
    try it.checkControl("timer")
    if try !it.takeLength(at: 0), it.words.count > 1, it.hasUnit(at: 1) { _ = try it.takeLength(at: 1) }
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
