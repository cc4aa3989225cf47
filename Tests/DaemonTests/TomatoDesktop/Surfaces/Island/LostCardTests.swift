// A card that the server was given and has not taken for sure: the presenter and the island together, over the bus.

import TestKit
import Testing
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LostCardTests {
  let harness = IslandHarness.shared
  var server: FakeNotificationServer { harness.server }

  /// A running phase whose card may be asked for at any time; nobody does anything.
  private func bench(_ behaviour: ServerBehaviour) -> ServerDesk {
    // Before the start: with a phase, a server that is back is given a card at once.
    let bench = ServerDesk(behaviour)
    bench.desk.shell.remove(bench)
    bench.act(.start)
    return bench
  }

  enum Loss: String, CaseIterable, Sendable {
    case error, noReply, wrongType

    func apply(_ behaviour: inout ServerBehaviour) {
      switch self {
      case .error: behaviour.error = "not now"
      case .noReply: behaviour.givesNoReply = true
      case .wrongType: behaviour.answersWrongTypes = true
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func `a card whose answer is lost is tried again a minute later, without an intent`(_ loss: Loss) {
    let bench = bench(.xfce)
    server.behave { loss.apply(&$0) }
    bench.alert()
    #expect(bench.pump { bench.failures > 0 })
    server.become(.xfce)
    harness.pass(milliseconds: 59_999)
    #expect(bench.settle())
    #expect(server.visible == [])
    harness.pass(milliseconds: 1)
    #expect(bench.pump { server.visible.count == 1 })
    #expect(bench.pump { bench.presenter.isUp(.pomodoro) })
    #expect(bench.failures == 1)
  }

  @Test func `a server that refused a card and then went is missed by the next card`() {
    let bench = bench(.xfce)
    server.behave { $0.error = "not now" }
    bench.alert()
    #expect(bench.pump { bench.failures == 1 })
    server.disappear()
    #expect(bench.pump { harness.events.contains(.serverGone) })
    bench.alert()
    #expect(bench.pump { bench.failures == 2 })
  }

  @Test(arguments: [ServerBehaviour.xfce, .plasma6])
  func `a card that was refused does not come after its activity has ended`(_ behaviour: ServerBehaviour) {
    let desk = ServerDesk(behaviour)
    server.behave { $0.error = "not now" }
    desk.act(.start, ServerDesk.tea, .minutes(3))
    #expect(desk.pump { desk.failures == 1 })
    desk.act(.stop, ServerDesk.tea)
    #expect(desk.settle())
    #expect(desk.recover())
    #expect(server.visible == [])
  }

  @Test(arguments: [false, true]) func `a lost card of a phase that is ready comes as well`(_ isFirst: Bool) {
    let desk = ServerDesk(.xfce)
    server.behave { $0.error = "not now" }
    // Of several cards only the first one's failure is told.
    if isFirst { desk.act(.start) }
    desk.act(.start, ServerDesk.tea, .minutes(3))
    if !isFirst { desk.act(.start) }
    #expect(desk.settle())
    desk.act(.skip)
    #expect(desk.settle())
    // Until the skip can no longer be undone: nothing of the card changes from here on.
    desk.pass(.seconds(150))
    #expect(desk.settle())
    #expect(desk.recover())
    // The next try of a card that was lost often is up to so far away.
    desk.pass(.minutes(64))
    #expect(desk.settle())
    #expect(server.visible.count == 2, "\(server.visible)")
  }

  @Test func `a server that loses every card is asked ever less often`() {
    let bench = bench(.xfce)
    server.behave { $0.givesNoReply = true }
    bench.alert()
    #expect(bench.pump { bench.failures > 0 })
    for _ in 1...60 {
      harness.pass(milliseconds: 60_000)
      #expect(bench.settle())
    }
    // After 1, 3, 7, 15 and 31 minutes.
    #expect(server.unanswered == 6)
  }

  @Test(arguments: [ServerBehaviour.xfce, .plasma6, .gnome51, .notificationDaemon])
  func `a card that comes up late is the card: it is not shown a second time`(_ behaviour: ServerBehaviour) {
    let bench = bench(behaviour)
    #expect(harness.show(.focus("before"), .alert))
    harness.pass(milliseconds: 1000)
    server.forgetLog()
    server.behave { $0.hangsInNotify = true }
    let isLowered = LibnotifyLimit.lower(to: 50, on: server) {
      bench.alert()
      #expect(bench.pump { bench.failures > 0 })
    }
    #expect(isLowered)
    server.behave { $0.hangsInNotify = false }
    server.answerHeldCalls()
    #expect(bench.pump { bench.presenter.isUp(.pomodoro) })
    #expect(bench.settle())
    harness.pass(milliseconds: 1000)
    #expect(bench.settle())
    let cards = server.log.filter { $0.hasPrefix("notify") }
    #expect(cards.count == (behaviour.hasTwoKinds ? 2 : 1), "\(cards)")
    #expect(server.visible.count == 1)
    let title = server.visible.first ?? ""
    // Its buttons answer.
    server.click("Pause")
    #expect(bench.pump { harness.events.contains { if case .action = $0 { true } else { false } } }, "\(title)")
  }
}
