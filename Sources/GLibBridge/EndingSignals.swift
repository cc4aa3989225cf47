// Handles the signals that ask the daemon to end.
import CNotify
import Glibc

/// Catches SIGTERM, SIGINT and SIGHUP from now on, so that the process ends once and in order, however many arrive. A
/// signal that arrives before `whenCome` is kept.
///
/// Uses handlers, because `exec` resets them, while child processes would inherit blocked signals. SIGQUIT keeps its
/// default, a core dump; the stored state is complete at any moment.
@MainActor public final class EndingSignals {
  /// Readable from the first signal on; for a wait in `poll`.
  public let descriptor: Int32
  private var watch: FDWatch?

  /// Without a free descriptor, signals keep their default effect.
  public init() {
    let pipe = Descriptors.pipe()
    descriptor = pipe?.read ?? -1
    guard let ends = pipe else { return }
    // A handler must not block; a full pipe is readable, which is enough.
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    endingSignal = ends.write
    var action = sigaction()
    action.__sigaction_handler.sa_handler = noteEndingSignal
    action.sa_flags = SA_RESTART
    for number in UnixSignals.leaving where !Self.isIgnoredHangup(number) { sigaction(number, &action, nil) }
  }

  /// Whether a signal has arrived.
  public var hasCome: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Calls `work` once on the main loop, when a signal arrives or has arrived; replaces an earlier `work`.
  public func whenCome(_ work: @escaping @MainActor () -> Void) {
    watch?.cancel()
    watch = FDWatch(descriptor, .input) { [weak self] _ in
      self?.watch?.cancel()
      self?.watch = nil
      work()
    }
  }

  /// Whether this is a SIGHUP that was ignored at the start, as by nohup; it stays ignored.
  private static func isIgnoredHangup(_ number: Int32) -> Bool {
    var before = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &before) == 0 else { return false }
    return unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The descriptor that the handler writes to; set before the handler is installed.
nonisolated(unsafe) private var endingSignal: Int32 = -1

/// The signal handler: calls only write(2) and keeps `errno`.
private func noteEndingSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(endingSignal, &byte, 1)
  errno = before
}
