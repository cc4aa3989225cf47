// The suites that start processes, one test at a time: a process would inherit a pipe that another test opens.
import Synchronization
import Testing

@Suite(.serialized) struct ProcessTests {
  struct ClientTests {
    let output = Output()
  }

  struct CommandTests {}
}

/// What a client wrote to stdout and stderr.
final class Output: Sendable {
  private let written = Mutex<[Int32: String]>([:])
  func write(_ descriptor: Int32, _ text: String) { written.withLock { $0[descriptor, default: ""] += text } }
  subscript(on descriptor: Int32) -> String { written.withLock { $0[descriptor] ?? "" } }
}
