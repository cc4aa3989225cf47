// The intent of typed words, for the command and for a desktop's search. For the command, ArgumentParser has already
// refused what its verb does not take.

/// Parses words in the form of `TypedWords.canonical`.
public struct TypedIntent {
  private var intent: Intent
  private var values: [String: String] = [:]
  private var flags: Set<String> = []
  /// The arguments after the verb that are not options: a kind, an amount, a name.
  private var words: ArraySlice<String> = []

  /// Options of the command about its answer, which are not part of the intent.
  private static let answerOptions = ["--json", "--wait"]

  /// - Returns: Nil for words that are not an intent.
  /// - Throws: `Failure` with 65 for a bad value.
  public static func intent(_ canonical: [String], _ clock: TypedClock) throws -> Intent? {
    guard let verb = canonical.first.flatMap(Verb.init(rawValue:)) else { return nil }
    var it = TypedIntent(intent: Intent(verb))
    do { return try it.take(canonical.dropFirst()) && it.fill(clock) ? it.intent : nil } catch let error as LinkError {
      throw Failure(.badValue, error)
    }
  }

  /// For a search. Nil for words that are not a person's intent, or that a link could not carry.
  static func read(_ canonical: [String], _ clock: TypedClock) -> Intent? {
    guard !canonical.prefix(while: { $0 != "--" }).contains(where: answerOptions.contains),
      let intent = try? intent(canonical, clock), intent.verb.row.speaker == .person,
      (try? Link.parse(Link.print(intent), door: .socket)) != nil
    else { return nil }
    return intent
  }

  private init(intent: Intent) { self.intent = intent }

  /// False for an unknown option.
  private mutating func take(_ canonical: ArraySlice<String>) -> Bool {
    var rest = canonical
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return true
      }
      if !word.hasPrefix("--") {
        words.append(word)
      } else if ["--known", "--all", "--replace"].contains(word) || Self.answerOptions.contains(word) {
        flags.insert(word)
      } else if let mark = word.firstIndex(of: "=") {
        values[String(word[..<mark])] = String(word[word.index(after: mark)...])
      } else if TypedWords.values[word] != nil {
        values[word] = rest.popFirst()
      } else {
        return false
      }
    }
    return true
  }

  /// False if there are too many words.
  private mutating func fill(_ clock: TypedClock) throws -> Bool {
    intent.replace = flags.contains("--replace")
    intent.mustExist = flags.contains("--known")
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
      intent.mode = try words.popFirst().map(Correction.mode)
      guard words.isEmpty else { return false }
    case .extend, .rewind: intent.by = try TypedDuration.parseSigned(words.popFirst() ?? "")
    case .stop where flags.contains("--all"):
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
