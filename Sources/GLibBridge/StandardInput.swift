// Reports the Enter key at a terminal.
import CNotify
import Glibc

/// Calls back for each line typed, and once when the input has ended. Ignores input that is not a terminal, because a
/// script's input is not meant for us.
@MainActor public final class StandardInput {
  private var watch: FDWatch?

  public init(onLine: @escaping @MainActor () -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    watch = FDWatch(STDIN_FILENO, .input) { [weak self] _ in
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
      if count <= 0 { self?.watch = nil }  // an ended input stays ready
      if count <= 0 || buffer[..<count].contains(UInt8(ascii: "\n")) { onLine() }
    }
  }
}
