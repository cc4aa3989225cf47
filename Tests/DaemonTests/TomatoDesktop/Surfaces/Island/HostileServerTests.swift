// A notification server that hangs, errs, lies, floods, dies and comes back, by seed. Once it has started anew and is
// sane, there is one card for each activity, and it is the right one. Ten stories in each run, more in `make torture`;
// TOMATO_SEED=7 repeats one.
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct HostileServerTests {
  @Test func `once a hostile server is sane again there is one card for each activity, the right one`() async {
    await Torture("servers", seed: 1).tell("stories", usually: 10, steps: 25) { seed, steps in
      await Task.yield()  // to other tests
      return complaint(seed: seed, steps: steps)
    }
  }

  /// Nil, or what is wrong after so many steps.
  private func complaint(seed: UInt64, steps: Int) -> String? {
    var numbers = SeededGenerator(state: seed)
    let kinds: [ServerBehaviour] = [.xfce, .plasma6, .lxqt, .dunst, .mate]
    let desk = ServerDesk(kinds.randomElement(using: &numbers) ?? .xfce)
    desk.act(.start)
    guard desk.settle() else { return "the island does not settle" }
    var story: [String] = []
    var hasSettled = true
    let isLowered = LibnotifyLimit.lower(to: 30, on: desk.server) {
      for _ in 0..<steps {
        story.append(Bool.random(using: &numbers) ? desk.step(&numbers) : Self.spoil(desk, &numbers))
        hasSettled = desk.settle() && hasSettled
      }
      // What a server has lied about cannot be known: it is sane again when it has started anew.
      hasSettled = desk.restart() && desk.recover() && hasSettled
    }
    guard isLowered, hasSettled else { return "the island does not settle: \(story)" }
    return check(desk).map { "\($0) \(story) \(desk.server.log.suffix(20))" }
  }

  /// The server does what none should.
  private static func spoil(_ desk: ServerDesk, _ numbers: inout SeededGenerator) -> String {
    let server = desk.server
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0:
      let late = ServerBehaviour.Lateness.allCases.randomElement(using: &numbers)
      server.behave { $0.late = late }
      return "answers late"
    case 1:
      server.behave { $0.givesNoReply.toggle() }
      return "gives no reply, or does again"
    case 2:
      server.behave { $0.error = $0.error == nil ? "not now" : nil }
      return "refuses, or does no more"
    case 3:
      server.behave { $0.answersWrongTypes.toggle() }
      return "answers with a text, or does no more"
    case 4:
      server.behave { $0.returnsIDZero.toggle() }
      return "counts from zero, or does no more"
    case 5:
      server.behave { $0.liesAboutIDs.toggle() }
      return "lies, or does no more"
    case 6:
      let reason = UInt32.random(in: 1...4, using: &numbers)
      server.behave { $0.closesAtOnce = $0.closesAtOnce == nil ? reason : nil }
      return "closes at once, or does no more"
    case 7:
      for _ in 0..<200 { server.sendNonsense() }
      return "floods"
    case 8:
      let id = UInt32.random(in: 0...server.lastID + 2, using: &numbers)
      server.sendClosed(id, reason: UInt32.random(in: 0...5, using: &numbers))
      return "says that \(id) is closed"
    case 9, 10:
      if server.isThere { server.disappear() } else { server.appear() }
      return server.isThere ? "comes" : "goes"
    default: return server.answerOldestCall() ? "answer" : "-"
    }
  }

  /// A person looks for the cards: each activity has one, which says what it does.
  private func check(_ desk: ServerDesk) -> String? {
    for activity in [ActivityID.pomodoro, ServerDesk.tea] where desk.desk.shell.content(activity).isRequested {
      desk.act(.show, activity)
      guard desk.settle() else { return "the island does not settle" }
    }
    desk.pass(.seconds(15))
    guard desk.settle() else { return "the island does not settle" }
    let isThere = desk.desk.shell.content(.pomodoro).isRequested || desk.desk.shell.shown.shows(ServerDesk.tea)
    return isThere && desk.kept.isEmpty ? "no card is there" : desk.wrongCards()
  }
}
