// Connects to the daemon, starts it if needed, and repeats requests.
public import TomatoLink

public struct SocketClient: Sendable {
  public var places: SocketSearch
  public var launcher: Launcher
  /// Milliseconds to wait for an answer that is due at once.
  public var patience: Int64
  public var disk = DaemonWait.Disk()
  /// The language of the answers, named like a catalogue; nil leaves it to the daemon.
  public var language: String?

  public init(places: SocketSearch, launcher: Launcher, patience: Int64 = 5000, language: String? = nil) {
    (self.places, self.launcher, self.patience, self.language) = (places, launcher, patience, language)
  }

  /// The limit for an answer that is due at once.
  public func limit(for connection: SocketConnection) -> DaemonWait {
    DaemonWait(SystemCalls.peer(connection.descriptor)?.process, disk, patience: patience)
  }

  /// Connects to the first socket with a listener, without starting a daemon. Connecting, and each write, may block for
  /// `patience` if the daemon is stopped.
  /// - Throws: 69 if a listener accepts no more connections, or is another user's.
  public func open() throws(Failure) -> SocketConnection.Opened {
    guard let first = places.first else { return .nobody(nil) }
    var opened = try open(first)
    guard case .nobody(var lastFailure) = opened else { return opened }
    for path in places.all() where path != first {
      opened = try open(path)
      guard case .nobody(let failure) = opened else { return opened }
      lastFailure = lastFailure ?? failure
    }
    return .nobody(lastFailure)
  }

  private func open(_ path: String) throws(Failure) -> SocketConnection.Opened {
    let opened = try SocketConnection.open(path, patience: patience, language: language)
    if case .stranger(let user) = opened { throw SocketConnection.foreignListener(path, user) }
    return opened
  }

  /// Connects, after starting a daemon if needed.
  /// - Returns: Nil if no daemon listens and `starting` is false.
  /// - Throws: 69 if no daemon can be reached or started.
  public func connect(starting: Bool) throws(Failure) -> SocketConnection? {
    if case .connection(let connection) = try open() { return connection }
    guard starting else { return nil }
    // A daemon that exits with 0 and is not ready has found another one, which may be about to end.
    var lastFailure: Failure?
    for _ in 0..<3 {
      let killed = try launcher.start(disk)
      let opened = try open()
      if case .connection(let connection) = opened { return connection }
      if case .nobody(let failure) = opened { lastFailure = failure ?? killed }
    }
    let paths = places.all().joined(separator: ", ")
    throw lastFailure ?? Failure(.unavailable, "The daemon was started, but nobody listens at {path}.", ["path": paths])
  }

  /// Sends an idempotent request; repeats it if the daemon ends or is killed.
  /// - Returns: Nil if no daemon listens and `starting` is false.
  /// - Throws: 69 if there is no valid answer.
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
