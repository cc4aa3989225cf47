// The terminal's modes and size. One of the few files with unsafe code.
internal import Glibc
internal import TomatoLink

/// The original modes while the terminal is in raw mode, else nil. Plain memory, for the handler of a crash. Never
/// passed to C directly: Swift 6.3 gives a global `termios` 57 of the 60 bytes that tcgetattr writes.
private nonisolated(unsafe) var modesBefore: termios?

/// The terminal on stdin and stdout while the island is shown.
enum Terminal {
  /// After a crash, the shell finds the terminal as it was.
  static func restoreAfterCrashes() {
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
      signal(number) { number in
        Terminal.restoreAfterCrash()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Keys arrive one by one and without echo; Ctrl-C and Ctrl-Z remain signals.
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
    // Discards unread keys, which were typed for the island and not for the shell.
    _ = unsafe tcsetattr(0, TCSAFLUSH, &before)
  }

  /// Makes only async-signal-safe calls.
  private static func restoreAfterCrash() {
    guard var before = unsafe modesBefore else { return }
    _ = unsafe tcsetattr(0, TCSANOW, &before)
    let text: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?2004l\r\n"
    _ = unsafe Glibc.write(1, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// The size of the terminal on stdout; 80 × 24 when it does not know.
  static func size() -> TerminalSize {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
