// A lock on a file, held as long as the process lives, so that one instance runs per user.
import CNotify
import Glibc
import Synchronization

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

  /// Tries once, without waiting. A missing file is created with mode 0600; a symbolic link is refused.
  public static func acquire(_ path: String) -> Outcome {
    guard let file = openFile(path) else {
      return .failed(BridgeError.errno("Cannot open the lock \(path)").message)
    }
    if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return .acquired(FileLock(holding: file)) }
    guard errno == EWOULDBLOCK else { return .failed(BridgeError.errno("Cannot lock \(path)").message) }
    return .heldByAnother(pid: holder(file))
  }

  /// Waits for another process to release the lock. `flock` has no time limit, so a thread blocks in it, and the caller
  /// in `poll`. After a timeout the thread goes on waiting, and then releases the lock at once.
  /// - stop: a descriptor that ends the wait when it becomes readable; -1 for none.
  public static func acquire(_ path: String, waitingMs: Int32, stop: Int32 = -1) -> Outcome {
    let first = acquire(path)
    guard case .heldByAnother(let pid) = first else { return first }
    guard let file = openFile(path), let pipe = Descriptor.pipe() else {
      return .failed(BridgeError.errno("Cannot wait for the lock \(path)").message)
    }
    let wait = LockWait(file: file, done: pipe.write)
    guard wait.start() else { return .failed("Cannot start a thread to wait for the lock \(path).") }
    var ready = [pipe.read.number, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    withExtendedLifetime(pipe) { while poll(&ready, 2, waitingMs) < 0 && errno == EINTR {} }
    return wait.claim() ? .acquired(FileLock(holding: file)) : .heldByAnother(pid: pid)
  }

  private static func openFile(_ path: String) -> Descriptor? {
    Descriptor(open(path.forC, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600))
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

/// A thread that waits in `flock`. If the caller still waits then, it gets the lock; else the thread drops it.
private final class LockWait: Sendable {
  private enum State { case waiting, locked, abandoned }
  private let state = Mutex(State.waiting)
  private let file: Descriptor
  private let done: Descriptor

  init(file: Descriptor, done: Descriptor) { (self.file, self.done) = (file, done) }

  func start() -> Bool {
    let data = Box<@Sendable () -> Void>(waitForLock).retained()
    guard let thread = g_thread_try_new("lock", runThread, data, nil) else {
      releaseBox(data)
      return false
    }
    g_thread_unref(thread)
    return true
  }

  /// Called once, when the caller stops waiting. Returns whether it has the lock.
  func claim() -> Bool {
    state.withLock { state in
      if state == .waiting { state = .abandoned }
      return state == .locked
    }
  }

  @Sendable private func waitForLock() {
    // Signals are for the main thread; so is SIGPIPE, of a caller that has gone.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    let isLocked = flock(file.number, LOCK_EX) == 0
    state.withLock { if $0 == .waiting, isLocked { $0 = .locked } }
    _ = write(done.number, "!", 1)  // wakes the caller's poll
  }
}
