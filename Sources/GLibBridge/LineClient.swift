// Asks a control socket one thing and waits for the answer: for doctor, which must work whatever the daemon does.
import Glibc

public enum LineClient {
  /// What came of a request.
  public enum Outcome: Hashable, Sendable {
    /// The body lines without their tab, and the exit code.
    case answer([String], Int32)
    /// Nobody listens there, or whoever did has hung up without a word: it has ended.
    case nobody
    /// Somebody listens and has not answered in time, or not in our protocol.
    case silent
  }

  /// Sends one link and waits for its whole answer (docs/socket.md).
  /// - Parameter limitMs: for each piece of the answer, of which there are few.
  public static func ask(_ path: String, _ link: String, limitMs: Int32) -> Outcome {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard client >= 0 else { return .nobody }
    defer { close(client) }
    // A full queue of callers: somebody is there, and does not take them.
    guard connects(client, path) else { return errno == EAGAIN ? .silent : .nobody }
    let request = Array((link + "\n").utf8)
    guard send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return errno == EPIPE ? .nobody : .silent
    }
    var received: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 16 * 1024)
    for _ in 0..<64 {
      if let answer = parse(received) { return answer }
      var wait = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, limitMs) > 0 else { return .silent }
      let count = recv(client, &room, room.count, 0)
      guard count > 0 else { return received.isEmpty ? .nobody : .silent }
      received += room[..<count]
    }
    return .silent
  }

  /// Nil while the line with the exit code is not there.
  static func parse(_ bytes: [UInt8]) -> Outcome? {
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard let code = lines.last.flatMap({ Int32($0) }) else { return nil }
    return .answer(lines.dropLast().map { String($0.dropFirst()) }, code)
  }

  private static func connects(_ client: Int32, _ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafeBytes(of: &address) { bytes in
      guard let base = bytes.baseAddress else { return false }
      return connect(client, base.assumingMemoryBound(to: sockaddr.self), size) == 0
    }
  }
}
