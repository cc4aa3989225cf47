// The errors about the address of a link, and the words that they list (`LinkReader`).

extension LinkReader {
  static func forPrograms(_ word: String) -> LinkError {
    LinkError(
      "'{word}' is for programs, over the control socket or D-Bus; expected a verb: {names}.",
      ["word": word, "names": verbs])
  }

  static func unexpectedPath(_ word: String, _ path: String) -> LinkError {
    LinkError("'{word}' is followed by {given}; expected no path.", ["word": word], given: "/" + path)
  }

  /// Reads the path of `log/`.
  static func change(_ path: String) throws(LinkError) -> Correction.Change {
    guard let change = Correction.Change(rawValue: path) else {
      throw LinkError("'log' is followed by {given}; expected /add, /edit, /delete or nothing.", given: "/" + path)
    }
    return change
  }

  /// The verbs that every door takes.
  static var verbs: String { Verb.ofPersons.map(\.rawValue).joined(separator: " ") }

  static func unknownWord(_ word: String) -> LinkError {
    let lowered = word.lowercased()
    let places = ["given": LinkError.quote(word), "names": verbs, "word": lowered]
    if word.isEmpty { return LinkError("The link names no verb; expected for example tomatoclock://pause.") }
    if ["open", "run", "config", "autostart", "doctor", "demo", "stats", "report", "hooks"].contains(word) {
      return LinkError("{given} is a word of the command, not a link; expected a verb: {names}.", places)
    }
    if word.utf8.contains(UInt8(ascii: "@")) {
      return LinkError("{given} names a user; expected a verb alone.", places)
    }
    if word.utf8.contains(UInt8(ascii: ":")) {
      return LinkError("{given} names a port; expected a verb alone.", places)
    }
    if Verb(rawValue: lowered) != nil || Query.Verb(rawValue: lowered) != nil {
      return LinkError("{given} is not a verb; expected lower case: '{word}'.", places)
    }
    return LinkError("{given} is not a verb; expected one of: {names}.", places)
  }
}
