// A lock on a file, held as long as the process lives, so that one instance runs per user.
import CNotify
import Glibc

/// An exclusive `flock`. The kernel releases it when the process ends in any way. The file stays: removing it would let
/// two processes lock two files of the same name.
public final class FileLock: Sendable {
  public enum Outcome: Sendable {
    case acquired(FileLock)
    /// Another process holds it; its id, if the kernel shows us one.
    case heldByAnother(pid: Int32?)
    /// One sentence: the file cannot be opened or locked.
    case failed(String)
  }

  private let descriptor: Descriptor

  private init(holding descriptor: Descriptor) { self.descriptor = descriptor }

  /// Takes the lock, or waits for another process to release it. A missing file is created with mode 0600; a symbolic
  /// link is refused.
  /// - waitingMs: tries again every 10 ms until then, because `flock` has no time limit.
  /// - stop: a descriptor that ends the wait when it becomes readable; -1 for none.
  public static func acquire(_ path: String, waitingMs: Int32 = 0, stop: Int32 = -1) -> Outcome {
    guard let file = Descriptor(open(path.forC, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)) else {
      return .failed(BridgeError.errno("Cannot open the lock \(path)").message)
    }
    let deadline = g_get_monotonic_time() + gint64(waitingMs) * 1000
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { return .failed(BridgeError.errno("Cannot lock \(path)").message) }
      if g_get_monotonic_time() >= deadline || Descriptor.wait(stop, milliseconds: 10) {
        return .heldByAnother(pid: holder(file))
      }
    }
    return .acquired(FileLock(holding: file))
  }

  // MARK: Temporary files, locked by the process that uses them

  /// The age, in seconds, from which a file or folder counts as abandoned: on network file systems with locks local to
  /// each machine, a younger one may be in use on another machine.
  private static let abandonedAfter = 600

  /// Locks a new file or folder, if its file system has locks. `ifAbandoned` never competes for one this young.
  static func hold(_ file: Descriptor?) { if let file { _ = flock(file.number, LOCK_EX | LOCK_NB) } }

  /// Runs `remove` if the regular file or folder is old, this user's and locked by no process; not on file systems
  /// without locks.
  static func ifAbandoned(_ path: String, in folder: Int32 = AT_FDCWD, _ remove: () -> Void) {
    var status = stat()
    guard let file = Descriptor(openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)),
      fstat(file.number, &status) == 0, status.isRegular || status.isFolder, status.st_uid == geteuid(),
      status.st_mtim.tv_sec < time(nil) - abandonedAfter, flock(file.number, LOCK_EX | LOCK_NB) == 0
    else { return }
    withExtendedLifetime(file, remove)
  }

  /// The holder's id by /proc/locks, which uses this PID namespace; an id in the file could be wrong. Device numbers
  /// there can differ from `stat`'s, so the result is nil if a locked file elsewhere has the same inode.
  private static func holder(_ file: Descriptor) -> Int32? {
    var status = stat()
    guard fstat(file.number, &status) == 0, let table = try? Files.read("/proc/locks", limit: 1 << 18) else {
      return nil
    }
    let holders = String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line -> Int32? in
      // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else { return nil }
      return Int32(words[4])
    }
    return holders.count == 1 ? holders[0] : nil
  }
}
