// Replaces a file atomically; used for all files that we write. Defines the accepted owners, kinds and links, and the
// mode of the new file.
import CNotify
import Glibc

/// A file that gets its name when complete.
///
/// - Owner: a file of another user is refused, and so is another user's link; this user's links and root's are
///   followed. Root does not write into the folder of somebody else.
/// - Kind: only a regular file is replaced.
/// - Mode: a file that is there keeps its mode and its group; a new one is for its owner alone (0600).
/// - Until it is complete the file has no name (`O_TMPFILE`), so a killed process leaves nothing behind. On file
///   systems without `O_TMPFILE` it has an unused temporary name.
public final class FileWriter {
  /// Size of one write, in bytes.
  private static let piece = 256 * 1024
  /// The path as it was given, for sentences.
  public let path: String
  private let place: FilePlace
  private let mayReplace: Bool
  private let isDurable: Bool
  private var descriptor: Int32 = -1
  /// Its name in the folder until it is whole; nil while it has none.
  private var temporary: String?
  private var waiting: [UInt8] = []

  /// - Parameters:
  ///   - mayReplace: an existing file may be replaced.
  ///   - isDurable: false for files that can be made again: the data survives a crash of this process, but not a loss
  ///     of power.
  ///   - mayBeNameless: false behaves as on a file system without `O_TMPFILE`.
  /// - Throws: one sentence, when a file exists and may not be replaced, is not a regular one, or cannot be made.
  public init(
    _ path: String, mayReplace: Bool = true, isDurable: Bool = true, mayBeNameless: Bool = true
  ) throws(FileError) {
    (self.path, self.mayReplace, self.isDurable) = (path, mayReplace, isDurable)
    place = try FilePlace(path, mayReplace: mayReplace)
    // From here on `deinit` closes what is open.
    if mayBeNameless {
      descriptor = openat(place.folder, ".", CN_NAMELESS_FILE | O_RDWR | O_CLOEXEC, 0o600)
      // It gets its name through /proc.
      if descriptor >= 0, access(own, F_OK) != 0 { discard() }
    }
    if descriptor < 0 {
      temporary = try named { name in
        descriptor = openat(place.folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        return descriptor >= 0
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
  /// - Throws: as `write`; also when a file of that name came meanwhile that may not be replaced.
  public func finish() throws(FileError) {
    try flush()
    try settle()
    // Order: sync the data, then add the name, then sync the folder.
    guard !isDurable || fsync(descriptor) == 0 else { throw failure(errno) }
    if mayReplace { try replace() } else { try add() }
    discard()
    if isDurable { fsync(place.folder) }
  }

  private func flush() throws(FileError) {
    defer { waiting.removeAll(keepingCapacity: true) }
    try Files.writeAll(waiting, to: descriptor, path)
  }

  /// Copies mode and group of the existing file. If the group cannot be set, the group gets no access.
  private func settle() throws(FileError) {
    var mode: mode_t = 0o600
    if let before = place.before {
      mode = before.st_mode & 0o777
      var made = stat()
      guard fstat(descriptor, &made) == 0 else { throw failure(errno) }
      if made.st_gid != before.st_gid, fchown(descriptor, uid_t.max, before.st_gid) != 0 { mode &= ~0o070 }
    }
    guard fchmod(descriptor, mode) == 0 else { throw failure(errno) }
  }

  private func replace() throws(FileError) {
    if temporary == nil {
      temporary = try named { linkat(AT_FDCWD, own, place.folder, $0, AT_SYMLINK_FOLLOW) == 0 }
    }
    guard let name = temporary, renameat(place.folder, name, place.folder, place.name) == 0 else {
      throw failure(errno)
    }
    temporary = nil
  }

  /// Names it by a hard link, which fails if the name exists; not all file systems have these.
  private func add() throws(FileError) {
    guard let name = temporary else {
      guard linkat(AT_FDCWD, own, place.folder, place.name, AT_SYMLINK_FOLLOW) == 0 else { throw failure(errno) }
      return
    }
    if linkat(place.folder, name, place.folder, place.name, 0) == 0 { return }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw failure(errno) }
    guard faccessat(place.folder, place.name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else { throw failure(EEXIST) }
    try replace()
  }

  /// The path of the nameless file.
  private var own: String { "/proc/self/fd/\(descriptor)" }

  /// A name in the folder that no file had.
  /// - Parameter make: makes a file of that name; false, with `errno`, on failure.
  private func named(_ make: (String) -> Bool) throws(FileError) -> String {
    while true {
      let name = ".tomato-notify-" + String(UInt64.random(in: 0 ... .max), radix: 36)
      if make(name) { return name }
      guard errno == EEXIST else { throw failure(errno) }
    }
  }

  private func failure(_ code: Int32) -> FileError { FileError(path, "cannot be written", code) }

  private func discard() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unlinkat(place.folder, temporary, 0) }
    temporary = nil
  }
}

/// A file's destination after following links, and the existing file there.
private final class FilePlace {
  /// A descriptor.
  let folder: Int32
  /// The file's name in the folder.
  let name: String
  /// The regular file that is there; nil where there is none.
  let before: stat?

  /// The kernel's own limit.
  private static let mostLinks = 40

  init(_ path: String, mayReplace: Bool) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw FileError("'\(path)' cannot be written: it is not the path of a file.")
    }
    let found = try Self.follow(path, mayReplace)
    let (folder, name) = Files.parts(found.path)
    (before, self.name) = (found.status, name)
    try Files.refuseStranger(folder)
    let readable = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder can be writable without being readable.
    self.folder = readable < 0 && errno == EACCES ? open(folder, CN_FOLDER_ONLY | O_CLOEXEC) : readable
    guard self.folder >= 0 else { throw FileError(path, "cannot be written", errno) }
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Follows links one by one, because each link's owner is checked: in a shared folder it may be anybody.
  private static func follow(
    _ path: String, _ mayReplace: Bool
  ) throws(FileError) -> (path: String, status: stat?) {
    var (place, status) = (path, stat())
    for _ in 0...mostLinks {
      guard lstat(place, &status) == 0 else {
        guard errno == ENOENT else { throw FileError(path, "cannot be written", errno) }
        if place == path { return (path, nil) }
        // Links of /proc, such as /dev/stdout, can lead to something without a path.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw Files.notAFile(path, status) }
        throw FileError("\(path) cannot be written: it is a link that leads nowhere.")
      }
      guard mayReplace else { throw FileError(path, "cannot be written", EEXIST) }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard [geteuid(), 0].contains(status.st_uid) else {
          let what = place == path ? "it is another user's link" : "it leads to another user's link"
          throw FileError("\(path) cannot be written: \(what).")
        }
        place = try target(of: place, path)
        continue
      }
      guard status.st_mode & S_IFMT == S_IFREG else { throw Files.notAFile(path, status) }
      guard status.st_uid == geteuid() else {
        throw FileError("\(path) cannot be written: it belongs to another user.")
      }
      return (place, status)
    }
    throw FileError(path, "cannot be written", ELOOP)
  }

  private static func target(of link: String, _ path: String) throws(FileError) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &room, room.count)
    let bytes = room.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    guard count > 0, let text = String(validating: bytes, as: UTF8.self) else {
      throw FileError(path, "cannot be written", count < 0 ? errno : EINVAL)
    }
    return text.hasPrefix("/") ? text : Files.parts(link).folder + text
  }
}
