// System calls of a client of the control socket. Unsafe code: no pointer leaves these functions.
internal import Glibc

public enum SystemCalls {
  /// The event of `poll` for bytes to read.
  public static let readable = Int16(POLLIN)

  /// An environment variable; nil if it is not set or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// Occupies each closed standard stream, so that no file gets its number. Reading or writing the stream still fails.
  /// Call it before this process opens anything.
  package static func holdStandardStreams() {
    for stream in Int32(0)...2 where fcntl(stream, F_GETFD) < 0 {
      // `open` takes the lowest free number, which is this one.
      _ = unsafe open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The path of this program's file; nil if it is unknown or not valid UTF-8.
  public static func executable() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }

  /// Milliseconds on CLOCK_MONOTONIC, for timeouts.
  public static func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Reads at most 16 KiB.
  /// - Returns: Nil on an error; empty at the end.
  public static func read(_ descriptor: Int32) -> [UInt8]? {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      failed = got < 0
      count = max(0, got)
    }
    return failed ? nil : bytes
  }

  /// Waits until one of the descriptors has one of its events, or an error or a hang-up.
  /// - Parameter milliseconds: The longest wait; -1 for no limit.
  /// - Returns: The events of each descriptor in order; all 0 after a time-out or a signal.
  public static func wait(for wanted: [(descriptor: Int32, events: Int16)], milliseconds: Int32) -> [Int16] {
    var polled = wanted.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    let ready = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    return polled.map { ready > 0 ? $0.revents : 0 }
  }

  /// Waits until something can be read, or there is an error or a hang-up; false after a time-out or a signal.
  public static func wait(forReading descriptor: Int32, milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: readable, revents: 0)
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// The system's text for an error number.
  public static func describe(_ error: Int32) -> String {
    guard let text = unsafe strerror(error) else { return "error \(error)" }
    return unsafe String(cString: text)
  }

  /// The status of the file at `path`, without following links; nil if there is none or it is inaccessible.
  public static func status(of path: String) -> (isFolder: Bool, owner: UInt32, permissions: UInt32)? {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { return nil }
    return (found.st_mode & S_IFMT == S_IFDIR, found.st_uid, found.st_mode & 0o777)
  }

  public static func userID() -> UInt32 { geteuid() }

  /// This user's home directory in /etc/passwd, for a process without HOME; nil if it has none there.
  public static func homeFolder() -> String? {
    let user = String(userID())
    // name:password:uid:gid:comment:home:shell
    for line in String(decoding: content(of: "/etc/passwd"), as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 5, fields[2] == user, fields[5].utf8.first == UInt8(ascii: "/") { return String(fields[5]) }
    }
    return nil
  }

  /// The whole content of a file; empty if it cannot be read, or has more than `limit` bytes.
  public static func content(of path: String, limit: Int = .max) -> [UInt8] {
    guard let file = unsafe Descriptor(open(path, O_RDONLY | O_CLOEXEC)) else { return [] }
    var bytes: [UInt8] = []
    while bytes.count <= limit, let more = read(file.number), !more.isEmpty { bytes += more }
    return bytes.count <= limit ? bytes : []
  }

  /// The process and the user at the other end of a Unix-domain socket; nil if unknown.
  static func peer(_ descriptor: Int32) -> (process: Int32, user: UInt32)? {
    // struct ucred, which Swift does not import: process, user, group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    return (credentials.0, credentials.1)
  }

  /// Whether a thread of a process is in uninterruptible sleep (state D in proc(5)), as while it waits for a disk.
  static func isWaitingForDisk(_ process: Int32) -> Bool {
    guard let folder = unsafe opendir("/proc/\(process)/task") else { return false }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      let status = content(of: "/proc/\(process)/task/\(name)/stat")
      // The thread's name, in parentheses, may hold anything; the state follows it.
      if let end = status.lastIndex(of: UInt8(ascii: ")")), status[(end + 1)...].starts(with: " D".utf8) { return true }
    }
    return false
  }
}
