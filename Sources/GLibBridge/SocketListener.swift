// One listening path of the control socket's server.
import CNotify
import Glibc

@MainActor final class SocketListener {
  let path: String
  let descriptor: Descriptor
  private let identity: [UInt]?
  private var watch: FDWatch?

  /// - replacingStale: removes a socket of ours that is already at `path`. Only for the holder of the instance lock.
  /// - Throws: one sentence, when the path cannot be bound.
  init(
    _ path: String, replacingStale: Bool, onReady: @escaping @MainActor (SocketListener) -> Void
  ) throws(BridgeError) {
    self.path = path
    if replacingStale { try Self.removeStaleSocket(path) }
    descriptor = try Self.listen(at: path)
    identity = Self.identity(of: path)
    watch = FDWatch(descriptor.number) { [weak self] _ in
      if let self { onReady(self) }
    }
  }

  /// Whether the file at the path is this socket's.
  var isInPlace: Bool { identity != nil && Self.identity(of: path) == identity }

  var isAccepting: Bool {
    get { watch?.events == .input }
    set { watch?.events = newValue ? .input : [] }
  }

  /// Stops accepting, and removes the file if it is still the socket's. Waiting clients can still be accepted.
  func removeFile() {
    watch = nil
    if isInPlace { unlink(path) }
  }

  private static func removeStaleSocket(_ path: String) throws(BridgeError) {
    guard let status = Files.status(path, followingLink: false) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      throw BridgeError(message: "\(path) is in the way: it is not a socket of this user.")
    }
    if unlink(path) != 0 { throw .errno("Cannot remove the old socket \(path)") }
  }

  private static func listen(at path: String) throws(BridgeError) -> Descriptor {
    guard let listener = SocketAddress.newSocket() else { throw .errno("Cannot make a socket") }
    // On Linux `bind` gives the file the descriptor's mode, so it is never open to others, and the umask, which all
    // threads share, stays unchanged.
    let bound = fchmod(listener.number, 0o600) == 0 ? SocketAddress.with(path) { bind(listener.number, $0, $1) } : -1
    guard let bound else {
      let most = "\(SocketAddress.longestPath) bytes that the system allows"
      throw BridgeError(message: "The socket path \(path) is longer than the \(most), or contains a NUL.")
    }
    guard bound == 0, Glibc.listen(listener.number, 128) == 0 else { throw .errno("Cannot listen at \(path)") }
    return listener
  }

  /// The device and the inode of the file at a path; nil if there is none.
  private static func identity(of path: String) -> [UInt]? {
    Files.status(path, followingLink: false).map { [UInt($0.st_dev), UInt($0.st_ino)] }
  }
}
