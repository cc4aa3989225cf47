// The connection that holds the lease of `activity pipe`, across restarts of the daemon.
internal import TomatoLink
internal import TomatoSocket

struct PipeConnection {
  enum Step: Hashable {
    case nothing
    case answers([SocketAnswer])
    case connected
    /// The daemon has gone unexpectedly; the caller starts it again.
    case lost
    /// The daemon was told to end; another program will start it again.
    case ended
  }

  private(set) var connection: LastingConnection
  /// The daemon was told to end, and the next one is waited for.
  private(set) var isWaiting = false
  /// The daemon has said that it ends.
  var expectsEnd = false

  init(client: Client) { connection = LastingConnection(client.daemon) }

  var isConnected: Bool { connection.current != nil }

  /// Connects, and starts the daemon if it does not run.
  mutating func connect() throws(Failure) {
    try connection.connect(starting: true)
    begin()
  }

  mutating func reconnect() throws(Failure) {
    try connection.reconnect()
    begin()
  }

  private mutating func begin() { (isWaiting, expectsEnd) = (false, false) }

  /// The stream of an activity's events after number `after`.
  func watch(_ id: ActivityID, after: Int) throws(Failure) -> SocketConnection? {
    let events = try connection.client.connect(starting: false)
    try events?.send(Link.print(.query(Query(.watch, activity: id, after: after))))
    return events
  }

  mutating func advance() throws(Failure) -> Step {
    guard let current = connection.current else {
      guard isWaiting, try connection.look() else { return .nothing }
      begin()
      return .connected
    }
    guard current.receive() else {
      guard expectsEnd else { return .lost }
      isWaiting = true
      try? connection.wait()
      return .ended
    }
    var answers: [SocketAnswer] = []
    while let answer = try current.answer() {
      if answer.code == .ending { expectsEnd = true } else { answers.append(answer) }
    }
    return answers.isEmpty ? .nothing : .answers(answers)
  }
}
