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
  private let text = Mutex<[Int32: [UInt8]]>([:])
  func write(_ descriptor: Int32, _ bytes: [UInt8]) { text.withLock { $0[descriptor, default: []] += bytes } }
  subscript(descriptor: Int32) -> String { text.withLock { String(decoding: $0[descriptor] ?? [], as: UTF8.self) } }
}
