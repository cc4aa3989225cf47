// One private bus, one fake server, one thread that calls libnotify for the whole test process, as in the daemon. The
// fake changes its behaviour, and islands take the thread by turns: one is always there between two tests.
import CNotify
import GLibBridge
import Glibc
import Synchronization
import Testing
import TomatoIsland

/// A clock that moves only when a test advances it.
package final class StillClock: Sendable {
  private let now = Mutex(Duration.seconds(1000))

  /// Dividing durations would be inexact.
  package var milliseconds: Int {
    let (seconds, attoseconds) = read().components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
  package func advance(milliseconds: Int) { now.withLock { $0 += .milliseconds(milliseconds) } }
  package func read() -> Duration { now.withLock(\.self) }
}

@MainActor package final class IslandHarness {
  package static let shared = IslandHarness()
  package static let program = IslandProgram(
    name: "tomato-notify", desktopEntry: "org.tomatoclock.TomatoNotify", category: "x-tomato.timer")

  private let bus: PrivateBus?
  package let server: FakeNotificationServer
  /// The private bus's address.
  package let address: String
  package let clock = StillClock()
  package private(set) lazy var island = newIsland()
  package var events: [IslandEvent] {
    get { reports.map(\.event) }
    set { reports = newValue.map { ($0, nil) } }
  }
  /// The same events with their cards.
  package private(set) var reports: [(event: IslandEvent, key: CardKey?)] = []
  /// How often the island has called back.
  private var carriedOut = 0
  /// Whether the island's last report was that it has a server.
  private var hasServer = false

  private init() {
    bus = try? PrivateBus()
    if bus == nil { Issue.record("the island's tests have no bus") }
    address = bus?.address ?? ""
    // libnotify gets the session bus from GLib, and GLib from the environment.
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
    server = FakeNotificationServer(address: address, now: { [clock] in clock.milliseconds })
    _ = island
  }

  private func newIsland(adopting seats: [CardKey: NotificationAddress] = [:]) -> Island {
    let now: @Sendable () -> Duration = { [clock] in clock.read() }
    hasServer = false
    return Island(Self.program, adopting: seats, now: now) { [weak self] in self?.heard($0, $1) }
  }

  private func heard(_ event: IslandEvent, _ key: CardKey?) {
    switch event {
    case .serverFound: hasServer = true
    case .serverGone: hasServer = false
    default: break
    }
    reports.append((event, key))
  }

  /// Ends the island, and begins a new one, as a restarted daemon does.
  /// - meanwhile: runs while there is no island and the thread is free.
  /// - Returns: whether the old one ended and the new one has met the server.
  package func restartIsland(adopting seat: NotificationAddress? = nil, meanwhile: () -> Void = {}) -> Bool {
    restartIsland(adoptingAll: seat.map { [Card.focus().key: $0] } ?? [:], meanwhile: meanwhile)
  }

  package func restartIsland(adoptingAll seats: [CardKey: NotificationAddress], meanwhile: () -> Void = {}) -> Bool {
    guard island.quit(deadlineMilliseconds: Patience.milliseconds) else { return false }
    meanwhile()
    beginIsland(adopting: seats)
    defer { events = [] }
    return pump {
      if case .serverFound? = self.events.last { true } else { false }
    }
  }

  /// Begins an island after the present one was told to end, even if it has not ended yet.
  package func beginIsland(adopting seats: [CardKey: NotificationAddress] = [:]) {
    island = newIsland(adopting: seats)
    // Drops the earlier island's pending events.
    events = []
  }

  /// Resets everything: an empty screen, a new server of this kind, an empty log.
  package func reset(_ behaviour: ServerBehaviour = .xfce, _ change: (inout ServerBehaviour) -> Void = { _ in }) {
    island.settings = IslandSettings()
    island.closeAll()
    server.disappear()
    // Waits, because the island would not notice a server that returns at once.
    _ = pump { !self.hasServer }
    var behaviour = behaviour
    change(&behaviour)
    server.become(behaviour)
    server.appear()
    _ = pump { self.hasServer }
    clock.advance(milliseconds: 10_000)
    events = []
    server.forgetLog()
  }

  /// The same, and a card that alerts comes up.
  package func reset(
    _ behaviour: ServerBehaviour = .xfce, showing card: Card, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout ServerBehaviour) -> Void = { _ in }
  ) {
    reset(behaviour, change)
    #expect(show(card, .alert), sourceLocation: sourceLocation)
  }

  /// Time passes for the server and for the island.
  package func pass(milliseconds: Int) {
    clock.advance(milliseconds: milliseconds)
    server.timePassed()
    island.settings = island.settings
  }

  /// Runs the main loop until `condition` holds or the limit passes. Polls every few milliseconds, because the server's
  /// and the island's threads do not wake this loop.
  package func pump(_ condition: () -> Bool) -> Bool {
    Patience.wait {
      MainLoop.turnWhatIsDue()
      return condition()
    }
  }

  /// Shows a card and waits until the island has reported it and sent related messages.
  package func show(_ card: Card, _ delivery: Delivery) -> Bool {
    let before = events.count
    island.show(card, delivery)
    return pump { self.events.dropFirst(before).contains { if case .shown = $0 { true } else { false } } } && settle()
  }

  /// Gives the island a card and waits until its thread has looked at it.
  package func offer(_ card: Card, _ delivery: Delivery) -> Bool {
    island.show(card, delivery)
    return settle()
  }

  /// Waits until the island's thread has finished a whole round that began after this call: the first of three rounds
  /// may have begun before, and the third one follows that round.
  package func settle() -> Bool {
    (0..<3).allSatisfy { _ in
      let before = carriedOut
      island.whenCarriedOut { self.carriedOut += 1 }
      return pump { self.carriedOut > before }
    }
  }

  package func press(_ key: String) -> Bool {
    let before = events.count
    server.press(key)
    return pump { self.events.dropFirst(before).contains(.action(link: key)) }
  }

  /// A click on a button by its label; nil is the text of the card.
  package func click(_ label: String?, on title: String? = nil, is link: String) -> Bool {
    let before = events.count
    server.click(label, on: title)
    return pump { self.events.dropFirst(before).contains(.action(link: link)) }
  }

  /// A card's last reported seat.
  package func seat(_ key: CardKey) -> NotificationAddress? {
    let seats = reports.compactMap { report in
      if report.key == key, case .shown(let seat) = report.event { seat } else { nil }
    }
    return seats.last
  }

  package var ids: [UInt32] { events.compactMap { if case .shown(let seat) = $0 { seat.id } else { nil } } }
}

/// A suite with the island of this process.
@MainActor package protocol IslandSuite {}

extension IslandSuite {
  package var harness: IslandHarness { .shared }
  package var server: FakeNotificationServer { harness.server }
}

extension Card {
  package static func focus(
    _ title: String = "Focus", expiry: Expiry = .whileRenewed, of key: CardKey = "pomodoro"
  ) -> Card {
    var card = Card(
      key, title: title, body: "24 min left",
      actions: [
        Action(key: "tomatoclock://pause?phase=1", label: "Pause"),
        Action(key: "tomatoclock://skip?phase=1", label: "Skip"),
        Action(key: "tomatoclock://reset?phase=1", label: "Reset"),
      ],
      accentIcon: "alarm-symbolic", expiry: expiry)
    card.oneClick = OneClick(left: "click to pause", middle: "middle click to pause")
    card.showAction = Action(key: "tomatoclock://show", label: "Show")
    card.percent = 4
    return card
  }

  package static var paused: Card {
    var card = Card(
      "pomodoro", title: "PAUSED", body: "12:34 left",
      actions: [Action(key: "tomatoclock://resume?phase=1", label: "Resume")],
      accentIcon: "alarm-symbolic", expiry: .never)
    card.oneClick = OneClick(left: "click to resume", middle: "middle click to resume")
    card.showAction = Action(key: "tomatoclock://show", label: "Show")
    return card
  }

  /// The card of a timer beside the Pomodoro.
  package static func tea(_ title: String = "tea", _ key: CardKey = "tea") -> Card {
    var card = Card(
      key, title: title, body: "3 min left",
      actions: [
        Action(key: "tomatoclock://extend?activity=\(key.name)&phase=2", label: "+5 min"),
        Action(key: "tomatoclock://stop?activity=\(key.name)&phase=2", label: "Stop"),
      ],
      accentIcon: "alarm-symbolic", expiry: .whileRenewed)
    card.oneClick = OneClick(left: "click to extend", middle: "middle click to extend")
    card.showAction = Action(key: "tomatoclock://show?activity=\(key.name)", label: "Show")
    return card
  }
}
