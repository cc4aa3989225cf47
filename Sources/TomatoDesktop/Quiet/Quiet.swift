// Quiet: during a focus, notifications are held back by the desktop's own do-not-disturb, and given back whatever
// happens (docs/quiet.md). It reads each scene before the island does.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// Holds the policy, and does what it says.
package final class Quiet: Observer {
  /// The cards.
  package struct Cards {
    /// Takes them away and keeps all others back; calls back when they have gone.
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
  /// What calls for attention is seen until then, on CLOCK_BOOTTIME.
  private var attentionEnds: Duration?
  private var last: (focus: PhaseToken?, now: Duration)?
  private var isClosed = false

  /// - Parameters:
  ///   - isConfigured: `[focus] quiet`, as it is now.
  ///   - journal: where what was switched is written; nil where there is no place for it, and nothing is switched.
  ///   - onOffer: hears when what a person can switch is another thing.
  package init(
    isConfigured: @escaping () -> Bool, cards: Cards, journal: QuietJournalFile? = .here(),
    processes: QuietProcesses = QuietProcesses(), onOffer: @escaping () -> Void, complain: @escaping (String) -> Void
  ) {
    (self.isConfigured, self.cards, self.journal, self.processes) = (isConfigured, cards, journal, processes)
    (self.onOffer, self.complain) = (onOffer, complain)
  }

  /// It is on, or may be, because of us, and stays so for now.
  package var holds: Bool { policy.holds }
  /// What the server says is on may be of our making.
  package var mayBeOurs: Bool { policy.mayBeOurs }
  /// There is a server on which it can be switched.
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

  /// What a person is to see although a focus runs: an end, a question, what they have asked for. Programs' words and
  /// the warning before the end wait.
  private static func callsForAttention(_ presentation: Presentation) -> Bool {
    switch presentation {
    case .show: true
    case .alert(.almostOver), .alert(.said): false
    case .alert: true
    case .answer, .quiet, .hide: false
    }
  }

  /// The configuration, the server or time is another one.
  package func look() {
    guard !isClosed, let last else { return }
    // The bus is not asked before the person wants it.
    if isConfigured() { server?.follow() }
    carryOut(policy.handle(.look(focus: last.focus, mayBe: isConfigured() && attentionEnds == nil, canBe: canBe)))
  }

  /// The daemon ends: the guard sees that, and Plasma. The cards are closed by the island.
  package func close() {
    isClosed = true
    patience = nil
    server?.close()
  }

  // MARK: The desktop

  /// What an earlier process has left on is undone before any card comes up.
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
    // A server that keeps it was not there when the rest was to be undone.
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
