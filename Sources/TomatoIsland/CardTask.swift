// What the island's thread has to do for one card.

/// One card: what waits to be sent, what was sent last, and its place on the screen.
final class CardTask {
  let card: CardNotifier
  var outbox = CardOutbox()
  /// What was sent last, without its sound; nil once the card was taken away.
  var lastCard: Card?

  init(_ card: CardNotifier) { self.card = card }

  /// Nothing is shown or waiting, and the last card and the last click are more than 10 s ago.
  func isIdle(at now: Duration) -> Bool {
    guard card.count == 0, outbox == CardOutbox() else { return false }
    let last = [card.memory.lastSent?.at, card.memory.click?.at].compactMap(\.self).max()
    return last.map { now - $0 > .seconds(10) } ?? true
  }
}
