// Socket files: listens and connects with system calls.
import Glibc

public enum SocketFile {
  /// Listens at this path; false on failure.
  public static func listen(_ descriptor: Int32, at path: String) -> Bool {
    bind(descriptor, at: path) && Glibc.listen(descriptor, 16) == 0
  }

  /// Creates the socket file without listening.
  public static func bind(_ descriptor: Int32, at path: String) -> Bool {
    withAddress(of: path) { Glibc.bind(descriptor, $0, $1) } == 0
  }

  /// Connects; false if nobody listens at this path.
  public static func connect(_ descriptor: Int32, to path: String) -> Bool {
    withAddress(of: path) { Glibc.connect(descriptor, $0, $1) } == 0
  }

  /// The next one who has connected; nil if nobody has. Reading from them never waits.
  public static func accept(_ listener: Int32) -> Int32? {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return nil }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    return client
  }

  private static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
