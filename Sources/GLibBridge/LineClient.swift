// A blocking client of a control socket, for programs that have nothing else to do. The caller parses the answers.
import CNotify
import Glibc

/// A connection for many long lines, each with an answer.
public final class LineClient {
  private let socket: Descriptor

  private init(_ socket: Descriptor) { self.socket = socket }

  /// Nil if no process of this user listens there.
  public convenience init?(_ path: String) {
    guard let socket = SocketAddress.connect(path), cn_peer_uid(socket.number) == Int(geteuid()) else { return nil }
    self.init(socket)
  }

  /// - Parameter limitMs: longest time without progress.
  /// - Returns: false, with `errno`, if the other end has gone or the time is up.
  public func send(_ line: String, limitMs: Int32) -> Bool {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      rest = rest.dropFirst(max(count, 0))
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN, Descriptor.wait(socket.number, for: POLLOUT, milliseconds: limitMs) else { return false }
    }
    return true
  }

  /// The next bytes of an answer; empty if the other end has gone, nil if the time is up.
  public func receive(limitMs: Int32) -> [UInt8]? {
    while Descriptor.wait(socket.number, milliseconds: limitMs) {
      if let bytes = Descriptor.read(socket.number, 16 * 1024) { return Array(bytes) }
    }
    return nil
  }

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
    guard let socket = SocketAddress.connect(path) else { return errno == EAGAIN ? .silent : .nobody }
    let peer = cn_peer_uid(socket.number)
    guard peer == Int(geteuid()) else { return .stranger(peer) }
    let client = LineClient(socket)
    guard client.send(line, limitMs: limitMs) else { return errno == EPIPE ? .nobody : .silent }
    for piece in 0..<64 {
      guard let bytes = client.receive(limitMs: limitMs) else { return .silent }
      if bytes.isEmpty { return piece == 0 ? .nobody : .silent }
      do {
        if let answer = try take(bytes) { return .answer(answer) }
      } catch {
        return .silent
      }
    }
    return .silent
  }

  /// Whether a process listens at the path. A full backlog counts as yes.
  public static func hasListener(at path: String) -> Bool { SocketAddress.connect(path) != nil || errno == EAGAIN }
}
