// The cards of programs' activities: how they go when their owner says so.
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoShell

@MainActor struct JobCardTests {
  static let build = IslandRoomTests.id("build")
  let desk = SeveralIslandsTests.Desk(("dunst", "knopwob", "1.9"))

  private func say(_ verb: Verb, _ change: (inout ContentUpdate) -> Void = { _ in }) {
    var intent = Intent(verb, activity: Self.build)
    intent.content = ContentUpdate()
    change(&intent.content!)
    desk.harness.shell.take(.intent(intent, .command))
  }

  @Test func `the card of what its owner ends at once goes, and no other one comes`() {
    say(.request)
    #expect(desk.cards.keys.map(\.name) == ["build"])
    _ = desk.said()
    say(.end) { $0.dismissal = .immediate }
    #expect(desk.cards.isEmpty && desk.said() == ["close build"])
  }

  @Test func `the card of what is over goes when a person is done with it, as nothing can be taken back`() {
    say(.request)
    say(.end)
    _ = desk.said()
    desk.act(.stop, Self.build)
    #expect(desk.cards.isEmpty && desk.said() == ["close build"])
  }
}
