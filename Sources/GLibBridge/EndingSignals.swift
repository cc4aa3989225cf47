// Handles the signals that ask a program to end.
import Glibc

/// Catches SIGTERM, SIGINT and SIGHUP from now on, so that the process ends once and in order, however many arrive. A
/// signal that arrives before `whenCome` is kept.
///
/// Uses handlers, because `exec` resets them, while child processes would inherit blocked signals. SIGQUIT keeps its
/// default, a core dump; the stored state is complete at any moment.
@MainActor public final class EndingSignals {
  /// TERM comes from the system, INT from a terminal, HUP when a terminal has gone.
  static let numbers = [SIGTERM, SIGINT, SIGHUP]

  /// Readable from the first signal on; for a wait in `poll`.
  public let descriptor: Int32
  private var watch: FDWatch?

  /// Without a free descriptor, signals keep their default effect.
  public init() {
    descriptor = endingPipe?.read.number ?? -1
    guard let endingPipe else { return }
    // A handler must not block; a full pipe is readable, which is enough.
    for end in [endingPipe.read, endingPipe.write] { end.makeNonBlocking() }
    endingSignal = endingPipe.write.number
    var action = sigaction()
    action.__sigaction_handler.sa_handler = noteEndingSignal
    action.sa_flags = SA_RESTART
    for number in Self.numbers where !Self.isIgnoredHangup(number) { sigaction(number, &action, nil) }
  }

  public var hasCome: Bool { Descriptor.wait(descriptor) }

  /// Calls `work` once on the main loop, when a signal arrives or has arrived; replaces an earlier `work`.
  public func whenCome(_ work: @escaping @MainActor () -> Void) {
    watch = FDWatch(descriptor) { [weak self] _ in
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

/// Never closed, because a signal may arrive at any time.
private let endingPipe = Descriptor.pipe()

/// The descriptor that the handler writes to; set before the handler is installed.
nonisolated(unsafe) private var endingSignal: Int32 = -1

/// The signal handler: calls only write(2) and keeps `errno`.
private func noteEndingSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(endingSignal, &byte, 1)
  errno = before
}
