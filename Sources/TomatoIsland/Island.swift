// The island as the main thread sees it: say what is to be shown, hear what happened, never wait.
private import GLibBridge

/// The notification that follows the timer, on whatever server this desktop has.
@MainActor package final class Island {
  private let mailbox = IslandMailbox()
  private let onEvent: @MainActor (IslandEvent) -> Void
  private var session: NotificationSession?

  /// Begins work on the island's thread, of which a process has one: `quit` an earlier island first. Nothing is shown
  /// and no server is started by that.
  /// - Parameters:
  ///   - program: whose cards they are.
  ///   - seat: where an earlier process left its card; it is replaced if that very server is still there.
  ///   - now: time that never jumps, from any start; read on the island's thread.
  ///   - onEvent: called on the main thread, in the order in which things happened, from the main loop.
  package init(
    _ program: IslandProgram, adopting seat: IslandSeat? = nil, settings: IslandSettings = IslandSettings(),
    now: @escaping @Sendable () -> Duration, onEvent: @escaping @MainActor (IslandEvent) -> Void
  ) {
    self.onEvent = onEvent
    mailbox.settings = settings
    session = beginIslandSession(
      program, mailbox: mailbox, adopting: seat, now: now, report: islandReporter(for: self))
  }

  /// How cards are presented from the next one on.
  package var settings: IslandSettings {
    get { mailbox.settings }
    set {
      mailbox.settings = newValue
      session?.wake()
    }
  }

  /// Shows a card, or replaces the one that is up; returns at once. Content that was not sent yet is replaced by newer.
  package func show(_ card: Card, _ delivery: Delivery) { post(.show(card, delivery)) }

  /// Takes the card away; returns at once.
  package func close() { post(.close) }

  /// Takes the card away, leaves the thread to the next island, and waits for that up to a limit: a server that hangs
  /// must not keep us.
  /// - Returns: whether the thread is free. If not, the next island begins as soon as it is.
  @discardableResult package func quit(deadlineMilliseconds: Int = 1000) -> Bool {
    mailbox.put(.quit)
    session?.end()
    return session?.waitUntilFinished(milliseconds: deadlineMilliseconds) ?? true
  }

  /// See `IslandMailbox.looks`.
  package var looks: Int { mailbox.looks }

  private func post(_ command: IslandCommand) {
    mailbox.put(command)
    session?.wake()
  }

  fileprivate func happened(_ event: IslandEvent) { onEvent(event) }
}

/// Carries events from the island's thread to the main loop.
private func islandReporter(for island: Island) -> @Sendable (IslandEvent) -> Void {
  { [weak island] event in
    enqueueOnMain { island?.happened(event) }
  }
}
