// The connection that holds the lease of `activity pipe`, across restarts of the daemon.
internal import TomatoLink
internal import TomatoSocket

struct PipeConnection {
  struct Answer: Hashable {
    var body: [String]
    var code: AnswerCode
  }

  enum Step: Hashable {
    case nothing
    case answers([Answer])
    /// Connected to a new daemon.
    case connected
    /// The daemon has gone unexpectedly; the caller starts it again.
    case lost
    /// The daemon was told to end; another program will start it again.
    case ended
  }

  private let client: Client
  private var connection: SocketConnection?
  private var search: DaemonSearch
  private(set) var isWaiting = false
  private var expectsEnd = false
  private var body: [String] = []
  private var losses = DaemonRestartLimit()

  init(client: Client) {
    self.client = client
    search = DaemonSearch(client: client.daemon)
  }

  var isConnected: Bool { connection != nil }
  /// The descriptor to poll; -1 for none.
  var descriptor: Int32 { connection?.descriptor ?? search.descriptor }
  /// Maximum wait before the next `advance`; -1 for no limit.
  var retryMilliseconds: Int32 { connection == nil ? search.retryMilliseconds : -1 }

  /// Connects, and starts the daemon if it does not run.
  mutating func connect() throws(Failure) {
    connection = try client.daemon.connect(starting: true)
    begin()
  }

  /// - Throws: 69 when the daemon went away four times within 10 s, because it would go on like that.
  mutating func reconnect() throws(Failure) {
    losses.note()
    try losses.waitBeforeRetry()
    try connect()
  }

  private mutating func begin() {
    search.end()
    (isWaiting, expectsEnd, body) = (false, false, [])
  }

  /// The daemon has said that it ends.
  mutating func expectEnd() { expectsEnd = true }

  /// Sends a line. `advance` reports a daemon that has just gone.
  func send(_ line: String) throws(Failure) {
    do throws(Failure) {
      try connection?.send(line)
    } catch {
      guard error == SocketConnection.connectionLost else { throw error }
    }
  }

  /// The stream of an activity's events after number `after`.
  func watch(_ id: ActivityID, after: Int) throws(Failure) -> SocketConnection? {
    let events = try client.daemon.connect(starting: false)
    try events?.send(Link.print(.query(Query(.watch, activity: id, after: after))))
    return events
  }

  /// Processes received lines.
  mutating func advance() throws(Failure) -> Step {
    guard let connection else {
      guard isWaiting, let found = try search.look() else { return .nothing }
      self.connection = found
      begin()
      return .connected
    }
    guard connection.receive() else {
      self.connection = nil
      guard expectsEnd else { return .lost }
      isWaiting = true
      _ = search.begin(tryingAtOnce: true)
      return .ended
    }
    var answers: [Answer] = []
    while let line = try connection.next() {
      switch line {
      case .body(let text): body.append(text)
      case .code(.ending): expectsEnd = true
      case .code(let code):
        answers.append(Answer(body: body, code: code))
        body = []
      }
    }
    return answers.isEmpty ? .nothing : .answers(answers)
  }
}
