// A server that answers each call after libnotify has given it up: shell, presenter and island together, over the bus.

import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LateServerTests {
  struct Run: CustomTestStringConvertible, Sendable {
    var behaviour: ServerBehaviour
    var late: ServerBehaviour.Lateness
    var seed: UInt64
    var testDescription: String { "\(behaviour.name), \(late) late, seed \(seed)" }
  }

  nonisolated static let runs = [ServerBehaviour.xfce, .plasma6, .lxqt, .dunst].flatMap { behaviour in
    ServerBehaviour.Lateness.allCases.flatMap { late in (1...3).map { Run(behaviour: behaviour, late: late, seed: $0) }
    }
  }

  @Test(arguments: runs)
  func `of a server that answers late no card is left, and none is there twice`(_ run: Run) {
    let desk = ServerDesk(run.behaviour)
    desk.act(.start)
    #expect(desk.settle())
    desk.server.behave { $0.late = run.late }
    var numbers = SeededGenerator(state: run.seed)
    var story: [String] = []
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
    let left: Comment = "\(story) \(desk.server.log)"
    #expect(desk.server.visible + desk.server.listed == [], left)
  }
}
