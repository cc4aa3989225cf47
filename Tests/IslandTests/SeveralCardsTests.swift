// Two and three cards at once on each measured server: each is a card for itself.
import TestKit
import Testing

@testable import TomatoIsland

@MainActor @Suite(.serialized) struct SeveralCardsTests: IslandSuite {
  /// The servers on which two cards may be up, and where they stay while a hand is on its way.
  nonisolated static let roomy = ServerBehaviour.measured.filter { profile($0).room > 1 }

  nonisolated static func profile(_ behaviour: ServerBehaviour) -> ServerProfile {
    ServerProfile.profile(name: behaviour.name, vendor: behaviour.vendor, version: behaviour.version)
  }

  private var cards: [String] { server.visible + server.listed }
  private func count(_ title: String) -> Int { cards.count { $0.hasPrefix(title) } }
  private func notifies(_ part: some Sequence<String>) -> [String] { part.filter { $0.hasPrefix("notify") } }

  private func show(_ card: Card, _ delivery: Delivery = .alert) {
    // Banners keep their distance.
    harness.pass(milliseconds: 6000)
    #expect(harness.show(card, delivery))
  }

  /// The Pomodoro's card, and that of a timer.
  private func showTwo(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour)
    show(.focus())
    show(.tea())
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var behaviour: ServerBehaviour
    var room: Int
    var testDescription: String { "\(behaviour.description): \(room)" }
  }

  @Test(arguments: [
    Row(behaviour: .notificationDaemon, room: 1), Row(behaviour: .mate, room: 1), Row(behaviour: .swaync, room: 1),
    Row(behaviour: .plasma5, room: 2), Row(behaviour: .plasma6, room: 2), Row(behaviour: .gnome43, room: 2),
    Row(behaviour: .gnome46, room: 2), Row(behaviour: .gnome51, room: 8), Row(behaviour: .xfce, room: 3),
    Row(behaviour: .dunst, room: 3), Row(behaviour: .lxqt, room: 3), Row(behaviour: .mako, room: 3),
    Row(behaviour: ServerBehaviour("cinnamon", "GNOME", "6.7"), room: 1),
    Row(behaviour: ServerBehaviour("Something", "New", "1"), room: 1),
  ])
  func `so many cards at once on each server`(_ row: Row) {
    let profile = Self.profile(row.behaviour)
    #expect(profile.room == row.room)
    let isCritical = profile.standingUrgency == .critical
    #expect(profile.room(.pinned, atOnce: 9) == (isCritical ? 1 : row.room), "critical keeps banners away")
    #expect(profile.room(.listed, atOnce: 1) == row.room, "a list is not the screen")
  }

  @Test(arguments: roomy.filter { profile($0).buttonsOnReplace != .lost })
  func `each card is replaced in its place while the other stays`(_ behaviour: ServerBehaviour) {
    showTwo(behaviour)
    #expect(count("Focus") >= 1 && count("tea") >= 1, "\(cards)")
    let seats = (harness.seat("pomodoro"), harness.seat("tea"))
    server.forgetLog()
    harness.pass(milliseconds: 1500)
    #expect(harness.offer(.focus("Focus 23"), .answer))
    harness.pass(milliseconds: 1500)
    #expect(harness.offer(.tea("tea 2"), .answer))
    for line in notifies(server.log) {
      let seat = line.contains("tea") ? seats.1 : seats.0
      #expect(line.hasPrefix("notify \(seat?.id ?? 0) →") || line.contains("transient"), "\(line)")
    }
    #expect(server.lost == [] && !server.isListBroken)
  }

  @Test(arguments: roomy.filter { $0.drawsButtons })
  func `a click on each card is that card's`(_ behaviour: ServerBehaviour) {
    showTwo(behaviour)
    #expect(harness.click("+5 min", on: "tea", is: "tomatoclock://extend?activity=tea&phase=2"))
    harness.pass(milliseconds: 1500)
    #expect(harness.click("Pause", on: "Focus", is: "tomatoclock://pause?phase=1"))
    let clicks = harness.reports.filter { if case .action = $0.event { true } else { false } }
    #expect(clicks.map(\.key) == ["tea", "pomodoro"])
  }

  @Test(arguments: roomy) func `a person closes one, and the other stays`(_ behaviour: ServerBehaviour) {
    showTwo(behaviour)
    harness.pass(milliseconds: 5000)
    server.dismiss("tea", reason: 2)
    #expect(harness.pump { harness.reports.contains { $0.event == .closedByPerson } })
    #expect(harness.reports.filter { $0.event == .closedByPerson }.map(\.key) == ["tea"])
    #expect(count("tea") == 0)
  }

  @Test(arguments: roomy) func `a card that is taken away leaves the others alone`(_ behaviour: ServerBehaviour) {
    showTwo(behaviour)
    server.forgetLog()
    harness.island.close("tea")
    #expect(harness.settle())
    #expect(count("tea") == 0, "\(cards)")
    #expect(!server.log.contains { $0.contains("Focus") }, "\(server.log)")
  }

  @Test(arguments: roomy)
  func `after a restart each card is adopted, one after the other, and none is crossed`(_ behaviour: ServerBehaviour) {
    harness.reset(behaviour)
    let left: [CardKey: UInt32] = [
      "pomodoro": server.showForeign("old focus", expiry: 150_000),
      "tea": server.showForeign("old tea", expiry: 150_000),
    ]
    harness.pass(milliseconds: 5000)
    let seats = left.mapValues { NotificationAddress(id: $0, busGUID: server.busGUID, owner: server.owner) }
    #expect(harness.restartIsland(adoptingAll: seats))
    server.forgetLog()
    for card in [Card.focus(), .tea()] { harness.island.show(card, .answer) }
    #expect(harness.settle())
    harness.pass(milliseconds: 1500)
    #expect(harness.pump { harness.ids.count == 2 })
    // Where a replaced card would have the wrong buttons, it is closed first.
    let isReplaced = Self.profile(behaviour).buttonsOnReplace == .new
    let log = server.log.filter { $0.hasPrefix(isReplaced ? "notify" : "close") }
    // Where repeats are an error both wait for the same moment, and whichever the thread looks at then is the first.
    let order = behaviour.refusesRepeats ? log.sorted() : log
    #expect(
      order.map { $0.split(separator: " ")[text: 1] } == ["\(left["pomodoro"] ?? 0)", "\(left["tea"] ?? 0)"], "\(log)")
    #expect(count("old") == 0 && count("Focus") == 1 && count("tea") == 1, "\(cards)")
  }

  @Test func `a card that an earlier process left and nobody wants is closed`() {
    harness.reset(.xfce)
    let seat = NotificationAddress(
      id: server.showForeign("old tea", expiry: 150_000), busGUID: server.busGUID, owner: server.owner)
    harness.pass(milliseconds: 1000)
    #expect(harness.restartIsland(adoptingAll: ["tea": seat]))
    harness.island.close("tea")
    harness.island.show(.focus(), .answer)
    #expect(harness.pump { server.visible == ["Focus [Pause Skip Reset]"] }, "\(server.visible)")
  }

  @Test func `while a server owes an answer no card is sent to it, and then each is asked for`() {
    showTwo(.xfce)
    server.behave { $0.givesNoReply = true }
    harness.island.show(.paused, .answer)
    #expect(harness.pump { if case .failed? = harness.events.last { true } else { false } })
    server.behave { $0.givesNoReply = false }
    server.forgetLog()
    #expect(harness.offer(.tea("tea 2"), .answer))
    #expect(server.log == [])
    harness.pass(milliseconds: 60_001)
    #expect(harness.pump { harness.reports.contains { $0.event == .cardWanted && $0.key == "pomodoro" } })
    #expect(harness.show(.focus("newest"), .answer))
    #expect(harness.pump { count("newest") == 1 && count("tea 2") == 1 }, "\(cards)")
    #expect(cards.count == 2)
  }

  @Test func `the stale expiry of each card is its own`() {
    showTwo(.xfce)
    harness.pass(milliseconds: 140_000)
    #expect(harness.offer(.focus("23 min"), .update))
    harness.pass(milliseconds: 20_000)
    #expect(harness.pump { harness.reports.contains { $0.event == .expired && $0.key == "tea" } })
    #expect(server.visible == ["23 min [Pause Skip Reset]"])
  }

  @Test func `a server that comes back gets each card again`() {
    showTwo(.dunst)
    server.disappear()
    #expect(harness.pump { harness.events.last == .serverGone })
    server.become(.dunst)
    server.appear()
    #expect(harness.pump { if case .serverFound? = harness.events.last { true } else { false } })
    for card in [Card.focus(), .tea()] { harness.island.show(card, .answer) }
    #expect(harness.pump { Set(server.visible) == ["Focus", "tea"] })
  }
}
