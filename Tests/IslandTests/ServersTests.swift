// The island on each measured server, replayed by a fake: what a person sees and finds, until the next alert.
import GLibBridge
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct ServersTests: IslandSuite {
  /// What is visible of the cards on a server, by how its buttons are.
  private func seen(_ behaviour: ServerBehaviour, _ title: String, _ buttons: String...) -> [String] {
    guard behaviour.drawsButtons else { return [title] }
    let isLXQt = behaviour.name.hasPrefix("lxqt")
    return ["\(title) [\(buttons.prefix(isLXQt ? 2 : 3).joined(separator: " "))]"]
  }

  /// The one click or the button.
  private func click(_ behaviour: ServerBehaviour, _ label: String) -> Bool {
    let link = "tomatoclock://\(label.lowercased())?phase=1"
    return harness.click(behaviour.drawsButtons ? label : nil, is: link)
  }

  @Test(arguments: ServerBehaviour.measured)
  func `a card comes up, a click on Pause pauses in its place, Resume works, the next phase alerts`(
    _ behaviour: ServerBehaviour
  ) {
    harness.reset(behaviour, showing: .focus())
    #expect(server.visible == seen(behaviour, "Focus", "Pause", "Skip", "Reset"))
    harness.pass(milliseconds: 1500)
    #expect(click(behaviour, "Pause"))
    harness.pass(milliseconds: behaviour.losesAfterClick)
    #expect(harness.show(.paused, .answer))
    #expect(server.visible == seen(behaviour, "PAUSED", "Resume"))
    harness.pass(milliseconds: 1500)
    #expect(click(behaviour, "Resume"))
    harness.pass(milliseconds: behaviour.losesAfterClick)
    #expect(harness.show(.focus("Focus again"), .answer))
    #expect(server.visible == seen(behaviour, "Focus again", "Pause", "Skip", "Reset"))
    harness.pass(milliseconds: 300_000)
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(server.visible == seen(behaviour, "Short Break", "Pause", "Skip", "Reset"))
    #expect(server.listed == (behaviour.hasTwoKinds ? server.visible : []))
  }

  @Test(arguments: ServerBehaviour.measured)
  func `the last card of an activity is neither on the screen nor in the list when it is over`(
    _ behaviour: ServerBehaviour
  ) {
    harness.reset(behaviour, showing: .focus())
    harness.pass(milliseconds: 1500)
    var farewell = Card.focus("Ready")
    farewell.expiry = .after(milliseconds: 5000)
    #expect(harness.show(farewell, .answer))
    #expect(server.visible.contains { $0.hasPrefix("Ready") })
    for _ in 1...3 { harness.pass(milliseconds: 5000) }
    #expect(harness.pump { server.visible + (behaviour.keepsExpired ? server.listed : []) == [] })
  }

  @Test(arguments: ServerBehaviour.measured)
  func `a card that the person sent away is not seen again until the next alert`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour, showing: .focus())
    harness.pass(milliseconds: behaviour.hasTwoKinds ? 4500 : 1500)
    server.dismiss("Focus", reason: behaviour.vendor == "MATE" ? 1 : 2)
    #expect(harness.pump { harness.events.last == .closedByPerson })
    harness.pass(milliseconds: 60_000)
    #expect(harness.offer(.focus("23 min"), .update))
    #expect(harness.show(.focus("Short Break"), .alert))
    #expect(server.visible == seen(behaviour, "Short Break", "Pause", "Skip", "Reset"))
    #expect(!server.log.contains { $0.contains("23 min") })
  }

  @Test(arguments: ServerBehaviour.measured)
  func `nothing pops up while time merely passes`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour, showing: .focus())
    for minute in 1...5 {
      harness.pass(milliseconds: 60_000)
      let before = server.visible.isEmpty
      #expect(harness.offer(.focus("\(minute)"), .update))
      #expect(harness.offer(.focus("\(minute)"), .update))
      #expect(!before || server.visible.isEmpty)
    }
    #expect(server.visible.count <= 1)
  }

  @Test func `six times default asks for the island once`() {
    harness.reset(.gnome43, showing: .focus())
    server.behave { $0.repeatsSignals = 6 }
    #expect(harness.click(nil, is: "tomatoclock://show"))
    #expect(harness.show(.focus(), .alert))
    #expect(harness.events.filter { if case .action = $0 { true } else { false } }.count == 1)
    #expect(server.visible == ["Focus [Pause Skip Reset]"])
  }

  @Test func `on notification-daemon other programs' messages are seen, and a card that is closed goes`() {
    harness.reset(.notificationDaemon, showing: .focus())
    harness.island.closeAll()
    #expect(harness.pump { server.log.count == 2 })
    #expect(server.details.hasSuffix(" 1500"))
    harness.pass(milliseconds: 1600)
    _ = server.showForeign("Mail")
    #expect(server.visible == ["Mail []"])
  }

  @Test func `swaync gets the answer only when it can take it`() {
    harness.reset(.swaync, showing: .focus())
    #expect(harness.click("Pause", is: "tomatoclock://pause?phase=1"))
    #expect(harness.offer(.paused, .answer))
    harness.pass(milliseconds: 600)
    #expect(server.log.count == 1)
    harness.pass(milliseconds: 600)
    #expect(harness.pump { harness.ids.count == 2 })
    #expect(server.visible == ["PAUSED [Resume]"])
  }

  @Test func `a server that dies and comes back as another gets the card in its own way`() {
    harness.reset(.mako, showing: .focus())
    server.disappear()
    #expect(harness.pump { harness.events.last == .serverGone })
    server.become(.lxqt)
    server.appear()
    #expect(
      harness.pump {
        if case .serverFound("lxqt-notificationd", _, _, _)? = harness.events.last { true } else { false }
      })
    #expect(harness.show(.focus(), .answer))
    #expect(server.visible == ["Focus [Pause Skip]"])
    #expect(server.log.last?.hasPrefix("notify 0 →") == true)
  }

  @Test func `Plasma never gets the same text twice within a second`() {
    harness.reset(.plasma6)
    for _ in 1...2 {
      harness.island.show(.focus(), .alert)
      #expect(harness.pump { !harness.ids.isEmpty })
    }
    harness.pass(milliseconds: 1000)
    #expect(harness.pump { harness.ids.count == 2 })
    #expect(!server.log.contains { $0.contains("refused") })
  }

  @Test func `a repeat that Plasma refuses is offered again a second later`() {
    harness.reset(.plasma6, showing: .focus())
    #expect(harness.restartIsland())
    // The second is counted from when the island has heard of it.
    #expect(harness.offer(.focus(), .answer))
    #expect(server.log.contains { $0.contains("refused") })
    harness.pass(milliseconds: 1200)
    #expect(harness.pump { harness.ids.count == 1 })
  }

  @Test(arguments: ServerBehaviour.measured)
  func `what a restarted daemon finds on the same server is replaced, one island`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour)
    let seat = NotificationAddress(
      id: server.showForeign("killed", expiry: 150_000), busGUID: server.busGUID, owner: server.owner)
    harness.pass(milliseconds: 1000)
    #expect(harness.restartIsland(adopting: seat))
    harness.island.show(.focus("after kill -9"), .answer)
    // Plasma refuses what it was told within the last second, by the old process too: there it comes a second later.
    if behaviour.name == "Plasma" {
      #expect(harness.settle())
      harness.pass(milliseconds: 1000)
    }
    #expect(harness.pump { harness.ids.count == 1 })
    #expect((server.visible + server.listed).filter { $0.hasPrefix("after kill -9") }.count == 1)
    #expect((server.visible + server.listed).count == 1)
  }

  @Test(arguments: ["another bus", "another server"])
  func `a number that another program has meanwhile keeps its popup`(_ what: String) {
    harness.reset(.dunst)
    let foreign = server.showForeign("Mail")
    let seat = NotificationAddress(
      id: foreign, busGUID: what == "another bus" ? "0" : server.busGUID,
      owner: what == "another server" ? ":0.0" : server.owner)
    #expect(harness.restartIsland(adopting: seat))
    harness.island.show(.focus(), .answer)
    #expect(harness.pump { harness.ids.count == 1 })
    #expect(server.visible == ["Focus", "Mail"])
    let isBack = harness.restartIsland { #expect(server.visible == ["Mail"]) }
    #expect(isBack)
  }
}
