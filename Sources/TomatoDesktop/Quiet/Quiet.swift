// Switches the desktop's do-not-disturb on during a focus, and always off again (docs/quiet.md).

package import GLibBridge
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

package final class Quiet: Observer {
  private let isConfigured: () -> Bool
  private let shut: (@escaping @MainActor @Sendable () -> Void) -> Void
  private let onEnded: () -> Void
  private let open: () -> Void
  /// Records the switch for a later undo. Nil: there is no place for it, and nothing is switched.
  private let journal = QuietJournalFile.here()
  private let onOffer: () -> Void
  private(set) var policy = QuietPolicy()
  /// Nil without a session bus.
  private var server: QuietServer?
  private var switchOffTimer: Timeout?
  /// When do-not-disturb returns after an alert, on CLOCK_BOOTTIME.
  private var alertPauseEnd: Duration?
  private var last: (focus: PhaseToken?, now: Duration)?
  private var isClosed = false

  /// - shut: removes all cards and blocks new ones; calls back when they are gone.
  /// - onEnded: do-not-disturb has ended; `open`, which allows cards, comes next.
  /// - onOffer: called when the offered switch changes.
  package init(
    isConfigured: @escaping () -> Bool, shut: @escaping (@escaping @MainActor @Sendable () -> Void) -> Void,
    onEnded: @escaping () -> Void, open: @escaping () -> Void, onOffer: @escaping () -> Void
  ) {
    (self.isConfigured, self.shut, self.onEnded, self.open) = (isConfigured, shut, onEnded, open)
    self.onOffer = onOffer
  }

  /// Do-not-disturb is on because of us, or will be.
  package var holds: Bool { policy.holds }
  /// Do-not-disturb on the server may come from us.
  package var mayBeOurs: Bool { policy.mayBeOurs }
  /// A server with a usable switch is present.
  package var isPossible: Bool { server?.offer?.kind != nil }

  // MARK: Observer

  package var nextLook: Duration? { last?.focus == nil ? nil : alertPauseEnd }

  package func observe(_ scene: Scene) {
    let state = scene.pomodoro.contentState
    let focus = state.mode == .focus && state.state == .running ? scene.pomodoro.phase : nil
    let now = scene.now.sinceBoot
    for update in scene.updates where Self.callsForAttention(update.presentation) {
      alertPauseEnd = now + QuietPolicy.alertPause
    }
    if let end = alertPauseEnd, end <= now { alertPauseEnd = nil }
    last = (focus, now)
    look()
  }

  /// Whether a presentation is shown during a focus: an end, a question, the user's `show`. The others wait.
  private static func callsForAttention(_ presentation: Presentation) -> Bool {
    switch presentation {
    case .show: true
    case .alert(.almostOver), .alert(.ofProgram): false
    case .alert: true
    case .answer, .quiet, .hide: false
    }
  }

  /// The user asks to see something that is in no scene. The next look lifts it, as for `show`.
  package func liftForUser() { alertPauseEnd = SystemClock.now().sinceBoot + QuietPolicy.alertPause }

  /// Looks again after a change of configuration, server or time.
  package func look() {
    guard !isClosed, let last else { return }
    // Asks the bus only if the user has enabled this.
    if isConfigured() { server?.follow() }
    let isWanted = isConfigured() && alertPauseEnd == nil
    carryOut(policy.handle(.look(focus: last.focus, isWanted: isWanted, isPossible: isPossible)))
  }

  /// The daemon ends; the guard and Plasma notice that.
  package func close() {
    isClosed = true
    switchOffTimer = nil
    server?.close()
  }

  // MARK: The desktop

  /// Undoes an earlier process's switch before any card comes up.
  package func begin() {
    guard journal?.exists == true else { return }
    policy = .undoingFirst()
    shut {}
    startSwitchOffTimer()
    let hasBegun = QuietGuard.replay { [weak self] in self?.happened(.ended) }
    if !hasBegun { happened(.ended) }
  }

  package func join(_ bus: BusConnection) {
    server = QuietServer(
      bus, canSwitch: journal != nil, isBusy: { [weak self] in self?.policy.mayBeOurs == true },
      onChange: { [weak self] in self?.offerChanged() }, { [weak self] in self?.happened($0) })
    look()
  }

  private func offerChanged() {
    onOffer()
    // There may have been no server at the first undo.
    if isPossible, policy.state == .off, journal?.exists == true { begin() }
    look()
  }

  // MARK: Policy

  private func happened(_ event: QuietPolicy.Event) {
    guard !isClosed else { return }
    let wasOurs = policy.mayBeOurs
    let steps = policy.handle(event)
    if wasOurs, !policy.mayBeOurs { onEnded() }
    carryOut(steps)
    if !policy.mayBeOurs { server?.useNextOffer() }
  }

  private func carryOut(_ steps: [QuietPolicy.Step]) {
    for step in steps {
      switch step {
      case .clear: shut { [weak self] in self?.happened(.cleared) }
      case .switchOn:
        if let switcher = server?.switcher { switcher.switchOn() } else { enqueue(.failed) }
      case .switchOff:
        startSwitchOffTimer()
        if let switcher = server?.switcher { switcher.switchOff() } else { enqueue(.ended) }
      case .forget: server?.switcher?.forget()
      case .open: open()
      }
    }
    if case .switchingOff(isLate: false) = policy.state { return }
    switchOffTimer = nil
  }

  private func enqueue(_ event: QuietPolicy.Event) {
    enqueueOnMain { [weak self] in self?.happened(event) }
  }

  private func startSwitchOffTimer() {
    switchOffTimer = Timeout(milliseconds: Int(QuietPolicy.switchOffTimeout.inMilliseconds)) { [weak self] in
      self?.happened(.late)
    }
  }
}
