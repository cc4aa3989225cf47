// In which order clients' work is done, and that of a client that is made to wait.
import TestKit
import Testing

@testable import GLibBridge

@MainActor struct WorkQueueTests {
  /// Everything has time in one turn of the loop, also on a busy machine.
  private let queue = WorkQueue<String>(slice: 60_000_000)
  private let done = Done()

  /// What was done, in order.
  private final class Done {
    var pieces: [String] = []
  }

  private func add(_ owner: String, _ pieces: Int...) {
    for piece in pieces {
      queue.add(of: owner) { [done] in
        done.pieces.append("\(owner)\(piece)")
        return false
      }
    }
  }

  /// Turns the loop until this owner's last piece is done.
  private func comes(_ piece: String) -> Bool {
    MainLoop.turn(until: { done.pieces.last == piece }, limitMs: Patience.milliseconds)
  }

  @Test func `clients take turns, a piece each`() {
    add("a", 1, 2, 3)
    add("b", 1, 2)
    #expect(comes("a3"))
    #expect(done.pieces == ["a1", "b1", "a2", "b2", "a3"])
  }

  @Test func `a client that is held while it waits is not served until it is released`() {
    add("a", 1, 2)
    queue.hold("a")
    add("b", 1)
    #expect(comes("b1"))
    #expect(done.pieces == ["b1"])
    queue.release("a")
    #expect(comes("a2"))
    #expect(done.pieces == ["b1", "a1", "a2"])
  }

  @Test(arguments: [false, true])
  func `a client that is held and released at once has one turn as before`(_ whileServed: Bool) {
    var isFirst = true
    queue.add(of: "a") { [queue, done] in
      done.pieces.append("a0")
      if whileServed && isFirst {
        queue.hold("a")
        queue.release("a")
      }
      defer { isFirst = false }
      return isFirst
    }
    add("a", 1, 2)
    if !whileServed {
      queue.hold("a")
      queue.release("a")
    }
    add("b", 1, 2, 3, 4)
    #expect(comes("b4"))
    #expect(done.pieces == ["a0", "b1", "a0", "b2", "a1", "b3", "a2", "b4"])
  }
}
