// Starts the daemon's process. Unsafe code: posix_spawn and its arguments.
internal import Glibc
internal import Synchronization
internal import TomatoLink

/// A daemon's process while it starts.
public final class DaemonProcess {
  let identifier: pid_t
  private var isReaped = false
  /// The reading end of the pipe by which the daemon reports that it is ready.
  let ready: Descriptor
  /// The reading end of the daemon's stderr.
  let errors: Descriptor

  /// Starts `path --ready-fd 3` in its own session, with default signals.
  init(_ path: String) throws(Failure) {
    guard let ready = Descriptor.pipe(), let errors = Descriptor.pipe() else {
      throw Failure(.unavailable, "The daemon cannot be started: {reason}.", ["reason": SystemCalls.describe(errno)])
    }
    var identifier: pid_t = 0
    let error = Self.spawn(path, into: &identifier, ready: ready.writing.number, errors: errors.writing.number)
    guard error == 0 else {
      throw Failure(
        .unavailable, "{path} cannot be started: {reason}.", ["path": path, "reason": SystemCalls.describe(error)])
    }
    (self.identifier, self.ready, self.errors) = (identifier, ready.reading, errors.reading)
  }

  deinit { if !isReaped { Self.unreaped.withLock { [identifier] in $0.append(identifier) } } }

  /// glibc's `POSIX_SPAWN_SETSID`, which Swift does not import.
  private static let newSession: Int32 = 0x80

  private static func spawn(_ path: String, into identifier: inout pid_t, ready: Int32, errors: Int32) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    unsafe posix_spawn_file_actions_adddup2(&actions, ready, 3)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let texts = [path, DaemonWords.readyOption, "3"]
    var words = unsafe texts.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    return unsafe posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
  }

  /// Waits at most 2 s until the process, which has closed its pipe, has ended.
  /// - Returns: Its exit code; nil if a signal ended it, or it still runs.
  func reap() -> Int32? {
    var status: Int32 = 0
    for _ in 0..<200 {
      let found = unsafe waitpid(identifier, &status, WNOHANG)
      isReaped = found != 0
      if found == identifier { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
      if found != 0 { return nil }
      _ = SystemCalls.wait(for: [], milliseconds: 10)
    }
    return nil
  }

  /// Daemons started here that `waitpid` has not reaped yet.
  private static let unreaped = Mutex<[pid_t]>([])

  /// Reaps daemons that have ended, which are zombies until then.
  public static func reapEnded() {
    unreaped.withLock { unreaped in unreaped.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
  }

  public static func isExecutable(_ path: String) -> Bool {
    var found = stat()
    guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}
