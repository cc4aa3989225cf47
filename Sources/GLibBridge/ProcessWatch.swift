// Reports the end of a process that is not our child, by its pidfd, without polling.
import CNotify
import Glibc

/// Watches one process of this user until it is released.
@MainActor public final class ProcessWatch {
  private let descriptor: Int32
  private var watch: FDWatch?

  /// - Parameter onExit: called once on the main loop when it has ended.
  /// - Returns: nil if this user has no such process.
  public init?(_ process: Int, onExit: @escaping @MainActor () -> Void) {
    guard let id = Int32(exactly: process), id > 0, kill(id, 0) == 0 else { return nil }
    descriptor = cn_pidfd_open(id)
    guard descriptor >= 0 else { return nil }
    watch = FDWatch(descriptor, .input) { [weak self] _ in
      self?.watch?.cancel()
      self?.watch = nil
      onExit()
    }
  }

  deinit {
    let (watch, descriptor) = (SameThread(value: watch), descriptor)
    MainActor.assumeIsolated { watch.value?.cancel() }
    close(descriptor)
  }
}
