// Runs a program with an input, in its own process group and with a time limit. Blocks and takes over signals, so use
// it in a process that does nothing else.
import CNotify
import Glibc

public struct TimedProgram {
  /// In milliseconds of CLOCK_MONOTONIC.
  public struct Limits: Hashable, Sendable {
    /// After this time its group gets SIGTERM.
    public var run: Int
    /// After this further time its group gets SIGKILL.
    public var grace: Int
    public init(run: Int, grace: Int) { (self.run, self.grace) = (run, grace) }
  }

  public enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// It exceeded the time limit. `isKilled`: it did not end on SIGTERM.
    case late(isKilled: Bool)
    /// This process got a signal to end, and ended the program.
    case ended
    /// The `errno` value.
    case notStarted(Int32)
  }

  private enum Stage { case running, terminated, killed, abandoned }

  private let process: pid_t
  private let limits: Limits
  private let signals: Descriptor
  /// Our ends of its input and output pipes; nil once closed.
  private var input: Descriptor?
  private var output: Descriptor?
  private var unsent: ArraySlice<UInt8>
  private let onOutput: (ArraySlice<UInt8>) -> Void
  private var stage = Stage.running
  private var isInterrupted = false
  private var deadline: Int64
  private let began: Int64

  /// Starts the program and waits until it and all processes in its group have ended. Processes in another group
  /// (setsid) are left alone.
  /// - Parameters:
  ///   - path: its file. - words: its arguments, starting with `argv[0]`.
  ///   - onOutput: gets its standard output and standard error; nil discards them.
  ///   - onEnd: called once, when the program itself has ended, with its duration in milliseconds. Other processes of
  ///     its group may still run, within the same limits.
  public static func run(
    _ path: String, _ words: [String], input text: [UInt8], _ limits: Limits,
    onOutput: ((ArraySlice<UInt8>) -> Void)? = nil, onEnd: (Ending, Int) -> Void
  ) {
    guard var run = TimedProgram(path, words, text, limits, onOutput) else { return onEnd(.notStarted(errno), 0) }
    run.wait(onEnd)
  }

  /// Nil, with `errno`, when it cannot be started.
  private init?(
    _ path: String, _ words: [String], _ text: [UInt8], _ limits: Limits, _ onOutput: ((ArraySlice<UInt8>) -> Void)?
  ) {
    let output = onOutput == nil ? nil : Descriptor.pipe()
    guard let signals = Descriptor(cn_supervise_children()), let input = Descriptor.pipe(),
      (onOutput == nil) == (output == nil)
    else { return nil }
    var process: pid_t = 0
    errno = Self.spawn(path, words, input: input.read.number, output: output?.write.number, &process)
    guard errno == 0 else { return nil }
    (self.process, self.limits, self.signals, unsent) = (process, limits, signals, text[...])
    (self.input, self.output, self.onOutput) = (input.write, output?.read, onOutput ?? { _ in })
    for end in [self.input, self.output] { end?.makeNonBlocking() }
    began = Self.now()
    deadline = began + Int64(limits.run)
  }

  private mutating func wait(_ onEnd: (Ending, Int) -> Void) {
    var status: Int32 = 0
    var hasEnded = false
    while !hasEnded, stage != .abandoned {
      turn()
      hasEnded = waitpid(process, &status, WNOHANG) == process
    }
    while read() {}
    (input, output) = (nil, nil)
    onEnd(ending(hasEnded ? status : nil), Int(Self.now() - began))
    while stage != .abandoned, hasLeftovers() { turn() }
  }

  private func ending(_ status: Int32?) -> Ending {
    if stage != .running { return isInterrupted ? .ended : .late(isKilled: stage != .terminated) }
    guard let status else { return .late(isKilled: true) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  /// Whether its group still has processes. Its orphans have become our children.
  private func hasLeftovers() -> Bool {
    while true {
      let found = waitpid(-process, nil, WNOHANG)
      if found <= 0 { return found == 0 }
    }
  }

  // MARK: One turn

  private mutating func turn() {
    let awaited = [(signals, POLLIN), (input, POLLOUT), (output, POLLIN)]
    var waits = awaited.map { pollfd(fd: $0?.number ?? -1, events: Int16($1), revents: 0) }
    let left = Int32(clamping: max(0, deadline - Self.now()))
    if poll(&waits, nfds_t(waits.count), left) > 0 {
      if waits[0].revents != 0 { readSignals() }
      if waits[1].revents != 0 { write() }
      if waits[2].revents != 0 { _ = read() }
    }
    if Self.now() >= deadline { escalate() }
  }

  /// Sends SIGTERM at the first call, SIGKILL at the second, and gives up at the third.
  private mutating func escalate() {
    switch stage {
    case .running:
      stage = .terminated
      kill(-process, SIGTERM)
      // A stopped process would not handle SIGTERM.
      kill(-process, SIGCONT)
    case .terminated:
      stage = .killed
      kill(-process, SIGKILL)
    case .killed, .abandoned: stage = .abandoned
    }
    deadline = Self.now() + Int64(limits.grace)
  }

  /// signalfd(2): records of 128 bytes, which begin with the number of the signal.
  private mutating func readSignals() {
    var record = [UInt32](repeating: 0, count: 32)
    while Glibc.read(signals.number, &record, 128) == 128 {
      guard record[0] != UInt32(SIGCHLD), stage == .running else { continue }
      isInterrupted = true
      escalate()
    }
  }

  private mutating func write() {
    guard let input else { return }
    // An error: the program has closed its input.
    if !Descriptor.writeSome(&unsent, to: input.number) || unsent.isEmpty { self.input = nil }
  }

  /// - Returns: whether more output may be available now.
  private mutating func read() -> Bool {
    guard let output, let bytes = Descriptor.read(output.number, 16_384) else { return false }
    if bytes.isEmpty { self.output = nil } else { onOutput(bytes) }
    return !bytes.isEmpty
  }

  // MARK: The start

  private static func now() -> Int64 { Clocks.read().awakeNs / 1_000_000 }

  /// - Returns: 0, or the `errno` value.
  private static func spawn(
    _ path: String, _ words: [String], input: Int32, output: Int32?, _ process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, stream)
      } else {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    sigfillset(&set)
    posix_spawnattr_setsigdefault(&attributes, &set)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return withWords(words) { posix_spawn(&process, path.forC, &actions, &attributes, $0, environ) }
  }
}

extension ThisProcess {
  /// Sets the environment and working directory of programs that this process starts. Ignores a missing folder.
  public static func settle(in folder: String?, adding variables: [(name: String, value: String)]) {
    if let folder { _ = chdir(folder.forC) }
    for (name, value) in variables { setenv(name.forC, value.forC, 1) }
  }

  /// Reads standard input until its end, or until `limit` bytes are read.
  public static func allInput(limit: Int) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < limit {
      guard let bytes = Descriptor.read(STDIN_FILENO, min(16_384, limit - all.count)) else { continue }
      if bytes.isEmpty { break }
      all += bytes
    }
    return all
  }
}
