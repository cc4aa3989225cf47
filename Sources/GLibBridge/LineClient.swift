// Sends one request to a control socket and waits for the answer, for the start and for doctor. The caller parses the
// answer.
import CNotify
import Glibc

public enum LineClient {
  public enum Outcome<Answer> {
    case answer(Answer)
    /// No process listens, or it closed the connection without an answer.
    case nobody
    /// A process of another user listens; the user's id.
    case stranger(Int)
    /// A process listens, but does not answer in time or in the protocol.
    case silent
  }

  /// Sends one line and waits for its whole answer.
  /// - limitMs: time for each of the few pieces of the answer.
  /// - take: gets each piece; returns the answer once it is complete, throws if it is invalid.
  public static func ask<Answer>(
    _ path: String, _ line: String, limitMs: Int32, take: ([UInt8]) throws -> Answer?
  ) -> Outcome<Answer> {
    let client = newSocket()
    guard client >= 0 else { return .nobody }
    defer { close(client) }
    // EAGAIN means a full backlog: a process listens but does not accept.
    guard connects(client, path) else { return errno == EAGAIN ? .silent : .nobody }
    let peer = cn_peer_uid(client)
    guard peer == Int(geteuid()) else { return .stranger(peer) }
    let request = Array((line + "\n").utf8)
    guard send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return errno == EPIPE ? .nobody : .silent
    }
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    for piece in 0..<64 {
      var wait = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, limitMs) > 0 else { return .silent }
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return piece == 0 ? .nobody : .silent }
      do {
        if let answer = try take(Array(buffer[..<count])) { return .answer(answer) }
      } catch {
        return .silent
      }
    }
    return .silent
  }

  /// Whether a process listens at the path. A full backlog counts as yes.
  public static func hasListener(at path: String) -> Bool {
    let client = newSocket()
    guard client >= 0 else { return false }
    defer { close(client) }
    return connects(client, path) || errno == EAGAIN
  }

  static func newSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  /// - Returns: false, with `errno`, on failure.
  static func connects(_ client: Int32, _ path: String) -> Bool {
    let result = SocketAddress.with(path) { connect(client, $0, $1) }
    if result == nil { errno = ENAMETOOLONG }
    return result == 0
  }
}
