// The intent of typed words in a desktop's search. The command parses the same words with ArgumentParser, which also
// takes options for the output; a test compares both.

/// Parses words in the form of `TypedWords.canonical`.
struct TypedIntent {
  private(set) var intent: Intent
  /// A flag has the empty value.
  private var values: [String: String] = [:]
  /// The arguments after the verb that are not options: a kind, an amount, a name.
  private var words: ArraySlice<String>

  private static let flags: Set<String> = ["--known", "--all", "--replace"]

  /// Nil for words that are not a person's intent, or that a link could not carry.
  static func read(_ canonical: [String], _ clock: TypedClock) -> Intent? {
    guard let verb = canonical.first.flatMap(Verb.init(rawValue:)), verb.row.speaker == .person,
      let typed = try? TypedWords([verb.rawValue], canonical.dropFirst()), var it = TypedIntent(verb, typed),
      (try? it.fill(clock)) == true, (try? Link.parse(Link.print(it.intent), door: .socket)) != nil
    else { return nil }
    return it.intent
  }

  /// Nil for an option that is not part of the intent, such as `--json` and `--wait`.
  private init?(_ verb: Verb, _ typed: TypedWords) {
    (intent, words) = (Intent(verb), typed.words.map(\.text)[...])
    var rest = typed.options[...]
    while let option = rest.popFirst() {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let hasValue = TypedWords.values[parts[0]] != nil
      guard hasValue || Self.flags.contains(option) else { return nil }
      values[parts[0]] = parts.count > 1 ? parts[1] : hasValue ? rest.popFirst() : ""
    }
  }

  /// False if there are too many words.
  private mutating func fill(_ clock: TypedClock) throws -> Bool {
    intent.replace = values["--replace"] != nil
    intent.mustExist = values["--known"] != nil
    if let since = values["--since"] { intent.at = WallTime(seconds: try clock.moment(since, "--since")) }
    if let ago = values["--ago"] {
      intent.at = WallTime(seconds: clock.now - (try TypedDuration.parse(ago)).components.seconds)
    }
    try fillLength(clock)
    if let task = values["--task"] {
      try Link.checkTask(task)
      intent.task = task
    }
    return try fillWords()
  }

  private mutating func fillLength(_ clock: TypedClock) throws {
    if let duration = values["--duration"] { intent.duration = try TypedDuration.parse(duration) }
    guard let until = values["--until"] else { return }
    let begin = intent.at?.seconds ?? clock.now
    if intent.verb == .timer {
      intent.until = WallTime(seconds: try clock.time(until: until, from: begin))
    } else {
      intent.duration = try clock.duration(until: until, from: begin)
    }
  }

  private mutating func fillWords() throws -> Bool {
    switch intent.verb {
    case .start:
      if let kind = words.popFirst() {
        guard let mode = TimerMode(linkName: kind) else { return false }
        intent.mode = mode
      }
      guard words.isEmpty else { return false }
    case .extend, .rewind: intent.by = try TypedDuration.parseSigned(words.popFirst() ?? "")
    case .stop where values["--all"] != nil:
      intent.activity = .all
      return words.isEmpty
    default: break
    }
    guard let name = values["--activity"] ?? (words.isEmpty ? nil : words.joined(separator: " ")) else { return true }
    if intent.isNaming {
      intent.name = try ActivityName.checked(name)
    } else {
      (intent.activity, intent.name) = try ActivityName.target(name)
    }
    return true
  }
}
