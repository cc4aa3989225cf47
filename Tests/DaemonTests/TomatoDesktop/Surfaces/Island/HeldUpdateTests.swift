// What waits while no card can be shown.

import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor struct HeldUpdateTests {
  private let desk = ShellHarness(settings: Settings(autoStartBreaks: false))
  private let surface: IslandSurface

  init() {
    surface = IslandSurface(desk.shell, around: CardSurroundings())
    desk.shell.add(surface)
    desk.do(.start)
    desk.look(after: .minutes(25))
  }

  @Test(arguments: [(Verb.show, true), (.hide, false)])
  func `an alert waits, also when a person asks for the card, until they put it away`(verb: Verb, waits: Bool) {
    #expect(surface.held.map(\.isAlert) == [true])
    #expect(desk.do(verb) != nil)
    #expect(surface.held.map(\.isAlert) == [waits])
  }

  @Test func `what a person does next is the answer to it`() {
    desk.do(.start)
    #expect(surface.held.map(\.isAlert) == [false])
    #expect(surface.held.first?.content.contentState.state == .running)
  }
}
