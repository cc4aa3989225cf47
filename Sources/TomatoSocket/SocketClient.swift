// Reaching the daemon: where it listens, how it is started, how long it is waited for.
public import TomatoLink

/// Connects to the daemon. Where that is, is a value, so that tests can listen.
public struct SocketClient: Sendable {
  public var places: SocketSearch
  public var launcher: Launcher
  /// Milliseconds for what is due at once.
  public var patience: Int64
  public var disk = DaemonWait.Disk()
  /// The language of the answers, named as catalogues are; nil leaves it to the daemon.
  public var language: String?

  public init(places: SocketSearch, launcher: Launcher, patience: Int64 = 5000) {
    (self.places, self.launcher, self.patience) = (places, launcher, patience)
  }

  /// For how long an answer that is due at once is waited for.
  public func limit(for connection: SocketConnection) -> DaemonWait {
    DaemonWait(SystemCalls.peer(connection.descriptor)?.process, disk, patience: patience)
  }

  /// Connects, without starting anybody.
  public func open() throws(Failure) -> SocketConnection.Opened {
    try SocketConnection.open(self)
  }

  /// Connects, after starting the daemon where needed.
  /// - Returns: Nil if no daemon listens and `starting` is false.
  /// - Throws: 69 if no daemon can be reached or started.
  public func connect(starting: Bool) throws(Failure) -> SocketConnection? {
    if case .connection(let connection) = try open() { return connection }
    guard starting else { return nil }
    // A daemon that ends well without being ready has met another one, which may be about to end.
    var lastFailure: Failure?
    for _ in 0..<3 {
      let killed = try launcher.start(disk)
      switch try open() {
      case .connection(let connection): return connection
      case .nobody(let failure): lastFailure = failure ?? killed
      }
    }
    let paths = places.all().joined(separator: ", ")
    throw lastFailure ?? Failure(.unavailable, "The daemon was started, but nobody listens at {path}.", ["path": paths])
  }

  /// Sends an idempotent request; repeats it if the daemon ended or was killed.
  /// - Returns: Nil if no daemon listens and `starting` is false.
  /// - Throws: 69 when there is no answer that can be used.
  public func ask(_ link: String, starting: Bool) throws(Failure) -> SocketAnswer? {
    var lastFailure = Failure(.unavailable, "Each daemon that was asked is ending; nothing was carried out.")
    for _ in 1...5 {
      guard let connection = try connect(starting: starting) else { return nil }
      do throws(Failure) {
        let answer = try connection.ask(link, limit(for: connection))
        if answer.code != .ending { return answer }
      } catch { lastFailure = error }
    }
    throw lastFailure
  }
}
