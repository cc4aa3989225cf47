// GNOME from 46 on: an island is quiet from its first `Notify` to its last, and an alert is a notification of its own.
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct TwoKindsTests: IslandSuite {
  let focus = "Focus [Pause Skip Reset]"

  private func isHeard(_ event: IslandEvent) -> Bool { harness.events.contains(event) }

  @Test func `an alert is a banner beside the island, with the same buttons, and goes without a word`() {
    harness.reset(.gnome51, showing: .focus())
    #expect(server.visible == [focus] && server.listed == [focus])
    #expect(server.details.contains("'transient': <true>") && server.details.contains("<byte 0x01>"))
    let alert = server.lastID
    harness.pass(milliseconds: 4001)
    #expect(harness.settle())
    #expect(server.visible == [] && server.listed == [focus])
    #expect(harness.events.count == 1, "the alert's end is no event: \(harness.events)")
    #expect(harness.seat("pomodoro")?.id == alert - 1, "the alert is not kept as the seat")
  }

  @Test func `the island is LOW from its first Notify to its last`() {
    harness.reset(.gnome51)
    for (card, delivery) in [(Card.focus(), Delivery.alert), (.focus("23 min"), .update), (.paused, .answer)] {
      harness.pass(milliseconds: 6000)
      #expect(harness.show(card, delivery))
    }
    #expect(harness.show(.focus("Short Break"), .alert))
    let seat = harness.seat("pomodoro")?.id ?? 0
    #expect(Set(harness.ids) == [seat], "it keeps its number")
    #expect(!server.log.contains("close \(seat)"), "\(server.log)")
    #expect(server.listed == ["Short Break [Pause Skip Reset]"] && !server.isListBroken)
  }

  @Test func `an answer is silent in the list once the banner is gone, and in both while it is up`() {
    harness.reset(.gnome51, showing: .focus())
    #expect(harness.click("Pause", is: "tomatoclock://pause?phase=1"))
    #expect(harness.show(.paused, .answer))
    #expect(server.visible == ["PAUSED [Resume]"] && server.listed == ["PAUSED [Resume]"])
    harness.pass(milliseconds: 4001)
    #expect(harness.settle())
    #expect(harness.click("Resume", is: "tomatoclock://resume?phase=1"))
    #expect(harness.show(.focus("again"), .answer))
    #expect(server.visible == [] && server.listed == ["again [Pause Skip Reset]"])
  }

  @Test func `a banner that goes while the list is told of a change does not come up again`() {
    harness.reset(.gnome51, showing: .focus())
    server.behave { $0.late = .answer }
    harness.island.show(.paused, .answer)
    #expect(harness.pump { server.listed == ["PAUSED [Resume]"] })
    harness.pass(milliseconds: 4001)
    server.behave { $0.late = nil }
    server.answerHeldCalls()
    #expect(harness.settle())
    #expect(server.visible == [] && server.listed == ["PAUSED [Resume]"], "\(server.log)")
  }

  @Test func `where the lock screen shows it, other words in the title are a new entry, and only those`() {
    harness.reset(.gnome51)
    func shown(_ card: Card) -> Card {
      var card = card
      card.isOnLockScreen = true
      return card
    }
    for (card, delivery) in [(Card.focus(), Delivery.answer), (.paused, .answer)] {
      #expect(harness.show(shown(card), delivery))
    }
    #expect(server.listed == ["PAUSED [Resume]"] && Set(harness.ids).count == 2 && !server.isListBroken)
    var longer = Card.paused
    longer.body = "longer"
    #expect(harness.show(shown(longer), .answer))
    #expect(Set(harness.ids).count == 2 && harness.events.contains(.closedByPerson) == false)
  }

  @Test func `closing the alert is not closing the island`() {
    harness.reset(.gnome51, showing: .focus())
    harness.pass(milliseconds: 1000)
    server.dismiss(reason: 2)
    #expect(harness.show(.focus("23 min"), .update))
    #expect(server.listed == ["23 min [Pause Skip Reset]"] && !isHeard(.closedByPerson))
    server.dismiss("23 min", reason: 2)
    #expect(harness.pump { isHeard(.closedByPerson) })
  }

  @Test func `one alert in five seconds: the next one waits for its turn, and none is lost`() {
    harness.reset(.gnome51, showing: .focus())
    harness.pass(milliseconds: 1000)
    harness.island.show(.tea("tea is done"), .alert)
    #expect(harness.settle())
    harness.pass(milliseconds: 3900)
    #expect(harness.settle())
    #expect(!server.log.contains { $0.contains("tea") }, "\(server.log)")
    harness.pass(milliseconds: 200)
    #expect(harness.pump { server.visible == ["tea is done [+5 min Stop]"] })
    #expect(server.lost == [] && !server.isListBroken)
  }

  @Test func `alerts of one activity that come fast are one banner, with the newest words`() {
    harness.reset(.gnome51)
    for title in ["Focus", "Short Break", "Focus 2"] { #expect(harness.show(.focus(title), .alert)) }
    #expect(server.visible == ["Focus 2 [Pause Skip Reset]"] && server.listed == server.visible)
    #expect(server.lost == [])
  }

  @Test func `a banner that waits behind one that is closed is shown anew`() {
    harness.reset(.gnome51)
    // A person who is away: the banner stays.
    server.behave { $0.banner = 600_000 }
    #expect(harness.show(.focus(), .alert))
    harness.pass(milliseconds: 6000)
    #expect(harness.show(.tea(), .alert))
    #expect(server.visible == [focus], "the second one waits")
    harness.island.close("pomodoro")
    #expect(harness.settle())
    harness.pass(milliseconds: 6000)
    #expect(harness.pump { server.visible == ["tea [+5 min Stop]"] }, "\(server.log)")
    #expect(server.listed == ["tea [+5 min Stop]"])
  }

  @Test(arguments: [ServerBehaviour.gnome46, .gnome51])
  func `islands and alerts together are never more than the list keeps`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour)
    server.behave { $0.banner = 600_000 }
    for round in 1...4 {
      #expect(harness.show(.focus("Focus \(round)"), .alert))
      harness.pass(milliseconds: 6000)
      #expect(harness.show(.tea("tea \(round)"), .alert))
      harness.pass(milliseconds: 6000)
    }
    #expect(harness.settle())
    #expect(!isHeard(.expired) && !isHeard(.closedByPerson), "\(harness.events)")
    #expect(server.listed.contains("Focus 4 [Pause Skip Reset]") && server.listed.contains("tea 4 [+5 min Stop]"))
  }

  @Test func `a card that the server has taken away does not come again by itself`() throws {
    harness.reset(.gnome51, showing: .focus())
    harness.pass(milliseconds: 6000)
    server.sendClosed(try #require(harness.seat("pomodoro")).id, reason: 1)
    #expect(harness.pump { isHeard(.expired) })
    let count = server.log.count
    #expect(harness.offer(.focus("23 min"), .update))
    #expect(server.log.count == count)
  }

  @Test func `an alert that is refused is not tried again and again`() {
    harness.reset(.gnome51)
    #expect(harness.show(.focus(), .answer))
    server.behave { $0.error = "no" }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    #expect(harness.settle())
    #expect(server.log.filter { $0.contains("refused") }.count == 2, "with the hints that may be left out, and without")
    server.behave { $0.error = nil }
  }

  @Test func `on GNOME 43 to 45 an alert has an application name of its own`() {
    harness.reset(.gnome43, showing: .focus())
    #expect(server.application != IslandHarness.program.name)
    #expect(harness.click("Pause", is: "tomatoclock://pause?phase=1"))
    #expect(harness.show(.paused, .answer))
    #expect(server.application == IslandHarness.program.name)
    for behaviour in [ServerBehaviour.gnome51, .plasma6, .xfce] {
      harness.reset(behaviour, showing: .focus())
      #expect(server.application == IslandHarness.program.name)
    }
  }
}
