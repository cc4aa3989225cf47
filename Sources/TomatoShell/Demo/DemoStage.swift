// A throw-away timer with a real island: its own engine in memory, no socket, no lock, no database.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland

/// The shell of `demo` and `preview`. The person's timer is another process and never hears of it.
final class DemoStage {
  /// What a person should be told in the terminal.
  enum Report {
    /// A button was pressed; what holds now, or why nothing was changed.
    case pressed(Verb, String)
    case closed
    /// The server would not show it.
    case suppressed
    /// Nothing can be shown, and why.
    case trouble(String)
  }

  let clock: DemoClock
  private let report: (Report) -> Void
  private let mode: IslandMode
  private var alarm: Alarm?
  private let settings: Settings
  private lazy var shell = Shell(Engine(settings: settings), ports())
  private var island: Island?
  private var presenter: IslandPresenter?
  /// Colours and dots.
  var appearance = Appearance()
  private lazy var icons = IconStore { [report] in report(.trouble($0)) }
  /// What was last to be shown before there was an island.
  private var pending: Presentation?

  /// - Throws: when the kernel gives no timer.
  init(
    _ settings: Settings, mode: IslandMode, clock: DemoClock, report: @escaping (Report) -> Void
  ) throws(BridgeError) {
    (self.settings, self.clock, self.report) = (settings, clock, report)
    // Who asks for a demonstration wants to see something.
    self.mode = mode == .off ? .auto : mode
    alarm = try Alarm { [weak self] in self?.shell.timePassed() }
    shell.take(.launched(lastAlive: nil))
  }

  /// Whether what happens is shown.
  var isOpen: Bool { presenter != nil }

  /// How cards are presented on the server that is there; nil before the curtain is raised.
  var style: IslandStyle? { presenter?.style }

  var content: Content { shell.content(.pomodoro) }

  private func ports() -> Ports {
    Ports(
      now: { [clock] in clock.now() }, commit: { _, _, _ in nil }, markAlive: { _ in }, history: { _ in [] },
      setAlarm: { [weak self] in self?.arm($0) }, island: { [weak self] in self?.present($0) },
      islandInterest: { [weak self] in self?.presenter?.interest }, journal: { _ in }, quit: {})
  }

  private func arm(_ deadline: Duration?) { alarm?.set(deadline.map { clock.real($0) }) }

  // MARK: What happens

  @discardableResult
  func perform(_ intent: Intent) -> Answer? {
    let answer = shell.take(.intent(intent, .command))
    if style == .events { showAgain() }
    return answer
  }

  /// A card that does not stand may be gone: what is to be seen comes up afresh.
  func showAgain() { shell.take(.intent(Intent(.show), .command)) }

  func run(at speed: Int64) {
    clock.run(at: speed)
    shell.timePassed()
  }

  /// Lets time pass at once, with everything that happens meanwhile.
  func pass(_ length: Duration) {
    let end = clock.now().sinceBoot + length
    while let next = shell.engine.nextWake, next <= end {
      clock.advance(max(next - clock.now().sinceBoot, .zero))
      shell.timePassed()
    }
    clock.advance(max(end - clock.now().sinceBoot, .zero))
    shell.timePassed()
  }

  func sleep(_ length: Duration) {
    clock.sleep(length)
    shell.timePassed()
  }

  func reboot(off: Duration) {
    clock.reboot(off: off)
    shell.take(.launched(lastAlive: nil))
  }

  // MARK: The island

  /// From here on what happens is shown, beginning with what holds now.
  func raiseCurtain() {
    let settings = IslandSettings(mode: mode, hasTrayHost: false)
    let island = Island(.tomatoNotify, settings: settings, now: SystemClock.steady) { [weak self] in
      self?.islandReports($0)
    }
    let presenter = IslandPresenter(show: { island.show($0, $1) }, close: { island.close() })
    presenter.settings = settings
    presenter.dots = appearance.dots
    icons.appearance = appearance
    presenter.icon = { [icons] in icons.card($0) }
    (self.island, self.presenter) = (island, presenter)
    if case .alert? = pending {} else { pending = .show }
    present(IslandUpdate(content: content, presentation: pending ?? .show))
    shell.timePassed()
  }

  /// Takes the card away.
  func close() {
    island?.quit()
    (island, presenter) = (nil, nil)
  }

  private func present(_ update: IslandUpdate) {
    guard let presenter else {
      if update.presentation != .quiet { pending = update.presentation }
      return
    }
    presenter.present(update, at: clock.now())
  }

  private func islandReports(_ event: IslandEvent) {
    guard let presenter else { return }
    if event == .closedByPerson { report(.closed) }
    if event == .suppressed { report(.suppressed) }
    switch presenter.happened(event, shell.content(presenter.shownActivity), at: clock.now()) {
    case .nothing: break
    case .failure(let sentence): report(.trouble(sentence))
    case .intent(let intent): shell.take(.intent(intent, .island))
    case .link(let link): pressed(link)
    }
    shell.timePassed()
  }

  private func pressed(_ link: String) {
    guard case .intent(let intent, _)? = try? Link.parse(link, door: .outside) else { return }
    if case .refused(let refusal)? = shell.take(.intent(intent, .island)) {
      present(IslandUpdate(content: content, presentation: .answer(.island)))
      report(.pressed(intent.verb, Answers.sentence(refusal, content)))
    } else {
      report(.pressed(intent.verb, StatusText.line(content)))
    }
  }
}
