// Owned file descriptors. Unsafe code: pipe2.
internal import Glibc

/// Swift does not see it in the header.
@_silgen_name("pipe2")
private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

/// Closes the descriptor when released.
public final class Descriptor: Sendable {
  public let number: Int32

  /// Nil, with `errno`, for the result of a call that failed.
  public init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// The ends of a new pipe, which child processes do not inherit, not even those that another thread starts meanwhile;
  /// nil, with `errno`, on failure.
  public static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0, let reading = Descriptor(ends[0]), let writing = Descriptor(ends[1])
    else { return nil }
    return (reading, writing)
  }
}
