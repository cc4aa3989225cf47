// A pipe that wakes a thread waiting for descriptors. One of the few files with unsafe code.
internal import Glibc
internal import TomatoSocket

/// Any thread may write to it; several calls of `wake` wake once.
final class WakePipe: Sendable {
  /// Readable after `wake`.
  let descriptor: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    (descriptor, writeEnd) = (ends[0], ends[1])
    for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) == 0 { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit { for end in [descriptor, writeEnd] where end >= 0 { close(end) } }

  func wake() { _ = unsafe write(writeEnd, "!", 1) }
  func clear() { _ = SystemCalls.read(descriptor) }
}
