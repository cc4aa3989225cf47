// Unix socket addresses, and connecting to them.
import Glibc

public enum SocketAddress {
  /// In bytes.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Calls `body` with the address of the socket at `path`; nil when the path does not fit or holds a NUL.
  static func with<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    guard path.utf8.count <= longestPath, !path.utf8.contains(0) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  /// A non-blocking stream socket; nil, with `errno`, on failure.
  static func newSocket() -> Descriptor? {
    Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0))
  }

  /// A socket that is connected to the listener at `path`; nil, with `errno`, on failure. EAGAIN: its backlog is full.
  static func connect(_ path: String) -> Descriptor? {
    guard let client = newSocket() else { return nil }
    let result = with(path) { Glibc.connect(client.number, $0, $1) }
    if result == nil { errno = ENAMETOOLONG }
    return result == 0 ? client : nil
  }

  /// Whether a process listens at the path. A full backlog counts as yes.
  public static func hasListener(_ path: String) -> Bool { connect(path) != nil || errno == EAGAIN }
}
