// The command as a whole: carries out an order and reports errors.
internal import ArgumentParser
internal import TomatoLink
internal import TomatoSocket

enum Program {
  static func run() -> Int32 {
    SystemCalls.holdStandardStreams()
    do throws(Failure) {
      if let exchange = FastPath.exchange(count: SystemCalls.argumentCount, SystemCalls.argument) {
        return try perform(exchange).status
      }
      return try runLongWay(SystemCalls.arguments()).status
    } catch {
      return report(error).status
    }
  }

  static func perform(_ exchange: Exchange) throws(Failure) -> AnswerCode {
    let client = try Client.here()
    guard case .bar(let nothing) = exchange.reception else { return try client.perform(exchange) }
    var bar = BarStream(client: client, link: exchange.link, nothing: nothing)
    return try bar.run()
  }

  /// Parses the words with ArgumentParser and carries them out.
  static func runLongWay(_ words: [String]) throws(Failure) -> AnswerCode {
    if words.isEmpty {
      try Overview.print()
      return .done
    }
    switch try order(words) {
    case .exchange(let exchange): return try perform(exchange)
    case .print(let text):
      if !text.isEmpty { try SystemCalls.print(1, text + "\n") }
      return .done
    case .desktop(let link): return openForDesktop(link)
    case .become(let request, let besideDaemon):
      if besideDaemon { try startDaemon() }
      throw try become(request)
    case .island(let activity): return try island(activity)
    case .pipe(let isTrusted):
      var pipe = ActivityPipe(client: try .here(), isTrusted: isTrusted)
      return try pipe.run()
    case .track(let words, let appearance):
      var tracker = try CommandTracker(words, appearance)
      return tracker.run()
    case .trackStream(let appearance):
      var tracker = try StreamTracker(appearance)
      return try tracker.run()
    case .announce(let announcement): return announcement.announce()
    }
  }

  static func report(_ failure: Failure) -> AnswerCode {
    let sentence = tr(failure)
    if !sentence.isEmpty {
      _ = SystemCalls.write(2, "tomato-notify: \(SafeText.printable(sentence))\n")
    }
    return failure.code
  }

  private static func order(_ words: [String]) throws(Failure) -> Order {
    try Usage.checkDump(HelpText.ownWords(words))
    do {
      return try CommandWords.order(words, clock: .system())
    } catch {
      if let failure = Usage.failure(error, words) { throw failure }
      return .print(TomatoNotify.fullMessage(for: error))
    }
  }

  /// Starts the daemon if it does not run, or runs as an earlier version.
  private static func startDaemon() throws(Failure) {
    let client = try Client.here()
    _ = try client.endEarlier()
    _ = try client.daemon.ask(Link.print(.query(Query(.version))), starting: true)
  }

  /// Replaces this process with the daemon's program, which has GLib. Returns only if that fails.
  private static func become(_ request: ProgramRequest) throws(Failure) -> Failure {
    let path = try Launcher.standard().find()
    let error = SystemCalls.execute(path, request.line)
    return Failure(
      .unavailable, "{path} cannot be run: {reason}.", ["path": path, "reason": SystemCalls.describe(error)])
  }

  /// Opens a link. After a failure the reason goes to stderr, which a desktop keeps in its log, and into a notification
  /// by the daemon's program. The island shows a success.
  private static func openForDesktop(_ link: String) -> AnswerCode {
    var said = ""
    var code = AnswerCode.done
    do throws(Failure) {
      let exchange = try CommandWords.opened(link)
      var client = try Client.here()
      client.write = { descriptor, text in if descriptor == 2 { said += text } }
      code = try client.perform(exchange)
    } catch {
      (said, code) = (tr(error), error.code)
    }
    guard code != .done, let sentence = Launcher.lastLine(Array(said.utf8)) else { return code }
    _ = report(Failure(.unavailable, LinkError(sentence)))
    // Without the daemon's program the reason is only on stderr.
    _ = try? become(ProgramRequest(.notice, [code.description, sentence]))
    return code
  }

  private static func island(_ activity: ActivityReference) throws(Failure) -> AnswerCode {
    // Lines for an output that cannot be redrawn.
    let terminal = SystemCalls.environment("TERM")
    guard SystemCalls.isTerminal(1), let terminal, terminal != "dumb" else {
      return try perform(try Exchange(.query(Query(.watch, activity: activity.id, name: activity.name))))
    }
    var island = TerminalIsland(client: try .here(), activity: activity)
    return try island.run()
  }
}
