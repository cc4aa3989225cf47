// A program that was started, what it says, and how it ends; every wait has a bound.
import Glibc

/// A process that this one started. Killed and waited for when it is let go.
final class Process {
  let identifier: pid_t
  /// Its stdout, stderr, and descriptor 3 where it has one; read by us.
  private var pipes: [Int32]
  private(set) var texts: [[UInt8]]
  private var status: Int32?

  /// - Parameter ready: gives the process a descriptor 3 to write to.
  init(_ path: String, _ words: [String], environment: [String], ready: Bool = false) {
    let pairs = (0..<(ready ? 3 : 2)).map { _ in socketPair() }
    pipes = pairs.map(\.0)
    texts = pairs.map { _ in [] }
    identifier = Process.spawn(path, words, environment: environment, outputs: pairs.map(\.1))
    for pair in pairs { close(pair.1) }
  }

  deinit {
    if status == nil { _ = end(killing: SIGKILL) }
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  var output: String { String(decoding: texts[0], as: UTF8.self) }
  var errors: String { String(decoding: texts[1], as: UTF8.self) }
  var said: String { String(decoding: texts[2], as: UTF8.self) }
  var isAlive: Bool { status == nil && kill(identifier, 0) == 0 && !reap() }

  /// Starts a program in a session of its own, with nothing open but what is named here.
  /// - outputs: become 1, 2 and 3.
  static func spawn(
    _ path: String, _ words: [String], environment: [String], input: Int32? = nil, outputs: [Int32] = []
  ) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for (place, output) in outputs.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, output, Int32(place) + 1)
    }
    for place in outputs.count..<max(outputs.count, 2) {
      posix_spawn_file_actions_addopen(&actions, Int32(place) + 1, "/dev/null", O_WRONLY, 0)
    }
    // What other tests have open at this moment. glibc does not mind those that are not open.
    for other in max(Int32(outputs.count) + 1, 3)..<256 { posix_spawn_file_actions_addclose(&actions, other) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // 0x80 is glibc's POSIX_SPAWN_SETSID.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer {
      for pointer in arguments + variables { free(pointer) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, path, &actions, &attributes, &arguments, &variables)
    precondition(error == 0, "\(path): \(String(cString: strerror(error)))")
    return identifier
  }

  /// Reads until `text` from descriptor `place` (0 stdout, 1 stderr, 2 the third) has what is wanted, or it ended.
  func wait(for wanted: String, on place: Int = 0, seconds: Int64 = 20) -> Bool {
    let deadline = milliseconds() + seconds * 1000
    while true {
      if String(decoding: texts[place], as: UTF8.self).contains(wanted) { return true }
      guard pipes[place] >= 0, waitToRead(pipes[place], until: deadline) else { return false }
      drain(place)
    }
  }

  /// The lines on stderr so far: what the daemon had to say before it was ready.
  var notes: [Substring] {
    while pipes[1] >= 0, waitToRead(pipes[1], until: milliseconds()) { drain(1) }
    return errors.split(separator: "\n")
  }

  private func drain(_ place: Int) {
    if let bytes = readSome(pipes[place]) {
      texts[place] += bytes
    } else {
      close(pipes[place])
      pipes[place] = -1
    }
  }

  /// Reads everything it says until it ends.
  /// - Returns: The exit code, 128 + n after signal n; nil when it did not end in time and was killed.
  func end(seconds: Int64 = 20, killing signal: Int32? = nil) -> Int32? {
    if let signal, status == nil { kill(identifier, signal) }
    let deadline = milliseconds() + seconds * 1000
    while !reap() {
      guard milliseconds() < deadline else {
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        self.status = status
        return nil
      }
      var polled = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Bounded, because the pipes may close a moment before the process can be waited for, or not at all.
      poll(&polled, nfds_t(polled.count), pipes.allSatisfy { $0 < 0 } ? 2 : 10)
      for (place, found) in polled.enumerated() where found.revents != 0 { drain(place) }
    }
    for place in pipes.indices {
      while pipes[place] >= 0, waitToRead(pipes[place], until: milliseconds()) { drain(place) }
    }
    let status = self.status ?? 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private func reap() -> Bool {
    if status != nil { return true }
    var found: Int32 = 0
    guard waitpid(identifier, &found, WNOHANG) == identifier else { return false }
    status = found
    return true
  }
}
