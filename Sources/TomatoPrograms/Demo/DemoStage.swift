// A temporary timer with a real island: its own engine in memory, no socket, no lock, no database.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

/// The shell of `demo` and `preview`, independent of the user's timer, which is in another process.
final class DemoStage {
  enum Report {
    /// A button was pressed; the new state, or why nothing changed.
    case pressed(Verb, String)
    case closed
    case suppressed
    /// Nothing can be shown, with the reason.
    case trouble(String)
  }

  let clock: DemoClock
  private let report: (Report) -> Void
  private let configuration: Configuration
  private let settings: Settings
  private var alarm: Alarm?
  private lazy var shell = Shell(Engine(settings: settings), ports())
  private lazy var island = IslandSurface(
    shell, around: CardSurroundings(icon: { [icons] in icons.card($0) }, onEvent: { [weak self] in self?.hear($0) }),
    onClick: { [weak self] in self?.pressed($0, $1) })
  private lazy var icons = IconStore { [report] in report(.trouble($0)) }

  /// - Parameter configuration: how the island looks, and where it is shown.
  /// - Throws: when the kernel gives no timer.
  init(
    _ settings: Settings, _ configuration: Configuration, clock: DemoClock, report: @escaping (Report) -> Void
  ) throws(BridgeError) {
    (self.settings, self.configuration, self.clock, self.report) = (settings, configuration, clock, report)
    alarm = try Alarm { [weak self] in self?.shell.timePassed() }
    shell.add(island)
    shell.take(.launched(lastAlive: nil))
  }

  private func ports() -> Ports {
    var ports = Ports(clock.now)
    ports.setAlarm = { [weak self] in self?.arm($0) }
    ports.journal = { [report] in if $0.event == .failed { report(.trouble($0.reason)) } }
    return ports
  }

  private func arm(_ deadline: Duration?) { alarm?.set(deadline.map { clock.real($0) }) }

  var isOpen: Bool { island.isOpen }

  /// The server's card style; nil before `openIsland`.
  var style: IslandStyle? { isOpen ? island.presenter.style : nil }

  /// Whether two cards can stand beside each other.
  var hasRoomForTwo: Bool { isOpen && style != .events && style != .off && island.presenter.most > 1 }

  var content: Content { shell.content(.pomodoro) }
  /// All activities, the most relevant first.
  var contents: [Content] { shell.contents() }

  // MARK: What happens

  @discardableResult
  func perform(_ intent: Intent) -> Answer? {
    let answer = shell.perform(intent, .command)
    if style == .events { showAgain() }
    return answer
  }

  /// Shows the card again, because the server may have removed it.
  func showAgain() { shell.perform(Intent(.show), .command) }

  func run(at speed: Int64) {
    clock.run(at: speed)
    shell.timePassed()
  }

  /// Skips this time, and handles all events in it.
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

  /// Shows the current state, and all further events.
  func openIsland() {
    island.presenter.dots = configuration.appearance.dots
    icons.appearance = configuration.appearance
    // A demonstration must show something.
    let mode = configuration.islandMode == .off ? .auto : configuration.islandMode
    island.open(IslandSettings(mode: mode, atOnce: configuration.islandsAtOnce), showing: content)
  }

  func close() {
    island.close()
    island.waitUntilClosed()
  }

  private func hear(_ event: IslandEvent) {
    if event == .closedByPerson { report(.closed) }
    if event == .suppressed { report(.suppressed) }
  }

  private func pressed(_ intent: Intent, _ outcome: IntentResult) {
    report(.pressed(intent.verb, outcome.refusal ?? StatusText.line(outcome.content)))
  }
}
