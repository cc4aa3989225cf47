// Temporary folders that are cleaned up after a kill: the owner holds a lock on its folder, the kernel releases it with
// the process, and a later program removes unlocked folders.
import CNotify
import Glibc

/// A folder for temporary files, for this user alone. `deinit` removes it with all its files.
public final class HeldFolder {
  public let path: String
  private let descriptor: Descriptor

  /// First removes folders of this name that killed programs have left.
  /// - Throws: one sentence, when the folder cannot be made.
  public init(_ name: String) throws(FileError) {
    let place = String(cString: g_get_tmp_dir())
    for left in Self.folders(in: place, name + "-") { FileLock.ifAbandoned(left) { Self.remove(left) } }
    (path, descriptor) = try Self.make("\(place)/\(name)", in: place)
  }

  deinit { Self.remove(path) }

  /// The names with this prefix and the six random letters of `mkdtemp`.
  private static func folders(in folder: String, _ prefix: String) -> [String] {
    Files.names(in: folder).filter { name in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
        && name.utf8.suffix(6).allSatisfy { isalnum(Int32($0)) != 0 }
    }.map { folder + "/" + $0 }
  }

  /// Removes a folder and its files; a folder with subfolders stays.
  private static func remove(_ path: String) {
    for name in Files.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Makes and locks a folder.
  /// - Parameter path: the folder's path without the hyphen and the six letters.
  private static func make(_ path: String, in place: String) throws(FileError) -> (String, Descriptor) {
    var template = Array((path + "-XXXXXX").utf8CString)
    let name = String(orEmpty: mkdtemp(&template))
    guard !name.isEmpty, let made = Descriptor(open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      throw FileError(place, "cannot be written", errno)
    }
    FileLock.hold(made)
    return (name, made)
  }
}
