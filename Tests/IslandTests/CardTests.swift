// The island against a server on a private bus: what is sent, in which order, and what is reported back.
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct CardTests: IslandSuite {
  let pause = "tomatoclock://pause?phase=1"

  @Test func `an answer without a click replaces the card in place`() {
    harness.reset(showing: .focus())
    let id = server.lastID
    #expect(harness.show(.paused, .answer))
    #expect(server.log == ["notify 0 → \(id): Focus [Pause Skip Reset]", "notify \(id) → \(id): PAUSED [Resume]"])
  }

  @Test func `an alert closes the old card first and then shows a fresh one`() {
    harness.reset(showing: .focus())
    let id = server.lastID
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(
      server.log == [
        "notify 0 → \(id): Focus [Pause Skip Reset]", "close \(id)",
        "notify 0 → \(id + 1): Short Break [Pause Skip Reset]",
      ])
    #expect(harness.ids == [id, id + 1])
    let seat = NotificationAddress(id: server.lastID, busGUID: server.busGUID, owner: server.owner)
    #expect(harness.events.last == .shown(seat))
  }

  @Test func `identical content is not sent again`() {
    harness.reset(showing: .focus())
    for delivery in [Delivery.update, .answer, .alert] { #expect(harness.offer(.focus(), delivery)) }
    #expect(harness.show(.paused, .answer))
    #expect(server.log.count == 2, "\(server.log)")
  }

  @Test func `a signal that the server sends twice acts once`() {
    harness.reset {
      $0.afterClick = .stays
      $0.repeatsSignals = 2
    }
    #expect(harness.show(.focus(), .alert))
    #expect(harness.click("Pause", is: pause))
    #expect(harness.show(.focus("Focus +5"), .answer))
    server.press(pause)
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(harness.events.filter { $0 == .action(link: pause) }.count == 1)
  }

  @Test func `a card that the person sends away is not brought back by an update`() {
    harness.reset(showing: .focus())
    harness.clock.advance(milliseconds: 1000)
    server.dismiss(reason: 2)
    #expect(harness.pump { harness.events.last == .closedByPerson })
    #expect(harness.offer(.focus("Focus, 23 min"), .update))
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(server.log.map { $0.split(separator: " ")[text: 0] } == ["notify", "notify"])
  }

  @Test func `a card that is closed as soon as it is shown was suppressed`() {
    harness.reset(showing: .focus()) { $0.closesAtOnce = 2 }
    #expect(harness.pump { harness.events.last == .suppressed })
  }

  @Test func `a server that closes each card at once gets it twice for a click, and no more`() {
    harness.reset(showing: .focus()) { $0.countsToOne = true }
    harness.pass(milliseconds: 1000)
    server.behave { $0.closesAtOnce = 2 }
    #expect(harness.click("Pause", is: pause))
    #expect(harness.show(.paused, .answer))
    #expect(harness.pump { harness.events.last == .suppressed })
    #expect(server.log.count { $0.hasPrefix("notify") } == 3, "the card, the answer, the answer again")
    server.behave { $0.closesAtOnce = nil }
  }

  @Test(arguments: ServerBehaviour.measured)
  func `a card that goes just before its replacement is answered leaves one card`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour, showing: .focus())
    harness.pass(milliseconds: 1000)
    server.behave { $0.closesBeforeAnswer = 2 }
    #expect(harness.show(.paused, .answer))
    server.behave { $0.closesBeforeAnswer = nil }
    harness.pass(milliseconds: 1000)
    #expect(harness.settle())
    #expect(harness.show(.focus("Short Break"), .alert))
    let cards = server.visible + server.listed
    #expect(cards.count == (behaviour.hasTwoKinds ? 2 : 1), "\(cards)")
    #expect(cards.allSatisfy { $0.hasPrefix("Short Break") }, "\(cards)")
  }

  @Test func `a server that leaves and returns is reported, and gets the current card once`() {
    harness.reset(showing: .focus())
    server.disappear()
    #expect(harness.pump { harness.events.last == .serverGone })
    server.forgetLog()
    server.appear()
    let back = IslandEvent.serverFound(
      name: "Xfce Notify Daemon", vendor: "Xfce", version: "0.7.3", capabilities: ["actions", "body", "body-markup"])
    #expect(harness.pump { harness.events.last == back })
    #expect(harness.show(.focus(), .answer))
    #expect(server.log == ["notify 0 → \(server.lastID): Focus [Pause Skip Reset]"])
  }

  @Test func `without a server one sentence says so, once`() {
    harness.reset()
    server.disappear()
    #expect(harness.pump { harness.events.last == .serverGone })
    harness.events = []
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { !harness.events.isEmpty })
    guard case .failed(let sentence)? = harness.events.first else { return #expect(Bool(false), "\(harness.events)") }
    #expect(sentence.hasPrefix("No notification server is running ("))
    for title in ["a second card", "a third card"] { #expect(harness.offer(.focus(title), .alert)) }
    server.appear()
    #expect(harness.pump { if case .serverFound? = harness.events.last { true } else { false } })
    #expect(harness.events.filter { if case .failed = $0 { true } else { false } }.count == 1)
  }

  @Test func `an answer of another type is a failure, and the next card is shown`() {
    harness.reset { $0.answersWrongTypes = true }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    server.behave { $0.answersWrongTypes = false }
    #expect(harness.show(.paused, .answer))
  }

  @Test(arguments: [
    ("the number 0", "The notification server returned the id 0; an id above 0 was expected."),
    ("an error", "The notification server refused the notification (too many)."),
  ])
  func `a server that does not accept the card is reported by its reason`(_ answer: String, _ sentence: String) {
    harness.reset {
      $0.returnsIDZero = answer == "the number 0"
      $0.error = answer == "an error" ? "too many" : nil
    }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { !harness.events.isEmpty })
    #expect(harness.events == [.failed(sentence: sentence)])
    server.behave { ($0.returnsIDZero, $0.error) = (false, nil) }
    #expect(harness.show(.paused, .answer))
  }

  @Test func `a server that hangs holds neither the main thread nor the end of the program`() {
    harness.reset { $0.hangsInNotify = true }
    harness.island.show(.focus(), .alert)
    #expect(harness.pump { server.log.count == 1 })
    #expect(harness.island.quit(deadlineMilliseconds: 20) == false)
    server.answerHeldCalls()
    let isBack = harness.restartIsland { #expect(server.log.last == "close \(server.lastID)") }
    #expect(isBack)
  }

  @Test func `the body is escaped for a server that reads markup, and the specification's hints are sent`() {
    harness.reset()
    var card = Card.focus("R&D <now>")
    card.body = "5 < 6 & R&D"
    #expect(harness.show(card, .alert))
    #expect(server.log.last?.hasSuffix("R&D <now> [Pause Skip Reset]") == true)
    let details = server.details
    for part in [
      "'alarm-symbolic'", "'5 &lt; 6 &amp; R&amp;D'", "'urgency': <byte 0x01>", "'category': <'x-tomato.timer'>",
      "'desktop-entry': <'org.tomatoclock.TomatoNotify'>", "'resident': <true>", " 150000",
    ] { #expect(details.contains(part), "\(part) in \(details)") }
    #expect(!details.contains("'value'"))
  }

  @Test func `a server without markup or buttons gets plain text and no buttons`() {
    harness.reset { $0.capabilities = ["body"] }
    var card = Card.focus()
    card.body = "a < b"
    #expect(harness.show(card, .alert))
    #expect(server.log.last?.hasSuffix("Focus []") == true)
    #expect(server.details.contains("'a < b'"))
  }

  @Test func `a server that nobody knows shows eight seconds for an alert and for the answer to a click`() {
    harness.reset(ServerBehaviour("Something New", "Somebody", "1"))
    #expect(harness.show(.focus(), .alert))
    #expect(server.details.hasSuffix(" 8000"))
    #expect(harness.click("Pause", is: pause))
    #expect(harness.show(.paused, .answer))
    harness.pass(milliseconds: 8001)
    #expect(harness.offer(.focus(), .answer))
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(server.log.filter { $0.hasPrefix("notify") }.count == 3)
  }

  @Test func `hints that are refused are left out, and the card is shown`() {
    harness.reset(showing: .focus()) { ($0.error, $0.errorOnlyForHints) = ("no such hint", true) }
    #expect(harness.show(.paused, .answer))
    #expect(harness.show(.focus(), .answer))
    #expect(server.log.filter { $0.contains("refused") }.count == 1)
    #expect(server.visible == ["Focus [Pause Skip Reset]"])
  }

  @Test func `a server that lies about its numbers is asked to close the old card`() {
    harness.reset(.plasma6, showing: .focus())
    let id = server.lastID
    server.behave { $0.liesAboutIDs = true }
    harness.pass(milliseconds: 2000)
    #expect(harness.show(.paused, .answer))
    #expect(harness.pump { server.log.contains("close \(id)") })
  }

  @Test func `signals of other types, for other cards and with keys never offered change nothing`() {
    harness.reset(showing: .focus())
    harness.clock.advance(milliseconds: 1000)
    server.sendNonsense()
    server.sendAction(server.lastID + 5, pause)
    server.sendClosed(server.lastID + 5, reason: 2)
    server.press("tomatoclock://quit")
    #expect(harness.show(.paused, .answer))
    #expect(harness.events.count == 2)
    #expect(server.visible == ["PAUSED [Resume]"])
  }

  @Test func `a click on a card that is closed already is not taken`() {
    harness.reset(showing: .focus())
    server.sendClosed(server.lastID, reason: 2)
    server.press(pause)
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(!harness.events.contains(.action(link: pause)))
  }
}
