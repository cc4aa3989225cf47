// One card's work on the island's thread: its unsent content, its last content, and its notifications.

final class CardTask {
  let notifier: CardNotifier
  var outbox = CardOutbox()
  /// The card that was sent last, without its sound; nil once it was removed.
  var lastCard: Card?

  init(_ notifier: CardNotifier) { self.notifier = notifier }

  /// Nothing is shown or waiting, and the last card and the last click are more than 10 s ago.
  func isIdle(at now: Duration) -> Bool {
    guard notifier.count == 0, outbox == CardOutbox() else { return false }
    let last = [notifier.memory.lastSent?.at, notifier.memory.click?.at].compactMap(\.self).max()
    return last.map { now - $0 > .seconds(10) } ?? true
  }
}
