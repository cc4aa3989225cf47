// A blocking connection to a control socket for many long lines, each with an answer.
import CNotify
import Glibc

/// For programs that have nothing else to do.
public final class LineDialogue {
  private let socket: Int32

  /// Nil if no process of this user listens there.
  public init?(_ path: String) {
    socket = LineClient.newSocket()
    guard socket >= 0, LineClient.connects(socket, path), cn_peer_uid(socket) == Int(geteuid()) else { return nil }
  }

  deinit { if socket >= 0 { close(socket) } }

  /// - Parameter limitMs: longest time without progress.
  /// - Returns: false if the other end has gone or the time is up.
  public func send(_ line: String, limitMs: Int32) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Glibc.send(socket, $0 + sent, buffer.count - sent, Int32(MSG_NOSIGNAL)) } ?? 0
      }
      if count > 0 { sent += count }
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN, wait(for: POLLOUT, limitMs) else { return false }
    }
    return true
  }

  /// The next bytes of an answer; nil if the other end has gone or the time is up.
  public func receive(limitMs: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      guard wait(for: POLLIN, limitMs) else { return nil }
      let count = recv(socket, &buffer, buffer.count, 0)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
    }
  }

  private func wait(for events: Int32, _ limitMs: Int32) -> Bool {
    var polled = pollfd(fd: socket, events: Int16(events), revents: 0)
    return poll(&polled, 1, limitMs) > 0
  }
}
