// Starts programs from a test: in their own session and environment, with only the given descriptors of the test.
import Glibc
import Testing

public enum Program {
  /// This program, with all tests. `swift test` may run it inside a helper program; its path is then among the
  /// arguments.
  public static let bundle =
    CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Files.target(of: "/proc/self/exe") ?? ""
  /// The directory of the built programs: the test bundle's own.
  public static let products = String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])

  /// Whether a program is on PATH.
  public static func exists(_ name: String) -> Bool { find(name) != nil }

  /// A program's path, searched on PATH; a path is returned if the program exists.
  public static func find(_ name: String) -> String? {
    let places = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
    return places.first { access($0, X_OK) == 0 }
  }

  private static let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"

  /// The default environment of a program: only PATH of the machine.
  public static var environment: [String] {
    ["PATH=" + path, "HOME=" + RunFolder.path, "LC_ALL=C.UTF-8", "TZ=UTC", "SWIFT_BACKTRACE=enable=no"]
  }

  /// This test run's sanitizer options, also for the programs built with them.
  private static let sanitizers = ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { name in
    getenv(name).map { name + "=" + String(cString: $0) }
  }

  /// A program's descriptors. By default its input is empty and its output is discarded.
  public struct Streams {
    public var input: Int32?
    public var output: Int32?
    public var errors: Int32?
    /// Becomes descriptor 3, which is closed by default.
    public var third: Int32?
    /// The path of its controlling terminal, which becomes all three streams.
    public var terminal: String?

    public init(
      input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, third: Int32? = nil, terminal: String? = nil
    ) {
      (self.input, self.output, self.errors, self.third) = (input, output, errors, third)
      self.terminal = terminal
    }
  }

  /// Starts an existing program, like `spawn`. A failure to start fails the test, and the returned process does not
  /// exist.
  public static func started(_ words: [String], environment: [String]? = nil, _ streams: Streams = Streams()) -> pid_t {
    if let process = spawn(words, environment: environment, streams) { return process }
    Issue.record("\(words) cannot be started: errno \(errno)")
    return noProcess
  }

  /// An identifier that no process has; the kernel's maximum is 2^22.
  static let noProcess = pid_t.max

  /// Starts a program; nil on failure, with errno set.
  /// - environment: nil is `environment`.
  /// - folder: where it starts; nil is this process's own.
  public static func spawn(
    _ words: [String], environment: [String]? = nil, in folder: String? = nil, _ streams: Streams = Streams()
  ) -> pid_t? {
    // glibc's function for the working directory is not available in Swift.
    let words = folder.map { ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", $0] + words } ?? words
    let marked = (environment ?? Self.environment) + sanitizers + ["\(RunFolder.mark)=\(RunFolder.path)"]
    return spawnUnmarked(words, environment: marked, streams)
  }

  static func spawnUnmarked(_ words: [String], environment: [String], _ streams: Streams) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(streams, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // 0x80 is glibc's POSIX_SPAWN_SETSID.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    guard let program = words.first else { return nil }
    var process = pid_t()
    errno = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    return errno == 0 ? process : nil
  }

  private static func connect(_ streams: Streams, _ actions: inout posix_spawn_file_actions_t) {
    if let terminal = streams.terminal {
      // The first terminal that the leader of a session opens becomes its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      for place in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, 0, place) }
    } else {
      let given = [streams.input, streams.output, streams.errors]
      for (place, descriptor) in given.enumerated() {
        if let descriptor {
          posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        } else {
          posix_spawn_file_actions_addopen(&actions, Int32(place), "/dev/null", place == 0 ? O_RDONLY : O_WRONLY, 0)
        }
      }
    }
    if let third = streams.third { posix_spawn_file_actions_adddup2(&actions, third, 3) }
    // Closes descriptors opened by other tests. glibc ignores closed ones.
    for other in Int32(streams.third == nil ? 3 : 4)..<256 { posix_spawn_file_actions_addclose(&actions, other) }
  }

  /// Runs a program to its end; returns its exit code, 128 + n after signal n (nil if it could not start or was killed
  /// after the limit), and its stdout and stderr in order.
  public static func run(
    _ words: [String], environment: [String]? = nil, in folder: String? = nil
  ) -> (code: Int32?, output: String) {
    guard let program = RunningProgram(words, environment: environment, in: folder, isOneStream: true) else {
      return (nil, "\(words) cannot be started")
    }
    return (program.finish(), program.output)
  }

  /// Writes a program, such as a script, in another process that has ended on return. A program that any process, such
  /// as another thread's new child, has open for writing cannot be started.
  public static func install(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let words = ["/bin/sh", "-c", "printf %s \"$2\" >\"$1\" && chmod 755 \"$1\"", "sh", path, text]
    let outcome = run(words)
    if outcome.code != 0 { Issue.record("\(path): \(outcome)", sourceLocation: sourceLocation) }
  }

  /// Copies a program, in the same way.
  public static func copy(_ program: String, to path: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let outcome = run(["cp", program, path])
    if outcome.code != 0 { Issue.record("\(path): \(outcome)", sourceLocation: sourceLocation) }
  }

  /// The exit code in what waitpid(2) has found; 128 + n after signal n.
  public static func code(_ status: Int32) -> Int32 { status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F }

  /// Waits for the end of a process that was spawned.
  public static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return code(status)
  }
}
