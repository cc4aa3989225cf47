// The long way: what the typed words mean, with ArgumentParser for the flags.
internal import ArgumentParser
internal import TomatoLink

/// A command that means an order.
protocol Ordering: ParsableCommand {
  func order(_ clock: Clock) throws -> Order
}

enum CommandWords {
  /// What the words mean.
  /// - Throws: `Failure` for a bad value; what ArgumentParser throws for wrong usage, `--help` and the like.
  static func order(_ words: [String], clock: Clock) throws -> Order {
    if let first = words.first, isLink(first) { return try link(words) }
    if let help = HelpText.asked(words) { throw CleanExit.message(help) }
    if words == CompletionScript.bashAsked { throw CleanExit.message(CompletionScript.bash) }
    var command = try TomatoNotify.parseAsRoot(try canonical(words))
    if let ordering = command as? any Ordering { return try ordering.order(clock) }
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
  private static var names: [String] {
    let configuration = TomatoNotify.configuration
    let grouped = configuration.groupedSubcommands.flatMap(\.subcommands)
    return (configuration.subcommands + grouped).map { $0._commandName } + ["help"]
  }

  /// Every verb may be typed as a link.
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

/// Reads the values that ArgumentParser hands over as text, so that a bad value is 65 with the grammar's sentence.
enum TypedValue {
  static func duration(_ text: String, signed: Bool = false) throws(Failure) -> Duration {
    do {
      return signed ? try TypedDuration.parseSigned(text) : try TypedDuration.parse(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  static func task(_ text: String) throws(Failure) -> String {
    do {
      try Link.checkTask(text)
    } catch {
      throw Failure(.badValue, error)
    }
    return text
  }

  static func activity(_ text: String) throws(Failure) -> Named {
    if let id = ActivityID(text) { return Named(id: id) }
    return Named(name: try name(text))
  }

  static func name(_ text: String) throws(Failure) -> String {
    do {
      return try ActivityName.checked(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The names that `--format` takes beside a template.
  static let formats = Query.Format.forPeople.map(\.rawValue) + Bar.named.map(\.name)

  /// What `--format` says: a plain format or a bar's. A text without braces that is no format is not taken for a
  /// template: it is a misspelt name.
  static func format(_ text: String) throws(Failure) -> (plain: Query.Format, bar: Bar?) {
    if let plain = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return (plain, nil) }
    if let bar = Bar(name: text) { return (.text, bar) }
    guard text.contains(where: { "{}".contains($0) }) else {
      throw Failure(
        .badValue, "{given} is not a format; expected {names}, or a template such as '{text}'.",
        ["given": LinkError.quote(text), "names": formats.joined(separator: ", "), "text": "{icon} {time}"])
    }
    do {
      return (.text, .template(try LineTemplate(text)))
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The kinds of phase that can be started.
  static let kinds = TimerMode.startable.map(\.linkName)
  /// The same for a sentence: `focus, short-break or long-break`.
  static var kindsInWords: String { kinds.dropLast().joined(separator: ", ") + " or " + (kinds.last ?? "") }

  static func kind(_ text: String) throws(Failure) -> TimerMode {
    guard let mode = TimerMode(linkName: text) else {
      throw Failure(
        .badValue, "{given} is not a kind of phase; expected focus, short-break or long-break.",
        ["given": LinkError.quote(text)])
    }
    return mode
  }

  /// In seconds. A time of day further ahead may have been meant for one that is just over, so it is not guessed at.
  static let furthestTime: Int64 = 12 * 3600

  /// The duration from `begin` until local clocks next show the time that `text` says.
  static func duration(until text: String, from begin: Int64, _ clock: Clock) throws(Failure) -> Duration {
    let seconds = try time(until: text, from: begin, clock) - begin
    guard (1...86_400).contains(seconds) else {
      throw Failure(
        .badValue, "Until {time} it would take more than 24 hours; expected 24 hours at most.", ["time": text])
    }
    return .seconds(seconds)
  }

  /// The next moment at which local clocks show the time that `text` says, in unix time.
  /// - Parameter begin: when what ends then began.
  /// - Throws: 65 for what is no time of day, and for one more than 12 hours ahead, with what would do.
  static func time(until text: String, from begin: Int64, _ clock: Clock) throws(Failure) -> Int64 {
    let (hour, minute) = try timeOfDay(text)
    let time = clock.nextLocalTime(hour, minute)
    guard time - clock.now > furthestTime else { return time }
    let midnight = clock.nextLocalTime(0, 0)
    let isTomorrow = midnight > clock.now && time >= midnight
    // In whole minutes, as people say it.
    let length = DurationText.print(.seconds(min((time - begin + 59) / 60 * 60, 86_400)))
    let places = ["time": text, "length": length]
    throw isTomorrow
      ? Failure(
        .badValue, "--until {time} is more than 12 hours ahead; tomorrow {time}? say --duration {length}.", places)
      : Failure(.badValue, "--until {time} is more than 12 hours ahead; today {time}? say --duration {length}.", places)
  }

  static func timeOfDay(_ text: String) throws(Failure) -> (hour: Int32, minute: Int32) {
    do {
      if let time = try TypedTime.parse(text) { return time }
    } catch {
      throw Failure(.badValue, error)
    }
    throw Failure(
      .badValue, "{given} is not a time of day; expected for example 14:30.", ["given": LinkError.quote(text)])
  }
}
