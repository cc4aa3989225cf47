// Reading a small file and replacing it whole: the two file operations of the configuration.
import CNotify
import Glibc

/// Why a file could not be read or written; `description` is the sentence, and names the file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// There is no file of that name, or no directory for it.
  public let isMissing: Bool

  init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }

  /// What the system said to `action`, such as "cannot be read".
  init(_ path: String, _ action: String, _ code: Int32) {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    self.init("\(path) \(action): \(reason).", isMissing: code == ENOENT || code == ENOTDIR)
  }
}

public enum Files {
  /// The whole content of a regular file of at most `limit` bytes. Never waits, not even for a named pipe.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(path, "cannot be read", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path, "cannot be read", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(path, status) }
    // The size may be wrong or change (files of /proc, a writer): what counts is what can be read.
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

  /// Replaces the file's content, or creates the file (mode 0600) and its directories (0700).
  ///
  /// After a crash at any moment there is the old content or the new one. An existing file keeps its mode; behind a
  /// symbolic link the file that it leads to is replaced, if that is a regular file of this user.
  /// - Parameter isDurable: false for what can be made again: it does not wait for the disk, and is safe from a crash
  ///   of this process only.
  public static func replace(
    _ path: String, with content: [UInt8], isDurable: Bool = true
  ) throws(FileError) {
    let action = "cannot be written"
    let (target, mode) = try replaceable(path)
    let directory = target.lastIndex(of: "/").map { String(target[..<$0]) + "/" } ?? "./"
    try makeDirectories(directory)
    var template = Array((directory + ".new-XXXXXX").utf8CString)
    let descriptor = g_mkstemp_full(&template, O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path, action, errno) }
    var isDone = false
    defer {
      close(descriptor)
      if !isDone { unlink(template) }
    }
    try writeAll(content, to: descriptor, path)
    // The rename comes after the data is on the disk, and the directory after the rename.
    guard fchmod(descriptor, mode) == 0, !isDurable || fsync(descriptor) == 0, rename(template, target) == 0 else {
      throw FileError(path, action, errno)
    }
    isDone = true
    guard isDurable else { return }
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Adds a file (mode 0600) to a folder that is there, under a name that no file has: the one given, or the first of
  /// those with a number behind it.
  /// - Returns: its path.
  public static func add(
    _ content: [UInt8], to folder: String, name: String, ending: String
  ) throws(FileError) -> String {
    let action = "cannot be written"
    for number in 1...9999 {
      let path = "\(folder)/\(name)\(number == 1 ? "" : " (\(number))")\(ending)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw FileError(path, action, errno) }
      defer { close(descriptor) }
      do throws(FileError) {
        try writeAll(content, to: descriptor, path)
      } catch {
        unlink(path)
        throw error
      }
      return path
    }
    throw FileError("\(folder) has too many files that are called \(name).")
  }

  /// Runs `body` while no other process does so for this file, so that reading, changing and replacing it is one step.
  ///
  /// It is the file's directory that is locked (and made, with mode 0700): nothing is left behind. Where there is no
  /// locking, as on some networks, `body` runs all the same.
  public static func changing<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "./"
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

  /// How large a file is, in bytes; nil if it is not there or cannot be asked.
  public static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path.forC, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Whether this user may write the file, or into the directory; nobody may on a file system mounted for reading.
  public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Removes a file or an empty directory; what is not there or cannot be removed is left alone.
  public static func removeIfPossible(_ path: String) { remove(path) }

  /// The file that is to be replaced, with links resolved, and the mode that it has or gets.
  private static func replaceable(_ path: String) throws(FileError) -> (path: String, mode: mode_t) {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw FileError("'\(path)' cannot be written: it is not the path of a file.")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileError(path, "cannot be written", errno) }
      return (path, S_IRUSR | S_IWUSR)
    }
    var target = path
    if status.st_mode & S_IFMT == S_IFLNK {
      guard let resolved = realpath(path, nil), stat(resolved, &status) == 0 else {
        throw FileError("\(path) cannot be written: it is a link that leads nowhere.")
      }
      target = String(cString: resolved)
      free(resolved)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(path, status) }
    guard status.st_uid == geteuid() else {
      throw FileError("\(path) cannot be written: it belongs to another user.")
    }
    return (target, status.st_mode & 0o777)
  }

  static func notAFile(_ path: String, _ status: stat) -> FileError {
    let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "a device, pipe or socket"
    return FileError("\(path) is \(kind); a file was expected.")
  }

  /// Makes each directory on the way that is not there yet. `directory` ends in a slash.
  /// - Throws: when it cannot be made, and when root would leave a file there that its owner cannot change.
  private static func makeDirectories(_ directory: String) throws(FileError) {
    if let owner = Paths.stranger(owning: directory) {
      throw FileError(
        "\(directory) belongs to another user (uid \(owner)), and this is root; do it as that user, without sudo.")
    }
    for (index, byte) in directory.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let part = String(decoding: directory.utf8.prefix(index), as: UTF8.self)
      guard mkdir(part, 0o700) == 0 || errno == EEXIST || access(part, F_OK) == 0 else {
        throw FileError(part, "cannot be made", errno)
      }
    }
  }

  static func writeAll(_ content: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path, "cannot be written", count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }
}
