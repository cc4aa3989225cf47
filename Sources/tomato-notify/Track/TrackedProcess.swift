// The process of a tracked command: started in the same terminal, waited for, signalled. One of the few files with
// unsafe code.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

/// Gives the terminal to the new process's group before it runs the command (glibc 2.35). Swift does not see it in the
/// header.
@_silgen_name("posix_spawn_file_actions_addtcsetpgrp_np")
private func addTerminal(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ terminal: Int32
) -> Int32

struct TrackedProcess {
  let identifier: pid_t
  /// The process leads a group of its own, which gets the terminal; otherwise it is in our group.
  let hasGroup: Bool

  enum Change {
    case ended(TrackOutcome)
    /// Stopped by this signal: Ctrl-Z, or a use of the terminal from the background.
    case stopped(Int32)
  }

  /// Starts a command. `signals` stay blocked here; the command has the mask from before.
  /// - Throws: 127 when there is no such command, 126 when it cannot be run.
  static func start(
    _ words: [[UInt8]], _ signals: CaughtSignals, ownsTerminal: Bool
  ) throws(Failure) -> TrackedProcess {
    var identifier: pid_t = 0
    var error = spawn(words, signals, ownsTerminal, into: &identifier)
    if error == ENOEXEC, let script = find(words.first ?? []) {
      // A script without `#!`, which every shell runs with sh.
      error = spawn([Array("/bin/sh".utf8), script] + words.dropFirst(), signals, ownsTerminal, into: &identifier)
    }
    let process = TrackedProcess(identifier: identifier, hasGroup: ownsTerminal)
    guard error == 0 else {
      // The group that had the terminal is gone.
      if ownsTerminal { giveTerminal(to: getpgrp()) }
      let name = SafeText.printable(String(decoding: words.first ?? [], as: UTF8.self))
      throw error == ENOENT
        ? Failure(AnswerCode(127), "The command {given} is not found.", given: name)
        : Failure(
          AnswerCode(126), "The command {given} cannot be run: {reason}.", ["reason": SystemCalls.describe(error)],
          given: name)
    }
    return process
  }

  private static func spawn(
    _ words: [[UInt8]], _ signals: CaughtSignals, _ ownsTerminal: Bool, into identifier: inout pid_t
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var mask = signals.before
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK)
    if ownsTerminal {
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
      unsafe _ = addTerminal(&actions, 0)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var texts = unsafe words.map { word in unsafe strndup(word.map { CChar(bitPattern: $0) } + [0], word.count) }
    unsafe texts.append(nil)
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    guard let name = unsafe texts[0] else { return ENOMEM }
    return unsafe posix_spawnp(&identifier, name, &actions, &attributes, &texts, environ)
  }

  /// Searches PATH for the command.
  private static func find(_ name: [UInt8]) -> [UInt8]? {
    if name.contains(UInt8(ascii: "/")) { return name }
    let folders = SystemCalls.environment("PATH")?.split(separator: ":").map { Array($0.utf8) } ?? []
    return folders.map { $0 + [UInt8(ascii: "/")] + name }.first { path in
      DaemonProcess.isExecutable(String(decoding: path, as: UTF8.self))
    }
  }

  // MARK: Changes

  /// The change since the last call; nil for none.
  func change() -> Change? {
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG | (hasGroup ? WUNTRACED : 0)) == identifier else { return nil }
    if status & 0xFF == 0x7F { return .stopped(status >> 8 & 0xFF) }
    return .ended(status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F))
  }

  func signal(_ number: Int32) { kill(hasGroup ? -identifier : identifier, number) }

  /// Asks it to end, and continues it, because a stopped process would not react.
  func terminate() {
    signal(SIGTERM)
    signal(SIGCONT)
  }

  // MARK: The terminal

  /// Whether a command can have the terminal to itself: we are in the terminal's foreground group, and no output goes
  /// into a pipe, because another command of that group, such as less, then needs the terminal too.
  static func ownsTerminal() -> Bool {
    isatty(0) == 1 && tcgetpgrp(0) == getpgrp() && !isPipe(1) && !isPipe(2)
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var found = stat()
    // The pipes of ksh are sockets.
    return unsafe fstat(descriptor, &found) == 0 && [S_IFIFO, S_IFSOCK].contains(found.st_mode & S_IFMT)
  }

  static func giveTerminal(to group: pid_t) { _ = tcsetpgrp(0, group) }

  /// Whether the terminal is our group's, as after `fg`.
  var isOurTerminal: Bool { hasGroup && tcgetpgrp(0) == getpgrp() }

  func takeTerminal() {
    if hasGroup, tcgetpgrp(0) == identifier { Self.giveTerminal(to: getpgrp()) }
  }

  func goOn() {
    if isOurTerminal { Self.giveTerminal(to: identifier) }
    signal(SIGCONT)
  }
}
