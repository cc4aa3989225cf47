// The built command on a terminal of its own, for tests from outside.
import Glibc
import TestKit
import Testing

/// A program with a pseudoterminal as its stdin, stdout and stderr.
final class Child {
  let identifier: pid_t
  private let main: Int32
  private let side: Int32
  private(set) var output: [UInt8] = []
  private var status: Int32?

  /// Starts the command with `words` on a terminal of this size.
  convenience init(_ words: [String], environment: [String], columns: UInt16 = 80, rows: UInt16 = 24) {
    let words = [Program.products + "/tomato-notify"] + words
    self.init(program: words, environment: environment, columns: columns, rows: rows)
  }

  /// Starts another program there.
  init(program words: [String], environment: [String], columns: UInt16 = 80, rows: UInt16 = 24) {
    var (main, side): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    if openpty(&main, &side, &name, nil, &size) != 0 { Issue.record("there is no terminal: errno \(errno)") }
    for descriptor in [main, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Kept open, so that the modes can be read after the program has ended.
    (self.main, self.side) = (main, side)
    let terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    identifier = Program.started(words, environment: environment, .init(terminal: terminal))
  }

  deinit {
    if status == nil {
      kill(identifier, SIGKILL)
      _ = Program.wait(for: identifier)
    }
    close(main)
    close(side)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

  func type(_ text: String) { _ = write(main, text, text.utf8.count) }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal's local modes, which raw mode changes.
  var localModes: tcflag_t {
    var modes = termios()
    tcgetattr(main, &modes)
    return modes.c_lflag
  }

  /// Reads until the output from `start` on has `wanted`; false when the program has ended without it, or not in time.
  func waitFor(_ wanted: String, from start: Int = 0) -> Bool {
    let wanted = Array(wanted.utf8)
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while !(output.count > start && Child.contains(output[start...], wanted)) {
      guard Patience.waitToRead(main, until: deadline), read() else { return false }
    }
    return true
  }

  /// Reads what is there until the condition holds, so that the program never waits for its terminal.
  func drain(until condition: () -> Bool) -> Bool {
    Patience.wait {
      let holds = condition()
      while Patience.waitToRead(main, until: Patience.now()), read() {}
      return holds
    }
  }

  /// False at the end.
  private func read() -> Bool {
    guard let bytes = Files.readSome(main) else { return false }
    output += bytes
    return true
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  /// Reads to the end and returns the exit code; 128 + n after signal n; nil when it did not end in time.
  func end() -> Int32? {
    var status: Int32 = 0
    guard drain(until: { waitpid(identifier, &status, WNOHANG) == identifier }) else { return nil }
    self.status = status
    return Program.code(status)
  }
}

extension FakeDaemon {
  /// A session in which the command finds this daemon.
  func environment(_ more: String...) -> [String] {
    ["XDG_RUNTIME_DIR=", "HOME="].map { $0 + folder }
      + ["PATH=/usr/bin:/bin", "TERM=xterm", "SWIFT_BACKTRACE=enable=no"] + more
  }
}

/// Starts the built command with pipes for its output, as a bar runs it.
func startCommand(_ words: [String], environment: [String], isRead: Bool = true) -> RunningProgram {
  RunningProgram(Program.products + "/tomato-notify", words, environment: environment, isRead: isRead)
}

/// Runs the built command with pipes for its output, to its end.
/// - isRead: whether its stdout has a reader.
func runCommand(_ words: [String], environment: [String], isRead: Bool = true) -> Outcome {
  startCommand(words, environment: environment, isRead: isRead).outcome()
}

/// The same, with the catalogues beside it as in an installation.
func runInstalledCommand(_ words: [String], environment: [String]) -> Outcome {
  RunningProgram(InstalledCommand.path, words, environment: environment).outcome()
}

private enum InstalledCommand {
  private static let folder = TemporaryFolder()

  static let path: String = {
    let path = folder.path + "/bin/tomato-notify"
    _ = Program.run(["mkdir", folder.path + "/bin"])
    for language in Catalogues.languages { Catalogues.install(language, below: folder.path) }
    Program.copy(Program.products + "/tomato-notify", to: path)
    return path
  }()
}
