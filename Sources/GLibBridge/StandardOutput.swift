// Standard input, standard output and standard error of our programs.
import Glibc

/// A program's standard output. After the first failed write nothing more is written; `finish` returns the failure, for
/// the exit code.
public final class StandardOutput {
  public enum Failure: Hashable, Sendable {
    /// The reader has gone, as with `| head -1`.
    case readerGone
    case unwritable(String)
  }

  /// Thrown to leave a printing loop after a failed write.
  public struct Ended: Error {}

  private static let piece = 64 * 1024
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var error: Int32 = 0

  /// - Parameter descriptor: replaced in tests.
  public init(_ descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// Prints the text at once, and a line break if it has none at its end.
  public func print(_ text: String) {
    waiting += StandardStreams.wholeLines(text)
    send()
  }

  /// Adds to a text, which is written in large pieces.
  /// - Throws: `Ended` when the output has failed.
  public func write(_ text: String) throws(Ended) {
    waiting += text.utf8
    if waiting.count >= Self.piece || error != 0 { try flush() }
  }

  /// Writes the rest, for a program that continues afterwards.
  /// - Throws: as `write`.
  public func flush() throws(Ended) {
    send()
    if error != 0 { throw Ended() }
  }

  /// Writes the rest.
  /// - Returns: nil when everything was printed.
  public func finish() -> Failure? {
    send()
    switch error {
    case 0: return nil
    case EPIPE: return .readerGone
    default: return .unwritable(BridgeError.describe(error))
    }
  }

  private func send() {
    if error == 0 { error = Descriptor.writeAll(waiting, to: descriptor) }
    waiting.removeAll(keepingCapacity: true)
  }
}

/// Queries about the standard streams, and writing to standard error, whose failures cannot be reported.
public enum StandardStreams {
  public static func isTerminal(errors: Bool) -> Bool { isatty(errors ? STDERR_FILENO : STDOUT_FILENO) == 1 }

  /// Writes the text to the standard error stream, and a line break if it has none at its end.
  public static func complain(_ text: String) { _ = Descriptor.writeAll(wholeLines(text), to: STDERR_FILENO) }

  /// Prints why a program ends, and returns its exit code.
  public static func complain(_ sentence: String, _ code: Int32) -> Int32 {
    complain(sentence)
    return code
  }

  /// Writes a part of a line to the standard error stream.
  public static func writePart(_ text: String) { _ = Descriptor.writeAll(Array(text.utf8), to: STDERR_FILENO) }

  fileprivate static func wholeLines(_ text: String) -> [UInt8] {
    // Compares bytes, because Swift treats CR LF as one character.
    Array((text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n").utf8)
  }

  /// Width of the terminal on standard output, 80 if unknown; nil without a terminal.
  public static var terminalColumns: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Calls back for each line typed, and once when the input has ended. Ignores input that is not a terminal, because a
/// script's input is not meant for us.
@MainActor public final class StandardInput {
  private var watch: FDWatch?

  public init(onLine: @escaping @MainActor () -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    watch = FDWatch(STDIN_FILENO) { [weak self] _ in
      guard let bytes = Descriptor.read(STDIN_FILENO, 256) else { return }
      if bytes.isEmpty { self?.watch = nil }  // an ended input stays ready
      if bytes.isEmpty || bytes.contains(UInt8(ascii: "\n")) { onLine() }
    }
  }
}
