// The terminal island's two connections: the stream of content, and the one on which keys are sent.
internal import TomatoLink
internal import TomatoSocket

/// The stream `watch?format=island&seconds=1`, which outlives the daemon.
///
/// A daemon that ends with a code line was told to end: this waits until another program starts it. A daemon that goes
/// without one is started again here.
struct TerminalStream {
  enum Step: Hashable {
    /// The newest content.
    case fields(IslandFields)
    case nothing
    /// The daemon has ended with a code line.
    case ended
    /// The daemon has gone without a code line.
    case lost
  }

  private let client: Client
  private var link: String
  private var connection: SocketConnection?
  /// A line that is not content: the sentence of a refusal, if a code follows.
  private var sentence: String?
  /// Waits for a daemon while there is none.
  private var search: DaemonSearch
  private var losses = DaemonRestartLimit()
  /// Reconnected after the daemon's end, nothing received yet: it may still be the daemon that is ending.
  private var isUncertain = false

  init(client: Client, activity: ActivityReference) {
    self.client = client
    search = DaemonSearch(client: client.daemon)
    link = Self.link(activity)
  }

  private static func link(_ activity: ActivityReference) -> String {
    Link.print(.query(Query(.watch, format: .island, seconds: true, activity: activity.id, name: activity.name)))
  }

  /// Shows this activity from now on, or when the daemon is back.
  mutating func follow(_ activity: ActivityReference) throws(Failure) {
    link = Self.link(activity)
    connection = nil
    guard let found = try client.daemon.connect(starting: false) else {
      _ = search.begin(tryingAtOnce: true)
      return
    }
    use(found)
  }

  var isConnected: Bool { connection != nil }
  /// The descriptor to poll; -1 for none.
  var descriptor: Int32 { connection?.descriptor ?? search.descriptor }
  /// Maximum wait before the next `advance`; -1 for no limit.
  var retryMilliseconds: Int32 { connection == nil ? search.retryMilliseconds : -1 }

  /// Connects, and starts the daemon if it does not run.
  mutating func connect() throws(Failure) { try begin(try client.daemon.connect(starting: true)) }

  /// - Throws: 69 when the daemon went away four times within 10 s, because it would go on like that.
  mutating func reconnect() throws(Failure) {
    losses.note()
    try losses.waitBeforeRetry()
    try connect()
  }

  /// Processes received lines.
  mutating func advance() throws(Failure) -> Step {
    guard let connection else {
      if let found = try search.look() { use(found) }
      return .nothing
    }
    guard connection.receive() else {
      self.connection = nil
      guard isUncertain else { return .lost }
      _ = search.begin(tryingAtOnce: true)
      return .nothing
    }
    var newest: IslandFields?
    while let line = try connection.next() {
      switch line {
      case .body(let text):
        isUncertain = false
        newest = try content(text)
      case .code(let code): return try end(code)
      }
    }
    return newest.map { .fields($0) } ?? .nothing
  }

  private mutating func begin(_ connection: SocketConnection?) throws(Failure) {
    search.end()
    (sentence, isUncertain) = (nil, false)
    try connection?.send(link)
    self.connection = connection
  }

  /// Uses a connection that an ending daemon may drop again.
  private mutating func use(_ found: SocketConnection) {
    do throws(Failure) {
      try begin(found)
      isUncertain = true
    } catch {
      _ = search.begin(tryingAtOnce: true)
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
    connection = nil
    // If the folder cannot be watched, the user can start the daemon with a key.
    _ = search.begin(tryingAtOnce: true)
    return .ended
  }

  private static var notUnderstood: Failure {
    Failure(.unavailable, "The daemon's answer is not understood: a line is not the island's content.")
  }
}

/// The connection for the keys' intents; opened with the first one.
struct TerminalControl {
  private let client: Client
  private var connection: SocketConnection?
  private var body: [String] = []

  init(client: Client) { self.client = client }

  var descriptor: Int32 { connection?.descriptor ?? -1 }

  mutating func disconnect() { (connection, body) = (nil, []) }

  /// Sends without waiting for the answer: more keys may follow at once.
  mutating func send(_ link: String) throws(Failure) {
    if connection == nil { connection = try client.daemon.connect(starting: false) }
    do throws(Failure) {
      try connection?.send(link)
    } catch {
      disconnect()
      throw error
    }
  }

  /// - Returns: The sentence of the last refusal among the received answers.
  mutating func refusal() throws(Failure) -> String? {
    guard let connection, connection.receive() else {
      disconnect()
      return nil
    }
    var refusal: String?
    do throws(Failure) {
      while let line = try connection.next() {
        switch line {
        case .body(let text): body = (body + [SafeText.printable(text)]).suffix(4)
        case .code(let code):
          // The stream already reports that the daemon is ending.
          refusal = code == .done || code == .ending ? refusal : body.joined(separator: " ")
          body = []
        }
      }
    } catch {
      disconnect()
      throw error
    }
    return refusal
  }
}
