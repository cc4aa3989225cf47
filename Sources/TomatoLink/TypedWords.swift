// The grammar of what people type: `[verb] [name or kind] [duration] [task or name …]`, in any sensible order, in any
// case. It brings words into the one form that the command's options have. What is unambiguous is understood; what is
// ambiguous is refused with its readings. docs/typing.md lists what people type, and a test reads that list.
//
// A word is a kind or a duration only as one of the first two behind the verb. A word with a space in it, `--task` and
// everything behind `--` are text.

/// Why typed words are not understood.
public struct TypedError: Error, Hashable, Sendable {
  /// What was wrong, and what would have worked.
  public var error: LinkError
  /// The words are of no form that there is (64); otherwise a value is bad (65).
  public var isUsage: Bool

  init(_ error: LinkError, isUsage: Bool = true) { (self.error, self.isUsage) = (error, isUsage) }
}

/// Words behind the verb, taken apart.
public struct TypedWords {
  struct Word {
    var text: String
    /// Never a kind nor a duration.
    var isText: Bool
    var lowered: String { isText ? "" : text.lowercased() }
  }

  var options: [String] = []
  var words: [Word] = []

  /// The words in the form that the options of the command have: `25 write report` is `start --duration 25m
  /// --task=write report`.
  /// - Parameter isCommand: Whether the command knows a word as one of its own; that comes before what is known here.
  public static func canonical(
    _ typed: [String], isCommand: (String) -> Bool
  ) throws(TypedError) -> [String] {
    guard let first = typed.first else { return typed }
    let lowered = first.lowercased()
    if let head = TypedLexicon.command(first) ?? TypedLexicon.command(lowered),
      !isCommand(lowered) || head[0] == lowered && reads(head)
    {
      // Its options are its own, and none of them is a duration of something to begin.
      if head == ["log"] { return head + typed.dropFirst() }
      if TypedLexicon.isLength(lowered), let next = typed.dropFirst().first?.lowercased(), TypedLexicon.isBreak(next) {
        return try TypedWords(typed.dropFirst(2)).meaning(head)
      }
      return try TypedWords(typed.dropFirst()).meaning(head)
    }
    if isCommand(lowered) { return [lowered] + typed.dropFirst() }
    if first.hasPrefix("-"), !isSignedNumber(first) { return typed }
    if let parted = partedCommand(first) { return try canonical(parted + typed.dropFirst(), isCommand: isCommand) }
    var words = try TypedWords(typed[...])
    try words.part("--task")
    if try words.length(at: 0) != nil { return try words.meaning(["start"]) }
    if try words.until(at: 0) != nil { return try words.meaning(["start"]) }
    throw unknown(words)
  }

  private static func reads(_ head: [String]) -> Bool {
    !["status", "list", "log", "wait", "run", "config", "help", "--version", "--help"].contains(head[0])
  }

  private init(_ typed: ArraySlice<String>) throws(TypedError) {
    var rest = typed
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest.map { Word(text: $0, isText: true) }
        return
      }
      guard word.hasPrefix("-"), word.count > 1, !Self.isSignedNumber(word) else {
        words.append(Word(text: word, isText: word.contains(where: \.isWhitespace)))
        continue
      }
      options.append(word)
      guard let name = Self.values[word] else { continue }
      guard let value = rest.popFirst(), value != "--" else {
        throw TypedError(LinkError("A value is missing; expected {name}.", ["name": "\(word) <\(name)>"]))
      }
      options.append(value)
    }
  }

  /// A sign and a digit behind it, which is no option.
  private static func isSignedNumber(_ word: String) -> Bool {
    word.utf8.dropFirst().first.map { (48...57).contains($0) } ?? false
  }

  /// The options that take a value, with what the help calls it.
  private static let values = [
    "--duration": "duration", "--until": "time", "--ago": "duration", "--task": "text", "--activity": "name",
  ]

  private func meaning(_ head: [String]) throws(TypedError) -> [String] {
    switch head[0] {
    case "start", "focus", "break": try begun(head)
    case "timer": try timer()
    case "stopwatch": try stopwatch()
    case "extend", "rewind": try amount(head[0])
    case "pause": try paused()
    case "resume", "toggle", "skip", "reset", "stop", "undo", "lap", "show", "hide": try control(head[0])
    default: line(head, behindMark)
    }
  }

  /// The words as they are, behind `--` where one could be taken for an option.
  private var behindMark: [String] {
    var all = words.contains { $0.text.hasPrefix("-") } ? ["--"] : []
    all += words.map(\.text)
    return all
  }

  /// A command, the options that were typed or found, and what stands behind them.
  func line(_ head: [String], _ rest: [String]) -> [String] {
    var line = head
    line += options
    line += rest
    return line
  }

  /// The words as text, behind `--`; nothing when there are none.
  var names: [String] {
    var names = words.map(\.text)
    if !names.isEmpty { names.insert("--", at: 0) }
    return names
  }

  // MARK: Durations and times of day among the words

  /// The words from `index` on that may be a kind or a duration.
  private func plain(_ index: Int) -> [String] { words.dropFirst(index).prefix { !$0.isText }.map(\.text) }

  /// The duration at `index`, and how many words it takes.
  func length(at index: Int) throws(TypedError) -> (length: Duration, count: Int)? {
    let plain = plain(index)
    let filler = plain.first?.lowercased() == "for" ? 1 : 0
    do {
      guard let found = try TypedDuration.leading(plain[filler...]) else { return nil }
      return (found.length, found.count + filler)
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }

  /// `until 14:30` at `index`, as `--until` takes it, and how many words it takes.
  func until(at index: Int) throws(TypedError) -> (time: String, count: Int)? {
    var plain = plain(index)
    guard let word = plain.first?.lowercased() else { return nil }
    var count = 1
    if word.hasPrefix("到"), word.count > 1 {
      (plain[0], count) = (String(word.dropFirst()), 0)
    } else if TypedLexicon.isUntil(word), plain.count > 1 {
      plain.removeFirst()
    } else {
      return nil
    }
    // Behind a text, and behind `at`, a bare number is an hour only where nothing follows: `look at 14 bugs`.
    let isBare = TypedDuration.plain(plain[0]).utf8.allSatisfy { (48...57).contains($0) }
    if isBare, plain.count > 1, index > 0 || word == "at", !TypedTime.isHalf(plain[1]) { return nil }
    do {
      guard let found = try TypedTime.leading(plain[...]) else { return nil }
      return (TypedTime.print(found.hour, found.minute), found.count + count)
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }

  /// Takes a duration or a time of day away from `index`, as an option; false when none stands there.
  /// - Parameter way: how what is nearly a length is said as a text.
  mutating func takeLength(at index: Int, _ way: String) throws(TypedError) -> Bool {
    let option: [String]
    if let found = try length(at: index) {
      if found.count == 1, isNumber(words[index].text) { try checkUnit(behind: index, way) }
      option = ["--duration", DurationText.print(found.length)]
      words.removeSubrange(index..<(index + found.count))
    } else if let found = try until(at: index) {
      option = ["--until", found.time]
      words.removeSubrange(index..<(index + found.count))
    } else {
      return false
    }
    guard !has("--duration"), !has("--until") else {
      throw Self.twice
    }
    options += option
    return true
  }

  func has(_ option: String) -> Bool { options.contains { $0 == option || $0.hasPrefix(option + "=") } }

  var text: String { words.map(\.text).joined(separator: " ") }

  // MARK: Verbs with the name of an activity

  private func control(_ verb: String) throws(TypedError) -> [String] {
    let word = words.first?.lowered ?? ""
    if words.count == 1, verb == "stop", TypedLexicon.isEverything(word) { return line(["stop", "--all"], []) }
    if words.count == 1, TypedLexicon.isPomodoro(word) { return line([verb], ["pomodoro"]) }
    if let found = try length(at: 0) {
      throw TypedError(
        LinkError(
          "'{verb}' takes no duration; say {verb} alone, or extend -{length} to shorten what runs.",
          ["verb": verb, "length": DurationText.print(found.length)]))
    }
    if words.count == 1, let kind = TypedLexicon.phase(word), ["focus", "break"].contains(word) || kind.count == 2 {
      throw TypedError(
        LinkError("'{word}' is a kind of phase, not an activity; say {verb} alone.", ["word": word, "verb": verb]))
    }
    return line([verb], names)
  }

  /// `pause [duration] [name …]`, in either order; behind a name the duration has a unit.
  private func paused() throws(TypedError) -> [String] {
    var it = self
    let way = "pause --"
    try it.part(way)
    _ = try it.takeLength(at: 0, way)
    if it.words.first.map({ !$0.isText }) == true, try it.length(at: 0) != nil { throw Self.twice }
    for index in it.words.indices.dropFirst() where it.hasUnit(at: index) {
      var count = try it.length(at: index)?.count
      if count == nil { count = try it.until(at: index)?.count }
      guard let count, index + count == it.words.count else { continue }
      _ = try it.takeLength(at: index, way)
      break
    }
    try it.checkSlips("pause", way)
    return try it.control("pause")
  }

  /// `extend 5m`, `extend tea 5 minutes`, `extend -5m`: the duration first, then the name.
  private func amount(_ verb: String) throws(TypedError) -> [String] {
    // Behind `--` a negative duration is one too.
    var it = self
    for index in words.indices { it.words[index].isText = words[index].text.contains(where: \.isWhitespace) }
    var (found, name): (String?, [String]) = (nil, [])
    var index = 0
    while index < words.count {
      if try isFiller(index, after: found, name, it) {
        index += 1
      } else if let (text, count) = try it.signedLength(at: index) {
        guard found == nil else {
          throw TypedError(LinkError("A duration was given twice; expected one, for example 5m."))
        }
        (found, index) = (text, index + count)
      } else {
        name.append(words[index].text)
        index += 1
      }
    }
    guard let found else {
      throw words.isEmpty
        ? TypedError(LinkError("'{verb}' needs a duration; expected for example {verb} 5m.", ["verb": verb]))
        : TypedError(DurationText.notADuration(words.last?.text ?? ""), isUsage: false)
    }
    if verb == "rewind", found.hasPrefix("-") {
      throw TypedError(
        LinkError(
          "'rewind' takes what is given back, without a sign; say rewind {length}, or extend {given} to shorten.",
          ["length": String(found.dropFirst()), "given": found]), isUsage: false)
    }
    name.insert(contentsOf: ["--", found], at: 0)
    return line([verb], name)
  }

  /// `by` in front of a duration, `to` between a duration and a name.
  private func isFiller(
    _ index: Int, after found: String?, _ name: [String], _ it: TypedWords
  ) throws(TypedError) -> Bool {
    guard index + 1 < words.count else { return false }
    switch words[index].lowered {
    case "by": return try it.signedLength(at: index + 1) != nil
    case "to": return found != nil && name.isEmpty
    default: return false
    }
  }

  private func signedLength(at index: Int) throws(TypedError) -> (text: String, count: Int)? {
    var plain = plain(index)
    guard let first = plain.first else { return nil }
    let sign = first.hasPrefix("-") ? "-" : ""
    if first.hasPrefix("-") || first.hasPrefix("+") { plain[0].removeFirst() }
    do {
      return try TypedDuration.leading(plain[...]).map { (sign + DurationText.print($0.length), $0.count) }
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }
}
