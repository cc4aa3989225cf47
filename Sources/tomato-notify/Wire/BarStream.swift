// `watch` for a bar: prints the daemon's lines while somebody reads them, across restarts of the daemon.
internal import TomatoLink
internal import TomatoSocket

/// Never starts the daemon: showing a bar is no request for a timer. Without a daemon the bar gets the line `nothing`,
/// and this sleeps until the daemon's socket appears.
struct BarStream {
  private let client: Client
  private let link: String
  private let nothing: String
  private var connection: LastingConnection
  /// The last printed line; a repeated line is not printed.
  private var lastLine: String?

  init(client: Client, link: String, nothing: String) {
    (self.client, self.link, self.nothing) = (client, link, nothing)
    connection = LastingConnection(client.daemon)
  }

  /// - Returns: 0 when the reader of the output has gone.
  /// - Throws: The daemon's refusal; 69 when its folder cannot be watched or its answer is not understood; 74 when the
  ///   output cannot be written.
  mutating func run() throws(Failure) -> AnswerCode {
    SystemCalls.ignoreBrokenPipes()
    do throws(Failure) {
      if try connection.connect(starting: false) {
        try connection.send(link)
      } else {
        try connection.wait()
        try print(nothing)
      }
      return try follow()
    } catch {
      if error.code == .brokenPipe { return .done }
      throw error
    }
  }

  private mutating func follow() throws(Failure) -> AnswerCode {
    while true {
      let limit = connection.retryMilliseconds
      let watched = [(connection.descriptor, SystemCalls.readable), (1, 0)]
      let events = SystemCalls.wait(for: watched, milliseconds: limit)
      // The only event of the output is that its reader has gone.
      if events[1] != 0 { return .done }
      if events[0] != 0 || limit > 0 { try advance() }
    }
  }

  private mutating func advance() throws(Failure) {
    guard let current = connection.current else {
      if try connection.look() { try connection.send(link) }
      return
    }
    guard current.receive() else { return try lost() }
    var lines: [String] = []
    while let line = try current.next() {
      switch line {
      case .body(let text): lines.append(text)
      case .code(let code): return try end(code, lines)
      }
    }
    for line in lines { try print(line) }
  }

  private mutating func end(_ code: AnswerCode, _ lines: [String]) throws(Failure) {
    if [.done, .unavailable, .ending].contains(code) { return try lost() }
    throw Failure(code, LinkError(lines.joined(separator: " ")))
  }

  private mutating func lost() throws(Failure) {
    try connection.lose()
    try print(nothing)
  }

  private mutating func print(_ line: String) throws(Failure) {
    guard line != lastLine else { return }
    lastLine = line
    try client.write(1, line + "\n")
  }
}
