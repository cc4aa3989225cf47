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
        story.append(Bool.random(using: &numbers) ? desk.step(&numbers) : desk.server.spoil(&numbers))
        hasSettled = desk.settle() && hasSettled
      }
      // What a server has lied about cannot be known: it is sane again when it has started anew.
      hasSettled = desk.restart() && desk.recover() && hasSettled
    }
    guard isLowered, hasSettled else { return "the island does not settle: \(story)" }
    return check(desk).map { "\($0) \(story) \(desk.server.log.suffix(20))" }
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
