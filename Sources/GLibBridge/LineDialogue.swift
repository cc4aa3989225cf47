// A connection to a control socket for many long lines, each with an answer.
import CNotify
import Glibc

/// Waits for each answer; for programs that have nothing else to do.
public final class LineDialogue {
  private let socket: Int32

  /// Nil if no process of this user listens there.
  public init?(_ path: String) {
    socket = LineClient.newSocket()
    guard socket >= 0, LineClient.connects(socket, path), cn_peer_uid(socket) == Int(geteuid()) else { return nil }
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Sends one line.
  /// - Parameter limitMs: time allowed without progress at the other end.
  /// - Returns: false when it has gone, or took too long.
  public func send(_ line: String, limitMs: Int32) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { room in
        room.baseAddress.map { Glibc.send(socket, $0 + sent, room.count - sent, Int32(MSG_NOSIGNAL)) } ?? 0
      }
      if count > 0 { sent += count }
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN, wait(for: POLLOUT, limitMs) else { return false }
    }
    return true
  }

  /// The next bytes of an answer; nil if the other end has gone or the time is up.
  public func receive(limitMs: Int32) -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      guard wait(for: POLLIN, limitMs) else { return nil }
      let count = recv(socket, &room, room.count, 0)
      if count > 0 { return Array(room[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
    }
  }

  private func wait(for events: Int32, _ limitMs: Int32) -> Bool {
    var polled = pollfd(fd: socket, events: Int16(events), revents: 0)
    return poll(&polled, 1, limitMs) > 0
  }
}
