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
  /// A card that is not on the screen yet: it waits for its time, or for a server that does not answer.
  private struct Wish {
    var card: Card
    var delivery: Delivery
  }

  private let mailbox: IslandMailbox
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private let report: @Sendable (IslandEvent) -> Void
  private let screen: IslandScreen

  private var policy = PresentationPolicy()
  private var adoptable: IslandSeat?
  private var wish: Wish?
  /// When the wish may be sent.
  private var earliest: Duration?
  private var lastCard: Card?
  /// The server let a call time out, and owes the answer. Until it comes, or a minute later, nothing more is sent:
  /// a server that hangs shows everything that piled up when it goes on.
  private var silentSince: Duration?
  /// What a silent server was to show; its return is as important as that.
  private var missed: Delivery?
  /// The owner of the server's name, as the bus said last.
  private var owner: String?
  private var ownerIsNew = false
  private var hasReportedFailure = false
  /// How often in a row the server has refused what it takes for a repeat.
  private var refusals = 0

  private static let retryDelay = Duration.seconds(60)

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
      if let lastCard { want(lastCard, .alert) }
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
    switch mailbox.take() {
    case .show(let card, let delivery)?: want(card, delivery)
    case .close?:
      (wish, missed, lastCard) = (nil, nil, nil)
      if silentSince == nil { perform(policy.closing(screen.memory, at: now())) } else { screen.closeWithoutWaiting() }
    case .quit?:
      if silentSince == nil { perform(policy.closing(screen.memory, at: now())) } else { screen.closeWithoutWaiting() }
      return loop.stop()
    case nil: break
    }
    if let wish { show(wish) }
    arm()
  }

  private func want(_ card: Card, _ delivery: Delivery) {
    wish = Wish(card: card.heard(wish?.card.sound), delivery: max(delivery, wish?.delivery ?? delivery))
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
    if screen.identity != nil || silentSince != nil { forgetServer() }
    do throws(NotificationError) { try identify() } catch { failed(error) }
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
    (silentSince, missed, wish) = (nil, nil, nil)
    policy.profile = .unmeasured
  }

  /// The server goes on after having hung: what it showed meanwhile is closed, and the newest content is asked for.
  private func hearLateReplies() {
    guard screen.closeLateCards(), silentSince != nil else { return }
    (silentSince, missed, wish) = (nil, wish?.delivery, nil)
    hasReportedFailure = false
    do throws(NotificationError) {
      if let identity = screen.identity { reportServer(identity) } else { try identify() }
    } catch { failed(error) }
  }

  // MARK: Cards

  /// The card that waits to be sent is late, or will never be: what it was to make heard is somebody else's now.
  private func loseSound() {
    guard let wish, wish.card.sound != nil else { return }
    self.wish?.card = wish.card.silent
    report(.unheard)
  }

  private func show(_ wish: Wish) {
    let asked = now()
    if let silentSince, asked - silentSince < Self.retryDelay { return loseSound() }
    do throws(NotificationError) {
      if screen.identity == nil { try identify() }
      let delivery = max(wish.delivery, missed ?? wish.delivery)
      switch policy.decide(toShow: wish.card, delivery, over: screen.memory, at: asked) {
      case .wait(let until): earliest = until
      case .now(let steps):
        (self.wish, earliest, lastCard) = (nil, nil, wish.card.silent)
        if steps.isEmpty, delivery != .update { screen.memory.didConfirm() }
        for step in steps { try screen.perform(step, policy.profile) }
        (silentSince, missed, hasReportedFailure) = (nil, nil, steps.isEmpty ? hasReportedFailure : false)
        refusals = 0
      }
    } catch {
      screen.memory.didFailToShow()
      failed(error)
      self.wish = wish
      loseSound()
      if !isWorthAnotherTry(error) { self.wish = nil }
    }
  }

  /// What a server has not answered is as urgent when it does. What it refuses is not offered again, but a repeat: the
  /// same text may have come from a process that was killed a moment ago.
  private func isWorthAnotherTry(_ error: NotificationError) -> Bool {
    if error.kind == .timedOut { return true }
    guard error.kind == .refused, policy.profile.refusesRepeats, refusals < 3 else { return false }
    refusals += 1
    earliest = now() + PresentationPolicy.tickGap + .milliseconds(100)
    return true
  }

  private func perform(_ steps: [PresentationPolicy.Step]) {
    do throws(NotificationError) {
      for step in steps { try screen.perform(step, policy.profile) }
    } catch {
      screen.memory.didFailToShow()
      failed(error)
    }
  }

  /// Sleeps until the wish may be sent, or until the card that is up needs another look.
  private func arm() {
    var next = wish == nil ? nil : earliest
    if silentSince == nil, let shown = screen.memory.shown, let after = policy.afterwards(shown) {
      let time = now()
      if time >= after.at {
        perform([after.step])
        return loop.wakeSoon()
      }
      next = min(next ?? after.at, after.at)
    }
    loop.wake(afterMilliseconds: next.map { max(1, Int(($0 - now()) / .milliseconds(1)) + 1) })
  }

  private func failed(_ error: NotificationError) {
    if error.kind == .timedOut {
      screen.abandonCall()
      silentSince = now()
    }
    guard !hasReportedFailure else { return }
    hasReportedFailure = true
    report(.failed(sentence: error.sentence))
  }
}
