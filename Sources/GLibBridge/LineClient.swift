// Asks a control socket one thing and waits for the answer: for the start and for doctor, which must work whatever the
// daemon does. What an answer looks like is for the caller to say.
import CNotify
import Glibc

public enum LineClient {
  /// What came of a request.
  public enum Outcome<Answer> {
    case answer(Answer)
    /// No process listens there, or it hung up without a word: the other end has ended.
    case nobody
    /// A process of another user listens there; its id.
    case stranger(Int)
    /// Somebody listens and has not answered in time, or not in our protocol.
    case silent
  }

  /// Sends one line and waits for its whole answer.
  /// - limitMs: for each piece of the answer, of which there are few.
  /// - take: gets the pieces as they come, and says the answer when it is whole; it throws when it never can be.
  public static func ask<Answer>(
    _ path: String, _ line: String, limitMs: Int32, take: ([UInt8]) throws -> Answer?
  ) -> Outcome<Answer> {
    let client = newSocket()
    guard client >= 0 else { return .nobody }
    defer { close(client) }
    // A full queue of callers: somebody is there, and does not take them.
    guard connects(client, path) else { return errno == EAGAIN ? .silent : .nobody }
    let peer = cn_peer_uid(client)
    guard peer == Int(geteuid()) else { return .stranger(peer) }
    let request = Array((line + "\n").utf8)
    guard send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return errno == EPIPE ? .nobody : .silent
    }
    var room = [UInt8](repeating: 0, count: 16 * 1024)
    for piece in 0..<64 {
      var wait = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, limitMs) > 0 else { return .silent }
      let count = recv(client, &room, room.count, 0)
      guard count > 0 else { return piece == 0 ? .nobody : .silent }
      do {
        if let answer = try take(Array(room[..<count])) { return .answer(answer) }
      } catch {
        return .silent
      }
    }
    return .silent
  }

  /// Whether somebody listens at the path. A full queue of callers is an answer, too.
  public static func hasListener(at path: String) -> Bool {
    let client = newSocket()
    guard client >= 0 else { return false }
    defer { close(client) }
    return connects(client, path) || errno == EAGAIN
  }

  static func newSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  /// False with `errno`.
  static func connects(_ client: Int32, _ path: String) -> Bool {
    let result = SocketAddress.with(path) { connect(client, $0, $1) }
    if result == nil { errno = ENAMETOOLONG }
    return result == 0
  }
}
