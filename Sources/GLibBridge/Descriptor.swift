// Owns file descriptors; makes pipes, reads, writes and waits.
import Glibc

/// Owns a file descriptor, which closes when this is released.
final class Descriptor: Sendable {
  let number: Int32

  /// Nil, with `errno`, for the result of a call that failed.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// The ends of a new pipe, which programs started by this process do not inherit; nil, with `errno`, on failure.
  static func pipe() -> (read: Descriptor, write: Descriptor)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0, let read = Descriptor(ends[0]), let write = Descriptor(ends[1]) else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (read, write)
  }

  func makeNonBlocking() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }

  /// Reads at most `limit` bytes; nil if none have arrived yet, empty at the end or after an error.
  static func read(_ number: Int32, _ limit: Int) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(number, &buffer, limit)
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : buffer.prefix(max(count, 0))
  }

  /// Waits for one of the events of poll(2), an error or a hang-up; false after the time or a signal.
  /// - milliseconds: -1 for no limit.
  static func wait(_ number: Int32, for events: Int32 = POLLIN, milliseconds: Int32 = 0) -> Bool {
    var wait = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }

  /// Writes what fits into a pipe, and drops it from `bytes`.
  /// - Returns: false after an error, as when nobody reads any more.
  static func writeSome(_ bytes: inout ArraySlice<UInt8>, to number: Int32) -> Bool {
    let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    bytes = bytes.dropFirst(count)
    return true
  }

  /// Writes everything, blocking if needed.
  /// - Returns: 0, or the error number of the write that failed.
  static func writeAll(_ bytes: [UInt8], to number: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        return EIO
      } else if errno == EAGAIN {
        _ = wait(number, for: POLLOUT, milliseconds: -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
