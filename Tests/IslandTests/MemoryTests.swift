// The island's decisions as tables: no bus, no thread, time as an argument.
import TestKit
import Testing

@testable import TomatoIsland

struct MemoryTests {
  static let xfce = ServerProfile.profile(name: "Xfce Notify Daemon", vendor: "Xfce", version: "0.7.3")
  let pause = "tomatoclock://pause?phase=1"

  static func notice(_ card: Card) -> Notice { xfce.notice(card, .pinned, isAlert: true) }

  /// A card that came up at second 10.
  func standing(_ card: Card = .focus()) -> IslandMemory {
    var memory = IslandMemory()
    memory.didShow(Self.notice(card), id: 7, fresh: true, at: .seconds(10))
    return memory
  }

  @Test func `a key that was never offered is ignored`() {
    var memory = standing()
    #expect(memory.pressed("tomatoclock://quit", at: .seconds(20)) == nil)
    #expect(memory.pressed("", at: .seconds(20)) == nil)
  }

  @Test func `default is a wish to see the island, offered or not`() {
    var memory = standing()
    #expect(memory.shown?.notice.actions.contains { $0.key == "default" } == false)
    #expect(memory.pressed("default", at: .seconds(20)) == .action(link: "tomatoclock://show"))
  }

  @Test func `a button works once per content shown`() {
    var memory = standing()
    #expect(memory.pressed(pause, at: .seconds(20)) != nil)
    #expect(memory.pressed(pause, at: .seconds(25)) == nil)
    memory.didShow(Self.notice(.focus("Focus +5")), id: 7, fresh: false, at: .seconds(26))
    #expect(memory.pressed(pause, at: .seconds(27)) != nil)
  }

  @Test(arguments: [(299, false), (300, true)])
  func `the same link again counts only 300 ms later, even on new content`(_ milliseconds: Int, _ counts: Bool) {
    var memory = standing()
    _ = memory.pressed(pause, at: .seconds(20))
    memory.didShow(Self.notice(.focus("Focus +5")), id: 7, fresh: false, at: .seconds(20))
    #expect((memory.pressed(pause, at: .seconds(20) + .milliseconds(milliseconds)) != nil) == counts)
  }

  @Test func `a refused click that changes nothing arms the buttons again`() {
    var memory = standing()
    _ = memory.pressed(pause, at: .seconds(20))
    memory.didConfirm()
    #expect(memory.pressed(pause, at: .seconds(21)) != nil)
  }

  struct Closing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var card = Card.focus()
    var reason: Int
    var clickedMillisecondsBefore: Int?
    var secondsAfterShown = 60.0
    var meaning: IslandMemory.Closing
  }

  @Test(arguments: [
    Closing(testDescription: "a person's close", reason: 2, meaning: .event(.closedByPerson)),
    Closing(testDescription: "an expiry", reason: 1, secondsAfterShown: 150, meaning: .event(.expired)),
    Closing(testDescription: "mate's close button, before the expiry", reason: 1, meaning: .event(.closedByPerson)),
    Closing(testDescription: "mate's close button", card: .paused, reason: 1, meaning: .event(.closedByPerson)),
    Closing(testDescription: "another program's close", reason: 3, meaning: .event(.expired)),
    Closing(testDescription: "do-not-disturb", reason: 4, meaning: .event(.suppressed)),
    Closing(testDescription: "at once", reason: 2, secondsAfterShown: 0.299, meaning: .event(.suppressed)),
    Closing(testDescription: "soon after", reason: 2, secondsAfterShown: 0.3, meaning: .event(.closedByPerson)),
    Closing(testDescription: "the click itself", reason: 2, clickedMillisecondsBefore: 1500, meaning: .nothing),
    Closing(
      testDescription: "long after a click", reason: 2, clickedMillisecondsBefore: 1501,
      meaning: .event(.closedByPerson)),
  ])
  func `what a closing means`(_ closing: Closing) {
    var memory = standing(closing.card)
    let now = Duration.seconds(10) + .seconds(closing.secondsAfterShown)
    if let before = closing.clickedMillisecondsBefore { _ = memory.pressed(pause, at: now - .milliseconds(before)) }
    #expect(memory.closed(reason: closing.reason, at: now) == closing.meaning)
    #expect(memory.shown == nil)
    #expect(memory.closed(reason: closing.reason, at: now) == .nothing, "said twice")
  }

  @Test func `an answer that the server closes together with the click is shown again, once`() {
    var memory = standing()
    _ = memory.pressed(pause, at: .seconds(20))
    memory.didShow(Self.notice(.paused), id: 7, fresh: false, at: .seconds(20))
    #expect(memory.closed(reason: 2, at: .seconds(20)) == .showAgain)
    memory.didShow(Self.notice(.paused), id: 8, fresh: true, at: .seconds(20))
    #expect(memory.closed(reason: 2, at: .seconds(21)) == .event(.closedByPerson))
  }

  @Test func `what a server closes at once is shown again once per click, whatever number it has`() {
    var memory = standing()
    for second in [20, 40] {
      let now = Duration.seconds(second)
      #expect(memory.pressed(pause, at: now) != nil)
      memory.didShow(Self.notice(.focus("answer")), id: 7, fresh: true, at: now)
      #expect(memory.closed(reason: 2, at: now) == .showAgain)
      memory.didShow(Self.notice(.focus("again")), id: 7, fresh: true, at: now)
      #expect(memory.closed(reason: 2, at: now) == .event(.suppressed))
      memory.didShow(Self.notice(.focus("next phase")), id: 7, fresh: true, at: now + .seconds(10))
    }
  }

  /// What is unsent, what comes then, and what is left of both.
  @Test(
    arguments: [
      ("an update after an unsent alert is an alert", .show(.focus(), .alert), .show(.paused, .update), .alert),
      ("an alert after an unsent update", .show(.focus(), .update), .show(.paused, .alert), .alert),
      ("a close drops the unsent card", .show(.focus(), .alert), .close, nil),
      ("an update does not undo a close", .close, .show(.paused, .update), nil),
      ("an answer after a close is fresh", .close, .show(.paused, .answer), .alert),
    ] as [(String, IslandCommand, IslandCommand, Delivery?)])
  func `newer content replaces unsent content`(
    _ name: String, _ first: IslandCommand, _ second: IslandCommand, _ shown: Delivery?
  ) {
    let mailbox = IslandMailbox()
    mailbox.put(first, for: "pomodoro")
    mailbox.put(.show(.tea(), .alert), for: "tea")
    mailbox.put(second, for: "pomodoro")
    let left = shown.map { IslandCommand.show(.paused, $0) } ?? .close
    let mail = IslandMailbox.Mail(commands: [("tea", .show(.tea(), .alert)), ("pomodoro", left)])
    #expect(mailbox.take() == mail, "\(name)")
    #expect(mailbox.take() == IslandMailbox.Mail())
  }

  @Test func `nothing follows the wish to quit, and it follows everything`() {
    let mailbox = IslandMailbox()
    mailbox.put(.show(.focus(), .alert), for: "pomodoro")
    mailbox.quit()
    mailbox.put(.show(.paused, .alert), for: "pomodoro")
    #expect(mailbox.take() == IslandMailbox.Mail(quits: true))
  }

  @Test func `what takes a card away comes before what takes its place`() {
    let mailbox = IslandMailbox()
    mailbox.put(.show(.tea(), .update), for: "tea")
    mailbox.put(.close, for: "pomodoro")
    mailbox.put(.show(.tea(), .alert), for: "tea")
    #expect(mailbox.take().commands.map(\.key) == ["pomodoro", "tea"])
  }
}
