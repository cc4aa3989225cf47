// Rewrites ArgumentParser's usage errors, in the terminal's language: what was wrong and what was expected.
internal import ArgumentParser
internal import TomatoLink

/// Replaces Foundation's protocol in release programs (`scripts/smaller.ld`). No type conforms to it: errors have
/// descriptions.
protocol LocalizedError {}

enum Usage {
  /// Converts an error of the parser; nil for help, version and completions.
  static func failure(_ error: any Error, _ words: [String]) -> Failure? {
    if let failure = error as? Failure { return failure }
    guard !TomatoNotify.exitCode(for: error).isSuccess else { return nil }
    let message = TomatoNotify.message(for: error)
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    // Every second part is quoted: the typed text, or what was expected.
    var quoted = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    // A typed value may have apostrophes itself. The option's name follows it, then the possible values.
    if let place = parts.lastIndex(of: " is invalid for ") {
      quoted = [parts[..<place].dropFirst().joined(separator: "'"), parts.dropFirst(place + 1).first ?? ""]
    }
    let command = words.first.map { $0.hasPrefix("-") ? "" : $0 + " " } ?? ""
    let places = ["given": LinkError.quote(quoted.first ?? ""), "name": quoted.last ?? "", "verb": command]
    return Failure(.usage, sentence(message, quoted.count, places))
  }

  /// Refuses the option that prints JSON for the manual pages: it needs Foundation, which only debug programs have.
  static func checkDump(_ words: ArraySlice<String>) throws(Failure) {
    #if !DEBUG
      guard let word = words.first(where: { $0.hasPrefix("--experimental-dump-help") }) else { return }
      throw Failure(.usage, sentence("Unknown option", 1, ["given": LinkError.quote(word), "verb": ""]))
    #endif
  }

  private static func sentence(_ message: String, _ count: Int, _ places: [String: String]) -> LinkError {
    if message.hasPrefix("Unknown option"), count > 1 {
      return LinkError("There is no option {given}; did you mean {name}?", places)
    }
    let noOption = LinkError("There is no option {given} here; tomato-notify {verb}--help lists them.", places)
    let unexpected = LinkError("{given} is not expected here; tomato-notify {verb}--help shows what is.", places)
    let sentences: KeyValuePairs = [
      "Unknown option": noOption, "Invalid option": noOption,
      "Missing value for": LinkError("A value is missing; expected {name}.", places),
      "Missing": LinkError("Something is missing; expected {name}, as tomato-notify {verb}--help shows.", places),
      "The value": LinkError(
        "{given} is not a valid value for {name}; tomato-notify {verb}--help shows what is.", places),
      "The option": LinkError("The option {given} takes no value; expected it alone.", places),
      "Unexpected argument": unexpected,
    ]
    if let sentence = sentences.first(where: { message.hasPrefix($0.key) })?.value { return sentence }
    // The rest are sentences of our own `validate`; braces in them are literal.
    return message.containsText("unexpected arguments") ? unexpected : LinkError(message)
  }
}
