// A server that answers each call after libnotify has given it up: shell, presenter and island together, over the bus.

import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LateServerTests {
  @Test(arguments: [ServerBehaviour.xfce, .plasma6, .lxqt, .dunst], ServerBehaviour.Lateness.allCases)
  func `of a server that answers late no card is left, and none is there twice`(
    _ behaviour: ServerBehaviour, _ late: ServerBehaviour.Lateness
  ) {
    for seed: UInt64 in 1...3 { live(ServerDesk(behaviour), late, SeededGenerator(state: seed)) }
  }

  private func live(_ desk: ServerDesk, _ late: ServerBehaviour.Lateness, _ generator: SeededGenerator) {
    desk.act(.start)
    #expect(desk.settle())
    desk.server.behave { $0.late = late }
    var (numbers, story): (SeededGenerator, [String]) = (generator, [])
    let isLowered = LibnotifyLimit.lower(to: 30, on: desk.server) {
      for _ in 1...25 {
        story.append(desk.step(&numbers))
        #expect(desk.settle())
      }
      #expect(desk.recover())
    }
    #expect(isLowered)
    let cards = desk.server.visible + desk.server.listed
    #expect(cards.count <= desk.presenter.up.count, "\(cards) of \(desk.presenter.up) \(story) \(desk.server.log)")
    desk.act(.stop)
    desk.act(.stop, ServerDesk.tea)
    #expect(desk.recover())
    #expect(desk.server.visible + desk.server.listed == [], "\(generator) \(story) \(desk.server.log)")
  }
}
