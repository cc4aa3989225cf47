// What `--help` prints: one screen for everything, and a page for each command, in the terminal's language. The pages
// come from ArgumentParser, which speaks English and wraps at spaces; here they are translated and wrapped.
internal import ArgumentParser
internal import TomatoLink

enum HelpText {
  /// The requested help; nil if none was requested.
  /// - Throws: 64 for help about an unknown command.
  static func asked(_ words: [String]) throws(Failure) -> String? {
    let first = words.first.map { TypedLexicon.command($0.lowercased()) == ["help"] } ?? false
    let before = ownWords(words)
    guard first || before.contains("--help") || before.contains("-h") else { return nil }
    let language = Language.here
    let names = (first ? words.dropFirst() : before.prefix(2)).filter { !$0.hasPrefix("-") }.map { $0.lowercased() }
    if names.isEmpty { return screen(language) }
    if first, names == ["all"] { return page(TomatoNotify.self, language) }
    if let found = command(names[0]) { return page(subcommand(of: found, names.dropFirst().first), language) }
    guard first else { return screen(language) }
    throw Failure(.usage, "{given} is not a command; tomato-notify --help lists them.", given: names[0])
  }

  /// The words before `--`; of `track` only the first two, because its command has options of its own.
  static func ownWords(_ words: [String]) -> ArraySlice<String> {
    guard words.first?.lowercased() == "track" else { return words.prefix { $0 != "--" } }
    return words.prefix(2)
  }

  private static func command(_ name: String) -> (any ParsableCommand.Type)? {
    let words = TypedLexicon.command(name) ?? []
    let all = TomatoNotify.commands
    return all.first { $0._commandName == name } ?? all.first { words.contains($0._commandName) }
  }

  /// The subcommand, as in `log add`; the command itself if it has none of that name.
  private static func subcommand(of command: any ParsableCommand.Type, _ name: String?) -> any ParsableCommand.Type {
    command.configuration.subcommands.first { $0._commandName == name } ?? command
  }

  // MARK: One screen

  /// The most common commands, in at most 24 lines of 80 columns; a test counts them.
  static func screen(_ language: Language) -> String {
    let text = BarHelp.line(
      help: """
        Live Activities, and a Pomodoro timer, in the notifications of this desktop.

        tomato-notify start               begin what is due; also start long-break
        tomato-notify 25m write report    focus for 25 minutes on a task
        tomato-notify pause               and resume, skip, reset, stop; pause 5m
        tomato-notify extend 5m           or extend -5m; rewind 5m
        tomato-notify undo                takes back a stop or reset, for 60 s
        tomato-notify timer 4m tea        a timer beside it; stopwatch run
        tomato-notify status              what runs, until when; --json
        tomato-notify stats               what you did; report, as a page
        tomato-notify run                 the timer in this terminal, with keys
        tomato-notify config              the settings, and how to change them
        tomato-notify doctor              what works on this desktop, what does not

        A duration: 25, 25m, 1h 30m, 25:00; or until 14:30.
        More: tomato-notify help all; of one command: tomato-notify help start.
        """)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).map { line in
      line.hasPrefix("tomato-notify ") ? "  " + entry(line, language) : language.translated(line)
    }.joined(separator: "\n")
  }

  // MARK: Pages

  /// Wide enough that ArgumentParser wraps nothing.
  private static let unwrapped = 100_000

  private static func page(_ command: any ParsableCommand.Type, _ language: Language) -> String {
    let english = TomatoNotify.helpMessage(for: command, columns: unwrapped)
    let columns = min(max(Terminal.size().columns, 40), 100)
    return english.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      wrapped(translated(String(line), language), columns)
    }.joined(separator: "\n")
  }

  static func translated(_ line: String, _ language: Language) -> String {
    if line.hasPrefix("OVERVIEW: ") { return language.translated(String(line.dropFirst(10))) }
    if line.hasPrefix("USAGE: ") { return language.translated("Usage:") + line.dropFirst(6) }
    if line.hasSuffix(":"), line.first?.isUppercase == true, let heading = heading(line) {
      return language.translated(heading)
    }
    let indent = line.prefix { $0 == " " }
    let text = String(line.dropFirst(indent.count))
    if text.hasPrefix("See '") { return indent + language.translated("tomato-notify help COMMAND says more.") }
    return indent + entry(text, language)
  }

  private static func heading(_ line: String) -> String? {
    switch line {
    case "ARGUMENTS:": LinkError("Arguments:").sentence
    case "OPTIONS:": LinkError("Options:").sentence
    case "USAGE:": LinkError("Usage:").sentence
    case "Show the version.": LinkError("Show the version.").sentence
    case "Show help information.": LinkError("Show help information.").sentence
    case "SUBCOMMANDS:": LinkError("Its own commands:").sentence
    case "TIMER SUBCOMMANDS:": LinkError("The Pomodoro:").sentence
    case "TIMERS AND STOPWATCHES BESIDE IT SUBCOMMANDS:": LinkError("Timers and stopwatches beside it:").sentence
    case "ACTIVITIES OF PROGRAMS SUBCOMMANDS:": LinkError("Activities of programs:").sentence
    case "DISPLAY SUBCOMMANDS:": LinkError("What is shown:").sentence
    case "QUESTION SUBCOMMANDS:": LinkError("Questions:").sentence
    case "RECORD SUBCOMMANDS:": LinkError("The record:").sentence
    case "OTHER SUBCOMMANDS:": LinkError("Other:").sentence
    default: nil
    }
  }

  /// Translates a text: a plain one, or a label, two or more spaces, and its meaning.
  private static func entry(_ text: String, _ language: Language) -> String {
    let whole = translated(whole: text, language)
    guard whole == text, let gap = endOfGap(text) else { return whole }
    // ArgumentParser appends the values and the default.
    let note = text[gap...].indices.first { place in
      text.last == ")" && [" (values:", " (default:"].contains(where: text[place...].hasPrefix)
    }
    let end = note ?? text.endIndex
    return text[..<gap] + translated(whole: String(text[gap..<end]), language) + text[end...]
  }

  /// Bar names are not translated.
  private static func translated(whole text: String, _ language: Language) -> String {
    let (place, names) = ("{names}", BarHelp.names)
    return language.translated(text.replacingText(names, with: place)).replacingText(place, with: names)
  }

  /// The end of the first gap of two or more spaces; nil without a gap.
  private static func endOfGap(_ text: String) -> String.Index? {
    let gap = text.indices.first { text[$0...].hasPrefix("  ") }
    return gap.flatMap { text[$0...].firstIndex { $0 != " " } }
  }

  /// Wraps the line; continuation lines are indented like the text.
  static func wrapped(_ line: String, _ columns: Int) -> [String] {
    guard TextWidth.of(line) > columns else { return [line] }
    let indent = line.prefix { $0 == " " }
    let text = String(line.dropFirst(indent.count))
    let label = String(indent) + (endOfGap(text).map { String(text[..<$0]) } ?? "")
    var lines: [String] = []
    var current = label
    for piece in pieces(String(line.dropFirst(label.count))) {
      let isFull = TextWidth.of(current) + TextWidth.of(TextWidth.trimmed(piece)) > columns
      if isFull, current.contains(where: { $0 != " " }), TextWidth.of(current) > TextWidth.of(label) {
        lines.append(TextWidth.trimmed(current))
        current = String(repeating: " ", count: TextWidth.of(label))
      }
      current += piece
    }
    return lines + [TextWidth.trimmed(current)]
  }

  /// Splits where a line may break: after a space, and after a wide character unless closing punctuation follows.
  private static func pieces(_ text: String) -> [String] {
    var pieces = [""]
    for (character, next) in zip(text, String(text.dropFirst()) + " ") {
      pieces[pieces.count - 1].append(character)
      let isWide = TextWidth.of(String(character)) == 2 && !"（「『".contains(character)
      if character == " " || isWide && !"，。；：、）」』？！".contains(next) { pieces.append("") }
    }
    return pieces.filter { !$0.isEmpty }
  }
}
