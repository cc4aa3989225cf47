// The terminal's modes and size, and signals as bytes on a pipe. One of the few files with unsafe code.
internal import Glibc
internal import TomatoLink

/// What a signal handler may touch, and what a crash has to put back: plain memory, no locks, no allocation.
private nonisolated(unsafe) var signalPipe: Int32 = -1
/// As they were before the terminal was changed; nil while it is not. Never lent to C: Swift 6.3 gives a global
/// `termios` 57 bytes of the 60 that tcgetattr writes.
private nonisolated(unsafe) var modesBefore: termios?

/// The terminal on stdin and stdout while the island is shown.
enum Terminal {
  /// The reading end of the pipe on which each signal that came is one byte: its number.
  static func signals() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return -1 }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    unsafe signalPipe = ends[1]
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD] { catchSignal(number) }
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
      signal(number) { number in
        Terminal.restoreAfterCrash()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return ends[0]
  }

  private static func catchSignal(_ number: Int32) {
    signal(number) { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe Glibc.write(signalPipe, &byte, 1)
      errno = before
    }
  }

  /// Keys one by one and unseen; control-C and control-Z stay signals.
  static func enterRawMode() {
    var modes = termios()
    if let before = unsafe modesBefore {
      modes = before
    } else {
      guard unsafe tcgetattr(0, &modes) == 0 else { return }
      unsafe modesBefore = modes
    }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL)
    _ = unsafe tcsetattr(0, TCSANOW, &modes)
  }

  static func leaveRawMode() {
    guard var before = unsafe modesBefore else { return }
    unsafe modesBefore = nil
    // Flushed: what was typed for the island is not for the shell.
    _ = unsafe tcsetattr(0, TCSAFLUSH, &before)
  }

  /// Only calls that are allowed in a signal handler.
  private static func restoreAfterCrash() {
    guard var before = unsafe modesBefore else { return }
    _ = unsafe tcsetattr(0, TCSANOW, &before)
    let text: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?2004l\r\n"
    _ = unsafe Glibc.write(1, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Stops as control-Z does, and returns when the person goes on.
  static func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    catchSignal(SIGTSTP)
  }

  /// The size of the terminal on stdout; 80 × 24 when it does not know.
  static func size() -> TerminalSize {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// What becomes of the island when this signal comes.
  enum Signal {
    case leave(AnswerCode)
    case stop, goOn, resize, childEnded, none
  }

  static func meaning(_ byte: UInt8) -> Signal {
    switch Int32(byte) {
    case SIGINT: .leave(.interrupted)
    case SIGTERM: .leave(.terminated)
    case SIGHUP: .leave(.hangup)
    case SIGTSTP: .stop
    case SIGCONT: .goOn
    case SIGWINCH: .resize
    case SIGCHLD: .childEnded
    default: .none
    }
  }
}
