// The island's interface for the main thread: takes cards, reports events, never blocks.
private import GLibBridge

/// The activities' notifications, one card each, on any notification server.
@MainActor package final class Island {
  private let mailbox = IslandMailbox()
  private let onEvent: @MainActor (IslandEvent, CardKey?) -> Void
  /// The cards that may be shown.
  private var keys: Set<CardKey>
  private var addresses: [CardKey: NotificationAddress]
  private var session: NotificationSession?

  /// Begins work on the island's thread, of which a process has one: `quit` an earlier island first. This shows nothing
  /// and starts no server.
  /// - Parameters:
  ///   - addresses: where an earlier process left its cards; they are replaced if the same server process still runs.
  ///   - now: time that never jumps, from an arbitrary zero; read on the island's thread.
  ///   - onEvent: called from the main loop, in the order of events; with the card, nil for an event of the server.
  package init(
    _ program: IslandProgram, adopting addresses: [CardKey: NotificationAddress] = [:],
    settings: IslandSettings = IslandSettings(),
    now: @escaping @Sendable () -> Duration, onEvent: @escaping @MainActor (IslandEvent, CardKey?) -> Void
  ) {
    (self.onEvent, self.addresses, keys) = (onEvent, addresses, Set(addresses.keys))
    mailbox.settings = settings
    let report: @Sendable (IslandEvent, CardKey?) -> Void = { [weak self] event, key in
      enqueueOnMain { self?.happened(event, key) }
    }
    session = NotificationSession { [mailbox] loop in
      IslandWorker(program, mailbox: mailbox, loop: loop, adopting: addresses, now: now, report: report).run()
    }
  }

  /// Applied from the next card on.
  package var settings: IslandSettings {
    get { mailbox.settings }
    set {
      mailbox.settings = newValue
      session?.wake()
    }
  }

  /// Shows a card, or replaces the card of its name. Newer content replaces unsent content.
  package func show(_ card: Card, _ delivery: Delivery) {
    keys.insert(card.key)
    mailbox.put(.show(card, delivery), for: card.key)
    session?.wake()
  }

  package func close(_ key: CardKey) {
    keys.remove(key)
    mailbox.put(.close, for: key)
    // Until the worker has closed it, `quit` may have to.
    whenCarriedOut { [weak self] in self?.forgetClosed(key) }
  }

  package func closeAll() { for key in keys.sorted() { close(key) } }

  /// Calls back on the main loop once the server has answered all earlier commands, or all closings after `quit`; never
  /// if it hangs for good.
  package func whenCarriedOut(_ done: @escaping @MainActor () -> Void) {
    mailbox.callBack { enqueueOnMain { done() } }
    session?.wake()
  }

  /// Closes all cards and ends the island's work on its thread. Waits at most for the deadline, because the server may
  /// hang. A thread that still works after half of that time is stuck in a call; known cards are closed without it.
  /// - Returns: whether the thread is free. If not, the next island begins as soon as it is.
  @discardableResult package func quit(deadlineMilliseconds: Int = 1000) -> Bool {
    mailbox.quit()
    guard let session else { return true }
    session.end()
    if session.waitUntilFinished(milliseconds: deadlineMilliseconds / 2) { return true }
    for address in addresses.values {
      NotificationServer.close(address.id, shownBy: address.owner, onBus: address.busGUID)
    }
    return session.waitUntilFinished(milliseconds: deadlineMilliseconds - deadlineMilliseconds / 2)
  }

  private func forgetClosed(_ key: CardKey) { if !keys.contains(key) { addresses[key] = nil } }

  private func happened(_ event: IslandEvent, _ key: CardKey?) {
    switch (event, key) {
    case (.shown(let address), let key?): addresses[key] = address
    case (.closedByPerson, let key?), (.expired, let key?), (.suppressed, let key?): addresses[key] = nil
    case (.serverGone, _): addresses = [:]
    default: break
    }
    onEvent(event, key)
  }
}
