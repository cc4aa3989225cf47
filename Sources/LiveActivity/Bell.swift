// Wakes a thread that waits for descriptors. One of the few files with unsafe code.
internal import Glibc
internal import TomatoSocket

/// Any thread may ring it; several rings wake once.
final class Bell: Sendable {
  /// What to wait for.
  let descriptor: Int32
  private let other: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    (descriptor, other) = (ends[0], ends[1])
    for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) == 0 { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit { for end in [descriptor, other] where end >= 0 { close(end) } }

  func ring() { _ = unsafe write(other, "!", 1) }
  /// Clears the rings.
  func silence() { _ = SystemCalls.read(descriptor) }
}
