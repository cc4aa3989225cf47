// A connection to the daemon that outlives the daemon.
internal import TomatoLink
internal import TomatoSocket

/// While there is no connection, it waits for a daemon's socket, without polling.
struct LastingConnection {
  let client: SocketClient
  private(set) var current: SocketConnection?
  private var search: DaemonSearch
  private var losses = DaemonRestartLimit()

  init(_ client: SocketClient) {
    self.client = client
    search = DaemonSearch(client: client)
  }

  /// The descriptor to poll; -1 for none.
  var descriptor: Int32 { current?.descriptor ?? search.descriptor }
  /// Maximum wait before the next `look`; -1 for no limit.
  var retryMilliseconds: Int32 { current == nil ? search.retryMilliseconds : -1 }

  /// Replaces the connection.
  /// - Returns: False if no daemon listens and `starting` is false.
  @discardableResult mutating func connect(starting: Bool) throws(Failure) -> Bool {
    current = nil
    current = try client.connect(starting: starting)
    if current != nil { search.end() }
    return current != nil
  }

  /// Starts the daemon again, which has gone.
  /// - Throws: 69 when the daemon went away four times within 10 s, because it would go on like that.
  mutating func reconnect() throws(Failure) {
    losses.note()
    try losses.waitBeforeRetry()
    try connect(starting: true)
  }

  /// Drops the connection to a daemon that has gone, and waits for the next one. Tries to connect at once, but after
  /// repeated losses only when a socket appears.
  mutating func lose() throws(Failure) {
    losses.note()
    try wait(tryingAtOnce: !losses.areTooMany)
  }

  /// Drops the connection, and waits for a daemon that another program starts.
  /// - Throws: 69 when the folder of the socket cannot be watched.
  mutating func wait(tryingAtOnce: Bool = true) throws(Failure) {
    current = nil
    let error = search.begin(tryingAtOnce: tryingAtOnce)
    guard error == 0 else { throw search.failure(error) }
  }

  /// - Returns: Whether a daemon was found, and is connected now.
  mutating func look() throws(Failure) -> Bool {
    guard let found = try search.look() else { return false }
    search.end()
    current = found
    return true
  }

  func send(_ line: String) throws(Failure) { try current?.sendUnlessGone(line) }
}

extension SocketConnection {
  /// Sends a line. A daemon that has just gone reads nothing, but its last answer may be here; then `receive` reports
  /// the loss.
  func sendUnlessGone(_ line: String) throws(Failure) {
    do throws(Failure) { try send(line) } catch { if error != Self.connectionLost { throw error } }
  }
}
