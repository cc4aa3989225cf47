// Starting programs from a test: with an empty signal mask, in an environment of their own, and with no descriptor of
// the test but those they are given.
import Glibc

public enum Program {
  /// The directory of the built programs: the test bundle's own.
  public static let products: String = {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = room.withUnsafeMutableBytes { bytes in
      readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    let own = String(decoding: room[..<max(count, 0)], as: UTF8.self)
    // `swift test` may run the bundle inside a helper program; the bundle's path is then among the arguments.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
  }()

  /// Whether a program is on PATH.
  public static func exists(_ name: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Starts a program; nil when it cannot be.
  /// - environment: nil is this process's own.
  /// - output, errors: become its stdout and stderr; otherwise they go nowhere.
  public static func spawn(
    _ words: [String], environment: [String]? = nil, output: Int32? = nil, errors: Int32? = nil
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (place, given) in [(Int32(1), output), (2, errors)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, place)
      } else {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_WRONLY, 0)
      }
    }
    // Those that are not open are skipped.
    for inherited in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, inherited) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure =
      environment == nil
      ? posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
      : posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    return failure == 0 ? process : nil
  }

  /// Runs a program to its end: its exit code (nil when a signal ended it, or it could not start), and what it wrote to
  /// stdout and stderr. Ended with SIGKILL after `seconds` without a word.
  public static func run(
    _ words: [String], environment: [String]? = nil, seconds: Int32 = 20
  ) -> (code: Int32?, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (nil, "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process = spawn(words, environment: environment, output: ends[1], errors: ends[1])
    close(ends[1])
    guard let process else { return (nil, "\(words[0]) cannot be started") }
    var (bytes, room) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&ready, 1, seconds * 1000) == 1 else {
        kill(process, SIGKILL)
        break
      }
      let count = read(ends[0], &room, room.count)
      guard count > 0 else { break }
      bytes += room[..<count]
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, String(decoding: bytes, as: UTF8.self))
  }
}
