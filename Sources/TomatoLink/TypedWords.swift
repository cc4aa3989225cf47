// The grammar of what people type: `[verb] [name or kind] [duration] [task or name …]`, in any sensible order, in any
// case. It brings words into the one form that the command's options have. What is unambiguous is understood; what is
// ambiguous is refused with its readings. Tests/Data/typed.md lists what people type; a test reads it.
//
// Only the first two words after the verb can be a kind; they or the last ones can be a duration. A word with a space
// in it, `--task` and everything after `--` are text. The rest is text too, if it has no word of length, of time or of
// control (TypedNearMisses.swift).

/// The words after the verb.
public struct TypedWords {
  struct Word {
    var text: String
    /// Never a kind nor a duration.
    var isText: Bool
    var lowered: String { isText ? "" : text.lowercased() }

    static func plain(_ text: String) -> Word { Word(text: text, isText: false) }
  }

  /// The command before the words.
  var head = ["start"]
  var options: [String] = []
  var words: [Word] = []

  /// The words in the form that the options of the command have: `25 write report` is `start --duration 25m
  /// --task=write report`.
  /// - Parameter isCommand: Whether the command itself knows a word; that takes precedence.
  public static func canonical(
    _ typed: [String], isCommand: (String) -> Bool
  ) throws(TypedError) -> [String] {
    guard let first = typed.first else { return typed }
    let lowered = first.lowercased()
    if !isCommand(lowered), let said = try phrase(typed) { return try canonical(said, isCommand: isCommand) }
    if let head = TypedLexicon.command(first) ?? TypedLexicon.command(lowered),
      !isCommand(lowered) || head[0] == lowered && reads(head)
    {
      // `log` has options of its own, and takes no duration.
      if head == ["log"] { return head + (try record(head, typed.dropFirst())) }
      if TypedLexicon.isLength(lowered), let next = typed.dropFirst().first?.lowercased(), TypedLexicon.isBreak(next) {
        return try TypedWords(head, typed.dropFirst(2)).command()
      }
      return try TypedWords(head, typed.dropFirst()).command()
    }
    if isCommand(lowered) { return [lowered] + (try record([lowered], typed.dropFirst())) }
    if first.hasPrefix("-"), !isSignedNumber(first) { return typed }
    var words = try TypedWords(["start"], typed[...])
    try words.splitLength()
    if try words.beginsSomething() { return try words.command() }
    throw unknown(words, isCommand)
  }

  /// A length or a time without a command begins something.
  private func beginsSomething() throws(TypedError) -> Bool {
    if words.first.map({ isIn($0.lowered) }) == true, let found = try length(at: 1) { try checkLater(1, found.count) }
    if try length(at: 0) != nil { return true }
    if try until(at: 0) != nil { return true }
    if try past(at: 0) != nil { return true }
    return try named(at: 0) != nil
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
    "--duration": "duration", "--until": "time", "--ago": "duration", "--since": "time", "--task": "text",
    "--activity": "name",
  ]

  private func command() throws(TypedError) -> [String] {
    switch head[0] {
    case "start", "focus", "break": try startCommand(head)
    case "timer": try timer()
    case "stopwatch": try stopwatch()
    case "extend", "rewind": try extendCommand(head[0])
    case "pause": try pauseCommand()
    case "resume", "toggle", "skip", "reset", "stop", "lap": try since().control(head[0])
    case "undo", "show", "hide": try control(head[0])
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

  func has(_ option: String) -> Bool { options.contains { $0 == option || $0.hasPrefix(option + "=") } }

  var text: String { text(0, words.count) }

  /// `count` words from `index` on.
  func text(_ index: Int, _ count: Int) -> String {
    words.dropFirst(index).prefix(count).map(\.text).joined(separator: " ")
  }

  /// A command with what was understood, and more words.
  func proposal(_ more: [String]) -> [String] {
    var said: [String] = []
    var rest = options[...]
    while let word = rest.popFirst() {
      switch word {
      case "--duration": said += rest.popFirst().map { [$0] } ?? []
      case "--until": said += rest.popFirst().map { ["until", $0] } ?? []
      default: said.append(word)
      }
    }
    return head + said + more
  }

  /// The command with the text as a task, or as a name.
  func proposal(text: String) -> [String] {
    proposal([["start", "focus", "break"].contains(head[0]) ? "--task" : "--", text])
  }

  // MARK: Verbs with the name of an activity

  private func control(_ verb: String) throws(TypedError) -> [String] {
    var it = self
    it.dropArticle()
    let text = it.words.map(\.lowered).joined(separator: " ")
    if TypedLexicon.isNow(text) { it.words = [] }
    // A name ends with it only behind `--`.
    if it.words.count > 1, TypedLexicon.isNow(it.words.last?.lowered ?? "") { it.words.removeLast() }
    let word = it.words.first?.lowered ?? ""
    if it.words.count == 1 {
      if verb == "stop", TypedLexicon.isEverything(word) { return line(["stop", "--all"], []) }
      if TypedLexicon.isPomodoro(word) { return line([verb], ["pomodoro"]) }
      if TypedLexicon.isIt(word) { return line([verb], []) }
    }
    // A number in words may well be a name: `stop two`.
    if let found = try it.length(at: isIn(word) ? 1 : 0), found.hasUnit || it.isNumber(word), !TypedLexicon.isIt(word) {
      throw TypedError(
        LinkError(
          "'{verb}' takes no duration; say {verb} alone, or extend -{length} to shorten what runs.",
          ["verb": verb, "length": DurationText.print(found.length)]),
        proposals: [[verb], ["extend", "-" + DurationText.print(found.length)]])
    }
    return line([verb], it.names)
  }

  /// `the timer` and `my tea` are called timer and tea.
  private mutating func dropArticle() {
    if words.count > 1, ["the", "my", "this"].contains(words[0].lowered) { words.removeFirst() }
  }

  /// Without `since 9:30` and `10 minutes ago`, which are options then.
  private func since() throws(TypedError) -> TypedWords {
    var it = self
    try it.takePast()
    return it
  }

  /// `pause [duration] [name …]`, in either order; behind a name the duration has a unit.
  private func pauseCommand() throws(TypedError) -> [String] {
    var it = try since()
    try it.splitLength()
    if !it.hasAgo { _ = try it.takeLength(at: 0) }
    if it.words.first.map({ !$0.isText }) == true, try it.length(at: 0) != nil { throw Self.twice }
    try it.takeLast(at: true)
    it.dropUsual()
    it.dropArticle()
    try it.checkSlips()
    try it.checkAmounts()
    return try it.control("pause")
  }

  private var hasAgo: Bool { has("--ago") || has("--since") }

  /// `extend 5m`, `extend tea 5 minutes`, `extend -5m`: the duration first, then the name.
  private func extendCommand(_ verb: String) throws(TypedError) -> [String] {
    // After `--`, durations are still read, and names are kept as they are.
    var it = self
    let isMarked = words.contains(where: \.isText)
    for index in words.indices { it.words[index].isText = words[index].text.contains(where: \.isWhitespace) }
    if !isMarked, let rest = Self.withoutMore(words.map(\.text)) { it.words = rest.map(Word.plain) }
    var (found, name) = isMarked && it.isPrinted ? it.printed : try it.amountAndName()
    guard let found else {
      throw words.isEmpty
        ? TypedError(
          LinkError("'{verb}' needs a duration; expected for example {verb} 5m.", ["verb": verb]),
          proposals: [[verb, "5m"]])
        : TypedError(DurationText.notADuration(words.last?.text ?? ""), isUsage: false)
    }
    if verb == "rewind", found.hasPrefix("-") {
      throw TypedError(
        LinkError(
          "'rewind' takes what is given back, without a sign; say rewind {length}, or extend {given} to shorten.",
          ["length": String(found.dropFirst()), "given": found]), isUsage: false,
        proposals: [["rewind", String(found.dropFirst())], ["extend", found]])
    }
    if !isMarked, name.count > 1, ["the", "my"].contains(name[0].lowercased()) { name.removeFirst() }
    if !isMarked, name.count == 1, TypedLexicon.isIt(name[0].lowercased()) { name = [] }
    name.insert(contentsOf: ["--", found], at: 0)
    return line([verb], name)
  }

  /// Whether the words have the form that they are brought into: the amount, then a name that may hold anything.
  private var isPrinted: Bool {
    guard let first = words.first?.text, let length = try? DurationText.parseSigned(first) else { return false }
    return DurationText.print(length) == first
  }

  private var printed: (found: String?, name: [String]) { (words.first?.text, words.dropFirst().map(\.text)) }

  private func amountAndName() throws(TypedError) -> (found: String?, name: [String]) {
    var (found, name): (String?, [String]) = (nil, [])
    var index = 0
    while index < words.count {
      if try isFiller(index, after: found, name) {
        index += 1
      } else if let (text, count) = try signedLength(at: index) {
        guard found == nil else {
          throw TypedError(LinkError("A duration was given twice; expected one, for example 5m."))
        }
        (found, index) = (text, index + count)
      } else {
        name.append(words[index].text)
        index += 1
      }
    }
    return (found, name)
  }

  /// `by` in front of a duration, `to` between a duration and a name.
  private func isFiller(_ index: Int, after found: String?, _ name: [String]) throws(TypedError) -> Bool {
    guard index + 1 < words.count else { return false }
    switch words[index].lowered {
    case "by", "for": return try signedLength(at: index + 1) != nil
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
      // Number words are a length only where nothing else is said: `add five`.
      guard index == 0 || LengthReader.read(plain[...])?.bare != .words,
        let found = try TypedDuration.leading(plain[...])
      else { return nil }
      return (sign + DurationText.print(found.length), found.count)
    } catch {
      throw TypedError(error, isUsage: false)
    }
  }
}
