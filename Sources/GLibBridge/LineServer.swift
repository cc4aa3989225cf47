// The control socket: a Unix-domain stream server on the main loop, without threads.
import CNotify
import Glibc

/// Listens at one path or several and delivers lines. Accepts only this user and root.
@MainActor public final class LineServer {
  public struct Limits: Sendable {
    /// Bytes of one line, without its line break.
    public var line = 4096
    public var longer: LongLine?
    /// Unsent bytes, beyond one longer answer, at which a client is cut off.
    public var unsent = 1024 * 1024
    /// Maximum number of clients. A further client replaces the one that has been idle the longest; if none is idle,
    /// others wait in the kernel's queue (128) until one leaves.
    public var connections = 256
    public init() {}
  }

  public typealias OnLine = @MainActor (LineConnection, LineInput) -> Void
  public typealias OnClose = @MainActor (LineConnection) -> Void

  /// The clients connected now, oldest first.
  public var connections: [LineConnection] { clients.values.sorted { $0.id < $1.id } }

  private let limits: Limits
  private let onLine: OnLine
  /// Nil after `stopListening`.
  private var onClose: OnClose?
  private let paths: [String]
  private let replacingStale: Bool
  private var listeners: [SocketListener] = []
  /// Nil unless sockets are to be recreated.
  private var reach: Reach?
  private var retry: Timeout?
  private var clients: [Int: LineConnection] = [:] { didSet { releasePeakMemory() } }
  private let turns = WorkQueue<Int>()
  /// The next client's id, and the most clients at once since memory was last released.
  private var counts = (nextID: 1, peak: 0)

  private struct Reach {
    /// Watches for deleted socket files and new folders.
    var watches: [FileWatch] = []
    var repair: Timeout?
    /// Called when no socket is reachable any more, with the reason.
    var onUnreachable: @MainActor (BridgeError) -> Void
  }

  /// - paths: where to listen.
  /// - replacingStale: removes a socket of ours that is already there. Only for the holder of the instance lock.
  /// - onLine: called for each line, in order within a connection.
  /// - onClose: called once for each connection that is over, until `cancel` or `stopListening`.
  /// - Throws: one sentence, when no path can be bound.
  public init(
    paths: [String], replacingStale: Bool = false, limits: Limits = Limits(),
    onLine: @escaping OnLine, onClose: @escaping OnClose
  ) throws(BridgeError) {
    (self.paths, self.replacingStale, self.limits) = (paths, replacingStale, limits)
    (self.onLine, self.onClose) = (onLine, onClose)
    for path in paths { problems[path] = listen(at: path) }
    if listeners.isEmpty {
      throw paths.compactMap { problems[$0] }.first ?? BridgeError(message: "There is no path to listen at.")
    }
  }

  /// The paths at which it could not listen at first, with the reasons.
  public private(set) var problems: [String: BridgeError] = [:]

  public var listeningPaths: [String] { listeners.map(\.path) }

  /// From now on, recreates sockets whose file was deleted or replaced.
  /// - onUnreachable: called when no socket is left and none can be made, with the reason.
  public func stayReachable(onUnreachable: @escaping @MainActor (BridgeError) -> Void) {
    // Without a free inotify watch, a connection at another path triggers the check.
    let watches = paths.compactMap { path in FileWatch(path) { [weak self] in self?.repairSoon() } }
    reach = Reach(watches: watches, onUnreachable: onUnreachable)
  }

  /// Stops listening, closes every connection, and removes the socket if it is still ours.
  public func cancel() {
    stopListening()
    for client in connections { client.finish() }
  }

  /// Removes the sockets and stops listening; connections stay open for last answers. Clients waiting in the backlog
  /// are accepted first, because closing the listener would drop them without an answer.
  public func stopListening() {
    for watch in reach?.watches ?? [] { watch.cancel() }
    (reach, retry, onClose) = (nil, nil, nil)
    let leaving = listeners
    listeners = []
    // All files first, so that no client tries another path that is about to be removed.
    for listener in leaving { listener.removeFile() }
    for listener in leaving { drop(listener) }
  }

  private func drop(_ listener: SocketListener) {
    listener.removeFile()
    while acceptOne(listener) {}
  }

  // MARK: Paths

  /// - Returns: nil on success.
  private func listen(at path: String) -> BridgeError? {
    do throws(BridgeError) {
      listeners.append(
        try SocketListener(path, replacingStale: replacingStale) { [weak self] in self?.acceptWaiting($0) })
      return nil
    } catch { return error }
  }

  /// A delay, so that a folder that is being removed file by file is not recreated.
  private static let repairDelayMs = 100

  private func repairSoon() {
    guard reach?.repair == nil else { return }
    reach?.repair = Timeout(milliseconds: Self.repairDelayMs) { [weak self] in self?.repair() }
  }

  /// Listens again at paths whose file is no longer ours, unless another process listens there.
  private func repair() {
    reach?.repair = nil
    var reason: BridgeError?
    for path in paths where !listeners.contains(where: { $0.path == path && $0.isInPlace }) {
      let lost = listeners.filter { $0.path == path }
      listeners.removeAll { $0.path == path }
      if !SocketAddress.hasListener(path) { reason = listen(at: path) ?? reason }
      for listener in lost { drop(listener) }
    }
    guard listeners.isEmpty else { return }
    reach?.onUnreachable(reason ?? BridgeError(message: "Another program listens at \(paths.joined(separator: ", "))."))
  }

  // MARK: Clients

  /// Releases the memory of many clients once at most a quarter of them is left.
  private func releasePeakMemory() {
    counts.peak = max(counts.peak, clients.count)
    guard counts.peak >= HeapRelease.burstSize, clients.count <= counts.peak / 4 else { return }
    counts.peak = clients.count
    HeapRelease.soon()
  }

  /// Accepts at most 16 clients in one turn, so that others are served in between.
  private func acceptWaiting(_ listener: SocketListener) {
    // The client may have tried another path in vain.
    defer { if reach != nil, listeners.count < paths.count || !listeners.allSatisfy(\.isInPlace) { repairSoon() } }
    for _ in 0..<16 {
      guard Descriptor.wait(listener.descriptor.number) else { return }
      guard clients.count < limits.connections || makeRoom() else { return waitForRoom() }
      guard acceptOne(listener) else {
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
        guard makeRoom() else { return waitForRoom() }
        continue
      }
      if clients.count == 1 { clients.values.first?.serveAlone() }
    }
  }

  /// - Returns: false, with `errno`, when no client waits or accepting fails.
  private func acceptOne(_ listener: SocketListener) -> Bool {
    guard let socket = Descriptor(accept(listener.descriptor.number, nil, nil)) else { return false }
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)  // accept4 is not visible here; only this thread starts processes
    guard [Int(geteuid()), 0].contains(cn_peer_uid(socket.number)) else { return true }
    clients[counts.nextID] = LineConnection(
      id: counts.nextID, socket: socket, input: LineBuffer(limit: limits.line, longer: limits.longer),
      unsentLimit: limits.unsent, turns: turns, onLine: onLine,
      onFinished: { [weak self] client in self?.remove(client) })
    counts.nextID += 1
    return true
  }

  private func remove(_ client: LineConnection) {
    clients[client.id] = nil
    setAccepting(true)
    onClose?(client)
  }

  /// - Returns: false if no client is idle.
  private func makeRoom() -> Bool {
    // Clients that have not sent anything come first.
    clients.values.sorted { ($0.lastTurn, $0.id) < ($1.lastTurn, $1.id) }.contains { $0.isIdle && $0.giveWay() }
  }

  private func waitForRoom() {
    setAccepting(false)
    retry = Timeout(milliseconds: 250) { [weak self] in self?.setAccepting(true) }
  }

  private func setAccepting(_ isOn: Bool) { for listener in listeners { listener.isAccepting = isOn } }
}
