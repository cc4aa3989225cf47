// The error for words that do not begin with a command. Proposes the command that was probably meant.

extension TypedWords {
  /// - Parameter isCommand: as for `canonical`.
  static func unknown(_ words: TypedWords, _ isCommand: (String) -> Bool) -> TypedError {
    guard let first = words.words.first else {
      return TypedError(LinkError("A verb is missing; expected for example status, or --help."))
    }
    let word = LinkError.quote(first.text)
    do throws(TypedError) {
      try words.checkSign(first.text)
      try words.checkRounds(at: 0)
    } catch {
      return error
    }
    if let count = TypedDuration.unfinished(words.unquoted(from: 0)[...]), count > 1 {
      return words.nearMiss(words.text(0, count))
    }
    let isNumber = first.text.utf8.first?.isASCIIDigit == true
    if TypedDuration.isMeant(first.text) || isNumber && first.text != "1:1" {
      return TypedError(DurationText.notADuration(first.text), isUsage: false)
    }
    if let found = try? words.unitLength(at: 1), (try? Link.checkTask(first.text)) != nil {
      let length = DurationText.print(found.length)
      return TypedError(
        LinkError(
          "{given} is no command; say timer {length} {word} for a timer, or focus {length} {word} for a focus.",
          ["given": word, "length": length, "word": first.text]),
        proposals: [["timer", length, first.text], ["focus", length, first.text]])
    }
    if let hint = hint(words) {
      return TypedError(
        LinkError("{given} is no command; did you mean {word}?", ["given": word, "word": hint]),
        proposals: [hint.split(separator: " ").map(String.init)])
    }
    // The first word of a text is less likely misspelt than a word alone.
    let most = words.words.count > 1 || first.isText ? 1 : nil
    if let guess = Spelling.nearest(to: first.text, in: TypedLexicon.spellings, atMost: most) {
      return TypedError(
        LinkError("{given} is no command; did you mean {word}?", ["given": word, "word": guess]), proposals: [[guess]])
    }
    return asTask(words, isCommand)
  }

  /// Proposes the words as the task of a focus, if that is valid.
  private static func asTask(_ words: TypedWords, _ isCommand: (String) -> Bool) -> TypedError {
    let proposal = ["focus"] + words.words.map(\.text)
    let word = LinkError.quote(words.words.first?.text ?? "")
    // Words with forbidden characters are not printed either.
    guard (try? Link.checkTask(words.text)) != nil, (try? canonical(proposal, isCommand: isCommand)) != nil else {
      return TypedError(LinkError("{given} is no command; tomato-notify --help lists them.", ["given": word]))
    }
    return TypedError(
      LinkError(
        "{given} is no command; expected for example focus {word}, or one of tomato-notify --help.",
        ["given": word, "word": words.text]), proposals: [proposal])
  }

  /// A better proposal than a corrected spelling.
  private static func hint(_ words: TypedWords) -> String? {
    guard let first = words.words.first?.text.lowercased() else { return nil }
    if let hint = TypedLexicon.hint(first) { return hint }
    let all = words.words.map(\.text)
    if let found = TypedPeriod.leading(all[...]), found.count == all.count { return "log " + words.text }
    return words.words.contains { TypedLexicon.isBreak($0.lowered) } ? "break" : nil
  }
}
