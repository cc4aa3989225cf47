// One listening path of the control socket's server.
import CNotify
import Glibc

/// A listening Unix-domain socket and its file.
@MainActor final class SocketListener {
  let path: String
  let descriptor: Int32
  private let identity: FileIdentity?
  private var watch: FDWatch?

  /// - replacingStale: removes a socket of ours that is already at `path`. Only for the holder of the instance lock.
  /// - Throws: one sentence, when the path cannot be bound.
  init(
    _ path: String, replacingStale: Bool, onReady: @escaping @MainActor (SocketListener) -> Void
  ) throws(BridgeError) {
    self.path = path
    if replacingStale { try Self.removeStaleSocket(path) }
    descriptor = try Self.listen(at: path)
    identity = FileIdentity(path)
    watch = FDWatch(descriptor, .input) { [weak self] _ in
      if let self { onReady(self) }
    }
  }

  /// Whether the file at the path is this socket's.
  var isInPlace: Bool { identity != nil && FileIdentity(path) == identity }

  var isAccepting: Bool {
    get { watch?.events == .input }
    set { watch?.events = newValue ? .input : [] }
  }

  /// Stops accepting, and removes the file if it is still the socket's. Until `close`, waiting clients can be accepted.
  func removeFile() {
    watch?.cancel()
    watch = nil
    if isInPlace { unlink(path) }
  }

  func close() { Glibc.close(descriptor) }

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
    // On Linux `bind` gives the file the descriptor's mode, so it is never open to others, and the umask, which all
    // threads share, stays unchanged.
    let bound = fchmod(listener, 0o600) == 0 ? SocketAddress.with(path) { bind(listener, $0, $1) } : -1
    guard bound == 0, Glibc.listen(listener, 128) == 0 else {
      let error = bound == nil ? tooLong(path) : BridgeError.errno("Cannot listen at \(path)")
      Glibc.close(listener)
      throw error
    }
    return listener
  }
}

private struct FileIdentity: Hashable {
  let device: UInt
  let inode: UInt
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
