// What the kernel says of another process, proc(5): whether it runs, and who started it.
import Glibc

public struct ProcessStatus {
  /// `R`, `S`, `T` and so on, of the main thread.
  public let state: Character
  public let parent: pid_t

  /// Nil when there is no such process.
  public init?(_ process: pid_t) {
    // The name, in parentheses, may hold anything.
    let fields = Files.text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard let state = fields.first?.first, let parent = fields[at: 1].flatMap({ pid_t($0) }) else { return nil }
    (self.state, self.parent) = (state, parent)
  }

  /// SIGSTOP has done its work.
  public var isStopped: Bool { state == "T" }

  /// It has not ended. One that has, and that its parent did not wait for, is a zombie.
  public var isRunning: Bool { state != "Z" && state != "X" }

  public static func isRunning(_ process: pid_t) -> Bool { ProcessStatus(process)?.isRunning ?? false }

  /// Those that a process has started itself, and that run.
  public static func children(of parent: pid_t) -> [pid_t] {
    Files.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
      ProcessStatus(process).map { $0.parent == parent && $0.isRunning } ?? false
    }
  }
}
