// Starts other programs without a shell.
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
    var list = wordList(arguments)
    defer { for text in list { g_free(text) } }
    var environment = g_get_environ()
    defer { g_strfreev(environment) }
    for (name, value) in variables { environment = g_environ_setenv(environment, name.forC, value.forC, gtrue) }
    var error: UnsafeMutablePointer<GError>?
    let flags = GSpawnFlags(rawValue: CN_SPAWN_SEARCH_PATH.rawValue | CN_SPAWN_STDOUT_TO_DEV_NULL.rawValue)
    if !g_spawn_async(nil, &list, environment, flags, nil, nil, nil, &error).isTrue { throw BridgeError(taking: error) }
  }

  /// Starts a program in this terminal, and waits until it has ended.
  /// - Returns: its exit code, or 128 plus the number of the signal that ended it.
  /// - Throws: one sentence, when it cannot be started.
  public static func waiting(_ arguments: [String]) throws(BridgeError) -> Int32 {
    var list = wordList(arguments)
    defer { for text in list { g_free(text) } }
    var error: UnsafeMutablePointer<GError>?
    var status: Int32 = 0
    let flags = GSpawnFlags(rawValue: CN_SPAWN_SEARCH_PATH.rawValue | CN_SPAWN_CHILD_INHERITS_STDIN.rawValue)
    if !g_spawn_sync(nil, &list, nil, flags, nil, nil, nil, nil, &status, &error).isTrue {
      throw BridgeError(taking: error)
    }
    return exitCode(status)
  }

  /// Starts this program again as a helper with these arguments, also if its file was replaced. The helper inherits
  /// only the standard descriptors; its standard output is discarded.
  /// - Parameter onExit: called once on the main loop when it has ended, with its exit code, or 128 plus the number of
  ///   the signal that ended it.
  /// - Throws: one sentence, when it cannot be started.
  @MainActor public static func helper(
    _ words: [String], onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) {
    _ = try start(words, onExit: onExit)
  }

  /// The same; returns a handle by which the helper can be killed.
  @MainActor public static func endableHelper(
    _ words: [String], onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) -> Helper {
    Helper(try start(words, onExit: onExit))
  }

  /// The same with these descriptors as standard input and output; the caller still closes them. Does not report the
  /// helper's end.
  @MainActor static func helper(_ words: [String], input: Int32, output: Int32) throws(BridgeError) {
    _ = try start(words, input: input, output: output) { _ in }
  }

  @MainActor private static func start(
    _ words: [String], input: Int32 = -1, output: Int32 = -1, onExit: @escaping @MainActor (Int32) -> Void
  ) throws(BridgeError) -> GPid {
    var list = wordList(thisProgram + words)
    defer { for text in list { g_free(text) } }
    var error: UnsafeMutablePointer<GError>?
    var pid: GPid = 0
    let flags = GSpawnFlags(
      rawValue: CN_SPAWN_FILE_AND_ARGV_ZERO.rawValue | CN_SPAWN_DO_NOT_REAP_CHILD.rawValue
        | (output < 0 ? CN_SPAWN_STDOUT_TO_DEV_NULL.rawValue : 0))
    if !g_spawn_async_with_fds(nil, &list, nil, flags, nil, nil, &pid, input, output, -1, &error).isTrue {
      throw BridgeError(taking: error)
    }
    onSpawnedExit(pid, onExit)
    return pid
  }

  public struct Helper: Sendable {
    private let id: pid_t
    fileprivate init(_ id: pid_t) { self.id = id }

    /// Only call this before its exit was reported.
    public func kill() {
      guard Glibc.kill(id, SIGKILL) == 0 else { return }
      while waitpid(id, nil, 0) < 0 && errno == EINTR {}
    }
  }
}

/// The file and argument zero that start this program again, also if its file was replaced; for
/// `CN_SPAWN_FILE_AND_ARGV_ZERO`.
let thisProgram = ["/proc/self/exe", "tomato-notifyd"]

/// Arguments for a `g_spawn` call; free each with `g_free`.
func wordList(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] { words.map { g_strdup($0.forC) } + [nil] }

/// The exit code in a `waitpid` status; for a signal, 128 plus its number.
private func exitCode(_ status: Int32) -> Int32 {
  let signal = status & 0x7f
  return signal == 0 ? status >> 8 & 0xff : 128 + signal
}

/// Calls `onExit` when this child has ended, as described at `Spawn.helper`.
@MainActor func onSpawnedExit(_ pid: GPid, _ onExit: @escaping @MainActor (Int32) -> Void) {
  _ = g_child_watch_add_full(
    G_PRIORITY_DEFAULT, pid, helperExited, Box<@MainActor (Int32) -> Void>(onExit).retained(), releaseBox)
}

/// A `GChildWatchFunc`; the status is as `waitpid` gives it.
private func helperExited(_ pid: GPid, _ status: Int32, _ data: gpointer?) {
  g_spawn_close_pid(pid)
  let code = exitCode(status)
  if let call = Box<@MainActor (Int32) -> Void>.at(data) { MainActor.assumeIsolated { call(code) } }
}
