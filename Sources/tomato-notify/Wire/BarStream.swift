// `watch` for a bar: prints the daemon's lines while somebody reads them, across restarts of the daemon.
internal import TomatoLink
internal import TomatoSocket

/// Never starts the daemon: showing a bar is no request for a timer. Without a daemon the bar gets the line `nothing`,
/// and this sleeps until the daemon's socket appears.
struct BarStream {
  private let client: Client
  private let link: String
  private let nothing: String
  private var search: DaemonSearch
  private var connection: SocketConnection?
  /// The last printed line; a repeated line is not printed.
  private var lastLine: String?
  private var losses = DaemonRestartLimit()

  init(client: Client, link: String, nothing: String) {
    (self.client, self.link, self.nothing) = (client, link, nothing)
    search = DaemonSearch(client: client.daemon)
  }

  /// - Returns: 0 when the reader of the output has gone. A signal that ends this process needs no answer.
  /// - Throws: What the daemon refuses; 69 when the daemon's folder cannot be watched or what it says is not
  ///   understood; 74 when the output cannot be written.
  mutating func run() throws(Failure) -> AnswerCode {
    SystemCalls.ignoreBrokenPipes()
    do throws(Failure) {
      if case .connection(let first) = try client.daemon.open() {
        try begin(first)
      } else {
        try wait(tryingAtOnce: true)
      }
      return try follow()
    } catch {
      if error.code == .brokenPipe { return .done }
      throw error
    }
  }

  private mutating func follow() throws(Failure) -> AnswerCode {
    while true {
      let source = connection?.descriptor ?? search.descriptor
      let limit = connection == nil ? search.retryMilliseconds : -1
      let events = SystemCalls.wait(for: [(source, SystemCalls.readable), (1, 0)], milliseconds: limit)
      // The only event of the output is that its reader has gone.
      if events[1] != 0 { return .done }
      if events[0] != 0 || limit > 0 { try advance() }
    }
  }

  private mutating func advance() throws(Failure) {
    guard let connection else {
      if let found = try search.look() { try begin(found) }
      return
    }
    guard connection.receive() else { return try lost() }
    var lines: [String] = []
    while let line = try connection.next() {
      switch line {
      case .body(let text): lines.append(text)
      case .code(let code): return try end(code, lines)
      }
    }
    for line in lines { try print(line) }
  }

  private mutating func begin(_ connection: SocketConnection) throws(Failure) {
    search.end()
    self.connection = connection
    do throws(Failure) {
      try connection.send(link)
    } catch {
      guard error == SocketConnection.connectionLost else { throw error }
      try lost()
    }
  }

  private mutating func end(_ code: AnswerCode, _ lines: [String]) throws(Failure) {
    if [.done, .unavailable, .ending].contains(code) { return try lost() }
    throw Failure(code, LinkError(lines.joined(separator: " ")))
  }

  /// Searches for a new daemon at once, but after repeated losses only when its socket appears.
  private mutating func lost() throws(Failure) {
    losses.note()
    connection = nil
    try wait(tryingAtOnce: !losses.areTooMany)
  }

  private mutating func wait(tryingAtOnce: Bool) throws(Failure) {
    let error = search.begin(tryingAtOnce: tryingAtOnce)
    guard error == 0 else { throw search.failure(error) }
    try print(nothing)
  }

  private mutating func print(_ line: String) throws(Failure) {
    guard line != lastLine else { return }
    lastLine = line
    try client.write(1, line + "\n")
  }
}
