// Receives signals on a descriptor, without polling; stops or ends this process by a signal. One of the few files with
// unsafe code.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

@_silgen_name("signalfd")
private func signalfd(_ descriptor: Int32, _ set: UnsafePointer<sigset_t>, _ flags: Int32) -> Int32

/// Blocks the signals from its creation on.
struct CaughtSignals {
  /// Becomes readable when a signal has come.
  let descriptor: Int32
  /// The signals that were blocked before; they are also blocked in a tracked command.
  let before: sigset_t

  /// Signals that stop a process. The system ignores them if no process could continue it.
  static let stops = [SIGTSTP, SIGTTIN, SIGTTOU]

  /// - Parameters:
  ///   - numbers: the signals to receive.
  ///   - others: signals that are only blocked.
  /// - Throws: 69 when the system has no descriptor left.
  init(_ numbers: [Int32], blocking others: [Int32] = []) throws(Failure) {
    // With an inherited SIG_IGN for SIGCHLD, ends of children would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var heard = Self.set(numbers)
    descriptor = unsafe signalfd(-1, &heard, Int32(O_CLOEXEC | O_NONBLOCK))
    guard descriptor >= 0 else {
      throw Failure(.unavailable, "Signals cannot be waited for: {reason}.", ["reason": SystemCalls.describe(errno)])
    }
    var blocked = Self.set(numbers + others)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    self.before = before
  }

  /// For `track`: receives SIGCHLD, and the signals that it passes on to the command.
  /// - Parameter withStops: receives Ctrl-Z instead of stopping; the terminal can be given away from the background.
  static func ofCommand(withStops: Bool) throws(Failure) -> CaughtSignals {
    // Signals that our caller ignores, as nohup does, stay ignored: signalfd would deliver them.
    let passed = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2].filter { !isIgnored($0) }
    let numbers = passed + [SIGCHLD, SIGCONT] + (withStops ? [SIGTSTP] : [])
    return try CaughtSignals(numbers, blocking: withStops ? stops : [])
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  struct Signal: Hashable {
    var number: Int32
    /// A key of the terminal sent it, to the whole foreground group.
    var isFromTerminal: Bool
  }

  /// The received signals, the lowest number first.
  func next() -> [Signal] {
    var signals: [Signal] = []
    // struct signalfd_siginfo: 128 bytes; the signal's number, an error, a code.
    while let bytes = SystemCalls.read(descriptor), bytes.count >= 128 {
      for start in stride(from: 0, to: bytes.count - 127, by: 128) {
        let fields = unsafe bytes[start...].withUnsafeBytes { unsafe $0.loadUnaligned(as: (Int32, Int32, Int32).self) }
        // SI_KERNEL
        signals.append(Signal(number: fields.0, isFromTerminal: fields.2 == 0x80))
      }
    }
    return signals
  }

  /// Stops this process, and returns when it goes on.
  /// - Parameter wholeGroup: stops our whole group, as Ctrl-Z would have done.
  /// - Returns: False if the system did not stop us, because no process could continue us.
  @discardableResult static func stop(with number: Int32 = SIGTSTP, wholeGroup: Bool) -> Bool {
    var (stops, before) = (set(Self.stops), sigset_t())
    unsafe pthread_sigmask(SIG_UNBLOCK, &stops, &before)
    kill(wholeGroup ? 0 : getpid(), Self.stops.contains(number) ? number : SIGTSTP)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return unsafe sigismember(&pending, SIGCONT) == 1
  }

  /// Ends this process in the same way as the command, so that our caller sees no difference.
  /// - Returns: the exit code, if the signal does not end us.
  /// - Parameter wholeGroup: whether the command had the terminal, so that Ctrl-C did not reach our group. Then the
  ///   whole group is signalled, so that a script that waits for us ends too.
  static func end(by number: Int32, wholeGroup: Bool) -> AnswerCode {
    // Only the command dumps core.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    signal(number, SIG_DFL)
    var one = set([number])
    if wholeGroup, [SIGINT, SIGQUIT].contains(number) { kill(0, number) } else { kill(getpid(), number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &one, nil)
    return AnswerCode(UInt8(truncatingIfNeeded: 128 + number))
  }

  private static func set(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }
}
