// Cards where something else of ours shows the time: presenter and island together, on each measured server.

import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct BesideClockTests {
  @Test(arguments: ServerBehaviour.measured, [OtherClock.tray, .view])
  func `what only tells the time goes with its popup, and what waits for a person stays where it can`(
    _ behaviour: ServerBehaviour, _ clock: OtherClock
  ) {
    let desk = ServerDesk(behaviour)
    desk.stand(beside: clock)
    guard desk.presenter.style == .events else { return }
    desk.act(.start)
    #expect(desk.settle() && desk.server.visible.count == 1)
    desk.pass(.seconds(11))
    #expect(desk.settle() && desk.kept.isEmpty, "the card of the beginning: \(desk.kept)")
    desk.pass(.minutes(25))
    #expect(desk.settle() && desk.server.visible.count == 1)
    desk.pass(.seconds(11))
    #expect(desk.settle() && desk.kept.count == (behaviour.keepsExpired ? 1 : 0), "the card of the end: \(desk.kept)")
  }

  @Test func `a clock that comes takes what tells the time out of the list, and what waits for a person stays`() {
    let desk = ServerDesk(.gnome43)
    for (passed, isKept) in [(Duration.seconds(5), false), (.minutes(25), true)] {
      desk.act(.start)
      desk.pass(passed)
      #expect(desk.settle())
      desk.pass(.seconds(5))
      #expect(desk.settle() && desk.kept.count == 1, "\(desk.kept)")
      desk.stand(beside: .view)
      #expect(desk.settle() && desk.kept.count == (isKept ? 1 : 0), "\(desk.kept)")
      desk.act(.stop)
      desk.stand(beside: .none)
      desk.pass(.seconds(11))
      #expect(desk.settle() && desk.kept.isEmpty)
    }
  }
}
