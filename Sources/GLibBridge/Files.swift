// Reads small files, replaces files as a whole, and answers questions about files.
import CNotify
import Glibc

/// Why a file could not be read or written; `description` is a sentence that names the file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// There is no file of that name, or no directory for it.
  public let isMissing: Bool
  /// A file of that name exists already.
  let isThere: Bool

  init(_ description: String, isMissing: Bool = false, isThere: Bool = false) {
    (self.description, self.isMissing, self.isThere) = (description, isMissing, isThere)
  }

  /// The system's error for `action`, such as "cannot be read".
  init(_ path: String, _ action: String, _ code: Int32) {
    self.init(
      "\(path) \(action): \(BridgeError.describe(code)).", isMissing: code == ENOENT || code == ENOTDIR,
      isThere: code == EEXIST)
  }
}

public enum Files {
  /// The whole content of a regular file of at most `limit` bytes. Never waits.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try openRegular(path)
    defer { close(descriptor) }
    // Does not use the reported size, which may be wrong (files of /proc) or change (a writer).
    var content = [UInt8](repeating: 0, count: limit + 1)
    var length = 0
    while length <= limit {
      let count = content[length...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path, "cannot be read", errno) }
      if count == 0 { break }
      length += count
    }
    guard length <= limit else {
      throw FileError("\(path) is too large: at most \(limit) bytes were expected.")
    }
    return Array(content[..<length])
  }

  /// Opens a regular file for reading. Never waits, not even for a FIFO.
  static func openRegular(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path.forC, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    let code = errno
    var status = stat()
    if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return descriptor }
    if descriptor >= 0 { close(descriptor) }
    // `open` fails for a socket.
    guard descriptor >= 0 || code == ENXIO && stat(path.forC, &status) == 0 else {
      throw FileError(path, "cannot be read", code)
    }
    throw notAFile(path, status)
  }

  /// Whether a regular file is at the path; follows links.
  public static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path.forC, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Replaces the file's content, or creates the file and its directories (0700), by the rules of `FileWriter`. After a
  /// crash at any moment there is the old content or the new one.
  public static func replace(
    _ path: String, with content: [UInt8], isDurable: Bool = true
  ) throws(FileError) {
    try makeDirectories(parts(path).folder)
    let writer = try FileWriter(path, isDurable: isDurable)
    try writer.write(content)
    try writer.finish()
  }

  /// Adds a file (mode 0600) to an existing folder, under the given name; if that is used, under the first unused one
  /// with a number appended.
  /// - Returns: its path.
  public static func add(
    _ content: [UInt8], to folder: String, name: String, ending: String
  ) throws(FileError) -> String {
    for number in 1...9999 {
      let path = "\(folder)/\(name)\(number == 1 ? "" : " (\(number))")\(ending)"
      do throws(FileError) {
        let writer = try FileWriter(path, mayReplace: false)
        try writer.write(content)
        try writer.finish()
        return path
      } catch {
        guard error.isThere else { throw error }
      }
    }
    throw FileError("\(folder) has too many files that are called \(name).")
  }

  /// Runs `body`, which reads, changes and replaces this file, while no other process does so.
  ///
  /// Locks the file's directory (created with mode 0700 if missing), so that no lock file is left behind. `body` runs
  /// without a lock on file systems that have none, such as some network ones.
  public static func changing<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let directory = parts(path).folder
    try? makeDirectories(directory)
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// The names of all files in a directory; none if it cannot be read.
  public static func names(in directory: String) -> [String] {
    guard let handle = g_dir_open(directory, 0, nil) else { return [] }
    defer { g_dir_close(handle) }
    var names: [String] = []
    while let name = g_dir_read_name(handle) { names.append(String(cString: name)) }
    return names
  }

  /// The file's size in bytes; nil if it does not exist or cannot be read.
  public static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path.forC, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Whether this user may write the file, or into the directory; false on a read-only file system.
  public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Removes a file or an empty directory; ignores errors.
  public static func removeIfPossible(_ path: String) { remove(path) }

  /// The folder, with a slash at its end, and the name in it.
  static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  static func notAFile(_ path: String, _ status: stat) -> FileError {
    FileError("\(path) is \(kind(status)); a regular file was expected.")
  }

  private static func kind(_ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "a directory"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// - Throws: when root would leave a file in the directory that its owner cannot change.
  static func refuseForeignOwner(_ directory: String) throws(FileError) {
    guard let owner = Paths.stranger(owning: directory) else { return }
    throw FileError(
      "\(directory) belongs to another user (uid \(owner)), and this is root; do it as that user, without sudo.")
  }

  /// Creates the missing directories of the path, which ends in a slash.
  private static func makeDirectories(_ directory: String) throws(FileError) {
    try refuseForeignOwner(directory)
    for (index, byte) in directory.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let part = String(decoding: directory.utf8.prefix(index), as: UTF8.self)
      guard mkdir(part, 0o700) == 0 || errno == EEXIST || access(part, F_OK) == 0 else {
        throw FileError(part, "cannot be made", errno)
      }
    }
  }

  static func writeAll(_ content: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    let error = Descriptors.writeAll(content, to: descriptor)
    guard error == 0 else { throw FileError(path, "cannot be written", error) }
  }
}
