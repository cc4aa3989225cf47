// Replacing a file as a whole, for everything that writes one: whose it may be, what it may be, where links lead, which
// mode it gets, and that it is the old file or the new one at every moment.
import CNotify
import Glibc

/// A text that becomes a file when it is whole.
///
/// - Owner: a file of another user is refused, and so is another user's link; this user's links and root's are
///   followed. Root does not write into the folder of somebody else.
/// - Kind: only a regular file is replaced.
/// - Mode: a file that is there keeps its mode and its group; a new one is for its owner alone (0600).
/// - Until it is whole it has no name where the file system can do that (`O_TMPFILE`), so nothing is left of it when
///   the process is killed. Elsewhere it has a name that no file had.
public final class FileWriter {
  /// What is written at once, in bytes.
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
  ///   - mayReplace: a file that is there already may go.
  ///   - isDurable: false for what can be made again: it does not wait for the disk, and is safe from a crash of this
  ///     process only.
  ///   - mayBeNameless: false is what happens where the file system has no `O_TMPFILE`.
  /// - Throws: one sentence, when there is a file already, or something that is none, or none can be made.
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
    // The name comes after the data is on the disk, and the folder after the name.
    guard !isDurable || fsync(descriptor) == 0 else { throw failure(errno) }
    if mayReplace { try replace() } else { try add() }
    discard()
    if isDurable { fsync(place.folder) }
  }

  private func flush() throws(FileError) {
    defer { waiting.removeAll(keepingCapacity: true) }
    try Files.writeAll(waiting, to: descriptor, path)
  }

  /// Mode and group of the file that is there. Where the group cannot be had, nobody of another one may read it.
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

  /// A link is refused where there is a file already. Not every file system has links.
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

  /// What it is called while it has no name.
  private var own: String { "/proc/self/fd/\(descriptor)" }

  /// A name in the folder that no file had.
  /// - Parameter make: false, with `errno`, when it cannot make a file of that name.
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

/// Where a file is to be, with links followed, and what is there now.
private final class FilePlace {
  /// A descriptor.
  let folder: Int32
  /// The file's name in the folder.
  let name: String
  /// The regular file that is there; nil where there is none.
  let before: stat?

  /// As many as the kernel follows.
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
    // One may write into a folder that one may not read.
    self.folder = readable < 0 && errno == EACCES ? open(folder, CN_FOLDER_ONLY | O_CLOEXEC) : readable
    guard self.folder >= 0 else { throw FileError(path, "cannot be written", errno) }
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Each link by itself, since who made it counts: in a shared folder it may be anybody.
  private static func follow(
    _ path: String, _ mayReplace: Bool
  ) throws(FileError) -> (path: String, status: stat?) {
    var (place, status) = (path, stat())
    for _ in 0...mostLinks {
      guard lstat(place, &status) == 0 else {
        guard errno == ENOENT else { throw FileError(path, "cannot be written", errno) }
        if place == path { return (path, nil) }
        // The links of /proc, such as /dev/stdout, lead to what has no name.
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
