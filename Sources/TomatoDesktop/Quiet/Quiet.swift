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
    let open: () -> Void

    package init(
      shut: @escaping (@escaping @MainActor @Sendable () -> Void) -> Void = { $0() }, open: @escaping () -> Void = {}
    ) {
      self.shut = shut
      self.open = open
    }
  }

  private let isConfigured: () -> Bool
  private let cards: Cards
  private let processes: QuietProcesses
  private let journal: QuietJournalFile?
  private let complain: (String) -> Void
  private var bus: BusConnection?
  private var name: BusRegistration?
  private(set) var policy = QuietPolicy()
  /// What the server that is there offers; nil while there is none, or it has not said who it is.
  package private(set) var offer: QuietOffer?
  /// What the newest server offers, while what was switched on the one before is still being undone.
  private var nextOffer: QuietOffer?
  private var plasma: PlasmaQuiet?
  private var guarded: GuardedQuiet?
  private var patience: Timeout?
  /// What calls for attention is seen until then, on CLOCK_BOOTTIME.
  private var attentionEnds: Duration?
  private var last: (focus: PhaseToken?, now: Duration)?
  private var isClosed = false
  /// Hears when it is over, before cards come up.
  package var onEnd: () -> Void = {}
  /// Hears when what a person can switch is another thing.
  package var onOffer: () -> Void = {}

  /// - Parameters:
  ///   - isConfigured: `[focus] quiet`, as it is now.
  ///   - journal: where what was switched is written; nil where there is no place for it, and nothing is switched.
  package init(
    isConfigured: @escaping () -> Bool, cards: Cards, journal: QuietJournalFile? = .here(),
    processes: QuietProcesses = QuietProcesses(), complain: @escaping (String) -> Void
  ) {
    (self.isConfigured, self.cards, self.journal, self.processes) = (isConfigured, cards, journal, processes)
    self.complain = complain
  }

  /// It is on, or may be, because of us, and stays so for now.
  package var holds: Bool { policy.holds }
  /// What the server says is on may be of our making.
  package var mayBeOurs: Bool { policy.mayBeOurs }

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
    follow()
    carryOut(
      policy.handle(
        .look(focus: last.focus, mayBe: isConfigured() && attentionEnds == nil, canBe: offer?.how != nil)))
  }

  /// The daemon ends: the guard sees that, and Plasma. The cards are closed by the island.
  package func close() {
    isClosed = true
    (name, patience) = (nil, nil)
    plasma?.lift()
    guarded?.lift()
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
      try processes.helping(["quiet-guard", "replay"]) { [weak self] code in
        if code != 0 { self?.complain(QuietWords.left) }
        self?.happened(.ended)
      }
    } catch {
      complain(QuietWords.noGuard(error.description))
      happened(.ended)
    }
  }

  package func join(_ bus: BusConnection) {
    self.bus = bus
    look()
  }

  /// The bus is not asked before the person wants it.
  private func follow() {
    guard let bus, name == nil, isConfigured() else { return }
    name = bus.watchName(
      BusNames.notifications, appeared: { [weak self] in self?.ask($0) }, vanished: { [weak self] in self?.lost() })
  }

  private func ask(_ owner: String) {
    if offer != nil { lost() }
    let server = QuietObject.plasma
    bus?.call(
      owner, server.path, server.interface, "GetServerInformation", reply: "(ssss)", timeoutMs: 10_000, autoStart: false
    ) { [weak self] answer in
      guard let self, !isClosed, let texts = (try? answer.get())?.compactMap(\.text), texts.count == 4 else { return }
      met(QuietTable.offer(name: texts[0], vendor: texts[1], version: texts[2], hasMakoMode: MakoConfiguration.hasMode))
    }
  }

  private func met(_ offer: QuietOffer) {
    nextOffer = policy.mayBeOurs ? offer : nil
    guard !policy.mayBeOurs else { return }
    (plasma, guarded) = (nil, nil)
    guard let bus, let how = offer.how, journal != nil else {
      self.offer = offer
      return onOffer()
    }
    let tell: (QuietPolicy.Event) -> Void = { [weak self] in self?.happened($0) }
    if how.needsGuard {
      guarded = GuardedQuiet(bus, how, processes, complain: complain, tell)
    } else {
      plasma = PlasmaQuiet(bus, tell)
    }
    self.offer = offer
    onOffer()
    // A server that keeps it was not there when the rest was to be undone.
    if policy.state == .off, journal?.isThere == true { begin() }
    look()
  }

  private func lost() {
    (offer, nextOffer) = (nil, nil)
    onOffer()
    look()
    plasma?.serverGone()
  }

  // MARK: What the policy says

  private func happened(_ event: QuietPolicy.Event) {
    guard !isClosed else { return }
    let wasOurs = policy.mayBeOurs
    let steps = policy.handle(event)
    if wasOurs, !policy.mayBeOurs { onEnd() }
    carryOut(steps)
    if !policy.mayBeOurs, let nextOffer { met(nextOffer) }
  }

  private func carryOut(_ steps: [QuietPolicy.Step]) {
    for step in steps {
      switch step {
      case .clear: cards.shut { [weak self] in self?.happened(.cleared) }
      case .switchOn:
        plasma?.switchOn()
        guarded?.switchOn()
        if plasma == nil, guarded == nil { enqueueOnMain { [weak self] in self?.happened(.failed) } }
      case .lift:
        waitAtMost()
        plasma?.lift()
        guarded?.lift()
        if plasma == nil, guarded == nil { enqueueOnMain { [weak self] in self?.happened(.ended) } }
      case .forget:
        plasma?.forget()
        guarded?.forget()
      case .open:
        cards.open()
      }
    }
    if case .lifting(isLate: false) = policy.state { return }
    patience = nil
  }

  private func waitAtMost() {
    patience = Timeout(milliseconds: Int(QuietPolicy.patience.inMilliseconds)) { [weak self] in
      self?.happened(.late)
    }
  }
}
