// The terminal island's two connections: the stream of content, and the one on which keys are sent.
internal import TomatoLink
internal import TomatoSocket

/// The stream `watch?format=island&seconds=1`, which outlives the daemon.
///
/// A daemon that ends with a code line was told to end: this waits until another program starts it. A daemon that goes
/// without one is started again here.
struct TerminalStream {
  enum Step: Hashable {
    case fields(IslandFields)
    case nothing
    /// The daemon has ended with a code line.
    case ended
    /// The daemon has gone without a code line.
    case lost
  }

  private var link: String
  private(set) var connection: LastingConnection
  /// A line that is not content: the sentence of a refusal, if a code follows.
  private var sentence: String?
  /// Reconnected after the daemon's end, nothing received yet. The connection may be to the ending daemon.
  private var isUncertain = false

  init(client: Client, activity: ActivityReference) {
    connection = LastingConnection(client.daemon)
    link = Self.link(activity)
  }

  private static func link(_ activity: ActivityReference) -> String {
    Link.print(.query(Query(.watch, format: .island, seconds: true, activity: activity.id, name: activity.name)))
  }

  /// Shows this activity from now on, or when the daemon is back.
  mutating func follow(_ activity: ActivityReference) throws(Failure) {
    link = Self.link(activity)
    if try connection.connect(starting: false) { use() } else { try? connection.wait() }
  }

  var isConnected: Bool { connection.current != nil }

  /// Connects, and starts the daemon if it does not run.
  mutating func connect() throws(Failure) {
    try connection.connect(starting: true)
    try begin()
  }

  mutating func reconnect() throws(Failure) {
    try connection.reconnect()
    try begin()
  }

  mutating func advance() throws(Failure) -> Step {
    guard let current = connection.current else {
      if try connection.look() { use() }
      return .nothing
    }
    guard current.receive() else {
      guard isUncertain else { return .lost }
      try? connection.wait()
      return .nothing
    }
    var newest: IslandFields?
    while let line = try current.next() {
      switch line {
      case .body(let text):
        isUncertain = false
        newest = try content(text)
      case .code(let code): return try end(code)
      }
    }
    return newest.map { .fields($0) } ?? .nothing
  }

  private mutating func begin() throws(Failure) {
    (sentence, isUncertain) = (nil, false)
    try connection.send(link)
  }

  /// Uses a connection that an ending daemon may drop again.
  private mutating func use() {
    do throws(Failure) {
      try begin()
      isUncertain = true
    } catch {
      try? connection.wait()
    }
  }

  private mutating func content(_ line: String) throws(Failure) -> IslandFields? {
    guard sentence == nil else { throw Self.notUnderstood }
    if let fields = IslandFields(line) { return fields }
    sentence = SafeText.printable(line)
    return nil
  }

  private mutating func end(_ code: AnswerCode) throws(Failure) -> Step {
    if let sentence { throw Failure(code == .done ? .unavailable : code, LinkError(sentence)) }
    guard [.done, .unavailable, .ending].contains(code) else { throw Self.notUnderstood }
    // If the folder cannot be watched, the user can start the daemon with a key.
    try? connection.wait()
    return .ended
  }

  private static var notUnderstood: Failure {
    Failure(.unavailable, "The daemon's answer is not understood: a line is not the island's content.")
  }
}

/// The connection for the keys' intents; opened with the first one. Disconnect it after a failure.
struct TerminalControl {
  private let client: Client
  private var connection: SocketConnection?

  init(client: Client) { self.client = client }

  var descriptor: Int32 { connection?.descriptor ?? -1 }

  mutating func disconnect() { connection = nil }

  /// Sends without waiting for the answer: more keys may follow at once.
  mutating func send(_ link: String) throws(Failure) {
    if connection == nil { connection = try client.daemon.connect(starting: false) }
    try connection?.send(link)
  }

  /// - Returns: The sentence of the last refusal among the received answers.
  mutating func refusal() throws(Failure) -> String? {
    guard let connection, connection.receive() else {
      disconnect()
      return nil
    }
    // The stream already reports that the daemon is ending.
    var refusal: SocketAnswer?
    while let answer = try connection.answer() {
      if answer.code != .done, answer.code != .ending { refusal = answer }
    }
    return refusal?.lines.suffix(4).map(SafeText.printable).joined(separator: " ")
  }
}
