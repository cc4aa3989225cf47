// Work goes to a thread in its order, and its value ends with it.

import GLibBridge
import Glibc
import TestKit
import Testing

@Suite struct OwningThreadTests {
  /// What a thread owns: not for others.
  private final class Notes { var numbers: [Int] = [] }

  @Test func `work is done in its order, and an answer comes behind all before it`() {
    let (thread, found) = OwningThread.begin("notes") { (Notes(), "begun") }
    #expect(found == "begun" && thread.isIdle)
    for number in 0..<100 { thread.add { $0.numbers.append(number) } }
    #expect(thread.ask { $0.numbers } == Array(0..<100))
    thread.end { $0.numbers = [] }
    #expect(thread.isIdle)
  }

  @Test func `nobody waits for work that was handed over`() throws {
    let (thread, _) = OwningThread.begin("notes") { (Notes(), 0) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (gate, key) = (try #require(ends.first), try #require(ends.last))
    thread.add { notes in
      var byte: UInt8 = 0
      notes.numbers.append(read(gate, &byte, 1))
    }
    #expect(!thread.isIdle)
    #expect(write(key, "x", 1) == 1 && thread.ask { $0.numbers } == [1])
    #expect(Patience.wait { thread.isIdle })
    thread.end { _ in }
    for end in ends { close(end) }
  }
}
