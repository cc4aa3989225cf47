// Servers that say nothing: one that hangs and answers later, one that was told not to disturb.
import CNotify
import GLibBridge
import Synchronization
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct SilenceTests: IslandSuite {
  /// What came of a call that was given up; read after its session.
  private final class Found: Sendable {
    let replies = Mutex<[LateReply]>([])
    /// Any thread may cancel.
    nonisolated(unsafe) let cancellable = g_cancellable_new()
  }

  private static let name = "org.freedesktop.Notifications"

  /// The same call as libnotify's on the same connection, with a limit that a test can wait for, or that it sets.
  /// - Parameter timeout: in milliseconds.
  private nonisolated static func notify(_ found: Found, timeout: Int32) {
    let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
    let body = g_variant_parse(nil, "('a', uint32 0, '', 'late', '', @as [], @a{sv} {}, 0)", nil, nil, nil)
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
      "Notify", body, nil, CN_DBUS_CALL_FLAGS_NONE, timeout, found.cancellable, nil)
    #expect(reply == nil)
  }

  /// Gives a call up, has the server answer it, and waits for that answer.
  private static func giveUp(_ found: Found, on fake: FakeNotificationServer, timeout: Int32) -> NotificationSession {
    let session = NotificationSession { loop in
      guard let server = try? NotificationServer(programName: "tomato-notify", loop: loop) else { return }
      notify(found, timeout: timeout)
      server.abandonLastCall()
      fake.answerHeldCalls()
      loop.run {
        let replies = server.takeLateReplies()
        if replies.isEmpty { return }
        found.replies.withLock { $0 = replies }
        loop.stop()
      }
    }
    session.end()
    return session
  }

  @Test func `an answer that comes after its call was given up names the card that it has shown`() {
    harness.reset { $0.hangsInNotify = true }
    let found = Found()
    let isBack = harness.restartIsland {
      #expect(Self.giveUp(found, on: server, timeout: 50).waitUntilFinished(milliseconds: Patience.milliseconds))
    }
    #expect(isBack)
    #expect(found.replies.withLock { $0.map(\.id) } == [server.lastID])
  }

  @Test func `a call that the main thread makes meanwhile is not taken for the island's`() throws {
    harness.reset { $0.hangsInNotify = true }
    let found = Found()
    let bus = try BusConnection.open(.session)
    let isBack = harness.restartIsland {
      let session = Self.giveUp(found, on: server, timeout: .max)
      #expect(harness.pump { server.log.count == 1 })
      var isAnswered = false
      let texts = [BusValue.string("from the main thread"), .string("")]
      bus.call(
        Self.name, "/org/freedesktop/Notifications", Self.name, "Notify",
        [.string("b"), .uint32(0), .string("")] + texts + [.strings([]), .vardict([]), .int32(0)]
      ) { _ in isAnswered = true }
      #expect(harness.pump { server.log.count == 2 })
      g_cancellable_cancel(found.cancellable)
      #expect(session.waitUntilFinished(milliseconds: Patience.milliseconds))
      #expect(harness.pump { isAnswered })
    }
    #expect(isBack)
    #expect(found.replies.withLock { $0.map(\.id) } == [server.lastID - 1])
  }

  /// Gives a card to a server that shows it, and answers after libnotify has given that up.
  private func showUnanswered(_ card: Card) -> Bool {
    server.behave { $0.hangsInNotify = true }
    let isLowered = LibnotifyLimit.lower(to: 50, on: server) {
      harness.island.show(card, .alert)
      #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    }
    server.behave { $0.hangsInNotify = false }
    return isLowered
  }

  @Test(arguments: [0, 30_000, 60_000, 120_000])
  func `a card that nobody wants any more is closed whenever the server says its number`(_ milliseconds: Int) {
    harness.reset(showing: .tea())
    harness.pass(milliseconds: 5000)
    #expect(showUnanswered(.focus()))
    harness.pass(milliseconds: milliseconds)
    #expect(harness.settle())
    harness.island.close(Card.focus().key)
    #expect(harness.settle())
    server.answerHeldCalls()
    #expect(harness.pump { !server.visible.contains("Focus [Pause Skip Reset]") }, "\(server.log)")
  }

  @Test func `at the end the cards that are known go, also while the server answers nothing`() {
    harness.reset(showing: .tea())
    harness.pass(milliseconds: 6000)
    #expect(harness.show(.focus(), .alert))
    #expect(server.visible.count == 2)
    server.behave { $0.hangsInNotify = true }
    harness.island.show(.paused, .answer)
    #expect(harness.pump { server.visible.contains { $0.contains("PAUSED") } })
    #expect(!harness.island.quit(deadlineMilliseconds: 200))
    #expect(harness.pump { server.visible == [] }, "\(server.log)")
    server.answerHeldCalls()
    harness.beginIsland()
  }

  @Test func `at the end no card is closed that was taken away before, because another program may have its number`() {
    harness.reset(showing: .tea())
    let gone = server.lastID
    harness.island.close(Card.tea().key)
    #expect(harness.settle() && server.visible == [])
    harness.pass(milliseconds: 6000)
    #expect(harness.show(.focus(), .alert))
    server.forgetLog()
    server.behave { $0.hangsInNotify = true }
    harness.island.show(.paused, .answer)
    #expect(harness.pump { server.visible.contains { $0.contains("PAUSED") } })
    #expect(!harness.island.quit(deadlineMilliseconds: 200))
    server.answerHeldCalls()
    harness.beginIsland()
    // The new island's question comes after all that.
    #expect(harness.pump { if case .serverFound? = harness.events.last { true } else { false } })
    #expect(server.visible == [] && !server.log.contains("close \(gone)"), "\(server.log)")
  }

  @Test func `while a server owes an answer nothing more is sent for a minute, and then the newest is asked for`() {
    harness.reset(showing: .focus())
    server.behave { $0.givesNoReply = true }
    harness.island.show(.paused, .answer)
    #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    server.behave { $0.givesNoReply = false }
    #expect(harness.offer(.focus("current"), .answer))
    #expect(server.log.count == 1)
    harness.pass(milliseconds: 60_000)
    #expect(harness.pump { harness.events.last == .cardWanted })
    #expect(harness.events.filter { if case .failed = $0 { true } else { false } }.count == 1)
    #expect(harness.show(.focus("current"), .answer))
    #expect(server.visible == ["current [Pause Skip Reset]"])
  }
}
