// Replaces a file atomically; used for all our files except those overwritten in place.
import CNotify
import Glibc

/// A file that gets its name when complete.
///
/// - Owner: another user's file or link is refused; links of this user and of root are followed. Root does not write
///   into another user's folder.
/// - Kind: only a regular file is replaced.
/// - Mode: a replaced file's mode and group are kept; a new file is for its owner alone (0600).
/// - Until it is complete the file has no name (`O_TMPFILE`), or a temporary one on file systems without `O_TMPFILE`.
///   Replacing a file needs a temporary name for a moment, too. A later process removes what a killed one has left.
public final class FileWriter {
  /// Size of one write, in bytes.
  private static let piece = 256 * 1024
  private static let temporaryPrefix = ".tomato-notify-"
  public let path: String
  private let place: FilePlace
  private let mayReplace: Bool
  private let isDurable: Bool
  private var descriptor: Descriptor?
  /// The temporary name; nil for a nameless file.
  private var temporary: String?
  private var waiting: [UInt8] = []

  /// - Parameters:
  ///   - mayReplace: an existing file may be replaced.
  ///   - isDurable: false for files that can be made again; they survive a crash of this process, but not a loss of
  ///     power.
  ///   - mayBeNameless: false behaves as on a file system without `O_TMPFILE`.
  /// - Throws: one sentence, when a file exists and may not be replaced, is not a regular one, or cannot be made.
  public init(
    _ path: String, mayReplace: Bool = true, isDurable: Bool = true, mayBeNameless: Bool = true
  ) throws(FileError) {
    (self.path, self.mayReplace, self.isDurable) = (path, mayReplace, isDurable)
    place = try FilePlace(path, mayReplace: mayReplace)
    if mayBeNameless {
      descriptor = Descriptor(openat(place.folder.number, ".", CN_NAMELESS_FILE | O_RDWR | O_CLOEXEC, 0o600))
      // Naming it later needs /proc.
      if access(descriptorPath, F_OK) != 0 { descriptor = nil }
    }
    if descriptor == nil {
      temporary = try makeTemporary { name in
        descriptor = Descriptor(openat(place.folder.number, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        FileLock.hold(descriptor)
        return descriptor != nil
      }
    }
  }

  deinit { discard() }

  /// - Throws: one sentence, when it cannot be written; then the file is as it was.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  public func write(_ bytes: [UInt8]) throws(FileError) {
    waiting += bytes
    if waiting.count >= Self.piece { try flush() }
  }

  /// Writes the rest, and gives the file its name.
  /// - Throws: as `write`; also when a file of that name has appeared and may not be replaced. If only its name could
  ///   not be synced, the file is there, until a loss of power.
  public func finish() throws(FileError) {
    try flush()
    try setPermissions()
    // Order: sync the data, then add the name, then sync the folder.
    guard !isDurable || fsync(number) == 0 else { throw failure(errno) }
    if mayReplace { try replace() } else { try add() }
    discard()
    guard isDurable, fsync(place.folder.number) != 0 else { return }
    // A folder that cannot be read has no descriptor for this (EBADF); some file systems cannot sync a folder (EINVAL).
    guard [EBADF, EINVAL].contains(errno) else { throw failure(errno) }
  }

  private var number: Int32 { descriptor?.number ?? -1 }

  private func flush() throws(FileError) {
    defer { waiting.removeAll(keepingCapacity: true) }
    try Files.writeAll(waiting, to: number, path)
  }

  /// Copies mode and group of the existing file. If the group cannot be set, the group gets no access.
  private func setPermissions() throws(FileError) {
    var mode: mode_t = 0o600
    if let existing = place.existing {
      mode = existing.st_mode & 0o777
      var made = stat()
      guard fstat(number, &made) == 0 else { throw failure(errno) }
      if made.st_gid != existing.st_gid, fchown(number, uid_t.max, existing.st_gid) != 0 { mode &= ~0o070 }
    }
    guard fchmod(number, mode) == 0 else { throw failure(errno) }
  }

  private func replace() throws(FileError) {
    let folder = place.folder.number
    if temporary == nil {
      FileLock.hold(descriptor)
      temporary = try makeTemporary { linkat(AT_FDCWD, descriptorPath, folder, $0, AT_SYMLINK_FOLLOW) == 0 }
    }
    guard let name = temporary, renameat(folder, name, folder, place.name) == 0 else { throw failure(errno) }
    temporary = nil
  }

  /// Names the file by a hard link, which fails if the name exists; not all file systems have hard links.
  private func add() throws(FileError) {
    let folder = place.folder.number
    guard let name = temporary else {
      let linked = linkat(AT_FDCWD, descriptorPath, folder, place.name, AT_SYMLINK_FOLLOW)
      guard linked == 0 else { throw failure(errno) }
      return
    }
    if linkat(folder, name, folder, place.name, 0) == 0 { return }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw failure(errno) }
    guard faccessat(folder, place.name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else { throw failure(EEXIST) }
    try replace()
  }

  private var descriptorPath: String { "/proc/self/fd/\(number)" }

  /// Makes a file under an unused temporary name, and returns the name. Removes files that killed processes have left.
  /// - Parameter make: makes a file of that name; false, with `errno`, on failure.
  private func makeTemporary(_ make: (String) -> Bool) throws(FileError) -> String {
    let folder = place.folder.number
    for name in Files.names(in: place.path) where name != place.name && Self.isTemporary(name) {
      FileLock.ifAbandoned(name, in: folder) { unlinkat(folder, name, 0) }
    }
    while true {
      // 16 hexadecimal digits.
      let name = Self.temporaryPrefix + String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
      if make(name) { return name }
      guard errno == EEXIST else { throw failure(errno) }
    }
  }

  /// Whether it is the prefix and 16 hexadecimal digits: a person's own file may have the prefix.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && name.utf8.count == temporaryPrefix.utf8.count + 16
      && name.utf8.suffix(16).allSatisfy { isxdigit(Int32($0)) != 0 }
  }

  private func failure(_ code: Int32) -> FileError { FileError(path, "cannot be written", code) }

  private func discard() {
    descriptor = nil
    if let temporary { unlinkat(place.folder.number, temporary, 0) }
    temporary = nil
  }
}

/// A file's destination after following links, and the existing file there.
private struct FilePlace {
  let folder: Descriptor
  /// The folder's path.
  let path: String
  let name: String
  /// The existing regular file; nil if there is none.
  let existing: stat?

  /// The kernel's limit.
  private static let mostLinks = 40

  init(_ path: String, mayReplace: Bool) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw FileError("'\(path)' cannot be written: it is not the path of a file.")
    }
    let found = try Self.follow(path, mayReplace)
    let (folder, name) = Files.parts(found.path)
    (existing, self.path, self.name) = (found.status, folder, name)
    try Files.refuseForeignOwner(folder)
    var opened = Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    // A folder can be writable without being readable.
    if opened == nil, errno == EACCES { opened = Descriptor(open(folder, CN_FOLDER_ONLY | O_CLOEXEC)) }
    guard let opened else { throw FileError(path, "cannot be written", errno) }
    self.folder = opened
  }

  /// Follows links one by one, and checks each link's owner: in a shared folder anybody may have made the link.
  private static func follow(
    _ path: String, _ mayReplace: Bool
  ) throws(FileError) -> (path: String, status: stat?) {
    var place = path
    for _ in 0...mostLinks {
      guard let status = Files.status(place, followingLink: false) else {
        guard errno == ENOENT else { throw FileError(path, "cannot be written", errno) }
        if place == path { return (path, nil) }
        // Links in /proc, such as that of /dev/stdout, can lead to something without a path.
        if let status = Files.status(path), !status.isRegular { throw Files.notAFile(path, status) }
        throw FileError("\(path) cannot be written: it is a link that leads nowhere.")
      }
      guard mayReplace else { throw FileError(path, "cannot be written", EEXIST) }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard [geteuid(), 0].contains(status.st_uid) else {
          let what = place == path ? "it is another user's link" : "it leads to another user's link"
          throw FileError("\(path) cannot be written: \(what).")
        }
        guard let target = Files.place(ofLink: place) else { throw FileError(path, "cannot be written", EINVAL) }
        place = target
        continue
      }
      guard status.isRegular else { throw Files.notAFile(path, status) }
      guard status.st_uid == geteuid() else {
        throw FileError("\(path) cannot be written: it belongs to another user.")
      }
      return (place, status)
    }
    throw FileError(path, "cannot be written", ELOOP)
  }
}
