// The notification island as a surface and a door: scenes become cards, clicks on cards become intents.

internal import GLibBridge
package import TomatoEngine
package import TomatoIsland
package import TomatoLink
internal import TomatoWords

/// What the island is told of one activity.
package struct IslandUpdate {
  var content: Content
  var presentation: Presentation
  /// A phase was started by this change, so the island comes up afresh.
  var begins = false
  /// What the server is to make heard of it.
  var sound: Card.Sound?
  /// The activity that is over by this change; the content of one beside the Pomodoro is gone with it.
  var ends: ActivityID?
  /// What that one showed last.
  var last: Content?

  var isAlert: Bool { if case .alert = presentation { true } else { false } }
}

/// Shows the cards of the activities on whatever notification server this desktop has.
package final class IslandSurface: Surface {
  private unowned let shell: Shell
  private let cards: IslandCards
  package let presenter: IslandPresenter
  /// What is to be shown once the island is open, of each activity: the newest content, and the most that was wanted.
  private(set) var held: [IslandUpdate] = []
  private var isClosed = false
  private let sound: (IslandUpdate) -> Card.Sound?
  private let onEvent: (IslandEvent) -> Void
  private let onClick: (Intent, IntentResult) -> Void

  /// - Parameters:
  ///   - sound: the sound that the server is to make of an alert.
  ///   - onEvent: hears of everything that the island reports, when it has been dealt with.
  ///   - onClick: hears of each click, with what came of it.
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

  /// Cards come up, if the mode is not `off`; before that, what is to be shown waits.
  package private(set) var isOpen = false

  /// No card is up and none comes up, what is to be shown waits: the person is to be left alone.
  private var isShut: Bool { cards.isShut }

  // MARK: The surface

  package var interest: [Interest] { isShut ? [] : presenter.interest }
  package var nextLook: Duration? { isClosed || isShut ? nil : presenter.nextLook }

  package func show(_ scene: Scene) {
    let updates = Self.updates(scene)
    guard isOpen, !isShut else { return updates.forEach(hold) }
    guard !isClosed else { return }
    present(updates, scene)
  }

  /// What changed, and then what is over.
  static func updates(_ scene: Scene) -> [IslandUpdate] {
    scene.updates.map { update in
      IslandUpdate(
        content: scene.contentOrPomodoro(of: update.activity), presentation: update.presentation,
        begins: update.begins)
    }
      + scene.endings.map { ending in
        IslandUpdate(
          content: scene.contentOrPomodoro(of: ending.activity), presentation: .quiet, ends: ending.activity,
          last: ending.last)
      }
  }

  /// Asks the cards to go; `waitUntilClosed` waits for that.
  package func close() {
    isClosed = true
    cards.closeAll()
  }

  private func present(_ updates: [IslandUpdate], _ scene: Scene) {
    let heard = updates.map { update in
      var update = update
      update.sound = sound(update)
      return update
    }
    presenter.present(heard, scene)
  }

  /// Takes all cards away; from now on what is to be shown waits for `reopen`.
  /// - Parameter done: called when they have gone.
  package func shut(_ done: @escaping @MainActor @Sendable () -> Void) {
    cards.isShut = true
    presenter.putAllAway()
    if cards.whenCarriedOut(done) { shell.rearm() }
  }

  /// What waited is shown, and what stands on this desktop stands again.
  package func reopen() {
    guard isShut else { return }
    cards.isShut = false
    guard isOpen, !isClosed else { return }
    let waited = held
    held = []
    let scene = shell.scene()
    let alerts = waited.filter { $0.isAlert || $0.presentation == .show }
    if !alerts.isEmpty { present(alerts.map { brought(up: $0, scene) }, scene) }
    if presenter.style != .events { presenter.again(.answer, scene) }
    shell.rearm()
  }

  /// An alert that waited, as its activity is now.
  private func brought(up update: IslandUpdate, _ scene: Scene) -> IslandUpdate {
    var update = update
    update.content = scene.content(of: update.content.id) ?? update.content
    return update
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

  /// Lets cards come up, beginning with what waited. Changes the settings of an island that is open.
  /// - Parameter content: shown if nothing that waited calls for attention.
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

  /// A person who never wanted an island has no thread for it.
  private func start(_ settings: IslandSettings) {
    guard !cards.areThere, settings.mode != .off else { return }
    presenter.left = cards.begin(settings) { [weak self] in self?.hear($0, $1) }
  }

  /// Another mode: what is up goes, and comes back as it is to be now. A tray that comes or goes calls nobody.
  private func configure(_ settings: IslandSettings) {
    guard presenter.settings != settings else { return }
    let (old, style) = (presenter.settings, presenter.style)
    presenter.settings = settings
    start(settings)
    cards.configure(settings)
    if settings.mode == .off {
      presenter.putAllAway()
    } else if old.mode != settings.mode {
      presenter.again(style == .off ? .answer : .alert, shell.scene())
    } else if presenter.style != style {
      presenter.styleChanged(shell.scene())
    } else {
      presenter.roomChanged(shell.scene())
    }
    // The cards tick now, or no more.
    shell.rearm()
  }

  /// Popups are shown again. Plasma hides a standing card when do-not-disturb begins, and never shows it again by
  /// itself.
  package func comeBack() {
    presenter.sayWhatWasMissed(shell.scene())
    guard !presenter.up.isEmpty, presenter.style == .pinned, presenter.profile.hidesSilently else { return }
    presenter.again(.alert, shell.scene())
  }

  /// Shows for some seconds how the card of an activity would look. Its buttons do nothing.
  package func preview(_ content: Content) {
    guard isOpen, !isClosed, presenter.style != .off else { return }
    cards.preview(CardText.card(content, at: shell.now()))
  }

  /// Takes the cards away for good and waits for that, a second at most: a server that hangs must not keep us.
  package func waitUntilClosed() { cards.quit() }

  // MARK: The door

  /// - Parameter activity: whose card it is about; nil: it is about the server.
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

  /// The key of a button is a link of ours; one that a server makes up gets the grammar's answer, in the journal.
  /// Many servers close the card on a click, so a refused click has the card shown again.
  private func clicked(_ link: String, _ activationToken: String?) {
    guard let intent = try? shell.intent(of: link, .island) else { return }
    let outcome = shell.perform(intent, .island, activationToken: activationToken)
    if outcome.refusal != nil { presenter.refused(intent.activity ?? .pomodoro, shell.scene()) }
    onClick(intent, outcome)
  }
}
