// The island's own thread: takes a command from the mailbox, does what the memory decides, reports what happened.
// Only this file and GLibBridge know libnotify; nothing here runs on the main thread.
private import GLibBridge

/// Starts the island's thread. It ends when it takes `quit` out of the mailbox.
///
/// A nonisolated function, not a closure in main-actor code: all of its body runs on the new thread.
nonisolated func startIslandThread(
  mailbox: IslandMailbox, now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (IslandEvent) -> Void
) -> IslandThread {
  IslandThread(
    thread: NotificationThread(name: "island") { loop in
      IslandWorker(mailbox: mailbox, loop: loop, now: now, report: report).run()
    })
}

/// The main thread's handle on it.
nonisolated struct IslandThread: Sendable {
  fileprivate let thread: NotificationThread

  func wake() { thread.wake() }
  func waitUntilFinished(milliseconds: Int) -> Bool { thread.waitUntilFinished(milliseconds: milliseconds) }
}

/// One object on one thread, not Sendable: libnotify's notification, its server, and the memory of both.
private nonisolated final class IslandWorker {
  private let mailbox: IslandMailbox
  private let loop: NotificationLoop
  private let now: @Sendable () -> Duration
  private let report: @Sendable (IslandEvent) -> Void

  private var memory = IslandMemory()
  private var server: NotificationServer?
  private var connectFailure: NotificationError?
  /// What the present server said of itself; nil until it was asked.
  private var identity: NotificationServerIdentity?
  private var profile = ServerProfile.unmeasured
  /// Who owns the server's name, as the bus said last.
  private var owner: String?
  /// The owner of the name when the present server was asked who it is.
  private var metOwner: String?
  private var ownerIsNew = false
  private var notification: GLibBridge.Notification?
  private var cardToShowAgain: Card?
  private var hasReportedFailure = false

  init(
    mailbox: IslandMailbox, loop: NotificationLoop, now: @escaping @Sendable () -> Duration,
    report: @escaping @Sendable (IslandEvent) -> Void
  ) {
    (self.mailbox, self.loop, self.now, self.report) = (mailbox, loop, now, report)
  }

  func run() {
    do throws(NotificationError) {
      let server = try NotificationServer(programName: IslandHints.programName)
      server.watchOwner { [unowned self] owner in ownerChanged(to: owner) }
      self.server = server
    } catch {
      connectFailure = error
    }
    loop.run { [unowned self] in work() }
  }

  private func work() {
    if ownerIsNew { meetServer() }
    if let card = cardToShowAgain {
      cardToShowAgain = nil
      show(card, .alert)
    }
    switch mailbox.take() {
    case .show(let card, let delivery)?: show(card, delivery)
    case .close?: close()
    case .quit?:
      close()
      loop.stop()
    case nil: break
    }
  }

  // MARK: The server

  /// Inside a callback of GIO: libnotify's proxy may hear of the same change after this, so nothing is called yet.
  private func ownerChanged(to newOwner: String?) {
    let hadServer = owner != nil || identity != nil
    owner = newOwner
    if newOwner != nil {
      ownerIsNew = true
      loop.wakeSoon()
    } else if hadServer, metOwner == nil || server?.currentOwner() != metOwner {
      // The check is for the first "nobody" of the watch, which may come after a card has started the server.
      forgetServer()
      report(.serverGone)
    }
  }

  /// A server that came up because a card was shown has been asked already when its name is announced.
  private func meetServer() {
    ownerIsNew = false
    guard owner != metOwner else { return }
    if identity != nil { forgetServer() }
    do throws(NotificationError) { try identify() } catch { reportFailure(error.sentence) }
  }

  private func identify() throws(NotificationError) {
    guard let server else {
      throw connectFailure ?? NotificationError(kind: .noBus, sentence: "There is no session bus.")
    }
    let found = try server.identity()
    metOwner = server.currentOwner()
    identity = found
    profile = ServerProfile.profile(name: found.name, vendor: found.vendor, version: found.version)
    hasReportedFailure = false
    report(
      .serverBack(
        name: found.name, vendor: found.vendor, version: found.version, capabilities: found.capabilities))
  }

  private func forgetServer() {
    (identity, metOwner, notification, cardToShowAgain) = (nil, nil, nil, nil)
    profile = .unmeasured
    memory.forget()
  }

  // MARK: Cards

  private func show(_ card: Card, _ delivery: Delivery) {
    let asked = now()
    do throws(NotificationError) {
      if identity == nil { try identify() }
      let steps = memory.steps(toShow: card, delivery, on: profile, at: asked)
      if steps.isEmpty, delivery == .answer { memory.didConfirm() }
      for step in steps { try perform(step) }
    } catch {
      memory.didFailToShow()
      reportFailure(error.sentence)
    }
  }

  private func perform(_ step: IslandMemory.Step) throws(NotificationError) {
    switch step {
    case .close: close()
    case .showFresh(let card):
      let fresh = GLibBridge.Notification(
        content(card), onAction: { [unowned self] key in pressed(key) },
        onClosed: { [unowned self] reason in closed(reason) })
      notification = fresh
      let id = try fresh.show()
      didShow(card, id: id, fresh: true)
    case .replace(let card):
      guard let notification else { return try perform(.showFresh(card)) }
      notification.set(content(card))
      let id = try notification.show()
      didShow(card, id: id, fresh: false)
    }
  }

  private func didShow(_ card: Card, id: UInt32, fresh: Bool) {
    memory.didShow(card, id: id, fresh: fresh, at: now())
    hasReportedFailure = false
    report(.shown(id: id))
  }

  /// A card that cannot be closed is gone already, or its server is: neither is news, and both end the same way.
  private func close() {
    if let notification, notification.id != 0 {
      do throws(NotificationError) { try notification.close() } catch {}
    }
    notification = nil
    memory.didClose()
  }

  private func content(_ card: Card) -> GLibBridge.Notification.Content {
    IslandHints.content(of: card, capabilities: identity?.capabilities ?? [])
  }

  // MARK: Signals, from inside libnotify: they note and report, and call nothing of it

  private func pressed(_ key: String) {
    if let event = memory.pressed(key, at: now()) { report(event) }
  }

  private func closed(_ reason: Int) {
    switch memory.closed(reason: reason, at: now()) {
    case .nothing: break
    case .event(let event): report(event)
    case .showAgain(let card):
      cardToShowAgain = card
      loop.wakeSoon()
    }
  }

  private func reportFailure(_ sentence: String) {
    guard !hasReportedFailure else { return }
    hasReportedFailure = true
    report(.failed(sentence: sentence))
  }
}
