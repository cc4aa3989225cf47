// The kernel's status of another process, proc(5): its state, and its parent.
import Glibc

public struct ProcessStatus {
  /// `R`, `S`, `T` and so on, of the main thread.
  public let state: Character
  public let parent: pid_t

  /// Nil without such a process.
  public init?(_ process: pid_t) {
    // The name in parentheses may contain any character.
    let fields = Files.text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard let state = fields.first?.first, let parent = fields[at: 1].flatMap({ pid_t($0) }) else { return nil }
    (self.state, self.parent) = (state, parent)
  }

  /// Whether it is stopped, as by SIGSTOP.
  public var isStopped: Bool { state == "T" }

  /// Whether it has not ended. An ended process that its parent has not waited for is a zombie.
  public var isRunning: Bool { state != "Z" && state != "X" }

  public static func isRunning(_ process: pid_t) -> Bool { ProcessStatus(process)?.isRunning ?? false }

  /// A process's running child processes.
  public static func children(of parent: pid_t) -> [pid_t] {
    Files.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
      ProcessStatus(process).map { $0.parent == parent && $0.isRunning } ?? false
    }
  }
}
