// Starts the daemon where none runs, as the command does (docs/socket.md), and says where things are on this machine.
// One of the few files with unsafe code.
internal import Foundation
internal import Glibc
internal import TomatoLink

enum Machine {
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The places of the control socket; the rule is the daemon's own.
  static func places() -> SocketPlaces {
    let user = geteuid()
    return SocketPlaces(
      environment: environment, user: user, home: { NSHomeDirectory() },
      trust: { path in
        var found = stat()
        let isThere = unsafe lstat(path, &found) == 0
        let isFolder = isThere && found.st_mode & S_IFMT == S_IFDIR
        return FolderTrust(
          isFolder ? (user: found.st_uid, permissions: found.st_mode & 0o777) : nil, isThere: isThere, for: user)
      })
  }

  /// Beside this program, then on PATH; only absolute ones, as the daemon lives on.
  static func programFolders() -> [String] {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = own.map { ($0 as NSString).deletingLastPathComponent }
    let path = environment("PATH")?.split(separator: ":").map(String.init) ?? []
    return ([beside].compactMap(\.self) + path).filter { $0.hasPrefix("/") }
  }
}

enum DaemonStart {
  /// Milliseconds within which it has to be ready.
  private static let patience = 10_000
  /// glibc's `POSIX_SPAWN_SETSID`, which Swift does not see.
  private static let newSession: Int32 = 0x80

  /// Starts it and waits until somebody answers on the socket: it, or another one that was faster; or until it was
  /// killed.
  /// - Returns: False where it is not installed, or says that it cannot start.
  static func start(_ folders: [String]) -> Bool {
    let paths = folders.map { "\($0)/\(DaemonWords.program)" }
    guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }) else { return false }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var process: pid_t = 0
    let error = spawn(path, &process, ready: ends[1])
    close(ends[1])
    guard error == 0 else { return false }
    if isReady(ends[0]) {
      reapLater(process)
      return true
    }
    var status: Int32 = 0
    // It has ended: well, where another one runs. One that hangs is left alone.
    for _ in 0..<100 {
      if unsafe waitpid(process, &status, WNOHANG) == process {
        // The next one may live longer than one that was killed at its start.
        let wasKilled = status & 0x7F != 0
        return status == 0 || wasKilled
      }
      _ = poll(nil, 0, 10)
    }
    reapLater(process)
    return false
  }

  /// The system keeps the entry of a process that has ended until somebody asks for it.
  private static func reapLater(_ process: pid_t) {
    let thread = Thread {
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    thread.stackSize = 64 << 10
    thread.start()
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var said: [UInt8] = []
    let wanted = Array("\(DaemonWords.ready)\n".utf8)
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !said.starts(with: wanted), said.count < 4096 {
      let ready = unsafe poll(&polled, 1, Int32(patience))
      if ready < 0, errno == EINTR { continue }
      var room = [UInt8](repeating: 0, count: 512)
      guard ready > 0, case let count = unsafe read(descriptor, &room, room.count), count > 0 else { return false }
      said += room[..<count]
    }
    return said.starts(with: wanted)
  }

  /// In a session of its own, with nothing of this process but the pipe.
  private static func spawn(_ path: String, _ process: inout pid_t, ready: Int32) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for stream in Int32(1)...2 { unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
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
    return unsafe posix_spawn(&process, path, &actions, &attributes, &words, environ)
  }
}
