// The island's interface for the main thread: takes cards, reports events, never blocks.
private import GLibBridge

/// The notifications that follow the activities, one card for each that has a place, on whatever server this desktop
/// has.
@MainActor package final class Island {
  private let mailbox = IslandMailbox()
  private let onEvent: @MainActor (IslandEvent, CardKey?) -> Void
  /// The cards that may be there.
  private var keys: Set<CardKey>
  /// Where cards are, as far as is known.
  private var addresses: [CardKey: NotificationAddress]
  private var session: NotificationSession?

  /// Begins work on the island's thread, of which a process has one: `quit` an earlier island first. Nothing is shown
  /// and no server is started by that.
  /// - Parameters:
  ///   - program: whose cards they are.
  ///   - addresses: where an earlier process left its cards; they are replaced if that very server is still there.
  ///   - now: time that never jumps, from an arbitrary zero; read on the island's thread.
  ///   - onEvent: called on the main thread, in the order in which things happened, from the main loop; with the card
  ///     that it happened to, or nil if it is about the server.
  package init(
    _ program: IslandProgram, adopting addresses: [CardKey: NotificationAddress] = [:],
    settings: IslandSettings = IslandSettings(),
    now: @escaping @Sendable () -> Duration, onEvent: @escaping @MainActor (IslandEvent, CardKey?) -> Void
  ) {
    (self.onEvent, self.addresses, keys) = (onEvent, addresses, Set(addresses.keys))
    mailbox.settings = settings
    session = beginIslandSession(
      program, mailbox: mailbox, adopting: addresses, now: now, report: islandReporter(for: self))
  }

  /// How cards are presented from the next one on.
  package var settings: IslandSettings {
    get { mailbox.settings }
    set {
      mailbox.settings = newValue
      session?.wake()
    }
  }

  /// Shows a card, or replaces the one of its name that is up; returns at once. Content that was not sent yet is
  /// replaced by newer.
  package func show(_ card: Card, _ delivery: Delivery) {
    keys.insert(card.key)
    post(.show(card, delivery), card.key)
  }

  /// Takes a card away; returns at once.
  package func close(_ key: CardKey) { post(.close, key) }

  /// Takes all cards away; returns at once.
  package func closeAll() {
    for key in keys.sorted() { close(key) }
    keys = []
  }

  /// Calls back on the main loop once the server has answered all earlier commands; never if it hangs until the
  /// end.
  package func whenCarriedOut(_ done: @escaping @MainActor () -> Void) {
    mailbox.callBack { enqueueOnMain { done() } }
    session?.wake()
  }

  /// Takes all cards away and ends the island's work on its thread. Waits for the end up to a limit, because the server
  /// may hang. After half of the limit the thread is stuck in a call, so known cards are closed without it.
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

  /// See `IslandMailbox.rounds`.
  package var rounds: Int { mailbox.rounds }

  private func post(_ command: IslandCommand, _ key: CardKey) {
    mailbox.put(command, for: key)
    session?.wake()
  }

  fileprivate func happened(_ event: IslandEvent, _ key: CardKey?) {
    switch (event, key) {
    case (.shown(let address), let key?): addresses[key] = address
    case (.closedByPerson, let key?), (.expired, let key?), (.suppressed, let key?): addresses[key] = nil
    case (.serverGone, _): addresses = [:]
    default: break
    }
    onEvent(event, key)
  }
}

/// Carries events from the island's thread to the main loop.
private func islandReporter(for island: Island) -> @Sendable (IslandEvent, CardKey?) -> Void {
  { [weak island] event, key in
    enqueueOnMain { island?.happened(event, key) }
  }
}
