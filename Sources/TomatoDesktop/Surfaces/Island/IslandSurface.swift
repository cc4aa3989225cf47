// The notification island as a surface and a door: scenes become cards, clicks on cards become intents.

internal import GLibBridge
package import TomatoEngine
package import TomatoIsland
package import TomatoLink
internal import TomatoWords

package struct IslandUpdate {
  var content: Content
  var presentation: Presentation
  /// This change starts a phase, so the card pops up again.
  var begins = false
  var sound: Card.Sound?
  /// The activity that this change ended. Its content is gone, unless it is the Pomodoro's.
  var ending: Scene.Ending?

  var ends: ActivityID? { ending?.activity }
  var isAlert: Bool { if case .alert = presentation { true } else { false } }
}

package final class IslandSurface: Observer {
  private unowned let shell: Shell
  package private(set) lazy var presenter = IslandPresenter(
    show: { [weak self] in self?.send($0, $1) }, close: { [weak self] in self?.remove($0) }, around: around)
  /// Nil until it is started, and after `waitUntilClosed`.
  private var island: Island?
  /// Where the cards are; stored for the next process.
  private var seats: [ActivityID: NotificationAddress]
  private let keepSeat: (NotificationAddress?, ActivityID, PhaseToken) -> Void
  /// Updates that wait while no card can be shown: for each activity the newest content and non-quiet presentation, but
  /// of an alert and `show` the alert.
  private(set) var held: [IslandUpdate] = []
  private var example: Example?
  /// Updates become cards, unless the mode is `off`. Before that they wait.
  package private(set) var isOpen = false
  /// Our do-not-disturb for a focus is on: no card is shown, and updates wait.
  private var isShut = false
  private var isClosed = false
  private let around: CardSurroundings
  private let onClick: (Intent, IntentResult) -> Void

  /// - seats: where an earlier process may have left cards.
  package init(
    _ shell: Shell, seats: [ActivityID: NotificationAddress] = [:],
    keepSeat: @escaping (NotificationAddress?, ActivityID, PhaseToken) -> Void = { _, _, _ in },
    around: CardSurroundings, onClick: @escaping (Intent, IntentResult) -> Void = { _, _ in }
  ) {
    (self.shell, self.seats, self.keepSeat) = (shell, seats, keepSeat)
    (self.around, self.onClick) = (around, onClick)
  }

  // MARK: The surface

  package var interest: [Interest] { isShut ? [] : presenter.interest }
  package var nextLook: Duration? { isClosed || isShut ? nil : presenter.nextLook }

  package func observe(_ scene: Scene) {
    let updates = Self.updates(scene)
    guard isOpen, !isShut else { return updates.forEach(hold) }
    guard !isClosed else { return }
    presenter.present(updates, scene)
  }

  /// Changed activities first, then ended ones.
  static func updates(_ scene: Scene) -> [IslandUpdate] {
    scene.updates.map { update in
      IslandUpdate(
        content: scene.contentOrPomodoro(of: update.activity), presentation: update.presentation,
        begins: update.begins)
    }
      + scene.endings.map { ending in
        IslandUpdate(content: scene.contentOrPomodoro(of: ending.activity), presentation: .quiet, ending: ending)
      }
  }

  /// Starts removing the cards; `waitUntilClosed` waits for that.
  package func close() {
    isClosed = true
    island?.closeAll()
  }

  /// Removes all cards; updates then wait for `reopen`.
  package func shut(_ done: @escaping @MainActor @Sendable () -> Void) {
    isShut = true
    if case .shown? = example { endExample() }
    presenter.putAllAway()
    guard let island else { return enqueueOnMain(done) }
    island.whenCarriedOut(done)
    shell.rearm()
  }

  /// Shows waiting alerts, then all cards that normally stand on this desktop.
  package func reopen() {
    guard isShut else { return }
    isShut = false
    guard isOpen, !isClosed else { return }
    var alerts = held.filter { $0.isAlert || $0.presentation == .show }
    held = []
    let scene = shell.scene()
    for place in alerts.indices {
      if let content = scene.content(of: alerts[place].content.id) { alerts[place].content = content }
    }
    if !alerts.isEmpty { presenter.present(alerts, scene) }
    if presenter.style != .events { presenter.again(.answer, scene) }
    showWaitingExample()
    shell.rearm()
  }

  private func hold(_ update: IslandUpdate) {
    let activity = update.ends ?? update.content.id
    let old = held.firstIndex { $0.content.id == activity }
    if update.ends != nil {
      held.removeAll { $0.content.id == activity }
    } else if let old, update.presentation == .quiet || update.presentation == .show && held[old].isAlert {
      held[old].content = update.content
    } else {
      if let old { held.remove(at: old) }
      held.append(update)
    }
  }

  // MARK: Opening

  /// Opens the island and shows waiting updates. On an open island, changes its settings.
  /// - Parameter content: shown if no alert was waiting.
  package func open(_ settings: IslandSettings, showing content: Content? = nil) {
    if isOpen { return configure(settings) }
    guard !isClosed else { return }
    isOpen = true
    presenter.settings = settings
    start(settings)
    guard !isShut else { return }
    var first = held
    held = []
    if let content, !first.contains(where: \.isAlert) {
      first = [IslandUpdate(content: content, presentation: .show)]
    }
    if !first.isEmpty { presenter.present(first, shell.scene()) }
    showWaitingExample()
    shell.rearm()
  }

  /// Creates the island's thread if an island is wanted, or to remove the cards that an earlier process has left.
  private func start(_ settings: IslandSettings) {
    let isOff = settings.mode == .off
    guard island == nil, !isOff || !seats.isEmpty else { return }
    let adopted = Dictionary(uniqueKeysWithValues: seats.map { (CardKey($0.key), $0.value) })
    island = Island(.tomatoNotify, adopting: adopted, settings: settings, now: SystemClock.steady) { [weak self] in
      self?.hear($0, $1.flatMap { ActivityID($0.name) })
    }
    if isOff { seats.keys.forEach(remove) } else { presenter.left = Set(seats.keys) }
  }

  private func configure(_ settings: IslandSettings) {
    guard presenter.settings != settings else { return }
    let old = presenter.settings
    presenter.settings = settings
    start(settings)
    island?.settings = settings
    presenter.settingsChanged(from: old, shell.scene())
    // The update interval may change.
    shell.rearm()
  }

  /// Call when popups are shown again. Plasma hides standing cards during do-not-disturb and does not restore them.
  package func comeBack() {
    presenter.reportMissedEnds(shell.scene())
    guard !presenter.up.isEmpty, presenter.style == .pinned, presenter.profile.hidesSilently else { return }
    presenter.again(.alert, shell.scene())
  }

  /// Shows an example card for some seconds, once cards can be shown. Its buttons do nothing.
  package func preview(_ content: Content) {
    example = isOpen && !isShut ? nil : .waiting(content)
    guard isOpen, !isShut, !isClosed, presenter.style != .off else { return }
    var card = CardText.card(content, at: shell.now())
    card.key = Self.previewKey
    island?.show(card, .alert)
    example = .shown(until: Timeout(milliseconds: Self.previewMilliseconds) { [weak self] in self?.endExample() })
  }

  private enum Example {
    case waiting(Content)
    case shown(until: Timeout)
  }

  private func showWaitingExample() {
    if case .waiting(let content)? = example { preview(content) }
  }

  private func endExample() {
    if case .shown? = example { island?.close(Self.previewKey) }
    example = nil
  }

  /// A key that no activity has.
  private static let previewKey = CardKey("Preview")
  private static let previewMilliseconds = 8000

  /// Removes the cards for good and waits for that, at most a second, because the server may hang.
  package func waitUntilClosed() {
    if island?.quit() == true { keepNoSeats() }
    island = nil
  }

  // MARK: The island's thread

  private func send(_ card: Card, _ delivery: Delivery) {
    if !isShut { island?.show(card, delivery) }
  }

  private func remove(_ activity: ActivityID) {
    island?.close(CardKey(activity))
    keep(nil, activity)
  }

  private func keep(_ seat: NotificationAddress?, _ activity: ActivityID) {
    guard seat != seats[activity] else { return }
    seats[activity] = seat
    keepSeat(seat, activity, shell.content(activity).phase)
  }

  private func keepNoSeats() {
    for activity in seats.keys { keep(nil, activity) }
  }

  // MARK: The door

  /// - Parameter activity: the card's activity; nil for an event of the server.
  private func hear(_ event: IslandEvent, _ activity: ActivityID?) {
    guard !isClosed else { return }
    noteSeat(event, activity)
    let (before, look) = (interest, nextLook)
    switch presenter.happened(event, activity, shell.scene()) {
    case .nothing: break
    case .failure(let sentence): shell.journal(.failed(sentence, shell.content(activity ?? .pomodoro)))
    case .intent(let intent): shell.take(.intent(intent, .island))
    case .link(let link, let token): clicked(link, token)
    }
    if interest != before || nextLook != look { shell.rearm() }
    around.onEvent(event)
  }

  private func noteSeat(_ event: IslandEvent, _ activity: ActivityID?) {
    switch (event, activity) {
    case (.shown(let seat), let activity?):
      keep(presenter.style == .off || !presenter.room.has(activity) ? nil : seat, activity)
    case (.closedByPerson, let activity?), (.expired, let activity?), (.suppressed, let activity?):
      keep(nil, activity)
    case (.serverGone, _): keepNoSeats()
    default: break
    }
  }

  /// Performs a button's link. An invalid key, made up by a server, is logged. Many servers close the card on a click,
  /// so it is shown again after a refusal.
  private func clicked(_ link: String, _ activationToken: String?) {
    guard let intent = try? shell.intent(of: link, .island) else { return }
    shell.perform(intent, .island, activationToken: activationToken) { [weak self] outcome in
      guard let self else { return }
      if outcome.refusal != nil { presenter.refused(intent.activity ?? .pomodoro, shell.scene()) }
      onClick(intent, outcome)
    }
  }
}

/// Closures by which the island queries and informs the rest of the desktop.
package struct CardSurroundings {
  /// The icon of an accent, a name or a path.
  let icon: (Accent) -> String
  /// Whether popups are held back; nil if unknown.
  let isInhibited: () -> Bool?
  /// Whether something else shows an activity, so that its card comes up for alerts only.
  let isElsewhere: (ActivityID) -> Bool
  /// Whether the lock screen shows what cards say on this server.
  let isOnLockScreen: (ServerProfile) -> Bool
  /// The number of other popups at the cards' position.
  let placesTaken: () -> Int
  /// An alert's sound for the server to play.
  let sound: (IslandUpdate) -> Card.Sound?
  /// Called for each event of server and cards, and if a card with a sound for the server does not come up.
  let onEvent: (IslandEvent) -> Void

  package init(
    icon: @escaping (Accent) -> String = { CardSurroundings.shipped($0) }, isInhibited: @escaping () -> Bool? = { nil },
    isElsewhere: @escaping (ActivityID) -> Bool = { _ in false },
    isOnLockScreen: @escaping (ServerProfile) -> Bool = { _ in false }, placesTaken: @escaping () -> Int = { 0 },
    sound: @escaping (IslandUpdate) -> Card.Sound? = { _ in nil }, onEvent: @escaping (IslandEvent) -> Void = { _ in }
  ) {
    (self.icon, self.isInhibited, self.isElsewhere) = (icon, isInhibited, isElsewhere)
    (self.isOnLockScreen, self.placesTaken) = (isOnLockScreen, placesTaken)
    (self.sound, self.onEvent) = (sound, onEvent)
  }

  package static func shipped(_ accent: Accent) -> String { "\(BusNames.application)-\(accent.rawValue)" }
}
