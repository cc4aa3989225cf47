// No process and no file of these tests outlives them, even if the test run itself is killed: a guard, a process of its
// own session, waits for the end of this one and cleans up.
import Glibc

/// The folder below which every home of the tests is, and its guard. One for each test run.
enum Watchdog {
  /// The variable that every process of these tests carries, with its home as the value.
  static let mark = "TOMATO_TEST_HOME"

  /// `/tmp/tn-XXXXXX`: short, because a socket's path has at most 107 bytes.
  static let folder: String = {
    var template = Array("/tmp/tn-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no folder under /tmp") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    start(folder)
    return folder
  }()

  /// Reads until this process, the only holder of the other end, is gone.
  private static func start(_ folder: String) {
    let script = """
      trap '' HUP INT TERM
      read -r line
      for environment in /proc/[0-9]*/environ; do
        process=${environment#/proc/}
        tr '\\0' '\\n' < "$environment" 2> /dev/null | grep -q "^\(mark)=$1/" && kill -9 "${process%/environ}"
      done
      rm -rf "$1"
      """
    let (ours, theirs) = socketPair()
    _ = Process.spawn("/bin/sh", ["-c", script, "sh", folder], environment: ["PATH=/usr/bin:/bin"], input: theirs)
    close(theirs)
    // `ours` stays open as long as this process lives.
    _ = ours
  }
}

/// Two connected sockets that are closed when a program is started; from the beginning, so no other test's child gets
/// them.
func socketPair() -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
  return (ends[0], ends[1])
}

/// Milliseconds on a clock that never jumps.
func milliseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

/// Waits until the descriptor has something to read, or its end; false when that did not happen in time.
func waitToRead(_ descriptor: Int32, until deadline: Int64) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    let left = deadline - milliseconds()
    let count = poll(&polled, 1, Int32(max(0, left)))
    if count > 0 { return true }
    if left <= 0 { return false }
  }
}

/// Everything that can be read now; nil at the end.
func readSome(_ descriptor: Int32) -> [UInt8]? {
  var room = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &room, room.count)
  if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
  return count > 0 ? Array(room[..<count]) : nil
}
