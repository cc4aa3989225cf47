// Replaces files as a whole, and answers questions about files.
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
  /// The status of the file at the path; nil, with `errno`, if there is none.
  static func status(_ path: String, followingLink: Bool = true) -> stat? {
    var status = stat()
    return (followingLink ? stat(path.forC, &status) : lstat(path.forC, &status)) == 0 ? status : nil
  }

  /// Whether a regular file is at the path; follows links.
  public static func isRegular(_ path: String) -> Bool { status(path)?.isRegular == true }

  /// Whether there surely is no file. False where a folder may not be searched, and behind a link that leads nowhere,
  /// such as one to a drive that is not mounted.
  public static func isMissing(_ path: String) -> Bool {
    if status(path, followingLink: false) != nil { return false }
    guard errno == ENOENT || errno == ENOTDIR else { return false }
    let folder = String(parts(path).folder.dropLast())
    return folder.isEmpty || status(folder) != nil || isMissing(folder)
  }

  /// The file that a link leads to, because SQLite keeps its log beside that one; else the path itself.
  /// - Parameter isMeant: returns true for a target that is to be used even if no file is there.
  public static func behindLink(_ path: String, isMeant: (String) -> Bool = { _ in false }) -> String {
    guard let place = place(ofLink: path) else { return path }
    return isRegular(path) ? realPath(path) ?? path : isMeant(place) ? place : path
  }

  /// The path that a link holds; nil, with `errno`, if it cannot be read or is not valid UTF-8.
  static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    return count < 0 ? nil : String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Where a link leads, by its own folder if it holds a relative path; nil as for `target`.
  static func place(ofLink path: String) -> String? {
    target(ofLink: path).map { $0.hasPrefix("/") ? $0 : parts(path).folder + $0 }
  }

  /// The path without links; nil if there is no such file.
  static func realPath(_ path: String) -> String? {
    guard let path = realpath(path, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Replaces the file's content, or creates the file and its directories (0700), by the rules of `FileWriter`. After a
  /// crash at any moment there is the old content or the new one.
  public static func replace(_ path: String, with content: [UInt8], isDurable: Bool = true) throws(FileError) {
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
    let folder = Descriptor(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    while let folder, flock(folder.number, LOCK_EX) != 0, errno == EINTR {}
    defer { withExtendedLifetime(folder) {} }
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
  public static func size(_ path: String) -> Int? { status(path).map { Int($0.st_size) } }

  /// Whether this user may write the file, or into the directory; false on a read-only file system.
  public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Removes a file or an empty directory; ignores errors.
  public static func removeIfPossible(_ path: String) { remove(path) }

  /// The folder, with a slash at its end, and the name in it.
  public static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  static func notAFile(_ path: String, _ status: stat) -> FileError {
    let kind = [S_IFDIR: "a directory", S_IFIFO: "a FIFO", S_IFSOCK: "a socket"][status.st_mode & S_IFMT]
    return FileError("\(path) is \(kind ?? "a device"); a regular file was expected.")
  }

  /// - Throws: when root would leave a file in the directory that its owner cannot change.
  static func refuseForeignOwner(_ directory: String) throws(FileError) {
    guard let owner = Paths.stranger(owning: directory) else { return }
    throw FileError(
      "\(directory) belongs to another user (uid \(owner)), and this is root; do it as that user, without sudo.")
  }

  private static func makeDirectories(_ directory: String) throws(FileError) {
    try refuseForeignOwner(directory)
    if let part = Paths.makeDirectories(directory) { throw FileError(part, "cannot be made", errno) }
  }

  static func writeAll(_ content: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    let error = Descriptor.writeAll(content, to: descriptor)
    guard error == 0 else { throw FileError(path, "cannot be written", error) }
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
