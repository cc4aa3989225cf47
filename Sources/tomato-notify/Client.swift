// One question to the daemon: a link out, body lines and an exit code in.

/// How an answer comes and where its body goes.
enum Delivery: Hashable {
  /// All at once, within a time-out; to stderr when the exit code is not 0.
  case whole
  /// The same, and nobody is started to hear it: who does not run has quit.
  case quit
  /// Once, after a long time; to stdout when the exit code says how the phase ended.
  case wait
  /// Line by line until somebody ends it.
  case stream
  /// Line by line for a bar, over every end of the daemon, which is never started; `nothing` is the line while there
  /// is none.
  case bar(nothing: String)
}

/// What the command sends, and how it takes the answer.
struct Exchange: Hashable {
  var link: String
  var delivery: Delivery

  /// Only asks: it may be asked again when the one who was asked is gone.
  var isQuestion: Bool {
    ["status", "list", "log"].contains { link.hasPrefix("tomatoclock://" + $0) }
  }
}

/// A client of the control socket. Where things go is an argument, so that tests can listen.
struct Client {
  var path: String
  var launcher: Launcher
  /// Milliseconds for an answer that is due at once.
  var patience: Int64 = 5000
  /// The longest body that is kept, in bytes.
  var longestBody = 16 << 20
  /// Takes body text for stdout (1) or stderr (2).
  var write: (_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) -> Void

  /// Sends the link and passes the answer on.
  /// - Returns: The exit code that the daemon gave.
  /// - Throws: 69 when there is no answer that can be used.
  func perform(_ exchange: Exchange) throws(Failure) -> Int32 {
    if case .bar(let nothing) = exchange.delivery {
      var bar = BarStream(client: self, link: exchange.link, nothing: nothing)
      return try bar.run()
    }
    for attempt in 1...5 {
      guard let connection = try connect(starting: exchange.delivery != .quit) else { return 0 }
      let code = try ask(connection, exchange, mayAskAgain: attempt < 5)
      if code != ExitStatus.ending.rawValue { return code }
      // It ends, as it is to.
      if exchange.delivery == .quit { return 0 }
    }
    throw Failure(.unavailable, "Each daemon that was asked is ending; nothing was carried out.")
  }

  private func ask(_ connection: Connection, _ exchange: Exchange, mayAskAgain: Bool) throws(Failure) -> Int32 {
    do throws(Failure) {
      try connection.send(exchange.link)
    } catch {
      // A daemon that ended meanwhile takes nothing, but has left its last word.
      guard error == Connection.gone else { throw error }
    }
    do throws(Failure) {
      return exchange.delivery == .stream ? try stream(connection) : try answer(connection, exchange.delivery)
    } catch {
      // Who is to quit and has gone has quit.
      if exchange.delivery == .quit && error == Connection.gone { return 0 }
      // A daemon that is killed can still be connected to for a moment.
      if exchange.isQuestion && error == Connection.gone && mayAskAgain { return ExitStatus.ending.rawValue }
      throw error
    }
  }

  /// Connects, after starting the daemon where needed.
  /// - Returns: Nil when nobody listens and nobody is to be started.
  func connect(starting: Bool) throws(Failure) -> Connection? {
    if case .connection(let connection) = try Connection.open(path, patience: patience) { return connection }
    guard starting else { return nil }
    // A daemon that ends well without being ready has met another one, which may be about to end.
    for _ in 0..<3 {
      try launcher.start()
      if case .connection(let connection) = try Connection.open(path, patience: patience) { return connection }
    }
    throw Failure(.unavailable, "The daemon was started, but nobody listens at \(path).")
  }

  private func answer(_ connection: Connection, _ delivery: Delivery) throws(Failure) -> Int32 {
    let deadline = delivery == .wait ? nil : SystemCalls.monotonicMilliseconds() + patience
    var reader = AnswerReader()
    var body: [UInt8] = []
    while true {
      switch try reader.next() {
      case .line(let line):
        body += line
        body.append(UInt8(ascii: "\n"))
        guard body.count <= longestBody else { throw Failure(.unavailable, "The daemon's answer is too long.") }
      case .code(let code):
        let isOutcome = code == 0 || (delivery == .wait && code < ExitStatus.usage.rawValue)
        if !body.isEmpty { try write(isOutcome ? 1 : 2, body) }
        return code
      case nil:
        reader.receive(try receive(connection, by: deadline))
      }
    }
  }

  private func stream(_ connection: Connection) throws(Failure) -> Int32 {
    var reader = AnswerReader()
    while true {
      var lines: [UInt8] = []
      while let event = try reader.next() {
        switch event {
        case .line(let line): lines += line + [UInt8(ascii: "\n")]
        case .code(let code):
          if !lines.isEmpty { try write(code < ExitStatus.usage.rawValue ? 1 : 2, lines) }
          return code
        }
      }
      if !lines.isEmpty { try write(1, lines) }
      reader.receive(try receive(connection, by: nil))
    }
  }

  private func receive(_ connection: Connection, by deadline: Int64?) throws(Failure) -> [UInt8] {
    // Without a deadline the wait also ends when the reader of our output goes away.
    var watched = [(connection.descriptor, DaemonProcess.readable)]
    if deadline == nil { watched.append((1, 0)) }
    while true {
      let left = deadline.map { $0 - SystemCalls.monotonicMilliseconds() }
      if let left, left <= 0 { throw Connection.silent }
      let events = SystemCalls.wait(for: watched, milliseconds: left.map { Int32($0) } ?? -1)
      if events[0] != 0 { break }
      if events.last != 0 && events.count == 2 { throw Failure(.brokenPipe, "") }
    }
    guard let bytes = SystemCalls.read(connection.descriptor), !bytes.isEmpty else { throw Connection.gone }
    return bytes
  }
}
