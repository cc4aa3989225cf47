// Quiet: during a focus the desktop's do-not-disturb is on, and is always switched off again (docs/quiet.md). Reads
// each scene before the island does.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// Runs `QuietPolicy` and carries out its steps.
package final class Quiet: Observer {
  /// The cards.
  package struct Cards {
    /// Removes all cards and blocks new ones; calls back when they are gone.
    let shut: (@escaping @MainActor @Sendable () -> Void) -> Void
    /// It is over; they come up next.
    let free: () -> Void
    let open: () -> Void

    package init(
      shut: @escaping (@escaping @MainActor @Sendable () -> Void) -> Void, free: @escaping () -> Void,
      open: @escaping () -> Void
    ) {
      (self.shut, self.free, self.open) = (shut, free, open)
    }
  }

  private let isConfigured: () -> Bool
  private let cards: Cards
  private let processes: QuietProcesses
  private let journal: QuietJournalFile?
  private let onOffer: () -> Void
  private let complain: (String) -> Void
  private(set) var policy = QuietPolicy()
  /// Nil without a session bus.
  private var server: QuietServer?
  private var patience: Timeout?
  /// End of the pause of do-not-disturb for an alert, on CLOCK_BOOTTIME.
  private var attentionEnds: Duration?
  private var last: (focus: PhaseToken?, now: Duration)?
  private var isClosed = false

  /// - Parameters:
  ///   - isConfigured: `[focus] quiet`, as it is now.
  ///   - journal: records the switch for a later undo; nil without a place for it, and then nothing is switched.
  ///   - onOffer: called when the offered switch changes.
  package init(
    isConfigured: @escaping () -> Bool, cards: Cards, journal: QuietJournalFile? = .here(),
    processes: QuietProcesses = QuietProcesses(), onOffer: @escaping () -> Void, complain: @escaping (String) -> Void
  ) {
    (self.isConfigured, self.cards, self.journal, self.processes) = (isConfigured, cards, journal, processes)
    (self.onOffer, self.complain) = (onOffer, complain)
  }

  /// It is on, or may be, because of us, and stays so for now.
  package var holds: Bool { policy.holds }
  /// Do-not-disturb on the server may come from us.
  package var mayBeOurs: Bool { policy.mayBeOurs }
  /// A server with a usable switch is present.
  package var canBe: Bool { server?.offer?.how != nil }

  // MARK: The observer

  package var nextLook: Duration? { last?.focus == nil ? nil : attentionEnds }

  package func observe(_ scene: Scene) {
    let state = scene.pomodoro.contentState
    let focus = state.mode == .focus && state.state == .running ? scene.pomodoro.phase : nil
    let now = scene.now.sinceBoot
    for update in scene.updates where Self.callsForAttention(update.presentation) {
      attentionEnds = now + QuietPolicy.attention
    }
    if let end = attentionEnds, end <= now { attentionEnds = nil }
    last = (focus, now)
    look()
  }

  /// Presentations that are shown despite a focus: an end, a question, a reply to the user. Programs' updates and the
  /// warning before the end wait.
  private static func callsForAttention(_ presentation: Presentation) -> Bool {
    switch presentation {
    case .show: true
    case .alert(.almostOver), .alert(.ofProgram): false
    case .alert: true
    case .answer, .quiet, .hide: false
    }
  }

  /// Looks again after a change of configuration, server or time.
  package func look() {
    guard !isClosed, let last else { return }
    // Asks the bus only if the user has enabled this.
    if isConfigured() { server?.follow() }
    carryOut(policy.handle(.look(focus: last.focus, mayBe: isConfigured() && attentionEnds == nil, canBe: canBe)))
  }

  /// The daemon ends: the guard and Plasma notice that. The island closes the cards.
  package func close() {
    isClosed = true
    patience = nil
    server?.close()
  }

  // MARK: The desktop

  /// Undoes an earlier process's switch before any card comes up.
  package func begin() {
    guard journal?.isThere == true else { return }
    policy = .undoingFirst()
    cards.shut {}
    waitAtMost()
    replay()
  }

  private func replay() {
    do throws(BridgeError) {
      try processes.helping(ProgramRequest(.quietGuard, ["replay"]).line) { [weak self] code in
        if code != 0 { self?.complain(QuietWords.left) }
        self?.happened(.ended)
      }
    } catch {
      complain(QuietWords.noGuard(error.description))
      happened(.ended)
    }
  }

  package func join(_ bus: BusConnection) {
    server = QuietServer(
      bus, processes, canSwitch: journal != nil, isBusy: { [weak self] in self?.policy.mayBeOurs == true },
      onChange: { [weak self] in self?.offerChanged() }, complain: complain, { [weak self] in self?.happened($0) })
    look()
  }

  private func offerChanged() {
    onOffer()
    // The server may have been missing when the rest was to be undone.
    if canBe, policy.state == .off, journal?.isThere == true { begin() }
    look()
  }

  // MARK: What the policy says

  private func happened(_ event: QuietPolicy.Event) {
    guard !isClosed else { return }
    let wasOurs = policy.mayBeOurs
    let steps = policy.handle(event)
    if wasOurs, !policy.mayBeOurs { cards.free() }
    carryOut(steps)
    if !policy.mayBeOurs { server?.goOn() }
  }

  private func carryOut(_ steps: [QuietPolicy.Step]) {
    for step in steps {
      switch step {
      case .clear: cards.shut { [weak self] in self?.happened(.cleared) }
      case .switchOn:
        if let lever = server?.lever { lever.switchOn() } else { soon(.failed) }
      case .lift:
        waitAtMost()
        if let lever = server?.lever { lever.lift() } else { soon(.ended) }
      case .forget: server?.lever?.forget()
      case .open: cards.open()
      }
    }
    if case .lifting(isLate: false) = policy.state { return }
    patience = nil
  }

  private func soon(_ event: QuietPolicy.Event) {
    enqueueOnMain { [weak self] in self?.happened(event) }
  }

  private func waitAtMost() {
    patience = Timeout(milliseconds: Int(QuietPolicy.patience.inMilliseconds)) { [weak self] in
      self?.happened(.late)
    }
  }
}
