// The island's thread: takes commands from the mailbox, carries out the policy's decisions, reports events.
// Only this file, CardNotifier, IslandScreen and GLibBridge know libnotify; nothing here runs on the main thread.
internal import GLibBridge

/// Decides when to send what; `CardNotifier` sends it.
final class IslandWorker {
  private let mailbox: IslandMailbox
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private let report: @Sendable (IslandEvent, CardKey?) -> Void
  private let screen: IslandScreen

  private var policy = PresentationPolicy()
  private var adoptable: [CardKey: NotificationAddress]
  /// The unsent cards, the oldest first.
  private var queue: [CardKey] = []
  /// The card that alerted last, and when.
  private var lastAlert: (key: CardKey, at: Duration)?
  /// The last reported owner of the server's bus name; `isNew`: it has not been identified yet.
  private var owner: (name: String?, isNew: Bool) = (nil, false)
  private var hasReportedFailure = false

  init(
    _ program: IslandProgram, mailbox: IslandMailbox, loop: NotificationLoop,
    adopting addresses: [CardKey: NotificationAddress],
    now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent, CardKey?) -> Void
  ) {
    (self.mailbox, self.loop, adoptable, self.now, self.report) = (mailbox, loop, addresses, now, report)
    screen = IslandScreen(program, loop: loop)
  }

  /// Works until the mailbox says `quits`.
  func run() {
    screen.connect { [unowned self] owner in ownerChanged(to: owner) }
    loop.run { [unowned self] in work() }
  }

  private func work() {
    let settings = mailbox.settings
    (policy.mode, policy.otherClock) = (settings.mode, settings.otherClock)
    if owner.isNew { identifyServer() }
    hearLateReplies()
    for key in sortedKeys where cards[key]?.outbox.isRetryDue(at: now()) == true { requestContent(key) }
    let mail = mailbox.take()
    for (key, command) in mail.commands { take(command, key) }
    if mail.quits {
      for key in sortedKeys { close(key) }
      for call in mail.calls { call() }
      return loop.stop()
    }
    for key in queue { showPending(key) }
    queue.removeAll { cards[$0]?.outbox.pending == nil }
    for call in mail.calls { call() }
    arm()
    let time = now()
    screen.cards = cards.filter { !$1.isIdle(at: time) }
  }

  private var cards: [CardKey: CardNotifier] { screen.cards }
  private var sortedKeys: [CardKey] { cards.keys.sorted() }

  private func take(_ command: IslandCommand, _ key: CardKey) {
    switch command {
    case .show(let content): enqueue(content.card, content.delivery)
    case .close:
      cards[key]?.lastCard = nil
      cards[key]?.outbox.drop()
      close(key)
    }
  }

  private func enqueue(_ card: Card, _ delivery: Delivery) {
    notifier(card.key).outbox.enqueue(card, delivery)
    if !queue.contains(card.key) { queue.append(card.key) }
  }

  /// The notifier of this card, created if needed.
  private func notifier(_ key: CardKey) -> CardNotifier {
    if let card = cards[key] { return card }
    let card = CardNotifier(
      screen, now: now, onEvent: { [unowned self] in report($0, key) },
      onLostAnswer: { [unowned self] in
        if let last = cards[key]?.lastCard { enqueue(last, .alert) }
        loop.wakeSoon()
      })
    screen.cards[key] = card
    return card
  }

  // MARK: The server

  /// Runs in a callback of GIO. libnotify's proxy may learn of the change later, so libnotify is not called here.
  private func ownerChanged(to newOwner: String?) {
    let hadServer = owner.name != nil || screen.identity != nil
    owner.name = newOwner
    if newOwner != nil {
      owner.isNew = true
      loop.wakeSoon()
    } else if hadServer, screen.identifiedOwnerLeft {
      // The watch first reports "no owner", which is ignored if a card has started the server meanwhile.
      forgetServer()
      hasReportedFailure = false
      report(.serverGone, nil)
    }
  }

  /// Ignores a server that a card has met already: it is identified before the bus announces its name, and a bus may
  /// also announce somebody who does not own it.
  private func identifyServer() {
    owner.isNew = false
    guard owner.name != screen.identifiedOwner, screen.identifiedOwnerLeft else { return }
    if screen.identity != nil || isUnanswered { forgetServer() }
    do throws(NotificationError) { try identify() } catch { failed(error, nil, .update) }
  }

  private var isUnanswered: Bool { screen.unansweredSince != nil }
  /// When to send to the server again after a time-out.
  private var pauseEnd: Duration? { screen.unansweredSince.map { $0 + CardOutbox.retryDelay } }

  private func identify() throws(NotificationError) {
    let found = try screen.identify()
    policy.profile = ServerProfile.profile(name: found.name, vendor: found.vendor, version: found.version)
    hasReportedFailure = false
    for (key, address) in adoptable {
      if let id = screen.adoptable(address) { notifier(key).adopt(id) }
    }
    adoptable = [:]
    report(
      .serverFound(name: found.name, vendor: found.vendor, version: found.version, capabilities: found.capabilities),
      nil)
  }

  private func forgetServer() {
    for (key, card) in cards {
      loseSound(key)
      card.outbox = CardOutbox()
    }
    screen.forget()
    lastAlert = nil
    policy.profile = .unmeasured
  }

  /// After a hung server answers again, requests the newest content of all cards.
  private func hearLateReplies() {
    let late = screen.hearLateReplies()
    guard late.hasAnswered, isUnanswered else { return }
    screen.unansweredSince = nil
    for key in cards.keys { requestContent(key, hasShown: late.shown == key) }
    hasReportedFailure = false
  }

  /// - Parameter hasShown: the lost card was shown after all.
  private func requestContent(_ key: CardKey, hasShown: Bool = false) {
    // The newest content may have no sound: an alert comes back as an answer.
    loseSound(key)
    cards[key]?.outbox.prepareRetry(hasShown: hasShown)
    guard screen.identity == nil else { return report(.cardWanted, key) }
    do throws(NotificationError) { try identify() } catch { failed(error, key, .update) }
  }

  // MARK: Cards

  /// Drops the sound of a late or lost card, and reports it as unheard.
  private func loseSound(_ key: CardKey) {
    guard let card = cards[key], card.outbox.pending?.card.sound != nil else { return }
    card.outbox.dropSound()
    report(.soundNotPlayed, key)
  }

  private func showPending(_ key: CardKey) {
    guard let card = cards[key] else { return }
    let asked = now()
    if let pauseEnd, asked < pauseEnd { return loseSound(key) }
    guard let pending = card.outbox.due(at: asked) else { return }
    do throws(NotificationError) {
      if screen.identity == nil { try identify() }
      let lastAlert = lastAlert.flatMap { $0.key == key ? nil : $0.at }
      switch policy.decide(
        toShow: pending.card, pending.delivery, over: card.memory, lastAlert: lastAlert, at: asked)
      {
      case .wait(let until): card.outbox.wait(until: until)
      case .now(let steps):
        card.lastCard = pending.card.silent
        if steps.isEmpty, pending.delivery != .update { card.memory.didConfirm() }
        try carryOut(steps, key, card, pending.delivery)
        card.outbox.didSend()
        if !steps.isEmpty { (hasReportedFailure, screen.unansweredSince) = (false, nil) }
      }
    } catch {
      failed(error, key, pending.delivery)
    }
  }

  private func carryOut(
    _ steps: [PresentationPolicy.Step], _ key: CardKey, _ card: CardNotifier, _ delivery: Delivery
  ) throws(NotificationError) {
    for (index, step) in steps.enumerated() {
      if case .alert = step, delivery != .alert {
        // The banner may have expired meanwhile. Replacing it would show it again.
        loop.hear()
        guard card.memory.alert != nil else { continue }
      }
      switch step {
      case .alert where card.memory.alert == nil, .showFresh: try makeRoom(for: key)
      default: break
      }
      try card.perform(step, policy.profile, isLast: index == steps.count - 1)
      switch step {
      case .alert: lastAlert = (key, now())
      case .showFresh(let notice) where notice.urgency != .low: lastAlert = (key, now())
      default: break
      }
    }
  }

  /// Closes our oldest alert if the server's list is full: otherwise the server would close our oldest card.
  private func makeRoom(for key: CardKey) throws(NotificationError) {
    guard let most = policy.profile.mostKept, screen.count >= most else { return }
    let alerts = cards.filter { $0.key != key && $0.value.memory.alert != nil }
    let oldest = alerts.min { ($0.value.memory.alert?.sent ?? .zero) < ($1.value.memory.alert?.sent ?? .zero) }
    try oldest?.value.perform(.closeAlert, policy.profile)
  }

  private func close(_ key: CardKey) {
    guard let card = cards[key] else { return }
    if isUnanswered { return card.closeWithoutWaiting() }
    card.ignoreLateAnswer()
    let alerted = card.memory.alert?.sent
    perform(policy.closing(card.memory, at: now()), key)
    if let alerted { reshowAlerts(sentAfter: alerted) }
  }

  /// Shows later alerts again: a server that queues banners loses those behind a closed one.
  private func reshowAlerts(sentAfter moment: Duration) {
    for (key, card) in cards {
      guard let alert = card.memory.alert, alert.sent > moment, let last = card.lastCard else { continue }
      perform([.closeAlert], key)
      enqueue(last, .alert)
    }
  }

  private func perform(_ steps: [PresentationPolicy.Step], _ key: CardKey) {
    do throws(NotificationError) {
      for step in steps { try cards[key]?.perform(step, policy.profile) }
    } catch {
      failed(error, key, .update)
    }
  }

  /// Sets the timer to the time when a card may be sent or must be removed.
  private func arm() {
    var looks = cards.values.compactMap { $0.outbox.nextLook(pauseEnd) }
    for key in isUnanswered ? [] : sortedKeys {
      guard let end = cards[key]?.memory.shown.flatMap(policy.end) else { continue }
      if now() >= end {
        close(key)
        return loop.wakeSoon()
      }
      looks.append(end)
    }
    loop.wake(afterMilliseconds: looks.min().map { max(1, Int(($0 - now()) / .milliseconds(1)) + 1) })
  }

  /// - Parameters:
  ///   - key: the card of the call; nil for a question about the server.
  ///   - delivery: the delivery of the lost card.
  private func failed(_ error: NotificationError, _ key: CardKey?, _ delivery: Delivery) {
    let time = now()
    if !hasReportedFailure { report(.failed(sentence: error.sentence), key) }
    hasReportedFailure = true
    if error.kind == .timedOut, !cards.isEmpty { screen.unansweredSince = time }
    guard let key else {
      for key in cards.keys { lose(key, error, delivery, at: time) }
      return
    }
    lose(key, error, delivery, at: time)
    // After a time-out, or without a server, no other card can be shown either.
    for (other, card) in cards where other != key {
      switch error.kind {
      case .timedOut: loseSound(other)
      case .noServer, .noBus:
        loseSound(other)
        card.outbox.didFail(error.kind, delivery, refusesRepeats: false, at: time)
      case .badReply, .refused: break
      }
    }
  }

  private func lose(_ key: CardKey, _ error: NotificationError, _ delivery: Delivery, at time: Duration) {
    guard let card = cards[key] else { return }
    card.memory.didFailToShow()
    loseSound(key)
    card.outbox.didFail(error.kind, delivery, refusesRepeats: policy.profile.refusesRepeats, at: time)
  }
}
