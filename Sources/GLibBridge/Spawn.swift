// Starts other programs without a shell, and splits a command line into words as a shell does.
import CNotify
import Glibc

public enum Spawn {
  /// Starts an independent program; its standard output is discarded. Leaves no zombie.
  /// - Parameters:
  ///   - arguments: the program (looked up on PATH) and its arguments, passed unchanged.
  ///   - variables: added to the environment, or replaced in it.
  /// - Throws: one sentence, when it cannot be started.
  public static func detached(
    _ arguments: [String], adding variables: [(name: String, value: String)] = []
  ) throws(BridgeError) {
    guard !arguments.isEmpty else { throw BridgeError(message: "There is no program to start.") }
    var environment = g_get_environ()
    defer { g_strfreev(environment) }
    for (name, value) in variables { environment = g_environ_setenv(environment, name.forC, value.forC, gtrue) }
    try start(arguments, [CN_SPAWN_SEARCH_PATH, CN_SPAWN_STDOUT_TO_DEV_NULL], environment: environment, nil)
  }

  /// Starts a program in this terminal, and waits until it has ended.
  /// - Returns: its exit code, or 128 plus the number of the signal that ended it.
  /// - Throws: one sentence, when it cannot be started.
  public static func waiting(_ arguments: [String]) throws(BridgeError) -> Int32 {
    var (pid, status): (GPid, Int32) = (0, 0)
    try start(arguments, [CN_SPAWN_SEARCH_PATH, CN_SPAWN_CHILD_INHERITS_STDIN, CN_SPAWN_DO_NOT_REAP_CHILD], &pid)
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return exitCode(status)
  }

  /// Starts this program again as a helper with these arguments, also if its file was replaced. The helper inherits
  /// only the standard descriptors; its standard output is discarded.
  /// - Parameter onExit: called once on the main loop when it has ended, with its exit code, or 128 plus the number of
  ///   the signal that ended it.
  /// - Throws: one sentence, when it cannot be started.
  @discardableResult @MainActor public static func helper(
    _ words: [String], onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) -> Helper { try helper(words, input: -1, output: -1, onExit: onExit) }

  /// The same with these descriptors as standard input and output; the caller still closes them.
  @MainActor static func helper(
    _ words: [String], input: Int32, output: Int32, onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) -> Helper {
    var pid: GPid = 0
    let flags = [CN_SPAWN_FILE_AND_ARGV_ZERO, CN_SPAWN_DO_NOT_REAP_CHILD]
    try start(
      thisProgram + words, flags + (output < 0 ? [CN_SPAWN_STDOUT_TO_DEV_NULL] : []), input: input, output: output,
      &pid)
    _ = g_child_watch_add_full(
      G_PRIORITY_DEFAULT, pid,
      { pid, status, data in
        g_spawn_close_pid(pid)
        Box<@MainActor (Int32) -> Void>.at(data)?(exitCode(status))
      }, Box<@MainActor (Int32) -> Void>(onExit).retained(), releaseBox)
    return Helper(id: pid)
  }

  public struct Helper: Sendable {
    let id: pid_t

    /// Returns when it has ended, which is still reported. Only call this before its exit was reported.
    public func kill() {
      guard Glibc.kill(id, SIGKILL) == 0 else { return }
      var end = siginfo_t()
      // WNOWAIT leaves the exit status to the child watch, which would report 0 without it.
      while waitid(P_PID, id_t(id), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    }
  }

  /// - environment: nil inherits ours.
  /// - pid: nil for a program whose end is not reported.
  private static func start(
    _ words: [String], _ flags: [GSpawnFlags],
    environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = nil, input: Int32 = -1, output: Int32 = -1,
    _ pid: UnsafeMutablePointer<GPid>?
  ) throws(BridgeError) {
    let all = GSpawnFlags(rawValue: flags.reduce(0) { $0 | $1.rawValue })
    try withWords(words) { list throws(BridgeError) in
      try succeeding {
        g_spawn_async_with_fds(nil, list, environment, all, nil, nil, pid, input, output, -1, &$0)
      }
    }
  }
}

/// The file and argument zero that start this program again, also if its file was replaced; for
/// `CN_SPAWN_FILE_AND_ARGV_ZERO`.
let thisProgram = ["/proc/self/exe", "tomato-notifyd"]

/// Passes texts to C as an array that ends with a null pointer, for the duration of the call.
func withWords<Result, Failure: Error>(
  _ words: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var list = words.map { g_strdup($0.forC) } + [nil]
  defer { for text in list { g_free(text) } }
  return try body(&list)
}

/// The exit code in a `waitpid` status; for a signal, 128 plus its number.
private func exitCode(_ status: Int32) -> Int32 {
  let signal = status & 0x7f
  return signal == 0 ? status >> 8 & 0xff : 128 + signal
}

public enum ShellWords {
  /// The words of a line; nil if a quotation mark is unclosed or there is no word. `$HOME`, `~` and `*` are kept. A
  /// word that begins with `#` ends the line.
  public static func parse(_ line: String) -> [String]? {
    var count: gint = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard g_shell_parse_argv(line.forC, &count, &words, nil).isTrue, let words else { return nil }
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
  }
}
