// The suites that start processes, one test at a time: a process that is started while another test opens a pipe would
// inherit it and keep it open.
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
