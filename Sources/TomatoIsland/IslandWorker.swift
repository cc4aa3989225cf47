// The island's thread: takes commands from the mailbox, carries out the policy's decisions, reports events.
// Only this file, CardTask, CardNotifier, IslandScreen and GLibBridge know libnotify; nothing here runs on the main
// thread.
internal import GLibBridge

/// Begins the island's work on the one thread that calls libnotify, after an earlier island's work has ended. `quit` in
/// the mailbox ends it.
func beginIslandSession(
  _ program: IslandProgram, mailbox: IslandMailbox, adopting addresses: [CardKey: NotificationAddress],
  now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent, CardKey?) -> Void
) -> NotificationSession {
  NotificationSession { loop in
    let screen = IslandScreen(program, loop: loop, now: now)
    IslandWorker(mailbox: mailbox, loop: loop, screen: screen, adopting: addresses, now: now, report: report).run()
  }
}

/// Decides when to send what; `CardNotifier` sends it.
private final class IslandWorker {
  private let mailbox: IslandMailbox
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private let report: @Sendable (IslandEvent, CardKey?) -> Void
  private let screen: IslandScreen

  private var policy = PresentationPolicy()
  private var adoptable: [CardKey: NotificationAddress]
  /// The tasks of all cards that are shown or wanted.
  private var tasks: [CardKey: CardTask] = [:]
  /// The unsent cards, the oldest first.
  private var queue: [CardKey] = []
  /// The card that alerted last, and when.
  private var lastAlert: (key: CardKey, at: Duration)?
  /// The last reported owner of the server's bus name; `isNew`: it has not been identified yet.
  private var owner: (name: String?, isNew: Bool) = (nil, false)
  private var hasReportedFailure = false

  init(
    mailbox: IslandMailbox, loop: NotificationLoop, screen: IslandScreen,
    adopting addresses: [CardKey: NotificationAddress],
    now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent, CardKey?) -> Void
  ) {
    (self.mailbox, self.loop, self.screen, adoptable) = (mailbox, loop, screen, addresses)
    (self.now, self.report) = (now, report)
  }

  func run() {
    screen.connect { [unowned self] owner in ownerChanged(to: owner) }
    loop.run { [unowned self] in work() }
  }

  private func work() {
    let settings = mailbox.settings
    (policy.mode, policy.otherClock) = (settings.mode, settings.otherClock)
    if owner.isNew { identifyServer() }
    hearLateReplies()
    for key in tasks.keys.sorted() where tasks[key]?.outbox.takeRetry(at: now()) == true { requestContent(key) }
    let mail = mailbox.take()
    for (key, command) in mail.commands { take(command, key) }
    if mail.quits {
      for key in tasks.keys.sorted() { close(key) }
      return loop.stop()
    }
    for key in queue { showPending(key) }
    queue.removeAll { tasks[$0]?.outbox.pending == nil }
    for call in mail.calls { call() }
    arm()
    discardIdleTasks()
  }

  private func take(_ command: IslandCommand, _ key: CardKey) {
    switch command {
    case .show(let card, let delivery): enqueue(card, delivery)
    case .close:
      guard let task = tasks[key] else { return }
      task.lastCard = nil
      task.outbox.drop()
      close(key)
    }
  }

  private func enqueue(_ card: Card, _ delivery: Delivery) {
    task(card.key).outbox.enqueue(card, delivery)
    if !queue.contains(card.key) { queue.append(card.key) }
  }

  /// The task of this card, created if needed.
  private func task(_ key: CardKey) -> CardTask {
    if let task = tasks[key] { return task }
    let notifier = screen.notifier(key) { notifier in
      notifier.onEvent = { [unowned self] in report($0, key) }
      notifier.onLostAnswer = { [unowned self] in
        if let last = tasks[key]?.lastCard { enqueue(last, .alert) }
        loop.wakeSoon()
      }
    }
    let task = CardTask(notifier)
    // Nothing is sent to a server that does not answer.
    task.outbox.shareTimeout(of: tasks.values.first { $0.outbox.isUnanswered }?.outbox)
    tasks[key] = task
    return task
  }

  private func discardIdleTasks() {
    let time = now()
    for (key, task) in tasks where task.isIdle(at: time) {
      tasks[key] = nil
      screen.discard(key)
    }
  }

  // MARK: The server

  /// Runs in a callback of GIO. libnotify's proxy may learn of the change later, so libnotify is not called here.
  private func ownerChanged(to newOwner: String?) {
    let hadServer = owner.name != nil || screen.identity != nil
    owner.name = newOwner
    if newOwner != nil {
      owner.isNew = true
      loop.wakeSoon()
    } else if hadServer, !screen.isIdentified || screen.identifiedOwnerLeft {
      // The watch first reports "no owner", which is ignored if a card has started the server meanwhile.
      forgetServer()
      report(.serverGone, nil)
    }
  }

  /// Ignores a server that a card has started: it is identified before the bus announces its name.
  private func identifyServer() {
    owner.isNew = false
    guard owner.name != screen.identifiedOwner else { return }
    if screen.identity != nil || isUnanswered { forgetServer() }
    do throws(NotificationError) { try identify() } catch { failed(error, nil, .update) }
  }

  private var isUnanswered: Bool { tasks.values.contains { $0.outbox.isUnanswered } }

  private func identify() throws(NotificationError) {
    let found = try screen.identify()
    policy.profile = ServerProfile.profile(name: found.name, vendor: found.vendor, version: found.version)
    hasReportedFailure = false
    for (key, address) in adoptable {
      if let id = screen.adoptable(address) { task(key).notifier.adopt(id) }
    }
    adoptable = [:]
    report(
      .serverFound(name: found.name, vendor: found.vendor, version: found.version, capabilities: found.capabilities),
      nil)
  }

  private func forgetServer() {
    for (key, task) in tasks {
      loseSound(key)
      task.outbox = CardOutbox()
    }
    screen.forget()
    lastAlert = nil
    policy.profile = .unmeasured
  }

  /// After a hung server answers again, requests the newest content of all cards.
  private func hearLateReplies() {
    let late = screen.hearLateReplies()
    guard late != .none, isUnanswered else { return }
    for (key, task) in tasks {
      task.outbox.serverResumed(hasShown: late == .card(key))
      requestContent(key)
    }
    hasReportedFailure = false
  }

  private func requestContent(_ key: CardKey) {
    guard screen.identity == nil else { return report(.cardWanted, key) }
    do throws(NotificationError) { try identify() } catch { failed(error, key, .update) }
  }

  // MARK: Cards

  /// Drops the sound of a late or lost card, and reports it as unheard.
  private func loseSound(_ key: CardKey) {
    guard let task = tasks[key], task.outbox.pending?.card.sound != nil else { return }
    task.outbox.dropSound()
    report(.soundNotPlayed, key)
  }

  private func showPending(_ key: CardKey) {
    guard let task = tasks[key] else { return }
    let asked = now()
    if task.outbox.mustWait(at: asked) { return loseSound(key) }
    guard let pending = task.outbox.due(at: asked) else { return }
    do throws(NotificationError) {
      if screen.identity == nil { try identify() }
      let lastAlert = lastAlert.flatMap { $0.key == key ? nil : $0.at }
      switch policy.decide(
        toShow: pending.card, pending.delivery, over: task.notifier.memory, lastAlert: lastAlert, at: asked)
      {
      case .wait(let until): task.outbox.wait(until: until)
      case .now(let steps):
        task.lastCard = pending.card.silent
        if steps.isEmpty, pending.delivery != .update { task.notifier.memory.didConfirm() }
        try carryOut(steps, key, task, pending.delivery)
        task.outbox.didSend()
        if !steps.isEmpty { serverHasAnswered() }
      }
    } catch {
      failed(error, key, pending.delivery)
    }
  }

  private func serverHasAnswered() {
    hasReportedFailure = false
    for task in tasks.values { task.outbox.serverAnswered() }
  }

  private func carryOut(
    _ steps: [PresentationPolicy.Step], _ key: CardKey, _ task: CardTask, _ delivery: Delivery
  ) throws(NotificationError) {
    for (index, step) in steps.enumerated() {
      if case .alert = step, delivery != .alert {
        // The banner may have expired meanwhile. Replacing it would show it again.
        loop.hear()
        guard task.notifier.memory.alert != nil else { continue }
      }
      switch step {
      case .alert where task.notifier.memory.alert == nil, .showFresh: try makeRoom(for: key)
      default: break
      }
      try task.notifier.perform(step, policy.profile, isLast: index == steps.count - 1)
      switch step {
      case .alert: lastAlert = (key, now())
      case .showFresh(let notice) where notice.urgency != .low: lastAlert = (key, now())
      default: break
      }
    }
  }

  /// Closes our oldest alert if the server keeps no more notifications: it would close our oldest one, which is a card.
  private func makeRoom(for key: CardKey) throws(NotificationError) {
    guard let most = policy.profile.mostKept, screen.count >= most else { return }
    let alerts = screen.notifiers.filter { $0.key != key && $0.value.memory.alert != nil }
    let oldest = alerts.min { ($0.value.memory.alert?.sent ?? .zero) < ($1.value.memory.alert?.sent ?? .zero) }
    try oldest?.value.perform(.closeAlert, policy.profile)
  }

  private func close(_ key: CardKey) {
    guard let task = tasks[key] else { return }
    if isUnanswered { return task.notifier.closeWithoutWaiting() }
    task.notifier.ignoreLateAnswer()
    let alerted = task.notifier.memory.alert?.sent
    perform(policy.closing(task.notifier.memory, at: now()), key)
    if let alerted { reshowAlerts(sentAfter: alerted) }
  }

  /// Shows later alerts again: a server that queues banners loses those behind a closed one.
  private func reshowAlerts(sentAfter moment: Duration) {
    for (key, task) in tasks {
      guard let alert = task.notifier.memory.alert, alert.sent > moment, let last = task.lastCard else { continue }
      perform([.closeAlert], key)
      enqueue(last, .alert)
    }
  }

  private func perform(_ steps: [PresentationPolicy.Step], _ key: CardKey) {
    guard let task = tasks[key] else { return }
    do throws(NotificationError) {
      for step in steps { try task.notifier.perform(step, policy.profile) }
    } catch {
      failed(error, key, .update)
    }
  }

  /// Sets the timer to the time when a card may be sent or must be removed.
  private func arm() {
    var next: Duration?
    for key in tasks.keys.sorted() {
      guard let task = tasks[key] else { continue }
      next = earlier(next, task.outbox.nextLook)
      guard !task.outbox.isUnanswered, let shown = task.notifier.memory.shown, let end = policy.end(of: shown) else {
        continue
      }
      if now() >= end {
        close(key)
        return loop.wakeSoon()
      }
      next = earlier(next, end)
    }
    loop.wake(afterMilliseconds: next.map { max(1, Int(($0 - now()) / .milliseconds(1)) + 1) })
  }

  private func earlier(_ a: Duration?, _ b: Duration?) -> Duration? { [a, b].compactMap(\.self).min() }

  /// - Parameters:
  ///   - key: the card of the call; nil for a question about the server.
  ///   - delivery: the delivery of the lost card.
  private func failed(_ error: NotificationError, _ key: CardKey?, _ delivery: Delivery) {
    let time = now()
    if !hasReportedFailure { report(.failed(sentence: error.sentence), key) }
    hasReportedFailure = true
    guard let key else {
      for key in tasks.keys { lose(key, error, delivery, at: time) }
      return
    }
    lose(key, error, delivery, at: time)
    // After a time-out, or without a server, no other card can be shown either.
    for (other, task) in tasks where other != key {
      switch error.kind {
      case .timedOut:
        task.outbox.shareTimeout(of: tasks[key]?.outbox)
        loseSound(other)
      case .noServer, .noBus:
        loseSound(other)
        task.outbox.didFail(error.kind, delivery, refusesRepeats: false, at: time)
      case .badReply, .refused: break
      }
    }
  }

  private func lose(_ key: CardKey, _ error: NotificationError, _ delivery: Delivery, at time: Duration) {
    guard let task = tasks[key] else { return }
    task.notifier.memory.didFailToShow()
    loseSound(key)
    task.outbox.didFail(error.kind, delivery, refusesRepeats: policy.profile.refusesRepeats, at: time)
  }
}
