// A notification server that hangs, errs, lies, floods, dies and comes back, by seed. Once it is sane, there is one
// card for each activity, the right one: by itself if it has not lied, else when it has started anew. Ten stories in
// each run, more in `make torture`; TOMATO_SEED=7 repeats one.
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct HostileServerTests {
  @Test func `once a hostile server is sane again there is one card for each activity, the right one`() async {
    await Torture("servers", seed: 1).tell("stories", usually: 10, steps: 25) {
      complaint(seed: $0, steps: $1, liar: $0 % 2 == 0)
    }
  }

  /// Nil, or what is wrong after these steps.
  private func complaint(seed: UInt64, steps: [UInt64], liar: Bool) -> String? {
    var numbers = SeededGenerator(state: seed)
    let kinds: [ServerBehaviour] = [.xfce, .plasma6, .lxqt, .dunst, .mate]
    let desk = ServerDesk(kinds.randomElement(using: &numbers) ?? .xfce)
    desk.act(.start)
    guard desk.settle() else { return "the island does not settle" }
    var story: [String] = []
    var hasSettled = true
    let isLowered = LibnotifyLimit.lower(to: 30, on: desk.server) {
      for step in steps {
        numbers = SeededGenerator(state: step)
        story.append(Bool.random(using: &numbers) ? desk.step(&numbers) : desk.server.spoil(&numbers, mayLie: liar))
        hasSettled = desk.settle() && hasSettled
      }
      // What a server has lied about cannot be known: it is sane again when it has started anew.
      hasSettled = (!liar || desk.restart()) && desk.recover() && hasSettled
      // The next try of a card that was lost often is up to so far away.
      desk.pass(.minutes(64))
      hasSettled = desk.settle() && hasSettled
    }
    guard isLowered, hasSettled else { return "the island does not settle: \(story)" }
    return check(desk, isLookedFor: liar).map { "\($0) \(story) \(desk.server.log.suffix(20))" }
  }

  /// Each activity has a card, which says what it does; after lies, a person looks for the cards.
  private func check(_ desk: ServerDesk, isLookedFor: Bool) -> String? {
    guard let shell = desk.desk.shell else { return "no shell" }
    let activities = [ActivityID.pomodoro, ServerDesk.tea].filter {
      shell.shown.shows($0) && [.running, .paused].contains(shell.content($0).contentState.state)
    }
    for activity in activities where isLookedFor {
      desk.act(.show, activity)
      guard desk.settle() else { return "the island does not settle" }
    }
    desk.pass(.seconds(15))
    guard desk.settle() else { return "the island does not settle" }
    let without = activities.filter { !desk.presenter.up.contains($0) }
    return without.isEmpty ? desk.wrongCards() : "\(without) of \(activities) without a card"
  }
}
