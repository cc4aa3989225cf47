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

  private let descriptor: Int32

  private init(holding descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Tries once, without waiting. A missing file is created with mode 0600; a symbolic link is refused.
  public static func acquire(_ path: String) -> Outcome {
    let file = openFile(path)
    guard file >= 0 else { return .failed(BridgeError.errno("Cannot open the lock \(path)").message) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return .acquired(FileLock(holding: file)) }
    let code = errno
    defer { close(file) }
    if code == EWOULDBLOCK { return .heldByAnother(pid: holder(file)) }
    errno = code
    return .failed(BridgeError.errno("Cannot lock \(path)").message)
  }

  /// Waits for another process to release the lock. `flock` has no time limit, so a thread blocks in it, and the caller
  /// in `poll`. After a timeout the thread goes on waiting, and then releases the lock at once.
  /// - stop: a descriptor that ends the wait when it becomes readable; -1 for none.
  public static func acquire(_ path: String, waitingMs: Int32, stop: Int32 = -1) -> Outcome {
    let first = acquire(path)
    guard case .heldByAnother(let pid) = first else { return first }
    let file = openFile(path)
    guard file >= 0, let pipe = Descriptors.pipe() else {
      defer { if file >= 0 { close(file) } }
      return .failed(BridgeError.errno("Cannot wait for the lock \(path)").message)
    }
    let wait = LockWait(file: file, done: pipe.write)
    guard wait.start() else {
      for end in [pipe.read, pipe.write, file] { close(end) }
      return .failed("Cannot start a thread to wait for the lock \(path).")
    }
    var ready = [pipe.read, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&ready, 2, waitingMs) < 0 && errno == EINTR {}
    close(pipe.read)
    if wait.claim() { return .acquired(FileLock(holding: file)) }
    return .heldByAnother(pid: pid)
  }

  private static func openFile(_ path: String) -> Int32 {
    open(path.forC, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// The holder's id by /proc/locks, which uses this PID namespace; an id in the file could be wrong. Device numbers
  /// there can differ from `stat`'s, so the result is nil if a locked file elsewhere has the same inode.
  private static func holder(_ file: Int32) -> Int32? {
    var status = stat()
    guard fstat(file, &status) == 0, let table = try? Files.read("/proc/locks", limit: 1 << 18) else { return nil }
    let holders = String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line -> Int32? in
      // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else { return nil }
      return Int32(words[4])
    }
    return holders.count == 1 ? holders[0] : nil
  }
}

/// A thread that waits in `flock`. If the caller still waits then, it gets the lock; else the thread closes the file.
private final class LockWait: Sendable {
  private enum State { case waiting, locked, abandoned }
  private let state = Mutex(State.waiting)
  private let file: Int32
  private let done: Int32

  init(file: Int32, done: Int32) { (self.file, self.done) = (file, done) }

  func start() -> Bool {
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)  // signals are for the main thread
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let data = Box(self).retained()
    let failed = pthread_create(&thread, nil, runLockWait, data) != 0
    if failed { releaseBox(data) } else { pthread_detach(thread) }
    return !failed
  }

  /// Called once, when the caller stops waiting. Returns whether it has the lock.
  func claim() -> Bool {
    state.withLock { state in
      if state == .waiting { state = .abandoned }
      return state == .locked
    }
  }

  func waitForLock() {
    let locked = flock(file, LOCK_EX) == 0
    let wanted = state.withLock { state in
      let wanted = state == .waiting && locked
      state = wanted ? .locked : .abandoned
      return wanted
    }
    if !wanted { close(file) }
    close(done)  // wakes the caller's poll
  }
}

private func runLockWait(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Box<LockWait>.taking(data)?.waitForLock()
  return nil
}
