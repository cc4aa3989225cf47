// The built command with a pipe for its output, as a bar runs it: lines are read while it lives.
import Glibc

/// A command that goes on; killed and waited for when it is let go.
final class PipedChild {
  let identifier: pid_t
  private var output: Int32
  private let problems: Int32
  private var bytes: [UInt8] = []
  private var said: [UInt8] = []
  private var status: Int32?

  init(_ words: [String], environment: [String]) {
    var (outputs, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&outputs)
    pipe(&errors)
    for descriptor in outputs + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
    identifier = Child.spawn(words, environment, &actions)
    close(outputs[1])
    close(errors[1])
    (output, problems) = (outputs[0], errors[0])
  }

  deinit {
    if status == nil { kill(identifier, SIGKILL) }
    _ = end()
    closeOutput()
    close(problems)
  }

  /// What it has printed so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads until the output has `wanted`; false after 10 s, or when it ends without.
  func waitFor(_ wanted: String) -> Bool {
    for _ in 0..<1000 {
      if text.contains(wanted) { return true }
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10) > 0 else { continue }
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &room, room.count)
      guard count > 0 else { return false }
      bytes += room[..<count]
    }
    return false
  }

  /// Nobody reads its lines any more.
  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// Waits for its end, each of its words on stderr for 10 s at most.
  /// - Returns: The exit code; 128 + n after signal n; -1 when it did not end and was killed.
  func end() -> Int32 {
    if let status { return status }
    var isHung = false
    while !isHung {
      var polled = pollfd(fd: problems, events: Int16(POLLIN), revents: 0)
      isHung = poll(&polled, 1, 10_000) == 0
      var room = [UInt8](repeating: 0, count: 65_536)
      guard !isHung, case let count = read(problems, &room, room.count), count > 0 else { break }
      said += room[..<count]
    }
    if isHung { kill(identifier, SIGKILL) }
    var found: Int32 = 0
    waitpid(identifier, &found, 0)
    let code = isHung ? -1 : found & 0x7F == 0 ? found >> 8 & 0xFF : 128 + found & 0x7F
    status = code
    return code
  }

  /// Everything on its stderr, after its end.
  var errors: String { String(decoding: said, as: UTF8.self) }
}
