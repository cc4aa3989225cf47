// The daemon's island: started and stopped with its mode, told of the desktop, and what its clicks lead to.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland

extension Daemon {
  /// New content for the island; an alert is heard also where no card comes up. Both wait while the island does.
  func present(_ update: IslandUpdate) {
    guard presenter != nil || knowledge.hold == nil else { return hold(update) }
    let heard = sounder.take(
      update, .init(maker: presenter?.soundMaker(of: update), isInhibited: doNotDisturb?.isInhibited))
    presenter?.present(heard, at: SystemClock.now())
  }

  func startIsland(_ settings: IslandSettings) {
    seat = store?.seat()
    let island = Island(.tomatoNotify, adopting: seat, settings: settings, now: SystemClock.steady) { [weak self] in
      self?.islandReports($0)
    }
    self.island = island
    presenter = IslandPresenter(show: { island.show($0, $1) }, close: { island.close() })
    presenter?.settings = settings
    presenter?.dots = configuration?.current.appearance.dots ?? Dots()
    presenter?.icon = { [icons] in icons.card($0) }
    heedDoNotDisturb()
    releaseHeld()
    hindrances.lookAgain()
  }

  /// When both the island and the bus are there, whichever comes last.
  func heedDoNotDisturb() {
    guard let bus, let presenter else { return }
    if doNotDisturb == nil {
      doNotDisturb = DoNotDisturb(bus) { [weak self] in self?.popupsAreShownAgain() }
      doNotDisturb?.onHeard = { [weak self] in self?.hindrances.lookAgain() }
    }
    let isOff = presenter.server == nil || presenter.style == .off
    doNotDisturb?.follow(isOff ? nil : presenter.profile.inhibition)
  }

  /// What may hide the island; nil where there is none.
  var desktop: Hindrance.Desktop? {
    guard let presenter else {
      // Held back: it will be there in a moment.
      return knowledge.hold.map { _ in Hindrance.Desktop(mode: configuration?.current.islandMode ?? .auto) }
    }
    return Hindrance.Desktop(
      mode: presenter.settings.mode, hasTrayHost: presenter.settings.hasTrayHost,
      profile: presenter.server == nil ? nil : presenter.profile, isServerMissing: hasFailedToShow,
      isInhibited: doNotDisturb?.isInhibited)
  }

  /// Plasma hides a standing card when do-not-disturb begins, and never shows it again by itself.
  func popupsAreShownAgain() {
    guard let presenter, let shell, presenter.isUp, presenter.style == .pinned, presenter.profile.hidesSilently else {
      return
    }
    presenter.again(shell.content(presenter.shownActivity), .alert, at: shell.now())
  }

  /// The mode was changed: what is up goes, and comes back as it is to be now. A tray that comes or goes calls nobody.
  func configure(_ settings: IslandSettings) {
    guard let island, let presenter, let shell, island.settings != settings else { return }
    let (isNewMode, style) = (island.settings.mode != settings.mode, presenter.style)
    (island.settings, presenter.settings) = (settings, settings)
    if isNewMode { heedDoNotDisturb() }
    let content = shell.content(presenter.shownActivity)
    if settings.mode == .off {
      presenter.putAway()
      keep(nil)
    } else if isNewMode, style == .off {
      presenter.again(content, .answer, at: shell.now())
    } else if isNewMode {
      presenter.again(content, .alert, at: shell.now())
    } else if presenter.style != style {
      presenter.styleChanged(content, at: shell.now())
      // The card ticks now, or no more.
      shell.compactInterestChanged()
    }
  }

  func keep(_ seat: IslandSeat?) {
    guard seat != self.seat, let shell, let presenter else { return }
    self.seat = seat
    store?.keep(seat, shell.content(presenter.shownActivity).phase)
  }

  func islandReports(_ event: IslandEvent) {
    guard let shell, let presenter, !isLeaving else { return }
    switch event {
    case .shown(let seat): keep(presenter.style == .off ? nil : seat)
    case .closedByPerson, .expired, .suppressed, .serverGone: keep(nil)
    case .unheard: sounder.wasUnheard(isInhibited: doNotDisturb?.isInhibited)
    case .action, .serverBack, .failed: break
    }
    defer {
      if event.concernsServer { heedDoNotDisturb() }
      if case .failed = event { hasFailedToShow = true }
      if event.concernsServer { hasFailedToShow = false }
      hindrances.lookAgain()
    }
    let content = shell.content(presenter.shownActivity)
    switch presenter.happened(event, content, at: shell.now()) {
    case .nothing: break
    case .failure(let sentence): journal(.failed(sentence, content))
    case .intent(let intent): shell.take(.intent(intent, .island))
    case .link(let link): islandClicked(link, shell)
    }
    shell.timePassed()
    settle()
  }

  /// The key of a button is a link of ours; a server that makes one up gets the grammar's answer, in the journal.
  func islandClicked(_ link: String, _ shell: Shell) {
    do throws(LinkError) {
      guard case .intent(let intent, _) = try Link.parse(link, door: .outside) else { return }
      let answer = shell.take(.intent(intent, .island))
      let content = shell.content(intent.activity ?? .pomodoro)
      guard case .refused(let refusal)? = answer else { return }
      journal(.refused(intent.verb, Answers.sentence(refusal, content), content))
      presenter?.present(IslandUpdate(content: content, presentation: .answer(.island)), at: shell.now())
    } catch {
      journal(.failed(Answers.sentence(error), shell.content(.pomodoro)))
    }
  }
}
