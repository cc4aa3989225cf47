// Reports the Enter key at a terminal.
import CNotify
import Glibc

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
