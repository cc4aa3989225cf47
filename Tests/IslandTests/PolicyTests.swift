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
    var sent = 10.0
    var isClicked = false
    var card = Card.paused
    var delivery: Delivery
    var second = 20.0
    var expected: [String]
  }

  static let situations: [Situation] = [
    Situation(testDescription: "an update with nothing up", behaviour: .xfce, delivery: .update, expected: []),
    Situation(testDescription: "an answer with nothing up", behaviour: .xfce, delivery: .answer, expected: ["fresh"]),
    Situation(
      testDescription: "an answer where cards do not stand", behaviour: .swaync, delivery: .answer, expected: []),
    Situation(
      testDescription: "an alert over a card", behaviour: .xfce, shown: .focus(), delivery: .alert,
      expected: ["close", "fresh"]),
    Situation(
      testDescription: "an alert where one popup is shown at a time", behaviour: .notificationDaemon, shown: .focus(),
      delivery: .alert, expected: ["replace"]),
    Situation(
      testDescription: "an answer in place", behaviour: .xfce, shown: .focus(), delivery: .answer,
      expected: ["replace"]),
    Situation(
      testDescription: "an answer after a click that closes", behaviour: .xfce, shown: .focus(), isClicked: true,
      delivery: .answer, expected: ["close", "fresh"]),
    Situation(
      testDescription: "an update after a click that closes", behaviour: .xfce, shown: .focus(), isClicked: true,
      delivery: .update, expected: []),
    Situation(
      testDescription: "an answer after a click that does not close", behaviour: .plasma6, shown: .focus(),
      isClicked: true, delivery: .answer, expected: ["replace"]),
    Situation(
      testDescription: "an update just before the expiry", behaviour: .xfce, shown: .focus(), delivery: .update,
      second: 159.9, expected: ["replace"]),
    Situation(
      testDescription: "an update after the expiry closes what is no longer so", behaviour: .xfce, shown: .focus(),
      delivery: .update, second: 160, expected: ["close"]),
    Situation(
      testDescription: "a tick after the expiry", behaviour: .swaync, shown: .focus(), card: .focus("later"),
      delivery: .update, second: 160, expected: []),
    Situation(
      testDescription: "what looks the same", behaviour: .xfce, shown: .paused, delivery: .alert, expected: []),
    Situation(
      testDescription: "what looks the same may be minimised", behaviour: .plasma6, shown: .paused, delivery: .alert,
      expected: ["close", "fresh"]),
    Situation(
      testDescription: "what looks the same would go with its popup", behaviour: .xfce, shown: .paused,
      shownStyle: .events, sent: 18, delivery: .answer, expected: ["replace"]),
    Situation(
      testDescription: "what looks the same on GNOME 51 would go with its banner", behaviour: .gnome51, shown: .paused,
      shownStyle: .events, sent: 18, delivery: .answer, expected: ["replace LOW"]),
    Situation(
      testDescription: "new buttons on LXQt", behaviour: .lxqt, shown: .focus(), delivery: .answer,
      expected: ["close", "fresh"]),
    Situation(
      testDescription: "a tick on LXQt", behaviour: .lxqt, shown: .focus(), card: .focus("later"), delivery: .update,
      expected: ["replace"]),
    Situation(
      testDescription: "a change on GNOME 43 while the banner is up", behaviour: .gnome43, shown: .focus(), sent: 18,
      delivery: .update, expected: ["close", "fresh"]),
    Situation(
      testDescription: "a tick on GNOME 43 would take the buttons", behaviour: .gnome43, shown: .focus(), sent: 18,
      card: .focus("later"), delivery: .update, expected: []),
    Situation(
      testDescription: "a change on GNOME 43 after the banner", behaviour: .gnome43, shown: .focus(), sent: 10,
      delivery: .update, expected: ["close"]),
    Situation(
      testDescription: "a change on GNOME 51 is LOW", behaviour: .gnome51, shown: .focus(), delivery: .update,
      expected: ["replace LOW"]),
    Situation(
      testDescription: "a restored card on GNOME 51 is LOW", behaviour: .gnome51, delivery: .answer,
      expected: ["fresh LOW"]),
    Situation(
      testDescription: "an alert on GNOME 51 is a notification of its own", behaviour: .gnome51, shown: .focus(),
      delivery: .alert, expected: ["replace LOW", "alert"]),
    Situation(
      testDescription: "the first alert on GNOME 51", behaviour: .gnome51, delivery: .alert,
      expected: ["fresh LOW", "alert"]),
    Situation(
      testDescription: "a tick within a second of the last one", behaviour: .mako, shown: .focus(), sent: 19.5,
      card: .focus("later"), delivery: .update, expected: ["wait until 20.5"]),
    Situation(
      testDescription: "an answer within a second of the last one", behaviour: .mako, shown: .focus(), sent: 19.5,
      delivery: .answer, expected: ["replace"]),
    Situation(
      testDescription: "an answer too soon for swaync", behaviour: .swaync, shown: .focus(), sent: 18, isClicked: true,
      delivery: .answer, expected: ["wait until 21.2"]),
    Situation(
      testDescription: "the same text again on Plasma", behaviour: .plasma6, shown: .paused, sent: 19.6,
      delivery: .alert, expected: ["wait until 20.6"]),
  ]

  @Test(arguments: situations)
  func `how content reaches the screen`(_ situation: Situation) {
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
