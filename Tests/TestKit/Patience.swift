// How long a test waits for something that has to come. There is one limit for all of them: it is there so that a test
// fails instead of hanging, and it never decides whether a test passes on a slow machine.
import Glibc

public enum Patience {
  /// The limit of every wait, in seconds.
  public static let seconds: Int64 = 60
  /// The same in milliseconds.
  public static let milliseconds = Int(seconds) * 1000

  /// Milliseconds on a clock that never jumps.
  public static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Looks every few milliseconds whether the condition holds, for what says nothing when it changes (a process, a
  /// file); false when the limit has passed.
  public static func wait(until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = now() + Int64(milliseconds)
    while try !condition() {
      if now() > deadline { return false }
      poll(nil, 0, 5)
    }
    return true
  }

  /// Waits until the descriptor has something to read, or its end; false when that did not happen by `deadline`.
  public static func waitToRead(_ descriptor: Int32, until deadline: Int64) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = deadline - now()
      if poll(&polled, 1, Int32(max(0, left))) > 0 { return true }
      if left <= 0 { return false }
    }
  }
}

/// As `Patience.wait`, and lets others work meanwhile: for what tasks do, which may stand in the queue behind this one,
/// and for what takes long. It looks often before it gives up, however late it is: on a busy machine a look, and a step
/// of what is waited for, may stand in that queue for long.
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
