// The long way: what the typed words mean, with ArgumentParser for the flags.
internal import ArgumentParser
internal import TomatoLink

enum CommandWords {
  /// What the words mean.
  /// - Throws: `Failure` for a bad value; what ArgumentParser throws for wrong usage, `--help` and the like.
  static func order(_ words: [String], clock: Clock) throws -> Order {
    if let first = words.first, isLink(first) { return try link(words) }
    if let help = try HelpText.asked(words) { throw CleanExit.message(help) }
    if words == CompletionScript.bashAsked {
      throw CleanExit.message(TomatoNotify.completionScript(for: .bash) + CompletionScript.bash)
    }
    var command = try TomatoNotify.parseAsRoot(try canonical(words))
    if let ordering = command as? any OrderCommand { return try ordering.order(clock) }
    // ArgumentParser's own commands, such as help, end by throwing what they have to say.
    try command.run()
    throw CleanExit.helpRequest(TomatoNotify.self)
  }

  /// The words in the form that the options have, by the one grammar of what people type.
  private static func canonical(_ words: [String]) throws(Failure) -> [String] {
    do {
      return try TypedWords.canonical(words) { word in names.contains(word) }
    } catch {
      throw Failure(error.isUsage ? .usage : .badValue, error.error)
    }
  }

  /// What the commands are called.
  static var names: [String] {
    let configuration = TomatoNotify.configuration
    let grouped = configuration.groupedSubcommands.flatMap(\.subcommands)
    return (configuration.subcommands + grouped).map { $0._commandName } + ["help"]
  }

  /// Whether the word is a link.
  static func isLink(_ word: String) -> Bool { word.lowercased().hasPrefix("tomatoclock:") }

  private static func link(_ words: [String]) throws -> Order {
    guard words.count == 1 else {
      throw Failure(
        .usage, "After a link {n} more words were given; expected the link alone.", ["n": String(words.count - 1)])
    }
    return .exchange(try exchange(link: words[0], door: .socket))
  }

  /// The request of a link that was typed or that the desktop opened.
  static func exchange(link: String, door: Door) throws(Failure) -> Exchange {
    do {
      return try Exchange(try Link.parse(link, door: door))
    } catch let error as LinkError {
      throw Failure(.badValue, error)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.badValue, LinkError(String(describing: error)))
    }
  }

  /// The request of a link that the desktop opened, which may be a web page's.
  static func opened(_ link: String) throws(Failure) -> Exchange {
    var exchange = try exchange(link: link, door: .outside)
    // The last item of a canonical link.
    exchange.link += (exchange.link.contains("?") ? "&" : "?") + "opened=1"
    return exchange
  }
}
