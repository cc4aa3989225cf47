// A connection to the daemon that outlives the daemon.
internal import TomatoLink
internal import TomatoSocket

/// While there is no connection, it waits for a daemon's socket, without polling.
struct LastingConnection {
  let client: SocketClient
  private(set) var current: SocketConnection?
  private var search: DaemonSearch
  /// Times of recent losses, in milliseconds on CLOCK_MONOTONIC.
  private var losses: [Int64] = []

  /// A daemon that is lost more often within this time, in milliseconds, is not started again.
  private static let (mostLosses, lossWindow) = (3, Int64(10_000))

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

  private mutating func noteLoss() {
    let now = SystemCalls.monotonicMilliseconds()
    losses = losses.filter { now - $0 < Self.lossWindow } + [now]
  }

  /// Restarts a daemon that has gone. Waits first, except after the first loss: a killed daemon accepts connections
  /// until it is gone, and would be lost again at once.
  /// - Throws: 69 when the daemon went away four times within 10 s.
  mutating func reconnect() throws(Failure) {
    noteLoss()
    guard losses.count <= Self.mostLosses else { throw Failure(.unavailable, "The daemon keeps ending.") }
    if losses.count > 1 { _ = SystemCalls.wait(for: [], milliseconds: Int32(losses.count - 1) * 100) }
    try connect(starting: true)
  }

  /// Drops the connection to a daemon that has gone, and waits for the next one. Tries to connect at once, but after
  /// repeated losses only when a socket appears.
  mutating func lose() throws(Failure) {
    noteLoss()
    try wait(tryingAtOnce: losses.count <= Self.mostLosses)
  }

  /// Drops the connection, and waits for a daemon that another program starts.
  /// - Throws: 69 when the folder of the socket cannot be watched.
  mutating func wait(tryingAtOnce: Bool = true) throws(Failure) {
    current = nil
    try search.begin(tryingAtOnce: tryingAtOnce)
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
