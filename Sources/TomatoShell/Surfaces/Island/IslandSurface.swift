// The notification island as a surface and a door: scenes become cards, clicks on cards become intents.

internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

/// What the island is told of one activity.
struct IslandUpdate {
  var content: Content
  var presentation: Presentation
  /// A phase was started by this change, so the island comes up afresh.
  var begins = false
  /// What the server is to make heard of it.
  var sound: Card.Sound?
  /// The activity that is over by this change; the content of one beside the Pomodoro is gone with it.
  var ends: ActivityID?

  var isAlert: Bool { if case .alert = presentation { true } else { false } }
}

/// Shows the card of one activity on whatever notification server this desktop has.
final class IslandSurface: Surface {
  /// Where the seat of the card is kept between two processes.
  struct SeatKeeper {
    var load: () -> IslandSeat? = { nil }
    var keep: (IslandSeat?, PhaseToken) -> Void = { _, _ in }
  }

  private unowned let shell: Shell
  private let seats: SeatKeeper
  private var seat: IslandSeat?
  private var island: Island?
  private(set) lazy var presenter = IslandPresenter(
    show: { [weak self] in self?.island?.show($0, $1) }, close: { [weak self] in self?.island?.close() })
  /// What is to be shown once the island is open: the newest content, and the most that was wanted of it.
  private(set) var held: IslandUpdate?
  private var isClosed = false
  /// The sound that the server is to make of an alert.
  var sound: (IslandUpdate) -> Card.Sound? = { _ in nil }
  /// Hears of everything that the island reports, when it has been dealt with.
  var onEvent: (IslandEvent) -> Void = { _ in }
  /// Hears of each click, with what came of it; nil when the key was no link of ours.
  var onClick: (Intent, Outcome) -> Void = { _, _ in }

  init(_ shell: Shell, seats: SeatKeeper = SeatKeeper()) { (self.shell, self.seats) = (shell, seats) }

  /// Cards come up, if the mode is not `off`; before that, what is to be shown waits.
  private(set) var isOpen = false

  // MARK: The surface

  var interest: [Interest] {
    presenter.interest.map { [Interest(.activity($0.activity), $0.resolution)] } ?? []
  }

  func show(_ scene: Scene) {
    for update in scene.updates {
      let content = scene.contentOrPomodoro(of: update.activity)
      take(IslandUpdate(content: content, presentation: update.presentation, begins: update.begins), scene.now)
    }
    for ending in scene.endings {
      let content = scene.contentOrPomodoro(of: ending.activity)
      take(IslandUpdate(content: content, presentation: .quiet, ends: ending.activity), scene.now)
    }
    // Another word about the same moment would wipe out that of an alert.
    guard let up = presenter.interest?.activity, scene.update(of: up) == nil else { return }
    take(IslandUpdate(content: scene.contentOrPomodoro(of: up), presentation: .quiet), scene.now)
  }

  /// Asks the card to go; `waitUntilClosed` waits for that.
  func close() {
    isClosed = true
    island?.close()
  }

  private func take(_ update: IslandUpdate, _ now: Moment) {
    guard isOpen else { return hold(update) }
    var update = update
    update.sound = sound(update)
    presenter.present(update, at: now)
  }

  private func hold(_ update: IslandUpdate) {
    if let held, update.presentation == .quiet, update.ends == nil, held.content.id == update.content.id {
      self.held?.content = update.content
    } else {
      held = update
    }
  }

  // MARK: Opening

  /// Lets cards come up, beginning with what waited. Changes the settings of an island that is open.
  /// - Parameter content: shown if nothing that waited calls for attention.
  func open(_ settings: IslandSettings, showing content: Content? = nil) {
    if isOpen { return configure(settings) }
    guard !isClosed else { return }
    isOpen = true
    presenter.settings = settings
    start(settings)
    var first = held
    held = nil
    if let content, first?.isAlert != true { first = IslandUpdate(content: content, presentation: .show) }
    if let first { take(first, shell.now()) }
    shell.rearm()
  }

  /// A person who never wanted an island has no thread for it.
  private func start(_ settings: IslandSettings) {
    guard island == nil, settings.mode != .off else { return }
    seat = seats.load()
    island = Island(.tomatoNotify, adopting: seat, settings: settings, now: SystemClock.steady) { [weak self] in
      self?.hear($0)
    }
  }

  /// Another mode: what is up goes, and comes back as it is to be now. A tray that comes or goes calls nobody.
  private func configure(_ settings: IslandSettings) {
    guard presenter.settings != settings else { return }
    let (isNewMode, style) = (presenter.settings.mode != settings.mode, presenter.style)
    presenter.settings = settings
    start(settings)
    island?.settings = settings
    let content = shell.content(presenter.shownActivity)
    if settings.mode == .off {
      presenter.putAway()
      keep(nil)
    } else if isNewMode {
      presenter.again(content, style == .off ? .answer : .alert, at: shell.now())
    } else if presenter.style != style {
      presenter.styleChanged(content, at: shell.now())
    }
    // The card ticks now, or no more.
    shell.rearm()
  }

  /// Popups are shown again. Plasma hides a standing card when do-not-disturb begins, and never shows it again by
  /// itself.
  func comeBack() {
    guard presenter.isUp, presenter.style == .pinned, presenter.profile.hidesSilently else { return }
    presenter.again(shell.content(presenter.shownActivity), .alert, at: shell.now())
  }

  /// Takes the card away for good and waits for that, a second at most: a server that hangs must not keep us.
  func waitUntilClosed() {
    if island?.quit() == true { keep(nil) }
    island = nil
  }

  // MARK: The door

  private func hear(_ event: IslandEvent) {
    guard !isClosed else { return }
    switch event {
    case .shown(let seat): keep(presenter.style == .off ? nil : seat)
    case .closedByPerson, .expired, .suppressed, .serverGone: keep(nil)
    case .action, .serverBack, .cardWanted, .failed, .unheard: break
    }
    let before = interest
    let content = shell.content(presenter.shownActivity)
    switch presenter.happened(event, content, at: shell.now()) {
    case .nothing: break
    case .failure(let sentence): shell.journal(.failed(sentence, content))
    case .intent(let intent): shell.take(.intent(intent, .island))
    case .link(let link): clicked(link)
    }
    if interest != before { shell.rearm() }
    onEvent(event)
  }

  private func keep(_ seat: IslandSeat?) {
    guard seat != self.seat else { return }
    self.seat = seat
    seats.keep(seat, shell.content(presenter.shownActivity).phase)
  }

  /// The key of a button is a link of ours; one that a server makes up gets the grammar's answer, in the journal.
  /// Many servers close the card on a click, so a refused click has the card shown again.
  private func clicked(_ link: String) {
    guard let intent = try? shell.intent(of: link) else { return }
    let outcome = shell.perform(intent, .island)
    if outcome.refusal != nil {
      presenter.present(
        IslandUpdate(content: outcome.content, presentation: .answer(.island)), at: shell.now())
    }
    onClick(intent, outcome)
  }
}
