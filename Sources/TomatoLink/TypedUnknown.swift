// The error for words that do not begin with a command. Proposes the command that was probably meant.

extension TypedWords {
  /// - Parameter isCommand: as for `canonical`.
  func unknown(_ isCommand: (String) -> Bool) throws(TypedError) -> TypedError {
    guard let first = words.first else {
      return TypedError("A verb is missing; expected for example status, or --help.")
    }
    try checkSign(first.text)
    try checkRounds(at: 0)
    if let count = TypedDuration.unfinished(unquoted(from: 0)[...]), count > 1 { return nearMiss(text(0, count)) }
    let isNumber = first.text.utf8.first?.isASCIIDigit == true
    if TypedDuration.isMeant(first.text) || isNumber && first.text != "1:1" {
      return TypedError(DurationText.notADuration(first.text), isUsage: false)
    }
    let word = LinkError.quote(first.text)
    if let found = try? unitLength(at: 1), (try? Link.checkTask(text)) != nil {
      let length = DurationText.print(found.length)
      let rest = [first.text] + words.dropFirst(1 + found.count).map(\.text)
      let ways = ["timer", "focus"].map { Self.proposal([$0, length], text: rest) }
      return TypedError(
        "{given} is not a command; say {first} for a timer, or {second} for a focus.",
        ["given": word, "first": TypedError.shown(ways[0]), "second": TypedError.shown(ways[1])], proposals: ways)
    }
    // The first word of a text is less likely misspelt than a word alone.
    let most = words.count > 1 || first.isText ? 1 : nil
    if let guess = hint ?? Spelling.nearest(to: first.text, in: TypedLexicon.spellings, atMost: most) {
      return TypedError(
        "{given} is not a command; did you mean {word}?", ["given": word, "word": guess],
        proposals: [guess.split(separator: " ").map(String.init)])
    }
    // The words become a proposal only if they are a valid task.
    let asTask = ["focus"] + words.map(\.text)
    guard (try? Link.checkTask(text)) != nil, (try? Self.canonical(asTask, isCommand: isCommand)) != nil else {
      return TypedError("{given} is not a command; tomato-notify --help lists them.", ["given": word])
    }
    return TypedError(
      "{given} is not a command; expected for example focus {word}, or one of tomato-notify --help.",
      ["given": word, "word": text], proposals: [asTask])
  }

  /// A better proposal than a corrected spelling.
  private var hint: String? {
    guard let first = words.first?.text.lowercased() else { return nil }
    if let hint = TypedLexicon.hint(first) { return hint }
    let all = words.map(\.text)
    if let found = TypedPeriod.leading(all[...]), found.count == all.count { return "log " + text }
    return words.contains { TypedLexicon.isBreak($0.lowered) } ? "break" : nil
  }
}
