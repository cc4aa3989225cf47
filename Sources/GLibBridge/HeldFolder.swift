// Temporary folders that are cleaned up after a kill: the owner holds a lock on its folder, the kernel releases it with
// the process, and the next program removes unlocked folders.
import CNotify
import Glibc

/// A folder for temporary files, for this user alone. `deinit` removes it with all its files.
public final class HeldFolder {
  public let path: String
  private let descriptor: Int32

  /// First removes folders of this name that killed programs have left.
  /// - Throws: one sentence, when the folder cannot be made.
  public init(_ name: String) throws(FileError) {
    let place = String(cString: g_get_tmp_dir())
    for left in AbandonedFolders.find(in: place, name + "-") { AbandonedFolders.remove(left) }
    (path, descriptor) = try AbandonedFolders.make("\(place)/\(name)", in: place)
  }

  deinit {
    AbandonedFolders.remove(path)
    close(descriptor)
  }
}

/// Folders with a lock, whose names end in the six random letters of `mkdtemp`.
private enum AbandonedFolders {
  /// This user's folders with this prefix that no process has locked.
  static func find(in folder: String, _ prefix: String) -> [String] {
    Files.names(in: folder).filter { name in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
        && name.utf8.suffix(6).allSatisfy { isalnum(Int32($0)) != 0 }
    }.map { folder + "/" + $0 }.filter(isAbandoned)
  }

  private static func isAbandoned(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR else {
      return false
    }
    // Without lock support the folder is kept.
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }

  /// Removes a folder and its files; a folder with subfolders stays.
  static func remove(_ path: String) {
    for name in Files.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Makes and locks a folder; retries if another program has removed it before it was locked.
  /// - Parameter path: the folder's path without the hyphen and the six letters.
  static func make(_ path: String, in place: String) throws(FileError) -> (path: String, descriptor: Int32) {
    while true {
      var template = Array((path + "-XXXXXX").utf8CString)
      let made = mkdtemp(&template) == nil ? -1 : open(template, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard made >= 0 else { throw FileError(place, "cannot be written", errno) }
      _ = flock(made, LOCK_EX | LOCK_NB)
      var (own, there) = (stat(), stat())
      if fstat(made, &own) == 0, lstat(template, &there) == 0, own.st_ino == there.st_ino {
        return (template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }, made)
      }
      close(made)
    }
  }
}
