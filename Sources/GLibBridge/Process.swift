// This process: inherited descriptors, signals and limits; other processes of this user; and moving files aside.
import CNotify
import Glibc

/// The pipe by which the daemon reports to the process that starts it: that it is ready, or why it failed.
public final class ReadyPipe: Sendable {
  fileprivate let descriptor: Descriptor?

  /// - Parameter number: the inherited descriptor; programs started by this process do not inherit it.
  public init(_ number: Int32) {
    descriptor = Descriptor(number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Writes one line. A no-op if the reader has gone or the descriptor is invalid.
  public func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(descriptor?.number ?? -1, bytes, bytes.count)
  }
}

public enum ThisProcess {
  public static var id: Int32 { getpid() }
  public static var user: UInt32 { geteuid() }

  /// The executable's path of another process of this user; nil if unknown.
  public static func program(ofProcess id: Int) -> String? {
    guard id > 0, let path = Files.target(ofLink: "/proc/\(id)/exe") else { return nil }
    // proc(5): this suffix marks a replaced file, as after an upgrade.
    let mark = " (deleted)"
    return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }

  /// The parent of a process; nil if unknown.
  public static func parent(ofProcess id: Int) -> Int? {
    // proc(5): the name, in parentheses, may hold anything; the state and the parent's number follow it.
    guard let bytes = try? Files.read("/proc/\(id)/stat", limit: 4096),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? Int(String(decoding: fields[1], as: UTF8.self)) : nil
  }

  /// A process's executable and its arguments; nil if unknown.
  public static func command(ofProcess id: Int) -> (program: String, words: [String])? {
    guard let program = program(ofProcess: id),
      let bytes = try? Files.read("/proc/\(id)/cmdline", limit: 1 << 16)
    else { return nil }
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
    return (program, words.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The first line, at most 128 bytes, of the regular file that the process sees at the path; nil if there is none.
  public static func firstLine(_ path: String, ofProcess id: Int) -> String? {
    // Uses the process's root and working directory, because its /tmp may differ from ours.
    let place = "/proc/\(id)/" + (path.hasPrefix("/") ? "root" : "cwd/") + path
    guard let bytes = try? FileReader(place).read(128) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Whether a process is `ancestor` or one of its descendants.
  public static func isDescendant(_ id: Int, of ancestor: Int) -> Bool {
    sequence(first: id) { parent(ofProcess: $0) }.prefix(64).prefix { $0 > 1 }.contains(ancestor)
  }

  /// The process that a user sees as the requester: for our own command, the process that ran it.
  public static func caller(ofProcess id: Int) -> Int {
    guard program(ofProcess: id)?.hasSuffix("/tomato-notify") == true, let parent = parent(ofProcess: id),
      program(ofProcess: parent) != nil
    else { return id }
    return parent
  }

  /// Sets the user's locale for texts and dates. Call it once, first in `main`.
  public static func takeLocale() {
    // Not LC_ALL: the other categories are never used, and reading them would double the time.
    for category in [LC_CTYPE, LC_MESSAGES, LC_TIME] { setlocale(category, "") }
  }

  /// Closes all inherited descriptors except the standard streams and `ready`, because a shell may wait until every
  /// process has closed them. Opens closed standard streams as /dev/null, so that no database or socket gets their
  /// numbers. Call it before this process opens anything.
  public static func keepOnlyStandardStreams(and ready: ReadyPipe?) {
    // `open` takes the lowest free number, so this fills all closed streams.
    while case let nowhere = open("/dev/null", O_RDWR), nowhere >= 0 {
      guard nowhere > STDERR_FILENO else { continue }
      close(nowhere)
      break
    }
    var last = STDERR_FILENO
    if let number = ready?.descriptor?.number, fcntl(number, F_GETFD) >= 0 {
      for other in STDERR_FILENO + 1..<number { close(other) }
      last = number
    }
    closefrom(last + 1)
  }

  /// Makes `write` to a closed pipe or socket fail, instead of ending the process.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes `write` fail at the limit of `ulimit -f`, instead of ending the process. Uses a handler, because child
  /// processes would inherit SIG_IGN, while `exec` resets handlers.
  public static func surviveFileSizeLimit() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    action.sa_flags = SA_RESTART
    sigaction(SIGXFSZ, &action, nil)
  }

  /// Raises the limit of open files as far as allowed, to at most 1024, above which `select` fails in programs that
  /// inherit the limit. Returns it.
  public static func raiseFileLimit() -> Int {
    let limit = cn_raise_descriptors(1024)
    return limit < 0 ? 1024 : limit
  }

  /// Sets the lowest processor and disk priority. A no-op if not allowed.
  public static func setLowestPriority() { cn_set_lowest_priority() }

  /// New files are readable by this user only.
  public static func keepFilesPrivate() { umask(0o077) }

  /// Threads of GLib's pool end with their work. By default each waits 15 s for more, and wakes up to end.
  public static func keepNoIdleThreads() { g_thread_pool_set_max_unused_threads(0) }

  /// Detaches from the standard streams and the working directory of the starting process.
  public static func detach() {
    _ = chdir("/")
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { _ = dup2(nowhere, stream) }
    if nowhere > STDERR_FILENO { close(nowhere) }
    StructuredLog.detached.raise()
  }

  /// The path of the running program's file; nil if the kernel does not say, or the file was replaced.
  public static var executable: String? { Files.realPath("/proc/self/exe") }

  /// Whether a file of any kind is at the path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

public enum KeptAside {
  /// What SQLite's files beside a database add to its name.
  private static let beside = ["-wal", "-shm", "-journal"]

  @discardableResult public static func rename(_ path: String, to other: String) -> Bool {
    Glibc.rename(path, other) == 0
  }

  /// The name if unused, else the first unused one with a number from 2 on appended.
  public static func freeName(_ name: String) -> String {
    guard ThisProcess.exists(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !ThisProcess.exists($0) } ?? name
  }

  /// Databases of this path that were moved to names with `.kept-`, the newest first.
  public static func all(of path: String) -> [String] {
    let (folder, name) = Files.parts(path)
    let found = Files.names(in: folder).filter { other in
      other.hasPrefix(name + ".kept-") && !beside.contains(where: other.hasSuffix)
    }
    return found.sorted(by: >).map { folder + $0 }.filter(Files.isRegular)
  }

  /// Moves a database out of the way, with its log and its journal.
  /// - Returns: its new, unused name: the given one, with a number if needed; nil on failure.
  public static func moveDatabase(_ path: String, to name: String) -> String? {
    let aside = freeName(name)
    guard rename(path, to: aside) else { return nil }
    for ending in beside { rename(path + ending, to: aside + ending) }
    return aside
  }

  /// Removes a database with its log and its journal; or only these.
  public static func removeDatabase(_ path: String, onlyLog: Bool = false) {
    for ending in beside + (onlyLog ? [] : [""]) { Files.removeIfPossible(path + ending) }
  }
}

@MainActor public final class ProcessWatch {
  private let descriptor: Descriptor
  private var watch: FDWatch?

  /// - Parameter onExit: called once on the main loop when it has ended.
  /// - Returns: nil if this user has no such process.
  public init?(_ process: Int, onExit: @escaping @MainActor () -> Void) {
    guard let id = Int32(exactly: process), id > 0, kill(id, 0) == 0, let descriptor = Descriptor(cn_pidfd_open(id))
    else { return nil }
    self.descriptor = descriptor
    watch = FDWatch(descriptor.number) { [weak self] _ in
      self?.watch = nil
      onExit()
    }
  }
}
