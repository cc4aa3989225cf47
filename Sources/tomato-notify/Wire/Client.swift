// One question to the daemon: a link out, body lines and an exit code in.
internal import TomatoLink
internal import TomatoSocket

/// How an answer comes and where its body goes.
enum Reception: Hashable {
  /// All at once, within a time-out; to stderr when the exit code is not 0.
  case whole
  /// The same, without starting a daemon; if none runs, it has quit.
  case quit
  /// The same, without starting a daemon; if none runs, the answer is 69.
  case ofRunning
  /// The first lines at once, and the last line when the phase ends; to stdout when the exit code says how it ended.
  case wait
  /// Line by line until one side ends it.
  case stream
  /// Line by line for a bar, across restarts of the daemon, which is never started here; `nothing` is the line without
  /// a daemon.
  case bar(nothing: String)
}

/// What the command sends, and how it takes the answer.
struct Exchange: Hashable {
  var link: String
  var reception: Reception

  /// After an upgrade an earlier daemon may refuse this valid link. Then it is asked for its version and told to quit,
  /// and the new daemon is asked.
  var canBeMisunderstood: Bool { reception == .whole || reception == .wait || reception == .stream }

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
  /// The message about a slow disk.
  static var slowDisk: String { "tomato-notify: " + tr("The disk is slow; waiting for it. Nothing is lost.") + "\n" }
  /// The longest body that is kept, in bytes.
  var longestBody = 16 << 20
  /// Takes body text for stdout (1) or stderr (2).
  var write: (_ descriptor: Int32, _ text: String) throws(Failure) -> Void

  /// The client for this user's daemon, which prints on our standard streams.
  static func here() throws(Failure) -> Client {
    // A closed standard error does not affect the answer.
    let launcher = Launcher.standard { _ = SystemCalls.write(2, $0 + "\n") }
    var daemon = SocketClient(places: try .here(), launcher: launcher)
    daemon.disk.say = { _ = SystemCalls.write(2, slowDisk) }
    daemon.language = Language.nameHere
    return Client(daemon: daemon, write: SystemCalls.print)
  }

  /// Sends the link and passes the answer on.
  /// - Returns: The exit code that the daemon gave.
  /// - Throws: 69 when there is no answer that can be used.
  func perform(_ exchange: Exchange) throws(Failure) -> AnswerCode {
    var mayReplace = exchange.canBeMisunderstood
    for attempt in 1...5 {
      guard let connection = try daemon.connect(starting: ![.quit, .ofRunning].contains(exchange.reception)) else {
        return exchange.reception == .quit ? .done : .unavailable
      }
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
    let version = Exchange(link: Link.print(.query(Query(.version))), reception: .ofRunning)
    guard let answer = try? answer(version), answer.code == .done, answer.said.last == "\n",
      isVersion(String(answer.said.dropLast()), before: tomatoVersion)
    else { return false }
    _ = try perform(Exchange(link: Link.print(.query(Query(.quit))), reception: .quit))
    return true
  }

  /// Asks without printing.
  /// - Returns: The output for stdout, and the code.
  func answer(_ exchange: Exchange) throws(Failure) -> (said: String, code: AnswerCode) {
    var said = ""
    var client = self
    client.write = { descriptor, text in if descriptor == 1 { said += text } }
    let code = try client.perform(exchange)
    return (said, code)
  }

  /// - Parameter refused: gets the sentence of a daemon that does not know the link, instead of `write`.
  private func ask(
    _ connection: SocketConnection, _ exchange: Exchange, mayAskAgain: Bool, _ refused: ((String) -> Void)?
  ) throws(Failure) -> AnswerCode {
    do throws(Failure) {
      try connection.send(exchange.link)
    } catch {
      // A daemon that ended meanwhile reads nothing, but its last answer is here.
      guard error == SocketConnection.connectionLost else { throw error }
    }
    do throws(Failure) {
      return exchange.reception == .stream
        ? try stream(connection, refused) : try answer(connection, exchange.reception, refused)
    } catch {
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
    var limit = daemon.limit(for: connection)
    var body = ""
    while true {
      switch try connection.next() {
      case .body(let line):
        body += line
        body += "\n"
        guard body.utf8.count <= longestBody else { throw Failure(.unavailable, "The daemon's answer is too long.") }
      case .code(let code):
        let isOutcome = code == .done || reception == .wait && code.isOutcome
        if code == .badValue, let refused {
          refused(body)
          return code
        }
        if !body.isEmpty { try write(isOutcome ? 1 : 2, body) }
        return code
      case nil:
        // The daemon sends a refusal together with its code, so these lines are no refusal.
        if reception == .wait, !body.isEmpty {
          try write(1, body)
          body = ""
        }
        if reception == .wait { try receiveWithoutDeadline(connection) } else { try connection.receive(&limit) }
      }
    }
  }

  private func stream(_ connection: SocketConnection, _ refused: ((String) -> Void)?) throws(Failure) -> AnswerCode {
    while true {
      var lines = ""
      while let line = try connection.next() {
        switch line {
        case .body(let text):
          lines += text
          lines += "\n"
        case .code(let code):
          if code == .badValue, let refused {
            refused(lines)
            return code
          }
          if !lines.isEmpty { try write(code.isOutcome ? 1 : 2, lines) }
          return code
        }
      }
      if !lines.isEmpty { try write(1, lines) }
      try receiveWithoutDeadline(connection)
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
