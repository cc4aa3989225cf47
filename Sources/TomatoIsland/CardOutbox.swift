// The unsent content of one card, and its retries. Pure: time is an argument.
//
// Rules:
// - Newer content replaces waiting content, with the stronger delivery of both.
// - After a time-out, nothing is sent for any card until the late answer comes, or for a minute: a hung server shows
//   all queued calls once it recovers.
// - A card is lost after a time-out, an error or an unreadable answer. The newest content is requested and sent, with
//   the lost card's delivery, after one minute, two, four and so on up to 64, until the server accepts a card. Without
//   a server or a bus nothing is retried.
// - Where repeats are an error, a refused card is retried three times, a second apart: a process that was killed a
//   moment ago may have sent the same text.

internal import GLibBridge

struct PendingCard: Sendable, Equatable {
  var card: Card
  var delivery: Delivery

  /// The newer content, with the stronger delivery of both. If it has no sound, it gets the unsent one.
  func followed(by newer: PendingCard) -> PendingCard {
    PendingCard(card: newer.card.addingSound(card.sound), delivery: max(delivery, newer.delivery))
  }
}

struct CardOutbox: Sendable, Equatable {
  /// The pause after a time-out (of libnotify, 25 s), and the delay of the first retry.
  static let retryDelay = Duration.seconds(60)
  /// How often the delay of a retry is doubled: 64 minutes at most.
  private static let mostDoublings = 6
  private static let mostRefusals = 3

  private(set) var pending: PendingCard?
  /// When the pending card may be sent; nil: at once.
  private var earliest: Duration?
  private var lost: Delivery?
  private var nextRetry: Duration?
  /// The number of consecutive losses.
  private var losses = 0
  /// The number of consecutive refusals of the pending card.
  private var refusals = 0

  mutating func enqueue(_ card: Card, _ delivery: Delivery) {
    let newer = PendingCard(card: card, delivery: delivery)
    pending = pending?.followed(by: newer) ?? newer
    earliest = nil
  }

  /// Forgets all content, because the card is no longer wanted.
  mutating func drop() { (pending, earliest, lost, nextRetry) = (nil, nil, nil, nil) }

  mutating func dropSound() { pending = pending.map { PendingCard(card: $0.card.silent, delivery: $0.delivery) } }

  /// The card that may be sent now.
  func due(at now: Duration) -> PendingCard? {
    guard let pending, now >= earliest ?? now else { return nil }
    return PendingCard(card: pending.card, delivery: max(pending.delivery, lost ?? pending.delivery))
  }

  /// When to look again without a new card; nil: never.
  /// - Parameter pauseEnd: the end of the pause after a time-out; nil: no pause.
  func nextLook(_ pauseEnd: Duration? = nil) -> Duration? {
    let sending = pending == nil ? nil : [earliest, pauseEnd].compactMap(\.self).max()
    return [sending, nextRetry].compactMap(\.self).min()
  }

  // MARK: Results

  mutating func wait(until time: Duration) { earliest = time }

  /// The pending card is on the screen.
  mutating func didSend() { self = CardOutbox() }

  /// A call failed, for the pending card or for the one on the screen.
  mutating func didFail(
    _ kind: NotificationError.Kind, _ delivery: Delivery, refusesRepeats: Bool, at now: Duration
  ) {
    switch kind {
    case .noServer, .noBus: drop()
    case .refused where refusesRepeats && pending != nil && refusals < Self.mostRefusals:
      refusals += 1
      earliest = now + PresentationPolicy.tickGap + .milliseconds(100)
    case .timedOut, .badReply, .refused:
      lost = [delivery, lost, pending?.delivery].compactMap(\.self).max()
      (pending, earliest, refusals) = (nil, nil, 0)
      nextRetry = now + Self.retryDelay * (1 << min(losses, Self.mostDoublings))
      losses += 1
    }
  }

  func isRetryDue(at now: Duration) -> Bool { nextRetry.map { now >= $0 } ?? false }

  /// Drops unsent content, in whose place the caller requests the newest.
  /// - Parameter hasShown: the lost card was shown after all.
  mutating func prepareRetry(hasShown: Bool = false) {
    if hasShown { (lost, losses) = (nil, 0) }
    lost = [lost, pending?.delivery].compactMap(\.self).max()
    (pending, earliest, nextRetry) = (nil, nil, nil)
  }
}
