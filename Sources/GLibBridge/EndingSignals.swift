// The signals that ask the daemon to end, from its first moment to its last.
import CNotify
import Glibc

/// Handles SIGTERM, SIGINT and SIGHUP from here on: the process ends once and in its own time, however many come. A
/// signal that comes before `whenCome` is kept.
///
/// Uses a handler, because `exec` resets handlers, while child processes would inherit a blocked signal. SIGQUIT keeps
/// its default, a core dump; the stored state is complete at any moment.
@MainActor public final class EndingSignals {
  /// Readable from the first signal on; for a wait in `poll`.
  public let descriptor: Int32
  private var watch: FDWatch?

  /// Without a free descriptor, signals keep their default effect.
  public init() {
    var ends: [Int32] = [-1, -1]
    let hasPipe = pipe(&ends) == 0
    descriptor = ends[0]
    guard hasPipe else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A handler must never wait: a full pipe has said enough.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    endingSignal = ends[1]
    var action = sigaction()
    action.__sigaction_handler.sa_handler = noteEndingSignal
    action.sa_flags = SA_RESTART
    for number in UnixSignals.leaving where !Self.isKeptAway(number) { sigaction(number, &action, nil) }
  }

  /// Whether one has come.
  public var hasCome: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Calls `work` on the main loop, once, when one comes or if one has come; in place of an earlier `work`.
  public func whenCome(_ work: @escaping @MainActor () -> Void) {
    watch?.cancel()
    watch = FDWatch(descriptor, .input) { [weak self] _ in
      self?.watch?.cancel()
      self?.watch = nil
      work()
    }
  }

  /// Respects nohup: a signal that was ignored at the start stays ignored.
  private static func isKeptAway(_ number: Int32) -> Bool {
    var before = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &before) == 0 else { return false }
    return unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The descriptor that the handler writes to; set before the handler is installed.
nonisolated(unsafe) private var endingSignal: Int32 = -1

/// A signal handler: only calls write(2) and keeps `errno`.
private func noteEndingSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(endingSignal, &byte, 1)
  errno = before
}
