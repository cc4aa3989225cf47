// Parses the typed words into an order, with ArgumentParser for the options.
internal import ArgumentParser
internal import TomatoLink

enum CommandWords {
  /// - Throws: `Failure` for a bad value; ArgumentParser's errors for wrong usage, `--help` and the like.
  static func order(_ words: [String], clock: TypedClock) throws -> Order {
    if let first = words.first, isLink(first) { return try link(words) }
    if let help = try HelpText.asked(words) { throw CleanExit.message(help) }
    if words == CompletionScript.bashAsked {
      throw CleanExit.message(TomatoNotify.completionScript(for: .bash) + CompletionScript.bash)
    }
    let canonical = try canonical(words)
    var command = try TomatoNotify.parseAsRoot(canonical)
    if let ordering = command as? any OrderCommand { return try ordering.order(clock) }
    if let verb = command as? any IntentCommand, let intent = try TypedIntent.intent(canonical, clock) {
      return try verb.order(intent)
    }
    // ArgumentParser's own commands, such as help, throw their output.
    try command.run()
    throw CleanExit.helpRequest(TomatoNotify.self)
  }

  /// Rewrites the typed words as options, by TomatoLink's grammar.
  private static func canonical(_ words: [String]) throws(Failure) -> [String] {
    do {
      return try TypedWords.canonical(words) { word in names.contains(word) }
    } catch {
      throw Failure(error.isUsage ? .usage : .badValue, error.error)
    }
  }

  static var names: [String] { TomatoNotify.commands.map { $0._commandName } + ["help"] }

  static func isLink(_ word: String) -> Bool { word.lowercased().hasPrefix("tomatoclock:") }

  private static func link(_ words: [String]) throws -> Order {
    guard words.count == 1 else {
      throw Failure(
        .usage, "After a link {n} more words were given; expected the link alone.", ["n": String(words.count - 1)])
    }
    return .exchange(try Exchange(link: words[0], door: .socket))
  }

  /// Parses a link that the desktop opened; it may come from a web page.
  static func opened(_ link: String) throws(Failure) -> Exchange {
    var exchange = try Exchange(link: link, door: .outside)
    // `opened` is the last item of a canonical link.
    exchange.link += (exchange.link.contains("?") ? "&" : "?") + "opened=1"
    return exchange
  }
}
