// Reports the end of a process that is not our child, by its pidfd, without polling.
import CNotify
import Glibc

@MainActor public final class ProcessWatch {
  private let descriptor: Descriptor
  private var watch: FDWatch?

  /// - Parameter onExit: called once on the main loop when it has ended.
  /// - Returns: nil if this user has no such process.
  public init?(_ process: Int, onExit: @escaping @MainActor () -> Void) {
    guard let id = Int32(exactly: process), id > 0, kill(id, 0) == 0, let descriptor = Descriptor(cn_pidfd_open(id))
    else { return nil }
    self.descriptor = descriptor
    watch = FDWatch(descriptor.number) { [weak self] _ in
      self?.watch = nil
      onExit()
    }
  }
}
