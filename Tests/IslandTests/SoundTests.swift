// What is heard when a server takes no card, or not with its sound.
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct SoundTests: IslandSuite {
  private func alertCard(_ title: String) -> Card {
    var card = Card.focus(title)
    card.sound = .named("complete")
    return card
  }

  private var unheard: Int { harness.events.count { $0 == .soundNotPlayed } }

  @Test func `a server that refuses the name of a sound leaves it to us, each time`() {
    harness.reset(.gnome51) { ($0.error, $0.errorOnlyForHints) = ("no such hint", true) }
    // The fake refuses by the hint of silence.
    #expect(harness.show(.focus("quiet"), .alert))
    #expect(unheard == 0)
    for round in 1...2 {
      harness.pass(milliseconds: 5000)
      harness.island.show(alertCard("loud \(round)"), .alert)
      #expect(harness.pump { self.unheard == round })
    }
  }

  @Test(arguments: [false, true])
  func `a server that takes no card, or hangs, leaves each sound to us, once`(_ hangs: Bool) {
    harness.reset(.gnome51) { ($0.error, $0.givesNoReply) = (hangs ? nil : "no", hangs) }
    for round in 1...3 {
      harness.island.show(alertCard("\(round)"), .alert)
      #expect(harness.pump { self.unheard == round })
    }
    if hangs { harness.pass(milliseconds: 61_000) }
  }

  @Test func `an alert that waits behind another one is heard, although a retry of its card is due first`() {
    harness.reset(.gnome51) { $0.answersWrongTypes = true }
    harness.island.show(.focus(), .answer)
    #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    server.behave { $0.answersWrongTypes = false }
    harness.pass(milliseconds: 58_000)
    #expect(harness.show(.tea(), .alert))
    harness.pass(milliseconds: 1000)
    #expect(harness.offer(alertCard("loud"), .alert))
    #expect(unheard == 0 && !harness.events.contains(.cardWanted))
    harness.pass(milliseconds: 1000)
    #expect(harness.pump { harness.events.contains(.cardWanted) })
    #expect(unheard == 1)
  }

  @Test func `a card that takes the place of one that was not sent is heard for it`() {
    let (loud, quiet) = (alertCard("loud"), Card.focus("quiet"))
    #expect(
      IslandCommand.show(loud, .alert).followed(by: .show(quiet, .update))
        == .show(quiet.addingSound(loud.sound), .alert))
    #expect(IslandCommand.show(loud, .alert).followed(by: .close) == .close)
  }

  @Test func `an alert that looks like the card that is up is sent, because it is to be heard`() {
    harness.reset(.xfce)
    #expect(harness.show(alertCard("same"), .alert))
    harness.pass(milliseconds: 3000)
    #expect(harness.show(alertCard("same"), .alert))
    #expect(server.heard == ["complete", "complete"])
  }
}
