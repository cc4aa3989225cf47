// Reading and writing large files piece by piece: what is exchanged with other programs may be larger than memory.
import CNotify
import Glibc

/// Reads a regular file from its beginning to its end.
public final class FileReader {
  private let descriptor: Int32
  private let path: String

  /// Never waits, not even for a named pipe.
  /// - Throws: one sentence, when it cannot be read or is no regular file.
  public init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(path, "cannot be read", errno) }
    // From here on `deinit` closes it.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path, "cannot be read", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Files.notAFile(path, status) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The next bytes; none at the end.
  /// - Parameter limit: at most so many.
  public func read(_ limit: Int = 65_536) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.read(descriptor, $0, limit) }
  }

  /// The bytes from a place in the file on; none behind its end.
  /// - Parameter limit: at most so many.
  public func read(at offset: Int, _ limit: Int) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.pread(descriptor, $0, limit, offset) }
  }

  private func read(_ limit: Int, _ call: (UnsafeMutablePointer<UInt8>?) -> Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      var got = call(room.baseAddress)
      while got < 0 && errno == EINTR { got = call(room.baseAddress) }
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    if failure != 0 { throw FileError(path, "cannot be read", failure) }
    return bytes
  }
}

/// Where a long text goes: the standard output, or a file that is there only when it is whole. What a program that was
/// killed has left beside it goes with the next one that writes there.
public final class FileWriter {
  /// What is written at once.
  private static let piece = 256 * 1024
  private var descriptor: Int32
  /// The file that is to be; nil for the standard output.
  private let target: String?
  /// The path as it was given, for sentences.
  public var path: String { name }
  private let name: String
  private var unfinished = ""
  private var waiting: [UInt8] = []
  private let mayReplace: Bool

  /// To the standard output.
  public init() { (descriptor, target, name, mayReplace) = (STDOUT_FILENO, nil, "stdout", true) }

  /// To a file, which is written beside the place that it gets when it is whole. Behind a symbolic link it is the file
  /// that the link leads to.
  /// - Parameter mayReplace: a file that is there already may go.
  /// - Throws: one sentence, when there is a file already, or something that is none, or none can be made.
  public init(_ path: String, mayReplace: Bool) throws(FileError) {
    (descriptor, name, self.mayReplace) = (-1, path, mayReplace)
    target = try Self.target(path, mayReplace)
    let unfinished = (target ?? path) + ".part"
    let (folder, name) = Self.parts(unfinished)
    for left in Abandoned.find(in: folder, name + "-") { unlink(left) }
    // 0666 less the umask, as every program makes a file.
    (self.unfinished, descriptor) = try Abandoned.make(unfinished, path) {
      g_mkstemp_full(&$0, O_RDWR | O_CLOEXEC, 0o666)
    }
  }

  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func target(_ path: String, _ mayReplace: Bool) throws(FileError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw FileError("'\(path)' cannot be written: it is not the path of a file.")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileError(path, "cannot be written", errno) }
      return path
    }
    guard mayReplace else { throw FileError(path, "cannot be written", EEXIST) }
    guard let resolved = realpath(path, nil), stat(resolved, &status) == 0 else {
      throw FileError("\(path) cannot be written: it is a link that leads nowhere.")
    }
    defer { free(resolved) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Files.notAFile(path, status) }
    return String(cString: resolved)
  }

  deinit { discard() }

  /// - Throws: one sentence, when it cannot be written; then there is no file.
  public func write(_ text: String) throws(FileError) {
    waiting.append(contentsOf: text.utf8)
    if waiting.count >= Self.piece { try flush() }
  }

  /// Writes the rest; a file gets its name.
  /// - Throws: as `write`; also when a file of that name came meanwhile that may not be replaced.
  public func finish() throws(FileError) {
    try flush()
    guard let target else { return }
    guard fsync(descriptor) == 0 else { throw FileError(name, "cannot be written", errno) }
    // A link is refused where there is a file already. Not every file system has links.
    if !mayReplace, link(unfinished, target) != 0 {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno), access(target, F_OK) != 0 else {
        throw FileError(name, "cannot be written", errno == 0 ? EEXIST : errno)
      }
      guard rename(unfinished, target) == 0 else { throw FileError(name, "cannot be written", errno) }
    } else if mayReplace, rename(unfinished, target) != 0 {
      throw FileError(name, "cannot be written", errno)
    }
    discard()
  }

  private func discard() {
    guard target != nil, descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(unfinished)
  }

  private func flush() throws(FileError) {
    defer { waiting.removeAll(keepingCapacity: true) }
    try Files.writeAll(waiting, to: descriptor, name)
  }
}

extension Files {
  /// Copies a regular file to a path where nothing is.
  public static func copy(_ path: String, to other: String) throws(FileError) {
    let reader = try FileReader(path)
    let writer = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard writer >= 0 else { throw FileError(other, "cannot be written", errno) }
    defer { close(writer) }
    while true {
      let bytes = try reader.read(1 << 20)
      if bytes.isEmpty { return }
      try writeAll(bytes, to: writer, other)
    }
  }

  /// How many bytes this user can still write where the file is; nil if that cannot be asked.
  public static func freeRoom(_ path: String) -> Int? {
    var room = statvfs()
    return statvfs(path.forC, &room) == 0 ? Int(clamping: UInt64(room.f_bavail) * UInt64(room.f_frsize)) : nil
  }

  /// What changes when a file is written: its size, and when that was last done; nil where there is no file.
  public static func stamp(_ path: String) -> [Int]? {
    var status = stat()
    guard stat(path.forC, &status) == 0 else { return nil }
    return [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
  }
}
