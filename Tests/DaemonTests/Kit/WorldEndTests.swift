// How a test's world ends. The testing library lets go of a suite on a thread of its own, while the main thread may be
// carrying out another test, whose loop takes what comes for both.

import Synchronization
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor struct WorldEndTests {
  @Test func `a world ends on the main thread, whichever thread lets it go`() async throws {
    let kept = Kept(try TrayWorld())
    let shell = Self.isThere(kept.world.withLock { $0?.desk.shell })
    onOwnThread { kept.world.withLock { $0 = nil } }
    // The main thread does this meanwhile, so it ends nothing.
    #expect(Patience.wait { kept.world.withLock { $0 == nil } })
    #expect(shell())
    let limit = Patience.now() + Patience.seconds * 1000
    while shell(), Patience.now() < limit { await Task.yield() }
    #expect(!shell())
  }

  private static func isThere(_ shell: Shell?) -> () -> Bool { { [weak shell] in shell != nil } }

  private final class Kept: Sendable {
    let world: Mutex<TrayWorld?>
    init(_ world: TrayWorld) { self.world = Mutex(world) }
  }
}
