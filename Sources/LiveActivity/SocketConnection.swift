// One connection to the control socket (docs/socket.md): a link out, an answer in. One of the few files with unsafe
// code: the socket calls.
internal import Glibc
internal import TomatoLink

/// An open connection to a daemon of this user; closed when it is let go.
final class SocketConnection {
  private let descriptor: Int32
  private var reader = AnswerReader()
  /// Seconds for an answer that is due at once.
  private static let patience = 5

  /// Nil when nobody listens there, or somebody else's process.
  init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // What was opened is closed by `deinit`, which runs for what did not come to be, too.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in unsafe room.copyBytes(from: bytes) }
    limit(SO_SNDTIMEO, Self.patience)
    let connected = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0, peer() == geteuid() else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func limit(_ option: Int32, _ seconds: Int) {
    let limit = timeval(tv_sec: time_t(seconds), tv_usec: 0)
    unsafe withUnsafePointer(to: limit) { limit in
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// The user at the other end.
  private func peer() -> UInt32? {
    // struct ucred, which Swift does not see: process, user, group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.1 : nil
  }

  /// Asks once.
  /// - Parameter line: behind `tomatoclock://`.
  /// - Returns: Nil when there was no whole answer within 5 s.
  func ask(_ line: String) -> Surroundings.Answer? {
    limit(SO_RCVTIMEO, Self.patience)
    var lines: [String] = []
    let code = stream(line) { text in
      lines.append(text)
      return true
    }
    guard let code else { return nil }
    return Surroundings.Answer(lines: lines, code: code)
  }

  /// Asks, and hands each line over when it comes.
  /// - Parameter take: false when enough was heard.
  /// - Returns: Nil then, and when the daemon went away before it had said how it ended.
  func stream(_ line: String, _ take: (String) -> Bool) -> AnswerCode? {
    guard send(Array((TomatoLink.Link.prefix + line + "\n").utf8)) else { return nil }
    while true {
      do {
        while let line = try reader.next() {
          switch line {
          case .body(let text): if !take(text) { return nil }
          case .code(let code): return code
          }
        }
      } catch { return nil }
      guard receive() else { return nil }
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      let count = unsafe Glibc.send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
      if count > 0 { sent += count } else if count == 0 || errno != EINTR { return false }
    }
    return true
  }

  private func receive() -> Bool {
    var room = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &room, room.count)
      if count > 0 {
        reader.receive(Array(room[..<count]))
        return true
      }
      guard count < 0, errno == EINTR else { return false }
    }
  }
}
