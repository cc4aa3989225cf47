// The built command on a terminal of its own, for tests from outside.
import Glibc
import Synchronization

/// A program with a pseudoterminal, or pipes, as its stdin, stdout and stderr.
final class Child {
  let identifier: pid_t
  private let main: Int32
  private let side: Int32
  private(set) var output: [UInt8] = []
  private var status: Int32?

  /// The folder of the built programs: the test bundle's own.
  static var products: String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &room, room.count - 1)
    let path = String(decoding: room[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    // `swift test` may run the bundle inside a helper program; the bundle's path is then among the arguments.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? path
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
  }

  /// Starts the command with `words` on a terminal of this size.
  init(_ words: [String], environment: [String], columns: UInt16 = 80, rows: UInt16 = 24) {
    var (main, side): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    precondition(openpty(&main, &side, &name, nil, &size) == 0)
    for descriptor in [main, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Kept open, so that the modes can be read after the program has ended.
    (self.main, self.side) = (main, side)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    identifier = Child.spawn(words, environment, &actions)
  }

  static func spawn(
    _ words: [String], _ environment: [String], _ actions: inout posix_spawn_file_actions_t
  ) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // 0x80 is glibc's POSIX_SPAWN_SETSID.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let path = products + "/tomato-notify"
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

  deinit {
    if status == nil {
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    close(main)
    close(side)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  func type(_ text: String) { _ = write(main, text, text.utf8.count) }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal's local modes, which raw mode changes.
  var localModes: tcflag_t {
    var modes = termios()
    tcgetattr(main, &modes)
    return modes.c_lflag
  }

  /// Reads until the output from `start` on has `wanted`; false after 10 s, or when the program has ended without it.
  func waitFor(_ wanted: String, from start: Int = 0, rounds: Int = 1000) -> Bool {
    let wanted = Array(wanted.utf8)
    for _ in 0..<rounds {
      if output.count > start, Child.contains(output[start...], wanted) { return true }
      var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10) > 0 else { continue }
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = read(main, &room, room.count)
      guard count > 0 else { return false }
      output += room[..<count]
    }
    return false
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  /// Reads to the end and returns the exit code; 128 + n after signal n.
  func end() -> Int32 {
    var status: Int32 = 0
    for _ in 0..<1000 {
      let found = waitpid(identifier, &status, WNOHANG)
      _ = waitFor("\u{0}", rounds: 1)
      if found == identifier { break }
    }
    self.status = status
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Runs the built command with pipes for its output, to its end.
func runCommand(_ words: [String], environment: [String], closingOutput: Bool = false) -> (
  code: Int32, output: String, errors: String
) {
  var (outputs, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
  pipe(&outputs)
  pipe(&errors)
  for descriptor in outputs + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
  posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
  let identifier = Child.spawn(words, environment, &actions)
  close(outputs[1])
  close(errors[1])
  if closingOutput { close(outputs[0]) }
  let texts = [closingOutput ? -1 : outputs[0], errors[0]].map { descriptor in
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &room, room.count), count > 0 { bytes += room[..<count] }
    if descriptor >= 0 { close(descriptor) }
    return String(decoding: bytes, as: UTF8.self)
  }
  var status: Int32 = 0
  waitpid(identifier, &status, 0)
  let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  return (code, texts[0], texts[1])
}
