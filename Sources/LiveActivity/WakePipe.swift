// A pipe that wakes a thread waiting for descriptors. One of the few files with unsafe code.
internal import Glibc
internal import Synchronization
internal import TomatoSocket

/// Any thread may write to it; several calls of `wake` wake once.
final class WakePipe: Sendable {
  typealias Ends = (reading: Descriptor, writing: Descriptor)

  /// Nil while the process has no descriptors left.
  private let pipe: Mutex<Ends?>
  private let open: @Sendable () -> Ends?

  init(_ open: @escaping @Sendable () -> Ends? = { Descriptor.pipe() }) {
    self.open = open
    pipe = Mutex(Self.opened(open))
  }

  private static func opened(_ open: () -> Ends?) -> Ends? {
    guard let pipe = open() else { return nil }
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    return pipe
  }

  /// Readable after `wake`. While there is no pipe: -1, and each call tries to open one.
  var descriptor: Int32 {
    pipe.withLock { pipe in
      if pipe == nil {
        pipe = Self.opened(open)
        // There may have been a call of `wake` meanwhile.
        Self.wake(pipe)
      }
      return pipe?.reading.number ?? -1
    }
  }

  func wake() { pipe.withLock { Self.wake($0) } }
  private static func wake(_ pipe: Ends?) { _ = unsafe write(pipe?.writing.number ?? -1, "!", 1) }

  func clear() { _ = SystemCalls.read(descriptor) }
}
