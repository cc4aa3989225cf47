// What is on the screen as far as the island knows, and what follows from it. Pure: time is an argument.
//
// Rules:
// - An alert is a fresh card after the old one was closed. An answer replaces in place, or is a fresh card when the old
//   one is gone or is going because it was clicked. An update replaces in place, and only what is surely visible.
// - Identical content is not sent again while it is surely visible.
// - A button works once per content shown. The same link again within 300 ms is the same press, said twice.
// - A closing within 1.5 s after a click on that card is the click. Else reason 4, or any within 300 ms of the fresh
//   card, is suppression; reason 2, or 1 without an expiry, is a person; all other reasons are an expiry.
// - Where cards may not stand, an answer is shown only if it answers a click on the island.

/// The island's memory of one server's screen, and its decisions.
nonisolated struct IslandMemory: Equatable {
  /// What the worker is to do, in order.
  enum Step: Equatable {
    /// `CloseNotification` of the old card, awaited.
    case close
    /// `Notify` with 0: a new card.
    case showFresh(Card)
    /// `Notify` with the id of the card that is there.
    case replace(Card)
  }

  /// What a closing means.
  enum Closing: Equatable {
    case nothing
    case event(IslandEvent)
    /// The server closed the card on the click, after the answer had been put in its place.
    case showAgain(Card)
  }

  struct Shown: Equatable {
    var id: UInt32
    var card: Card
    /// When the card came up, as a fresh one.
    var since: Duration
    /// When this content was sent.
    var sent: Duration
    /// Whether one of its buttons was pressed.
    var isSpent = false
    /// Whether the last `Notify` for it was answered.
    var isCertain = true
  }

  struct Click: Equatable {
    var id: UInt32
    var link: String
    var at: Duration
    /// Whether an answer has been shown since.
    var isAnswered = false
  }

  static let clickWindow = Duration.milliseconds(1500)
  static let echoWindow = Duration.milliseconds(300)
  static let suppressionWindow = Duration.milliseconds(300)

  private(set) var shown: Shown?
  private(set) var click: Click?

  // MARK: Decisions

  func steps(toShow card: Card, _ delivery: Delivery, on profile: ServerProfile, at now: Duration) -> [Step] {
    let card = profile.fitted(card)
    guard let shown else {
      return mayAppear(delivery, on: profile) ? [.showFresh(card)] : []
    }
    let visible = isSurelyVisible(shown, at: now)
    // After a click on a server that closes on every click, the card is on its way out whether it has said so or not.
    let leaving = profile.closesOnClick && isClickPending(on: shown)
    if visible, !leaving, shown.card == card { return [] }
    switch delivery {
    case .alert: return [.close, .showFresh(card)]
    case .answer where leaving || !shown.isCertain:
      return mayAppear(.answer, on: profile) ? [.close, .showFresh(card)] : []
    case .answer where visible || mayAppear(.answer, on: profile): return [.replace(card)]
    case .answer: return []
    case .update: return visible && !leaving ? [.replace(card)] : []
    }
  }

  /// Whether a card may come up where none is visible.
  private func mayAppear(_ delivery: Delivery, on profile: ServerProfile) -> Bool {
    switch delivery {
    case .alert: true
    case .answer: profile.mayStand || click?.isAnswered == false
    case .update: false
    }
  }

  private func isClickPending(on shown: Shown) -> Bool { click?.id == shown.id && click?.isAnswered == false }

  private func isSurelyVisible(_ shown: Shown, at now: Duration) -> Bool {
    guard shown.isCertain else { return false }
    return switch shown.card.expiry {
    case .never: true
    case .serverDefault: false
    case .after(let milliseconds): now - shown.sent < .milliseconds(Int64(milliseconds))
    }
  }

  // MARK: What happened

  /// `Notify` was answered. A `fresh` card has a new id, or the number of one that is gone.
  mutating func didShow(_ card: Card, id: UInt32, fresh: Bool, at now: Duration) {
    let since = fresh ? now : shown?.since ?? now
    shown = Shown(id: id, card: card, since: since, sent: now)
    click?.isAnswered = true
  }

  /// An answer had nothing to send, because the card already says it: its buttons work again.
  mutating func didConfirm() {
    shown?.isSpent = false
    click?.isAnswered = true
  }

  /// `Notify` failed: whatever was there may still be, and the next card closes it first.
  mutating func didFailToShow() { shown?.isCertain = false }

  mutating func didClose() { shown = nil }

  /// The server left: its ids are worth nothing any more.
  mutating func forget() { (shown, click) = (nil, nil) }

  /// A button was pressed.
  /// - Returns: the event, or nil if the press does not count.
  mutating func pressed(_ link: String, at now: Duration) -> IslandEvent? {
    guard let current = shown, !current.isSpent else { return nil }
    if let click, click.link == link, now - click.at < Self.echoWindow { return nil }
    shown?.isSpent = true
    click = Click(id: current.id, link: link, at: now)
    return .action(link: link)
  }

  /// `NotificationClosed` for the card that is shown; `reason` by the specification's numbers.
  mutating func closed(reason: Int, at now: Duration) -> Closing {
    guard let current = shown else { return .nothing }
    shown = nil
    if let click, click.id == current.id, now - click.at <= Self.clickWindow {
      return click.isAnswered ? .showAgain(current.card) : .nothing
    }
    if reason == 4 || now - current.since < Self.suppressionWindow { return .event(.suppressed) }
    if reason == 2 || reason == 1 && current.card.expiry == .never { return .event(.closedByPerson) }
    return .event(.expired)
  }
}
