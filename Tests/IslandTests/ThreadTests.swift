// The one thread that calls libnotify: what becomes of it when the island goes and comes again, and of a second island.
import CNotify
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct ThreadTests: IslandSuite {
  /// What is in use of the heap.
  private var bytesInUse: Int { Int(mallinfo2().uordblks) }

  @Test func `an island that ended and one that began after it: the buttons answer`() {
    harness.reset(showing: .focus())
    #expect(harness.restartIsland())
    #expect(server.visible == [])
    #expect(harness.show(.focus("again"), .alert))
    #expect(harness.click("Pause", is: "tomatoclock://pause?phase=1"))
  }

  /// A tenth of what they take where they pile up is too much.
  @Test func `what a server says while there is no island is not kept`() throws {
    harness.reset(showing: .focus())
    let bus = try BusConnection.open(.session)
    let isBack = harness.restartIsland {
      var marks = 0
      let subscription = bus.subscribe(member: "ActivationToken") { _ in marks += 1 }
      let before = bytesInUse
      for round in 1...40 {
        for _ in 1...1000 { server.sendClosed(4_000_000, reason: 2) }
        server.sendNonsense()
        #expect(harness.pump { marks == round })
      }
      subscription.cancel()
      #expect(harness.pump { self.bytesInUse < before + 8_000_000 }, "\((bytesInUse - before) / 1000) KB more")
    }
    #expect(isBack)
  }

  @Test func `an island that begins while the one before is inside a call follows it`() {
    harness.reset { $0.hangsInNotify = true }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { server.log.count == 1 })
    let held = server.lastID
    #expect(!harness.island.quit(deadlineMilliseconds: 0))
    harness.beginIsland()
    server.behave { $0.hangsInNotify = false }
    harness.island.show(.focus("next"), .alert)
    server.answerHeldCalls()
    #expect(harness.pump { server.log.count == 3 })
    #expect(
      server.log[at: 1] == "close \(held)" && server.log[text: 2].hasSuffix("next [Pause Skip Reset]"), "\(server.log)")
  }

  @Test func `who asked to be told of what was done before the end is told`() {
    harness.reset { $0.hangsInNotify = true }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { server.log.count == 1 })
    var isTold = false
    harness.island.whenCarriedOut { isTold = true }
    #expect(!harness.island.quit(deadlineMilliseconds: 0))
    harness.beginIsland()
    server.answerHeldCalls()
    #expect(harness.pump { isTold })
  }
}

/// In a process of its own, which `scripts/test.sh` starts after all others.
struct ThreadExitTests {
  @Test func `a second island at the same time ends the program with a sentence`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
      await MainActor.run {
        let islands = (1...2).map { _ in Island(IslandHarness.program, now: { .zero }, onEvent: { _, _ in }) }
        withExtendedLifetime(islands) {}
      }
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(errors.contains("libnotify has one thread"), "\(errors)")
  }
}
