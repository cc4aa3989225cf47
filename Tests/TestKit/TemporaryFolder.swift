// The only place where a test writes files: its own folder, removed with its owner and all content.
import CNotify
import Glibc
import Testing

public final class TemporaryFolder: Sendable {
  public let path: String

  /// - suffix: a part of the folder's name, for tests that need a space or another hard character in their paths.
  public init(_ suffix: String = "") {
    path = RunFolder.next() + suffix
    if mkdir(path, 0o700) != 0 { Issue.record("\(path) cannot be made: errno \(errno)") }
  }

  deinit { Files.remove(path) }

  public func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder.
  public var names: [String] { Files.names(in: path) }
}

/// Whole files and folders, without Foundation.
public enum Files {
  /// The sorted names in a folder without `.` and `..`; empty without such a folder.
  public static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Nil when it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var all: [UInt8] = []
    while let more = readSome(file) { all += more }
    return all
  }

  /// Empty when it cannot be read.
  public static func text(_ path: String) -> String { String(decoding: bytes(path) ?? [], as: UTF8.self) }

  public static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

  public static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if file < 0 || Glibc.write(file, bytes, bytes.count) != bytes.count {
      Issue.record("\(path) cannot be written: errno \(errno)")
    }
    if file >= 0 { close(file) }
  }

  /// Makes a file or folder one that was last changed in 1970.
  public static func age(_ path: String) { utimes(path, [timeval(), timeval()]) }

  /// The permissions of a file, such as 0o600, after following links; nil when there is none.
  public static func permissions(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// A symbolic link's target; nil if there is no link.
  public static func target(of link: String) -> String? {
    var room = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &room, room.count)
    return count < 0 ? nil : String(decoding: room[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a file, or a folder with all that is in it.
  public static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    // A test may have removed its own permission to read it.
    chmod(path, 0o700)
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }

  /// A pipe that no program gets by accident.
  public static func pipe() -> (read: Int32, write: Int32) {
    var ends = (read: Int32(-1), write: Int32(-1))
    let result = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { Glibc.pipe($0) }
    }
    if result != 0 { Issue.record("there is no pipe: errno \(errno)") }
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Reads available bytes; empty if there are none yet, nil at the end.
  public static func readSome(_ descriptor: Int32) -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &room, room.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    return count > 0 ? Array(room[..<count]) : nil
  }
}
