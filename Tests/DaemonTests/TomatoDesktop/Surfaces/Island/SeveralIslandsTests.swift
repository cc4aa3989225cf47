// Several activities and their cards: who has one, what it says of the others, and what reaches the island, as a log.
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor struct SeveralIslandsTests {
  static let tea = IslandRoomTests.id("tea")
  static let run = IslandRoomTests.id("run")

  /// A shell whose island is a log of `alert tea · ends 14:14`, with a server of this name.
  @MainActor final class Desk: Observer {
    let harness: ShellHarness
    var log: [String] = []
    var cards: [CardKey: Card] = [:]
    let around = ChangingSurroundings()
    private(set) var presenter: IslandPresenter!

    init(
      _ behaviour: (name: String, vendor: String, version: String)?, atOnce: Int = 2,
      settings: Settings = Settings(autoStartBreaks: false)
    ) {
      harness = ShellHarness(settings: settings)
      presenter = IslandPresenter(
        show: { [unowned self] card, delivery in
          log.append("\(delivery) \(card.title)")
          cards[card.key] = card
        },
        close: { [unowned self] activity in
          log.append("close \(activity)")
          cards[CardKey(activity)] = nil
        }, around: around.value)
      presenter.settings.atOnce = atOnce
      if let behaviour {
        _ = presenter.happened(
          .serverFound(name: behaviour.name, vendor: behaviour.vendor, version: behaviour.version, capabilities: []),
          nil, harness.shell.scene())
      }
      harness.shell.add(self)
    }

    var interest: [Interest] { presenter.interest }
    var nextLook: Duration? { presenter.nextLook }
    func close() {}
    func observe(_ scene: Scene) {
      presenter.present(IslandSurface.updates(scene), scene)
      for card in cards.values { shown(card.key) }
    }

    func shown(_ key: CardKey) {
      hear(.shown(NotificationAddress(id: 1, busGUID: "", owner: "")), ActivityID(key.name) ?? .pomodoro)
    }

    @discardableResult func hear(_ event: IslandEvent, _ activity: ActivityID) -> IslandPresenter.Reaction {
      presenter.happened(event, activity, harness.shell.scene())
    }

    /// What closing the card means, which is done.
    @discardableResult func personCloses(_ activity: ActivityID) -> Intent? {
      guard case .intent(let intent) = hear(.closedByPerson, activity) else { return nil }
      cards[CardKey(activity)] = nil
      harness.shell.take(.intent(intent, .island))
      return intent
    }

    func pass(_ duration: Duration) {
      harness.pass(duration)
      harness.shell.timePassed()
    }

    func act(_ verb: Verb, _ activity: ActivityID = .pomodoro, _ duration: Duration? = nil) {
      harness.shell.take(.intent(Intent(verb, duration: duration, activity: activity), .command))
    }

    func said() -> [String] {
      defer { log = [] }
      return log
    }

    func folded(_ activity: ActivityID) -> String? {
      cards[CardKey(activity)]?.body.split(separator: "\n").last.map(String.init)
    }
  }

  static let plasma = ("Plasma", "KDE", "6.7.4")
  static let mate = ("Notification Daemon", "MATE", "1.26.0")
  static let gnome = ("gnome-shell", "GNOME", "51.0")

  /// A focus of 25 min at 14:10, and tea of 3 min.
  private static func two(_ server: (String, String, String)?, atOnce: Int = 2) -> Desk {
    let desk = Desk(server.map { (name: $0.0, vendor: $0.1, version: $0.2) }, atOnce: atOnce)
    desk.act(.start)
    desk.harness.pass(.seconds(11))
    desk.act(.start, tea, .minutes(3))
    return desk
  }

  private let desk = SeveralIslandsTests.two(SeveralIslandsTests.plasma)

  @Test func `one card for each activity, with its name in the title`() {
    #expect(desk.said().filter { !$0.hasPrefix("update") } == ["alert Focus · ends 14:35", "alert tea · ends 14:13"])
    #expect(Set(desk.cards.keys) == ["pomodoro", "tea"])
    #expect(desk.presenter.interest.map(\.subject).count == 2)
  }

  @Test func `what happens to one is told to its card alone`() {
    _ = desk.said()
    desk.act(.pause, Self.tea)
    #expect(desk.said() == ["answer PAUSED · tea, 3:00 left"])
    desk.act(.pause)
    #expect(desk.said().count == 1)
    #expect(desk.cards["tea"]?.actions.allSatisfy { $0.key.contains("activity=tea") } == true)
  }

  @Test func `where there is room for one the more relevant has it and names the other`() {
    let desk = Self.two(Self.mate)
    #expect(desk.said() == ["alert Focus · ends 14:35", "close pomodoro", "alert tea · ends 14:13"])
    #expect(desk.folded(Self.tea) == "Focus 25 min")
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 2)])
  func `never more cards than the person wants, and never more than the server has room for`(
    _ atOnce: Int, _ most: Int
  ) {
    let desk = Self.two(Self.plasma, atOnce: atOnce)
    desk.act(.start, Self.run)
    #expect(desk.cards.count == most)
  }

  @Test func `what takes over a card keeps it for 10 s, and the card that lost its place comes back without a word`() {
    desk.act(.start, Self.run)
    // The stopwatch ends never: it is folded.
    #expect(Set(desk.cards.keys) == ["pomodoro", "tea"])
    #expect(desk.folded(Self.tea) == "run 0 min")
    desk.harness.pass(.seconds(30))
    desk.act(.show, Self.run)
    #expect(Set(desk.cards.keys) == ["tea", "run"])
    _ = desk.said()
    #expect(desk.presenter.nextLook == desk.harness.moment.sinceBoot + .seconds(10))
    desk.pass(.seconds(10))
    #expect(desk.said().filter { !$0.hasPrefix("update") } == ["close run", "answer Focus · ends 14:35"])
  }

  @Test func `the alert of a timer's end takes the one card there is`() {
    let desk = Self.two(Self.mate)
    desk.act(.extend, Self.tea)
    desk.harness.shell.take(.intent(Intent(.extend, by: .minutes(60), activity: Self.tea), .command))
    desk.pass(.seconds(11))
    #expect(Set(desk.cards.keys) == ["pomodoro"], "the focus ends first")
    #expect(desk.folded(.pomodoro)?.hasPrefix("tea 1 h") == true, "\(desk.folded(.pomodoro) ?? "")")
    _ = desk.said()
    desk.pass(.minutes(25))
    #expect(desk.said().first == "alert Focus completed")
  }

  @Test func `the alarm rings when a place is free and for each minute of a folded one`() {
    let desk = Self.two(Self.mate)
    #expect(desk.presenter.interest.contains(Interest(.activity(.pomodoro), .minute)), "the line names its minutes")
  }

  @Test(arguments: [false, true]) func `a card has as many lines while time passes`(_ hasThird: Bool) {
    if hasThird { desk.act(.start, Self.run) } else { desk.act(.reset) }
    var lines: [CardKey: Int] = [:]
    for (key, card) in desk.cards { lines[key] = count(card) }
    for _ in 1...170 {
      desk.pass(.seconds(1))
      for (key, card) in desk.cards where lines[key] != nil {
        #expect(count(card) == lines[key], "\(card.body)")
      }
    }
  }

  private func count(_ card: Card) -> Int { card.body.split(separator: "\n", omittingEmptySubsequences: false).count }

  @Test func `on GNOME the line has clock times, so that it stays true in the list`() {
    let desk = Self.two(("gnome-shell", "GNOME", "47.1"))
    desk.act(.start, Self.run)
    #expect(desk.cards["tea"]?.lastingBody?.hasSuffix("run since 14:10") == true)
    #expect(desk.presenter.interest.allSatisfy { $0.resolution == .none })
  }

  @Test func `an entry in a list says no minutes, also once time has passed`() {
    let desk = Self.two(Self.gnome)
    func entries() -> [CardKey: String] { desk.cards.mapValues { $0.lastingBody ?? $0.body } }
    let first = entries()
    for _ in 1...2 {
      desk.pass(.minutes(1))
      #expect(entries() == first)
    }
  }

  @Test(arguments: [1, 2, 4])
  func `a list has an entry with buttons for each activity, up to its own room`(_ atOnce: Int) {
    let desk = Self.two(Self.gnome, atOnce: atOnce)
    let others = (3...9).map { IslandRoomTests.id("timer-\($0)") }
    for timer in others { desk.act(.start, timer, .minutes(40)) }
    #expect(Set(desk.cards.keys) == Set(["pomodoro", "tea"] + others.dropLast().map { CardKey($0) }))
    #expect(desk.folded(Self.tea)?.hasPrefix("timer-9") == true, "the ninth is named: \(desk.folded(Self.tea) ?? "")")
    desk.act(.stop, Self.tea)
    desk.pass(.seconds(5))
    for (key, card) in desk.cards {
      #expect(card.actions.allSatisfy { $0.key.contains("activity=\(key.name)") }, "\(card.actions)")
    }
    #expect(desk.cards["timer-9"] != nil)
  }

  @Test func `a person closes one: it stays closed, the other stays, and a folded one comes`() {
    desk.act(.start, Self.run)
    _ = desk.said()
    let phase = desk.harness.shell.content(Self.tea).phase
    #expect(desk.personCloses(Self.tea) == Intent(.hide, activity: Self.tea, phase: phase))
    #expect(desk.said().filter { !$0.hasPrefix("update") } == ["close tea", "answer run · since 14:10"])
    desk.act(.pause, Self.tea)
    desk.act(.resume, Self.tea)
    #expect(!desk.said().contains { $0.contains("tea") }, "closed until it ends")
    #expect(desk.folded(.pomodoro) != "tea 3 min", "what a person has sent away is not named either")
  }

  @Test func `a card that a person has closed comes back with the alert of the next phase, and not before`() {
    let desk = Desk((name: "dunst", vendor: "knopwob", version: "1.9.0"), settings: Settings())
    desk.act(.start)
    desk.personCloses(.pomodoro)
    _ = desk.said()
    for _ in 1...40 where desk.harness.content.contentState.mode == .focus { _ = desk.harness.ring() }
    #expect(desk.said() == ["alert Focus done. Short Break until 14:40"])
  }

  @Test func `the end of an activity takes its card alone, with the way back; then its place is free`() {
    desk.act(.start, Self.run)
    _ = desk.said()
    desk.act(.stop, Self.tea)
    #expect(desk.said() == ["answer tea stopped", "update Focus · ends 14:35"])
    let farewell = desk.cards["tea"]
    #expect(farewell?.actions.map(\.key) == ["tomatoclock://undo?activity=tea"])
    #expect(farewell?.expiry == .after(milliseconds: 5000))
    desk.pass(.seconds(5))
    #expect(desk.said().contains("answer run · since 14:10"))
  }

  @Test func `Undo on the last card brings the activity back into its place`() {
    desk.act(.stop, Self.tea)
    _ = desk.said()
    desk.act(.undo, Self.tea)
    #expect(desk.said() == ["answer tea · ends 14:13"])
  }

  @Test func `do-not-disturb in one phase of one activity says nothing of the others`() {
    _ = desk.said()
    desk.hear(.suppressed, Self.tea)
    desk.cards["tea"] = nil
    desk.act(.pause, Self.tea)
    desk.act(.pause)
    #expect(desk.said() == ["answer PAUSED · Focus, 24:49 left"])
  }

  @Test func `cards that an earlier process left are asked for again, or closed where nothing is to be shown`() {
    desk.presenter.left = [.pomodoro, Self.tea, Self.run]
    _ = desk.said()
    _ = desk.presenter.happened(.serverGone, nil, desk.harness.shell.scene())
    _ = desk.presenter.happened(
      .serverFound(name: "Plasma", vendor: "KDE", version: "6.7.4", capabilities: []), nil, desk.harness.shell.scene())
    #expect(Set(desk.said()) == ["answer Focus · ends 14:35", "answer tea · ends 14:13", "close run"])
  }

  @Test func `before a server is known there is one card, and the others come with it`() {
    let desk = Self.two(nil)
    #expect(desk.cards.count == 1)
    _ = desk.presenter.happened(
      .serverFound(name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: []), nil,
      desk.harness.shell.scene())
    #expect(desk.cards.count == 2)
  }

  @Test func `the last card of an activity that is closed by hand says nothing of the Pomodoro`() {
    desk.act(.stop, Self.tea)
    #expect(desk.hear(.closedByPerson, Self.tea) == .nothing)
    #expect(desk.harness.content.isHidden == false)
  }

  @Test(arguments: ["known", "suppressed"])
  func `an end in do-not-disturb is said once that is over, with its time, and only once`(_ how: String) {
    desk.around.isInhibited = how == "known"
    desk.pass(.minutes(3))
    if how == "suppressed" {
      desk.hear(.suppressed, Self.tea)
      desk.cards["tea"] = nil
    }
    desk.harness.pass(.minutes(6))
    _ = desk.said()
    for round in 1...2 {
      desk.presenter.reportMissedEnds(desk.harness.shell.scene())
      #expect(desk.said() == (round == 1 ? ["alert tea was done at 14:13"] : []))
    }
  }

  @Test func `what a person has dealt with meanwhile is not said after do-not-disturb`() {
    desk.around.isInhibited = true
    desk.pass(.minutes(3))
    desk.act(.stop, Self.tea)
    _ = desk.said()
    desk.presenter.reportMissedEnds(desk.harness.shell.scene())
    #expect(desk.said() == [])
  }

  @Test func `a card that loses its place while no server is there does not come up on the next one`() {
    _ = desk.presenter.happened(.serverGone, nil, desk.harness.shell.scene())
    _ = desk.said()
    let old = desk.presenter.settings
    desk.presenter.settings.atOnce = 1
    desk.presenter.settingsChanged(from: old, desk.harness.shell.scene())
    #expect(desk.said().filter { $0.hasPrefix("close") } == ["close pomodoro"])
  }
}
