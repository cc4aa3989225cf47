// How a test's world ends. The testing library lets go of a suite on a thread of its own, while the main thread may be
// carrying out another test, whose loop takes what comes for both.

import Synchronization
import TestKit
import Testing

@testable import TomatoShell

@MainActor struct WorldEndTests {
  @Test func `a world ends on the main thread, whichever thread lets it go`() async throws {
    let world = Mutex<TrayWorld?>(try TrayWorld())
    let shell = Self.isThere(world.withLock { $0?.desk.shell })
    async let end: Void = Self.letGo(of: world)
    // The main thread does this meanwhile, so it ends nothing.
    #expect(Patience.wait { world.withLock { $0 == nil } })
    #expect(shell())
    await end
    let limit = Patience.now() + Patience.seconds * 1000
    while shell(), Patience.now() < limit { await Task.yield() }
    #expect(!shell())
  }

  private static func isThere(_ shell: Shell?) -> () -> Bool { { [weak shell] in shell != nil } }

  @concurrent private nonisolated static func letGo(of world: borrowing Mutex<TrayWorld?>) async {
    world.withLock { $0 = nil }
  }
}
