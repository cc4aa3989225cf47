// The presentation policy and the table of servers as tables: no bus, no thread, time as an argument.
import TestKit
import Testing

@testable import TomatoIsland

struct PolicyTests {
  typealias Step = PresentationPolicy.Step

  static func policy(_ behaviour: ServerBehaviour, clock: OtherClock = .none, _ mode: IslandMode = .auto)
    -> PresentationPolicy
  {
    PresentationPolicy(
      profile: ServerProfile.profile(name: behaviour.name, vendor: behaviour.vendor, version: behaviour.version),
      mode: mode, otherClock: clock)
  }

  struct Mode: Sendable, CustomTestStringConvertible {
    var behaviour: ServerBehaviour
    var alone: IslandStyle
    var withTray: IslandStyle
    var ifPinned = IslandStyle.pinned
    var ifListed = IslandStyle.events
    var testDescription: String { behaviour.description }
  }

  @Test(arguments: [
    Mode(behaviour: .xfce, alone: .pinned, withTray: .events),
    Mode(behaviour: .dunst, alone: .pinned, withTray: .events),
    Mode(behaviour: .mate, alone: .pinned, withTray: .events),
    Mode(behaviour: .lxqt, alone: .pinned, withTray: .events),
    Mode(behaviour: .mako, alone: .pinned, withTray: .events),
    Mode(behaviour: .notificationDaemon, alone: .events, withTray: .events, ifPinned: .events),
    Mode(behaviour: .swaync, alone: .events, withTray: .events, ifPinned: .events),
    Mode(behaviour: .gnome43, alone: .events, withTray: .events),
    Mode(behaviour: .gnome46, alone: .listed, withTray: .listed, ifListed: .listed),
    Mode(behaviour: .gnome51, alone: .listed, withTray: .listed, ifListed: .listed),
    Mode(behaviour: .plasma5, alone: .events, withTray: .events),
    Mode(behaviour: .plasma63, alone: .events, withTray: .events, ifPinned: .events),
    Mode(behaviour: .plasma6, alone: .pinned, withTray: .pinned),
    Mode(behaviour: ServerBehaviour("cinnamon", "GNOME", "6.7"), alone: .events, withTray: .events, ifPinned: .events),
    Mode(behaviour: ServerBehaviour("Something", "New", ""), alone: .events, withTray: .events, ifPinned: .events),
    Mode(behaviour: ServerBehaviour("gnome-shell", "GNOME", "x"), alone: .events, withTray: .events, ifPinned: .events),
  ])
  func `what each mode is on each server`(_ mode: Mode) {
    #expect(Self.policy(mode.behaviour).style == mode.alone)
    #expect(Self.policy(mode.behaviour, clock: .tray).style == mode.withTray)
    #expect(Self.policy(mode.behaviour, .pinned).style == mode.ifPinned)
    #expect(Self.policy(mode.behaviour, .listed).style == mode.ifListed)
    #expect(Self.policy(mode.behaviour, .events).style == .events)
    #expect(Self.policy(mode.behaviour, .off).style == .off)
  }

  @Test func `rows that were only read rely on nothing but events`() {
    for row in ServerProfile.table {
      guard !row.isMeasured else { continue }
      #expect(row.source.hasPrefix("read:"), "\(row.name)")
      #expect(row.profile.preferred == .events && row.profile.possible.isEmpty, "\(row.name)")
    }
    #expect(ServerProfile.unmeasured.style(.auto, beside: .none) == .events)
  }

  @Test func `every measured row has a fake that replays it`() {
    let replayed = ServerBehaviour.measured.compactMap {
      ServerProfile.row(name: $0.name, vendor: $0.vendor, version: $0.version)?.source
    }
    let measured = ServerProfile.table.filter(\.isMeasured).map(\.source)
    #expect(Set(replayed) == Set(measured))
    #expect(replayed.count == ServerBehaviour.measured.count)
  }

  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var behaviour: ServerBehaviour
    var shown: Card?
    /// In which it was shown, if not in the present one.
    var shownStyle: IslandStyle?
    var sent: Double
    var isClicked: Bool
    var card: Card
    var delivery: Delivery
    var second: Double
    var expected: [String]

    init(
      _ name: String, _ server: ServerBehaviour, shown: Card? = nil, shownStyle: IslandStyle? = nil, sent: Double = 10,
      isClicked: Bool = false, card: Card = .paused, _ delivery: Delivery, second: Double = 20, _ expected: [String]
    ) {
      (testDescription, behaviour, self.shown, self.shownStyle, self.sent) = (name, server, shown, shownStyle, sent)
      (self.isClicked, self.card, self.delivery) = (isClicked, card, delivery)
      (self.second, self.expected) = (second, expected)
    }
  }

  static let situations: [Situation] = [
    Situation("an update with nothing up", .xfce, .update, []),
    Situation("an answer with nothing up", .xfce, .answer, ["fresh"]),
    Situation("an answer where cards do not stand", .swaync, .answer, []),
    Situation("an alert over a card", .xfce, shown: .focus(), .alert, ["close", "fresh"]),
    Situation("an alert where one popup is shown at a time", .notificationDaemon, shown: .focus(), .alert, ["replace"]),
    Situation("an answer in place", .xfce, shown: .focus(), .answer, ["replace"]),
    Situation(
      "an answer after a click that closes", .xfce, shown: .focus(), isClicked: true, .answer, ["close", "fresh"]),
    Situation("an update after a click that closes", .xfce, shown: .focus(), isClicked: true, .update, []),
    Situation(
      "an answer after a click that does not close", .plasma6, shown: .focus(), isClicked: true, .answer, ["replace"]),
    Situation("an update just before the expiry", .xfce, shown: .focus(), .update, second: 159.9, ["replace"]),
    Situation(
      "an update after the expiry closes what is no longer so", .xfce, shown: .focus(), .update, second: 160,
      ["close"]),
    Situation("a tick after the expiry", .swaync, shown: .focus(), card: .focus("later"), .update, second: 160, []),
    Situation("what looks the same", .xfce, shown: .paused, .alert, []),
    Situation("what looks the same may be minimised", .plasma6, shown: .paused, .alert, ["close", "fresh"]),
    Situation(
      "what looks the same would go with its popup", .xfce, shown: .paused, shownStyle: .events, sent: 18, .answer,
      ["replace"]),
    Situation(
      "what looks the same on GNOME 51 would go with its banner", .gnome51, shown: .paused, shownStyle: .events,
      sent: 18, .answer, ["replace LOW"]),
    Situation("new buttons on LXQt", .lxqt, shown: .focus(), .answer, ["close", "fresh"]),
    Situation("a tick on LXQt", .lxqt, shown: .focus(), card: .focus("later"), .update, ["replace"]),
    Situation(
      "a change on GNOME 43 while the banner is up", .gnome43, shown: .focus(), sent: 18, .update, ["close", "fresh"]),
    Situation(
      "a tick on GNOME 43 would take the buttons", .gnome43, shown: .focus(), sent: 18, card: .focus("later"), .update,
      []),
    Situation("a change on GNOME 43 after the banner", .gnome43, shown: .focus(), sent: 10, .update, ["close"]),
    Situation("a change on GNOME 51 is LOW", .gnome51, shown: .focus(), .update, ["replace LOW"]),
    Situation("a restored card on GNOME 51 is LOW", .gnome51, .answer, ["fresh LOW"]),
    Situation(
      "an alert on GNOME 51 is a notification of its own", .gnome51, shown: .focus(), .alert, ["replace LOW", "alert"]),
    Situation("the first alert on GNOME 51", .gnome51, .alert, ["fresh LOW", "alert"]),
    Situation(
      "a tick within a second of the last one", .mako, shown: .focus(), sent: 19.5, card: .focus("later"), .update,
      ["wait until 20.5"]),
    Situation("an answer within a second of the last one", .mako, shown: .focus(), sent: 19.5, .answer, ["replace"]),
    Situation(
      "an answer too soon for swaync", .swaync, shown: .focus(), sent: 18, isClicked: true, .answer,
      ["wait until 21.2"]),
    Situation("the same text again on Plasma", .plasma6, shown: .paused, sent: 19.6, .alert, ["wait until 20.6"]),
  ]

  @Test(arguments: situations) func `how content reaches the screen`(_ situation: Situation) {
    let policy = Self.policy(situation.behaviour)
    var memory = IslandMemory()
    if let card = situation.shown {
      var notice = policy.profile.notice(card, situation.shownStyle ?? policy.style, isAlert: true)
      notice.isTransient = situation.shownStyle == .events
      memory.didShow(notice, id: 7, fresh: true, at: .seconds(situation.sent))
    }
    if situation.isClicked, let key = memory.shown?.notice.actions.first?.key {
      #expect(memory.pressed(key, at: .seconds(situation.second)) != nil)
    }
    let decision = policy.decide(
      toShow: situation.card, situation.delivery, over: memory, at: .seconds(situation.second))
    #expect(words(decision) == situation.expected)
  }

  @Test func `a card of GNOME's list goes when a view shows the time, and its alert stays while its banner does`() {
    let (listed, beside) = (Self.policy(.gnome51), Self.policy(.gnome51, clock: .view))
    var memory = IslandMemory()
    memory.didShow(listed.profile.notice(.focus(), listed.style, isAlert: false), id: 1, fresh: true, at: .seconds(10))
    memory.didShow(listed.profile.alertNotice(.focus(), hasSound: false), .alert, id: 2, fresh: true, at: .seconds(10))
    #expect(words(beside.decide(toShow: .focus(), .answer, over: memory, at: .seconds(10))) == ["close"])
    #expect(words(listed.decide(toShow: .focus(), .answer, over: memory, at: .seconds(10))) == [])
  }

  private func words(_ decision: PresentationPolicy.Decision) -> [String] {
    switch decision {
    case .wait(let until): ["wait until \(until / .seconds(1))"]
    case .now(let steps): steps.map(word)
    }
  }

  private func word(_ step: Step) -> String {
    func low(_ notice: Notice) -> String { notice.urgency == .low ? " LOW" : "" }
    return switch step {
    case .close: "close"
    case .fade: "fade"
    case .forget: "forget"
    case .showFresh(let notice): "fresh" + low(notice)
    case .replace(let notice): "replace" + low(notice)
    case .alert: "alert"
    case .closeAlert: "close alert"
    }
  }

  struct Fit: Sendable, CustomTestStringConvertible {
    var behaviour: ServerBehaviour
    var actions: [String]
    var body = "24 min left"
    var expiry: Int32 = 150_000
    var percent: Int32?
    var testDescription: String { behaviour.description }
  }

  @Test(arguments: [
    Fit(behaviour: .xfce, actions: ["Pause", "Skip", "Reset"]),
    Fit(behaviour: .mate, actions: ["Pause", "Skip", "Reset", "default=Show"]),
    Fit(behaviour: .lxqt, actions: ["Pause", "Skip"], expiry: 0),
    Fit(behaviour: .dunst, actions: ["default=Pause"], body: "24 min left\nmiddle click to pause", percent: 4),
    Fit(behaviour: .mako, actions: ["default=Pause"], body: "24 min left\nclick to pause", percent: 4),
    Fit(behaviour: .swaync, actions: ["Pause", "Skip", "Reset", "default=Show"], expiry: 8000, percent: 4),
    Fit(behaviour: .notificationDaemon, actions: ["Pause", "Skip", "Reset", "default=Show"], expiry: 8000),
    Fit(behaviour: .gnome43, actions: ["Pause", "Skip", "Reset", "default=Show"], expiry: -1),
    Fit(behaviour: .gnome51, actions: ["Pause", "Skip", "Reset", "default=Show"], body: "until 14:35", expiry: -1),
    Fit(behaviour: .plasma5, actions: ["Pause", "Skip", "Reset", "default=Show"], expiry: 8000),
    Fit(behaviour: .plasma6, actions: ["Pause", "Skip", "Reset", "default=Show"], expiry: 0),
    Fit(behaviour: ServerBehaviour("notify-osd", "Canonical Ltd", "1.0"), actions: [], expiry: 8000),
    Fit(behaviour: ServerBehaviour("New", "New", "1"), actions: ["Pause", "Skip", "Reset"], expiry: 8000),
  ])
  func `the card as each server gets it`(_ fit: Fit) {
    var card = Card.focus()
    card.lastingBody = "until 14:35"
    let policy = Self.policy(fit.behaviour)
    let notice = policy.profile.notice(card, policy.style, isAlert: true)
    #expect(notice.actions.map { $0.key == "default" ? "default=\($0.label)" : $0.label } == fit.actions)
    #expect(notice.body == fit.body)
    #expect(notice.expiry == fit.expiry)
    #expect(notice.percent == fit.percent)
    #expect(notice.urgency == .normal)
  }

  @Test(arguments: [
    ("compiling\ntea 3 min", 1, "compiling\n▰▱ 41 of 312\ntea 3 min"), ("tea 3 min", 1, "▰▱ 41 of 312\ntea 3 min"),
    ("", 0, "▰▱ 41 of 312"), ("a\nb", 0, "a\nb\n▰▱ 41 of 312"),
  ])
  func `how far it is stands with the card's own text, above what is said of others`(
    _ body: String, _ below: Int, _ expected: String
  ) {
    var card = Card("build", title: "Build", body: body, actions: [], accentIcon: "x", expiry: .never)
    (card.gauge, card.linesBelowGauge) = ("▰▱ 41 of 312", below)
    #expect(Self.policy(.mate).profile.notice(card, .pinned, isAlert: false).body == expected)
  }
}
