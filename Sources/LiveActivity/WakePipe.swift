// A pipe that wakes a thread waiting for descriptors. One of the few files with unsafe code.
internal import Glibc
internal import TomatoSocket

/// Any thread may write to it; several calls of `wake` wake once.
final class WakePipe: Sendable {
  private let pipe = Descriptor.pipe()

  init() {
    for end in [pipe?.reading, pipe?.writing] { _ = fcntl(end?.number ?? -1, F_SETFL, O_NONBLOCK) }
  }

  /// Readable after `wake`.
  var descriptor: Int32 { pipe?.reading.number ?? -1 }

  func wake() { _ = unsafe write(pipe?.writing.number ?? -1, "!", 1) }
  func clear() { _ = SystemCalls.read(descriptor) }
}
