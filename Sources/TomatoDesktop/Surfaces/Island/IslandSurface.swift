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
  /// The end of an activity by this change; except for the Pomodoro, its content is gone.
  var ending: Scene.Ending?

  var ends: ActivityID? { ending?.activity }
  var isAlert: Bool { if case .alert = presentation { true } else { false } }
}

package final class IslandSurface: Observer {
  private unowned let shell: Shell
  private let cards: IslandCards
  package let presenter: IslandPresenter
  /// Pending updates until the island opens: for each activity the newest content and the strongest presentation.
  private(set) var held: [IslandUpdate] = []
  private var isClosed = false
  private let sound: (IslandUpdate) -> Card.Sound?
  private let onEvent: (IslandEvent) -> Void
  private let onClick: (Intent, IntentResult) -> Void

  /// - sound: an alert's sound for the server to play.
  package init(
    _ shell: Shell, seats: SeatKeeper = SeatKeeper(), around: CardSurroundings = CardSurroundings(),
    sound: @escaping (IslandUpdate) -> Card.Sound? = { _ in nil },
    onEvent: @escaping (IslandEvent) -> Void = { _ in },
    onClick: @escaping (Intent, IntentResult) -> Void = { _, _ in }
  ) {
    let cards = IslandCards(shell, seats)
    (self.shell, self.cards, self.sound, self.onEvent, self.onClick) = (shell, cards, sound, onEvent, onClick)
    presenter = IslandPresenter(show: { cards.show($0, $1) }, close: { cards.close($0) }, around: around)
  }

  /// Updates become cards, unless the mode is `off`. Before that they wait.
  package private(set) var isOpen = false

  /// Our do-not-disturb for a focus is on: no card is shown, and updates wait.
  private var isShut: Bool { cards.isShut }

  // MARK: The surface

  package var interest: [Interest] { isShut ? [] : presenter.interest }
  package var nextLook: Duration? { isClosed || isShut ? nil : presenter.nextLook }

  package func observe(_ scene: Scene) {
    let updates = Self.updates(scene)
    guard isOpen, !isShut else { return updates.forEach(hold) }
    guard !isClosed else { return }
    present(updates, scene)
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
    cards.island?.closeAll()
  }

  private func present(_ updates: [IslandUpdate], _ scene: Scene) {
    var updates = updates
    for place in updates.indices { updates[place].sound = sound(updates[place]) }
    presenter.present(updates, scene)
  }

  /// Removes all cards; updates then wait for `reopen`.
  package func shut(_ done: @escaping @MainActor @Sendable () -> Void) {
    cards.isShut = true
    presenter.putAllAway()
    guard let island = cards.island else { return enqueueOnMain(done) }
    island.whenCarriedOut(done)
    shell.rearm()
  }

  /// Shows waiting alerts, then all cards that normally stand on this desktop.
  package func reopen() {
    guard isShut else { return }
    cards.isShut = false
    guard isOpen, !isClosed else { return }
    var alerts = held.filter { $0.isAlert || $0.presentation == .show }
    held = []
    let scene = shell.scene()
    for place in alerts.indices {
      if let content = scene.content(of: alerts[place].content.id) { alerts[place].content = content }
    }
    if !alerts.isEmpty { present(alerts, scene) }
    if presenter.style != .events { presenter.again(.answer, scene) }
    shell.rearm()
  }

  private func hold(_ update: IslandUpdate) {
    let activity = update.ends ?? update.content.id
    let old = held.firstIndex { $0.content.id == activity }
    if update.ends != nil {
      held.removeAll { $0.content.id == activity }
    } else if let old, update.presentation == .quiet {
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
    if !first.isEmpty { present(first, shell.scene()) }
    shell.rearm()
  }

  /// Creates the island's thread if an island is wanted, or to remove the cards that an earlier process has left.
  private func start(_ settings: IslandSettings) {
    let isOff = settings.mode == .off
    guard cards.island == nil, !isOff || cards.mayHaveLeftCards else { return }
    let left = cards.begin(settings) { [weak self] in self?.hear($0, $1) }
    if isOff { left.forEach(cards.close) } else { presenter.left = left }
  }

  private func configure(_ settings: IslandSettings) {
    guard presenter.settings != settings else { return }
    let old = presenter.settings
    presenter.settings = settings
    start(settings)
    cards.island?.settings = settings
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

  /// Shows an example card for some seconds. Its buttons do nothing.
  package func preview(_ content: Content) {
    guard isOpen, !isClosed, presenter.style != .off else { return }
    cards.preview(CardText.card(content, at: shell.now()))
  }

  /// Removes the cards for good and waits for that, at most a second, because the server may hang.
  package func waitUntilClosed() { cards.quit() }

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
    onEvent(event)
  }

  private func noteSeat(_ event: IslandEvent, _ activity: ActivityID?) {
    switch (event, activity) {
    case (.shown(let seat), let activity?):
      cards.keep(presenter.style == .off || !presenter.room.has(activity) ? nil : seat, activity)
    case (.closedByPerson, let activity?), (.expired, let activity?), (.suppressed, let activity?):
      cards.keep(nil, activity)
    case (.serverGone, _): cards.keepNone()
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

/// The presenter's queries to the rest of the desktop.
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
  /// Called if a card with a sound for the server does not come up.
  let onSoundNotPlayed: () -> Void

  package init(
    icon: @escaping (Accent) -> String = { CardSurroundings.shipped($0) }, isInhibited: @escaping () -> Bool? = { nil },
    isElsewhere: @escaping (ActivityID) -> Bool = { _ in false },
    isOnLockScreen: @escaping (ServerProfile) -> Bool = { _ in false }, placesTaken: @escaping () -> Int = { 0 },
    onSoundNotPlayed: @escaping () -> Void = {}
  ) {
    (self.icon, self.isInhibited, self.isElsewhere) = (icon, isInhibited, isElsewhere)
    (self.isOnLockScreen, self.placesTaken, self.onSoundNotPlayed) = (isOnLockScreen, placesTaken, onSoundNotPlayed)
  }

  package static func shipped(_ accent: Accent) -> String { "\(BusNames.application)-\(accent.rawValue)" }
}
