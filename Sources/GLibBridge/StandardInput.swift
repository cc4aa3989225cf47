// The Enter key of a person at a terminal.
import CNotify
import Glibc

/// Calls back when a line was typed or the input has ended. Ignores input that is not a terminal, because a script's
/// input is not meant for us.
@MainActor public final class StandardInput {
  private var watch: FDWatch?

  public init(onLine: @escaping @MainActor () -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    watch = FDWatch(STDIN_FILENO, .input) { [weak self] _ in
      var room = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &room, room.count)
      if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
      if count <= 0 { self?.watch = nil }  // an input that ended stays ready for ever
      if count <= 0 || room[..<count].contains(UInt8(ascii: "\n")) { onLine() }
    }
  }
}
