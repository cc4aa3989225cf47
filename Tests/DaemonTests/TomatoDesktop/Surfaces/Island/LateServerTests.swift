// A server that answers each call after libnotify has given it up: shell, presenter and island together, over the bus.

import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct LateServerTests {
  static let tea = IslandRoomTests.id("tea")

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

  /// A shell whose island is the harness's.
  @MainActor private final class Desk: Surface {
    let desk = ShellHarness(settings: Settings(autoStartBreaks: false))
    let harness = IslandHarness.shared
    var server: FakeNotificationServer { harness.server }
    let presenter: IslandPresenter
    private var heard = 0

    init(_ behaviour: ServerBehaviour) {
      presenter = harness.presenter(of: desk, on: behaviour)
      desk.shell.add(self)
    }

    var interest: [Interest] { presenter.interest }
    var nextLook: Duration? { presenter.nextLook }
    func close() {}

    func show(_ scene: Scene) { presenter.present(IslandSurface.updates(scene), scene) }

    func act(_ verb: Verb, _ activity: ActivityID = .pomodoro, _ duration: Duration? = nil) {
      desk.shell.take(.intent(Intent(verb, duration: duration, activity: activity), .command))
    }

    func pass(_ duration: Duration) {
      desk.pass(duration)
      harness.pass(milliseconds: Int(duration / .milliseconds(1)))
      desk.shell.take(.alarm)
    }

    /// What the island reports reaches the presenter, until neither has anything more to say.
    func settle() -> Bool {
      for _ in 1...4 {
        guard harness.settle() else { return false }
        let news = harness.reports.dropFirst(heard)
        heard = harness.reports.count
        for (event, key) in news { hear(event, key.flatMap { ActivityID($0.name) }) }
      }
      return true
    }

    private func hear(_ event: IslandEvent, _ activity: ActivityID?) {
      if case .intent(let intent) = presenter.happened(event, activity, desk.shell.scene()) {
        desk.shell.take(.intent(intent, .island))
      }
    }

    /// The server answers what it owes, and then at once; what waits for that comes.
    func recover() -> Bool {
      server.behave { $0.late = nil }
      for _ in 1...4 {
        server.answerHeldCalls()
        guard settle() else { return false }
        pass(.seconds(70))
        guard settle() else { return false }
      }
      return true
    }

    func step(_ numbers: inout SeededGenerator) -> String {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0, 1:
        let verb = [Verb.start, .pause, .resume, .skip, .stop].randomElement(using: &numbers) ?? .start
        act(verb)
        return "\(verb)"
      case 2:
        act(.start, LateServerTests.tea, .minutes(3))
        return "tea"
      case 3:
        act(.stop, LateServerTests.tea)
        return "stop tea"
      case 4, 5:
        let seconds = Int.random(in: 1...70, using: &numbers)
        pass(.seconds(seconds))
        return "\(seconds) s"
      default:
        return server.answerOldestCall() ? "answer" : "-"
      }
    }
  }

  @Test(arguments: runs)
  func `of a server that answers late no card is left, and none is there twice`(_ run: Run) {
    let desk = Desk(run.behaviour)
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
    desk.act(.stop, Self.tea)
    #expect(desk.recover())
    let left: Comment = "\(story) \(desk.server.log)"
    #expect(desk.server.visible + desk.server.listed == [], left)
  }
}
