// The island's own thread: takes a command from the mailbox, does what the policy decides, reports what happened.
// Only this file, IslandScreen and GLibBridge know libnotify; nothing here runs on the main thread.
internal import GLibBridge

/// Begins the island's work on the one thread that calls libnotify, after that of an earlier island is over. It is over
/// when it has taken `quit` out of the mailbox.
func beginIslandSession(
  _ program: IslandProgram, mailbox: IslandMailbox, adopting seat: IslandSeat?,
  now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent) -> Void
) -> NotificationSession {
  NotificationSession { loop in
    let screen = IslandScreen(program, loop: loop, now: now)
    IslandWorker(mailbox: mailbox, loop: loop, screen: screen, adopting: seat, now: now, report: report).run()
  }
}

/// One object on one thread, not Sendable: when what is sent. The sending itself is IslandScreen's.
private final class IslandWorker {
  private let mailbox: IslandMailbox
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private let report: @Sendable (IslandEvent) -> Void
  private let screen: IslandScreen

  private var policy = PresentationPolicy()
  private var adoptable: IslandSeat?
  private var wishes = IslandWishes()
  private var lastCard: Card?
  /// The owner of the server's name, as the bus said last.
  private var owner: String?
  private var ownerIsNew = false
  private var hasReportedFailure = false

  init(
    mailbox: IslandMailbox, loop: NotificationLoop, screen: IslandScreen, adopting seat: IslandSeat?,
    now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent) -> Void
  ) {
    (self.mailbox, self.loop, self.screen, adoptable) = (mailbox, loop, screen, seat)
    (self.now, self.report) = (now, report)
  }

  func run() {
    screen.onEvent = { [unowned self] in report($0) }
    screen.onLostAnswer = { [unowned self] in
      if let lastCard { wishes.want(lastCard, .alert) }
      loop.wakeSoon()
    }
    screen.connect { [unowned self] owner in ownerChanged(to: owner) }
    loop.run { [unowned self] in work() }
  }

  private func work() {
    let settings = mailbox.settings
    (policy.mode, policy.hasTrayHost) = (settings.mode, settings.hasTrayHost)
    if ownerIsNew { meetServer() }
    hearLateReplies()
    if wishes.takeTry(at: now()) { askForCard() }
    switch mailbox.take() {
    case .show(let card, let delivery)?: wishes.want(card, delivery)
    case .close?:
      lastCard = nil
      wishes.drop()
      takeAway()
    case .quit?:
      takeAway()
      return loop.stop()
    case nil: break
    }
    showWish()
    arm()
  }

  // MARK: The server

  /// Inside a callback of GIO: libnotify's proxy may hear of the same change after this, so nothing is called yet.
  private func ownerChanged(to newOwner: String?) {
    let hadServer = owner != nil || screen.identity != nil
    owner = newOwner
    if newOwner != nil {
      ownerIsNew = true
      loop.wakeSoon()
    } else if hadServer, !screen.isMet || screen.metOwnerLeft {
      // The check is for the first "nobody" of the watch, which may come after a card has started the server.
      forgetServer()
      report(.serverGone)
    }
  }

  /// A server that came up because a card was shown has been asked already when its name is announced.
  private func meetServer() {
    ownerIsNew = false
    guard owner != screen.metOwner else { return }
    if screen.identity != nil || wishes.isSilent { forgetServer() }
    do throws(NotificationError) { try identify() } catch { failed(error, .update) }
  }

  private func identify() throws(NotificationError) {
    let found = try screen.identify()
    policy.profile = ServerProfile.profile(name: found.name, vendor: found.vendor, version: found.version)
    hasReportedFailure = false
    if let seat = adoptable {
      screen.adopt(seat)
      adoptable = nil
    }
    reportServer(found)
  }

  private func reportServer(_ server: NotificationServerIdentity) {
    report(
      .serverBack(
        name: server.name, vendor: server.vendor, version: server.version, capabilities: server.capabilities))
  }

  private func forgetServer() {
    loseSound()
    screen.forget()
    wishes = IslandWishes()
    policy.profile = .unmeasured
  }

  /// The server goes on after having hung: the card that it was given last is ours if it came up, and the newest
  /// content is asked for.
  private func hearLateReplies() {
    let late = screen.hearLateReplies()
    guard late != .none, wishes.isSilent else { return }
    wishes.serverGoesOn(hasShown: late == .card)
    hasReportedFailure = false
    askForCard()
  }

  /// Time has passed since the last content came.
  private func askForCard() {
    guard screen.identity == nil else { return report(.cardWanted) }
    do throws(NotificationError) { try identify() } catch { failed(error, .update) }
  }

  // MARK: Cards

  /// The card that waits to be sent is late, or will never be: what it was to make heard is somebody else's now.
  private func loseSound() {
    guard wishes.wish?.card.sound != nil else { return }
    wishes.silence()
    report(.unheard)
  }

  private func showWish() {
    let asked = now()
    if wishes.mustWait(at: asked) { return loseSound() }
    guard let wish = wishes.due(at: asked) else { return }
    do throws(NotificationError) {
      if screen.identity == nil { try identify() }
      switch policy.decide(toShow: wish.card, wish.delivery, over: screen.memory, at: asked) {
      case .wait(let until): wishes.wait(until: until)
      case .now(let steps):
        lastCard = wish.card.silent
        if steps.isEmpty, wish.delivery != .update { screen.memory.didConfirm() }
        for step in steps { try screen.perform(step, policy.profile) }
        wishes.didSend()
        if !steps.isEmpty { hasReportedFailure = false }
      }
    } catch {
      failed(error, wish.delivery)
    }
  }

  private func takeAway() {
    if wishes.isSilent { screen.closeWithoutWaiting() } else { perform(policy.closing(screen.memory, at: now())) }
  }

  private func perform(_ steps: [PresentationPolicy.Step]) {
    do throws(NotificationError) {
      for step in steps { try screen.perform(step, policy.profile) }
    } catch {
      failed(error, .update)
    }
  }

  /// Sleeps until something may be sent, or until the card that is up needs another look.
  private func arm() {
    var next = wishes.nextLook
    if !wishes.isSilent, let shown = screen.memory.shown, let after = policy.afterwards(shown) {
      let time = now()
      if time >= after.at {
        perform([after.step])
        return loop.wakeSoon()
      }
      next = min(next ?? after.at, after.at)
    }
    loop.wake(afterMilliseconds: next.map { max(1, Int(($0 - now()) / .milliseconds(1)) + 1) })
  }

  /// - Parameter delivery: of what was not taken.
  private func failed(_ error: NotificationError, _ delivery: Delivery) {
    let time = now()
    screen.memory.didFailToShow()
    if !hasReportedFailure { report(.failed(sentence: error.sentence)) }
    hasReportedFailure = true
    loseSound()
    wishes.didFail(error.kind, delivery, refusesRepeats: policy.profile.refusesRepeats, at: time)
  }
}
