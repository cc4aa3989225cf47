// One question to the daemon: a link out, body lines and an exit code in.
internal import TomatoLink
internal import TomatoSocket

/// How an answer comes and where its body goes.
enum Reception: Hashable {
  /// All at once, within a time-out; to stderr when the exit code is not 0.
  case whole
  /// The same, without starting a daemon; if none runs, it has quit.
  case quit
  /// The first lines at once, and the last line when the phase ends; to stdout when the exit code says how it ended.
  case wait
  /// Line by line until one side ends it.
  case stream
  /// Line by line for a bar, across restarts of the daemon, which is never started here; `nothing` is the line without
  /// a daemon.
  case bar(nothing: String)

  /// Whether a daemon of an earlier version is replaced if it refuses the link.
  var mayReplace: Bool {
    switch self {
    case .whole, .wait, .stream: true
    case .quit, .bar: false
    }
  }
}

/// What the command sends, and how it takes the answer.
struct Exchange: Hashable {
  var link: String
  var reception: Reception

  /// Changes nothing, so it can be repeated if the daemon is gone.
  var isQuestion: Bool {
    // A link such as log/add changes something.
    ["status", "list", "log", "version"].contains { link.hasPrefix(Link.prefix + $0) }
      && !link.hasPrefix(Link.prefix + "log/")
  }
}

/// A client of the control socket. The output is a closure, for tests.
struct Client {
  var daemon: SocketClient
  static var slowDisk: String { "tomato-notify: " + tr("The disk is slow; waiting for it. Nothing is lost.") + "\n" }
  /// The longest body that is kept, in bytes.
  var longestBody = 16 << 20
  /// Takes body text for stdout (1) or stderr (2).
  var write: (_ descriptor: Int32, _ text: String) throws(Failure) -> Void

  /// The client for this user's daemon, which prints on our standard streams.
  static func here() throws(Failure) -> Client {
    // A closed standard error does not affect the answer.
    let launcher = Launcher.standard { _ = SystemCalls.write(2, $0 + "\n") }
    var daemon = SocketClient(places: try .here(), launcher: launcher, language: Language.nameHere)
    daemon.disk.say = { _ = SystemCalls.write(2, slowDisk) }
    return Client(daemon: daemon, write: SystemCalls.print)
  }

  /// Sends the link and passes the answer on.
  /// - Returns: The exit code that the daemon gave.
  /// - Throws: 69 when there is no usable answer.
  func perform(_ exchange: Exchange) throws(Failure) -> AnswerCode {
    // After an upgrade an earlier daemon may refuse this valid link. Then it is told to quit, and the new one is asked.
    var mayReplace = exchange.reception.mayReplace
    for attempt in 1...5 {
      guard let connection = try daemon.connect(starting: exchange.reception != .quit) else { return .done }
      var refusal = ""
      let code = try ask(connection, exchange, mayAskAgain: attempt < 5, mayReplace ? { refusal = $0 } : nil)
      if code == .badValue, mayReplace {
        guard try endEarlier() else {
          if !refusal.isEmpty { try write(2, refusal) }
          return code
        }
        mayReplace = false
        continue
      }
      if code != .ending { return code }
      // The daemon is ending, as requested.
      if exchange.reception == .quit { return .done }
    }
    throw Failure(.unavailable, "Each daemon that was asked is ending; nothing was carried out.")
  }

  /// Ends a daemon of an earlier version than this program.
  /// - Returns: Whether a daemon was told to quit.
  func endEarlier() throws(Failure) -> Bool {
    let answer = linesOfRunning(.version)
    guard answer.count == 1, isVersion(answer[0], before: tomatoVersion) else { return false }
    _ = try perform(Exchange(link: Link.print(.query(Query(.quit))), reception: .quit))
    return true
  }

  /// Asks a running daemon, without printing.
  /// - Returns: The lines of the answer; none if no daemon runs, or after an error.
  func linesOfRunning(_ verb: Query.Verb) -> [String] {
    let connection = (try? daemon.connect(starting: false)) ?? nil
    let answer = connection.flatMap { try? $0.ask(Link.print(.query(Query(verb))), daemon.limit(for: $0)) }
    return answer?.code == .done ? answer?.lines ?? [] : []
  }

  /// - Parameter refused: gets the sentence of a daemon that does not know the link, instead of `write`.
  private func ask(
    _ connection: SocketConnection, _ exchange: Exchange, mayAskAgain: Bool, _ refused: ((String) -> Void)?
  ) throws(Failure) -> AnswerCode {
    try connection.sendUnlessGone(exchange.link)
    do throws(Failure) { return try answer(connection, exchange.reception, refused) } catch {
      // The connection of a daemon that quits may break.
      if exchange.reception == .quit && error == SocketConnection.connectionLost { return .done }
      // A daemon that is killed can still be connected to for a moment.
      if exchange.isQuestion && error == SocketConnection.connectionLost && mayAskAgain { return .ending }
      throw error
    }
  }

  private func answer(
    _ connection: SocketConnection, _ reception: Reception, _ refused: ((String) -> Void)?
  ) throws(Failure) -> AnswerCode {
    let comesInParts = reception == .wait || reception == .stream
    var limit = daemon.limit(for: connection)
    var body = ""
    while true {
      switch try connection.next() {
      case .body(let line):
        body += line
        body += "\n"
        guard body.utf8.count <= longestBody else { throw Failure(.unavailable, "The daemon's answer is too long.") }
      case .code(let code):
        let isOutcome = code == .done || comesInParts && code.isOutcome
        if code == .badValue, let refused {
          refused(body)
          return code
        }
        if !body.isEmpty { try write(isOutcome ? 1 : 2, body) }
        return code
      case nil:
        // The daemon sends a refusal together with its code, so these lines are no refusal.
        guard comesInParts else {
          try connection.receive(&limit)
          continue
        }
        if !body.isEmpty { try write(1, body) }
        body = ""
        try receiveWithoutDeadline(connection)
      }
    }
  }

  /// Waits without a deadline; the wait also ends when the reader of our output goes away.
  private func receiveWithoutDeadline(_ connection: SocketConnection) throws(Failure) {
    while true {
      let watched = [(connection.descriptor, SystemCalls.readable), (1, 0)]
      let events = SystemCalls.wait(for: watched, milliseconds: -1)
      if events[0] != 0 { break }
      if events[1] != 0 { throw Failure(.brokenPipe, "") }
    }
    guard connection.receive() else { throw SocketConnection.connectionLost }
  }
}
