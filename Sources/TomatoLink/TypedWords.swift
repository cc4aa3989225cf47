// The grammar of typed words: `[verb] [name or kind] [duration] [task or name …]`, in any sensible order and case. It
// rewrites words as the command's options. Ambiguous words are refused with their readings. Tests/Data/typed.md has
// examples, and a test reads it.
//
// Only the first two words after the verb can be a kind; a duration can be there or at the end. A word with a space,
// the value of `--task` and everything after `--` are text. The rest is text, too, unless it has a word for a length, a
// time or a command (TypedNearMisses.swift).

/// The words after the verb.
public struct TypedWords {
  struct Word {
    var text: String
    /// Whether it must be text: never a kind, a duration or a command.
    var isText: Bool
    /// Empty for text.
    var lowered: String { isText ? "" : text.lowercased() }

    static func unquoted(_ text: String) -> Word { Word(text: text, isText: false) }
    /// A word with a space was quoted.
    static func typed(_ text: String) -> Word { Word(text: text, isText: text.contains(where: \.isWhitespace)) }
  }

  /// The command before the words.
  var head = ["start"]
  var options: [String] = []
  var words: [Word] = []

  /// Rewrites words as options: `25 write report` becomes `start --duration 25m --task=write report`.
  /// - Parameter isCommand: whether a word names a command; that meaning takes precedence over the one here.
  public static func canonical(
    _ typed: [String], isCommand: (String) -> Bool
  ) throws(TypedError) -> [String] {
    guard let first = typed.first else { return typed }
    let lowered = first.lowercased()
    if !isCommand(lowered), let said = try phrase(typed) { return try canonical(said, isCommand: isCommand) }
    if let head = TypedLexicon.command(first) ?? TypedLexicon.command(lowered),
      !isCommand(lowered) || head[0] == lowered && reads(head)
    {
      // `log` has its own options, and takes no duration.
      if head == ["log"] { return head + (try record(head, typed.dropFirst())) }
      let count = TypedLexicon.isBreak(lowered, typed.dropFirst().first?.lowercased()) ? 2 : 1
      var words = try TypedWords(head, typed.dropFirst(count))
      return try words.command()
    }
    if isCommand(lowered) { return [lowered] + (try record([lowered], typed.dropFirst())) }
    if first.hasPrefix("-"), !isSignedNumber(first) { return typed }
    var words = try TypedWords(["start"], typed[...])
    try words.splitLength()
    if try words.beginsSomething() { return try words.command() }
    throw try words.unknown(isCommand)
  }

  /// Whether the words begin with a length or a time, which need no command.
  private func beginsSomething() throws(TypedError) -> Bool {
    if words.first.map({ isIn($0.lowered) }) == true, let found = try length(at: 1) { try checkLater(1, found.count) }
    if try length(at: 0) != nil { return true }
    if try until(at: 0) != nil { return true }
    if try past(at: 0) != nil { return true }
    return try unambiguousTime(at: 0) != nil
  }

  private static func reads(_ head: [String]) -> Bool {
    !["status", "list", "log", "wait", "run", "config", "help", "--version", "--help"].contains(head[0])
  }

  init(_ head: [String], _ typed: ArraySlice<String>) throws(TypedError) {
    self.head = head
    var rest = typed
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest.map { Word(text: $0, isText: true) }
        return
      }
      guard word.hasPrefix("-"), word.count > 1, !Self.isSignedNumber(word) else {
        words.append(.typed(word))
        continue
      }
      options.append(word)
      guard let name = Self.values[word] else { continue }
      guard let value = rest.popFirst(), value != "--" else {
        throw TypedError("A value is missing; expected {name}.", ["name": "\(word) <\(name)>"])
      }
      options.append(value)
    }
  }

  /// - Parameter word: begins with a sign. A digit after it means that the word is no option.
  private static func isSignedNumber(_ word: String) -> Bool { word.utf8.dropFirst().first?.isASCIIDigit == true }

  /// The options with a value, and its name in the help.
  static let values = [
    "--duration": "duration", "--until": "time", "--ago": "duration", "--since": "time", "--task": "text",
    "--activity": "name",
  ]

  mutating func command() throws(TypedError) -> [String] {
    switch head[0] {
    case "start", "focus", "break": return try startCommand(head)
    case "timer": return try timer()
    case "stopwatch": return try stopwatch()
    case "extend", "rewind": return try extendCommand(head[0])
    case "pause": return try pauseCommand()
    default:
      guard let verb = Verb(rawValue: head[0]), !verb.row.words.isEmpty else {
        return line(head, words.contains { $0.text.hasPrefix("-") } ? names : words.map(\.text))
      }
      if verb.row.items.contains(.at) { try takePast() }
      return try control(head[0])
    }
  }

  /// A command, the options, and further words.
  func line(_ head: [String], _ rest: [String]) -> [String] { head + options + rest }

  /// `--` and the words, so that no word is read as an option; empty without words.
  var names: [String] { words.isEmpty ? [] : ["--"] + words.map(\.text) }

  func has(_ option: String) -> Bool { options.contains { $0 == option || $0.hasPrefix(option + "=") } }

  var text: String { text(0, words.count) }

  /// `count` words from `index` on.
  func text(_ index: Int, _ count: Int) -> String {
    words.dropFirst(index).prefix(count).map(\.text).joined(separator: " ")
  }

  /// A command to propose, with the options as typed words, and more words.
  func proposal(_ more: [String], head: [String]? = nil) -> [String] {
    let said = options.filter { $0 != "--duration" }.map { $0 == "--until" ? "until" : $0 }
    return (head ?? self.head) + said + more
  }

  /// The proposed command with a text as its task or name.
  func proposal(text: String) -> [String] { Self.proposal(proposal([]), named: text) }

  /// - Parameter text: the words of a text behind the command. It is named as the task or name only where it would mean
  ///   something else; a text that means nothing, such as `now`, stays.
  static func proposal(_ command: [String], text words: [String]) -> [String] {
    guard let text = TypedError.whole(words).first else { return command }
    let plain = command + [text]
    guard let meant = understood(plain) else { return proposal(command, named: text) }
    let isKept = [text, "--task=" + text].contains(meant.last) || meant == understood(command)
    return isKept ? plain : proposal(command, named: text)
  }

  /// The canonical form; nil for words that are refused.
  static func understood(_ words: [String]) -> [String]? { try? canonical(words, isCommand: { _ in false }) }

  private static func proposal(_ command: [String], named text: String) -> [String] {
    command + [["start", "focus", "break"].contains(command[0]) ? "--task" : "--", text]
  }

  // MARK: Verbs with the name of an activity

  private mutating func control(_ verb: String) throws(TypedError) -> [String] {
    dropDeterminer()
    if TypedLexicon.isNow(words.map(\.lowered).joined(separator: " ")) { words = [] }
    // A name that ends with such a word needs `--`.
    if words.count > 1, TypedLexicon.isNow(words.last?.lowered ?? "") { words.removeLast() }
    let word = words.first?.lowered ?? ""
    if words.count == 1 {
      if verb == "stop", TypedLexicon.isEverything(word) { return line(["stop", "--all"], []) }
      if TypedLexicon.isPomodoro(word) { return line([verb], ["pomodoro"]) }
      if TypedLexicon.isPronoun(word) { return line([verb], []) }
    }
    // A number in words may well be a name: `stop two`.
    let found = TypedLexicon.isPronoun(word) ? nil : try length(at: isIn(word) ? 1 : 0)
    if let found, found.hasUnit || isNumber(word) {
      let length = DurationText.print(found.length)
      throw TypedError(
        "'{verb}' takes no duration; say {verb} alone, or extend -{length} to shorten what runs.",
        ["verb": verb, "length": length], proposals: [[verb], ["extend", "-" + length]])
    }
    return line([verb], names)
  }

  /// Drops `the` and `my` of `the timer` and `my tea`.
  private mutating func dropDeterminer() {
    if words.count > 1, ["the", "my", "this"].contains(words[0].lowered) { words.removeFirst() }
  }

  /// `pause [duration] [name …]`, in either order. After a name, the duration needs a unit.
  private mutating func pauseCommand() throws(TypedError) -> [String] {
    try takePast()
    try splitLength()
    if !has("--ago"), !has("--since") { _ = try takeLength(at: 0) }
    if try length(at: 0) != nil { throw Self.twice }
    try takeLast(allowsAt: true)
    dropDefaults()
    dropDeterminer()
    try checkNearMisses()
    try checkAmounts()
    return try control("pause")
  }

  /// `extend 5m`, `extend tea 5 minutes`, `extend -5m`: the duration first, then the name.
  private mutating func extendCommand(_ verb: String) throws(TypedError) -> [String] {
    // After `--`, durations are still read, and names are kept unchanged.
    let isEscaped = words.contains(where: \.isText)
    let typed = words.map(\.text)
    words = (isEscaped ? nil : Self.withoutMore(typed)?.map(Word.unquoted)) ?? typed.map(Word.typed)
    var (found, name) =
      isEscaped && beginsCanonically ? (typed.first, Array(typed.dropFirst())) : try amountAndName()
    guard let found else {
      throw typed.isEmpty
        ? TypedError(
          "'{verb}' needs a duration; expected for example {verb} 5m.", ["verb": verb],
          proposals: [[verb, "5m"]])
        : TypedError(DurationText.notADuration(typed.last ?? ""), isUsage: false)
    }
    if verb == "rewind", let length = found.after(["-"]) {
      throw TypedError(
        "'rewind' takes what is given back, without a sign; say rewind {length}, or extend {given} to shorten.",
        ["length": length, "given": found], isUsage: false, proposals: [["rewind", length], ["extend", found]])
    }
    if !isEscaped, name.count > 1, ["the", "my"].contains(name[0].lowercased()) { name.removeFirst() }
    if !isEscaped, name.count == 1, TypedLexicon.isPronoun(name[0].lowercased()) { name = [] }
    return line([verb], ["--", found] + name)
  }

  /// Whether the words already have the canonical form: the amount, then a name that may contain anything.
  private var beginsCanonically: Bool {
    guard let first = words.first?.text, let length = try? DurationText.parseSigned(first) else { return false }
    return DurationText.print(length) == first
  }

  private func amountAndName() throws(TypedError) -> (String?, [String]) {
    var (found, name): (String?, [String]) = (nil, [])
    var index = 0
    while index < words.count {
      var count = 1
      if let amount = try signedLength(at: index) {
        guard found == nil else { throw TypedError("A duration was given twice; expected one, for example 5m.") }
        (found, count) = amount
      } else if try !isFiller(index, after: found, name) {
        name.append(words[index].text)
      }
      index += count
    }
    return (found, name)
  }

  /// Whether it is `by` before a duration, or `to` between a duration and a name.
  private func isFiller(_ index: Int, after found: String?, _ name: [String]) throws(TypedError) -> Bool {
    guard index + 1 < words.count else { return false }
    switch words[index].lowered {
    case "by", "for": return try signedLength(at: index + 1) != nil
    case "to": return found != nil && name.isEmpty
    default: return false
    }
  }

  private func signedLength(at index: Int) throws(TypedError) -> (text: String, count: Int)? {
    var plain = unquoted(from: index)
    guard let first = plain.first else { return nil }
    let sign = first.hasPrefix("-") ? "-" : ""
    if first.hasPrefix("-") || first.hasPrefix("+") { plain[0].removeFirst() }
    // A number in words is a length only at the front: `add five`.
    guard index == 0 || LengthReader.read(plain[...])?.bare != .words else { return nil }
    let found = try TypedError.wrapping { () throws(LinkError) in try TypedDuration.leading(plain[...]) }
    return found.map { (sign + DurationText.print($0.length), $0.count) }
  }
}
