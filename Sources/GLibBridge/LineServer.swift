// The control socket: a Unix-domain stream server on the main loop, without threads.
import CNotify
import Glibc

/// Listens at a path and hands over lines. Only this user and root are let in.
@MainActor public final class LineServer {
  /// The numbers that a server keeps to.
  public struct Limits: Sendable {
    /// Bytes of one line, without its line break.
    public var line = 4096
    /// Bytes that a client leaves unread before it is cut off.
    public var unsent = 1024 * 1024
    /// Clients at one time. For one more, the client goes that has been idle the longest; while none is idle, others
    /// wait in the kernel's queue (128) until one leaves.
    public var connections = 256
    public init() {}
  }

  public typealias OnLine = @MainActor (LineConnection, LineInput) -> Void
  public typealias OnClose = @MainActor (LineConnection) -> Void

  /// Where it listens.
  public let path: String
  /// The clients connected now, oldest first.
  public var connections: [LineConnection] { clients.values.sorted { $0.id < $1.id } }

  private let limits: Limits
  private let onLine: OnLine
  private let onClose: OnClose
  private var listener: Int32
  private let identity: FileIdentity?
  private var watch: FDWatch?
  private var retry: Timeout?
  private var clients: [Int: LineConnection] = [:]
  private let turns = WorkQueue<Int>()
  private var nextID = 1

  /// - replacingStale: removes a socket of ours that is already at `path`. Only for the holder of the instance lock.
  /// - onLine: called for each line, in order within a connection.
  /// - onClose: called once for each connection that is over, until `cancel` or `stopListening`.
  /// - Throws: one sentence, when the path cannot be bound.
  public init(
    path: String, replacingStale: Bool = false, limits: Limits = Limits(),
    onLine: @escaping OnLine, onClose: @escaping OnClose
  ) throws(BridgeError) {
    self.path = path
    self.limits = limits
    self.onLine = onLine
    self.onClose = onClose
    if replacingStale { try Self.removeStaleSocket(path) }
    listener = try Self.listen(at: path)
    identity = FileIdentity(path)
    watch = FDWatch(listener, .input) { [weak self] _ in self?.acceptWaiting() }
  }

  /// Stops listening, closes every connection, and removes the socket if it is still ours.
  /// A server that is let go without this leaves its descriptors open.
  public func cancel() {
    stopListening()
    for client in connections { client.finish() }
  }

  /// Removes the socket and stops listening; connections go on, so that last answers can be sent. Who has connected
  /// already is let in first: a closed listener would leave them without a word.
  public func stopListening() {
    guard listener >= 0 else { return }
    watch?.cancel()
    (watch, retry) = (nil, nil)
    if identity != nil && FileIdentity(path) == identity { unlink(path) }
    while acceptOne() {}
    close(listener)
    listener = -1
  }

  /// At most 16 in one turn, so that those who are in are served meanwhile.
  private func acceptWaiting() {
    for _ in 0..<16 {
      guard hasCaller else { return }
      guard clients.count < limits.connections || makeRoom() else { return waitForRoom() }
      guard acceptOne() else {
        // Without this a full table of descriptors would keep the loop busy.
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { waitForRoom() }
        return
      }
    }
  }

  private var hasCaller: Bool {
    var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// - Returns: False, with `errno`, when nobody waits or nobody can be let in.
  private func acceptOne() -> Bool {
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { return false }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)  // accept4 is not visible here; only this thread starts processes
    let peer = cn_peer_uid(socket)
    if peer == Int(geteuid()) || peer == 0 { admit(socket) } else { close(socket) }
    return true
  }

  private func admit(_ socket: Int32) {
    let client = LineConnection(
      id: nextID, socket: socket, lineLimit: limits.line, unsentLimit: limits.unsent, turns: turns, onLine: onLine,
      onFinished: { [weak self] client in self?.left(client) })
    clients[nextID] = client
    nextID += 1
  }

  private func left(_ client: LineConnection) {
    clients[client.id] = nil
    watch?.events = .input
    if listener >= 0 { onClose(client) }
  }

  /// - Returns: false when each client is owed something, or waits for something.
  private func makeRoom() -> Bool {
    clients.values.filter(\.isIdle).sorted { $0.lastTurn < $1.lastTurn }.contains { $0.giveWay() }
  }

  private func waitForRoom() {
    watch?.events = []
    retry = Timeout(milliseconds: 1000) { [weak self] in self?.watch?.events = .input }
  }

  private static func tooLong(_ path: String) -> BridgeError {
    BridgeError(
      message: "The socket path \(path) is longer than the \(SocketAddress.longestPath) bytes that the system allows.")
  }

  private static func removeStaleSocket(_ path: String) throws(BridgeError) {
    var status = stat()
    if lstat(path, &status) != 0 { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      throw BridgeError(message: "\(path) is in the way: it is not a socket of this user.")
    }
    if unlink(path) != 0 { throw .errno("Cannot remove the old socket \(path)") }
  }

  private static func listen(at path: String) throws(BridgeError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(AF_UNIX, kind, 0)
    guard listener >= 0 else { throw .errno("Cannot make a socket") }
    // On Linux the mode given to the descriptor before `bind` is the mode of the file: no moment in which it is open to
    // others, and no process-wide umask, which other threads would feel.
    let bound = fchmod(listener, 0o600) == 0 ? SocketAddress.with(path) { bind(listener, $0, $1) } : -1
    guard bound == 0, Glibc.listen(listener, 128) == 0 else {
      let error = bound == nil ? tooLong(path) : BridgeError.errno("Cannot listen at \(path)")
      close(listener)
      throw error
    }
    return listener
  }
}

/// Which file is at a path.
private struct FileIdentity: Hashable {
  let device: UInt
  let inode: UInt
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
