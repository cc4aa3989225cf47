// Owned file descriptors. Unsafe code: pipe.
internal import Glibc

/// Closes the descriptor when released.
public final class Descriptor: Sendable {
  public let number: Int32

  /// Nil, with `errno`, for the result of a call that failed.
  public init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// The ends of a new pipe, which child processes do not inherit; nil, with `errno`, on failure.
  public static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0, let reading = Descriptor(ends[0]), let writing = Descriptor(ends[1]) else {
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (reading, writing)
  }
}
