// The limit of all waits of tests. It makes a test fail instead of hanging, and never decides whether one passes.
import Glibc

public enum Patience {
  /// The limit of every wait, in seconds.
  public static let seconds: Int64 = 60
  /// The same in milliseconds.
  public static let milliseconds = Int(seconds) * 1000

  /// Milliseconds on a monotonic clock.
  public static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Polls a condition every few milliseconds, for states without a notification (a process, a file); false after the
  /// limit.
  public static func wait(
    milliseconds: Int = milliseconds, until condition: () throws -> Bool
  ) rethrows -> Bool {
    let deadline = now() + Int64(milliseconds)
    while try !condition() {
      if now() > deadline { return false }
      poll(nil, 0, 5)
    }
    return true
  }

  /// Waits until the descriptor is readable or at its end; false after `deadline`.
  public static func waitToRead(_ descriptor: Int32, until deadline: Int64) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = deadline - now()
      if poll(&polled, 1, Int32(max(0, left))) > 0 { return true }
      if left <= 0 { return false }
    }
  }
}

/// Like `Patience.wait`, but yields to other tasks, which may be queued behind this one; for slow operations. It checks
/// many times before it gives up, even if late, because on a busy machine both the checks and the awaited steps may be
/// queued for long.
public func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  let deadline = Patience.now() + Int64(Patience.milliseconds)
  var looks = 0
  while try !condition() {
    looks += 1
    if looks > 500, Patience.now() > deadline { return false }
    try? await Task.sleep(nanoseconds: 5_000_000)
  }
  return true
}
