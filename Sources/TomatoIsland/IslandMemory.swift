// One card's state on the server, as far as it is known; interprets clicks and closings. Pure: time is an argument.
//
// Rules:
// - A button works once per content shown. The same link again within 300 ms is the same press, reported twice. A key
//   that was never offered is ignored, except `default`: some servers send it for every click on the text.
// - A closing within 1.5 s after a click is caused by the click. If the answer was closed, it is shown again, once.
// - Any other closing: reason 4, or any reason within 300 ms of a fresh card: the server suppressed the card;
//   reason 2: the user closed it; reason 1: the user closed it if it had no expiry or more than 2 s were left, else it
//   expired (MATE's server reports 1 for both); all other reasons: it expired.
// - A separate alert has the card's buttons. Its closing means nothing.

struct IslandMemory: Sendable, Equatable {
  enum Closing: Equatable {
    case nothing
    case event(IslandEvent)
    /// The server closed the card on the click, after the answer had been put in its place.
    case showAgain
  }

  /// The notifications of a card, in the order in which they are closed.
  enum Slot: Sendable, CaseIterable {
    /// The separate notification of its alert, until its banner is gone.
    case alert
    case card
  }

  /// The notification of a slot.
  struct Shown: Sendable, Equatable {
    var id: UInt32
    var notice: Notice
    /// When its fresh card was shown.
    var since: Duration
    /// When this content was sent.
    var sent: Duration
    /// Whether one of its buttons was pressed.
    var isPressed = false
    /// Whether the last `Notify` for it was answered.
    var isConfirmed = true
  }

  struct Click: Sendable, Equatable {
    var id: UInt32
    var link: String
    var at: Duration
    /// Whether an answer has been shown since.
    var isAnswered = false
    /// Whether the answer was shown again, because the server had closed it.
    var isAnswerRepeated = false
  }

  static let clickWindow = Duration.milliseconds(1500)
  static let echoWindow = Duration.milliseconds(300)
  static let suppressionWindow = Duration.milliseconds(300)
  static let expirySlack = Duration.seconds(2)

  private(set) var shown: Shown?
  private(set) var alert: Shown?
  private(set) var click: Click?
  /// The card or alert that the server took last.
  private(set) var lastSent: Shown?

  /// A button of the card on the screen was pressed and has not been answered.
  var isClickPending: Bool { shown != nil && click?.id == shown?.id && click?.isAnswered == false }

  private(set) subscript(slot: Slot) -> Shown? {
    get { slot == .card ? shown : alert }
    set { if slot == .card { shown = newValue } else { alert = newValue } }
  }

  /// `Notify` was answered. A `fresh` card has a new id, or that of a closed card.
  mutating func didShow(_ notice: Notice, _ slot: Slot = .card, id: UInt32, fresh: Bool, at now: Duration) {
    let since = fresh ? now : self[slot]?.since ?? now
    self[slot] = Shown(id: id, notice: notice, since: since, sent: now)
    lastSent = self[slot]
    didConfirm()
  }

  /// An earlier process left this card on the same server; the next content replaces it.
  mutating func adopt(_ id: UInt32, at now: Duration) {
    let unknown = Notice(title: "", body: "", actions: [], icon: "", expiry: 0)
    shown = Shown(id: id, notice: unknown, since: now - Self.suppressionWindow, sent: now)
  }

  /// The card shows the answer, so its buttons work again.
  mutating func didConfirm() {
    shown?.isPressed = false
    alert?.isPressed = false
    click?.isAnswered = true
  }

  /// `Notify` failed, and the old card may remain, so the next card closes it first.
  mutating func didFailToShow() { shown?.isConfirmed = false }

  mutating func didClose(_ slot: Slot) { self[slot] = nil }

  /// The server left, and its ids are invalid.
  mutating func forget() { (shown, alert, click, lastSent) = (nil, nil, nil, nil) }

  /// A button of the card or its alert was pressed.
  /// - Returns: the event, or nil if the press does not count.
  mutating func pressed(
    _ key: String, _ activationToken: String? = nil, _ slot: Slot = .card, at now: Duration
  ) -> IslandEvent? {
    guard let pressed = self[slot], !pressed.isPressed, let link = pressed.notice.link(key) else {
      return nil
    }
    if let click, click.link == link, now - click.at < Self.echoWindow { return nil }
    shown?.isPressed = true
    alert?.isPressed = true
    click = Click(id: pressed.id, link: link, at: now)
    return .action(link: link, activationToken: activationToken)
  }

  /// `NotificationClosed` for the card that is shown; `reason` by the specification's numbers.
  mutating func closed(reason: Int, at now: Duration) -> Closing {
    guard let current = shown else { return .nothing }
    shown = nil
    if let click, click.id == current.id, !click.isAnswerRepeated, now - click.at <= Self.clickWindow {
      self.click?.isAnswerRepeated = click.isAnswered
      return click.isAnswered ? .showAgain : .nothing
    }
    if reason == 4 || now - current.since < Self.suppressionWindow { return .event(.suppressed) }
    let expiry = Duration.milliseconds(Int64(current.notice.expiry))
    let isEarly = expiry == .zero || now - current.sent < expiry - Self.expirySlack
    if reason == 2 || reason == 1 && isEarly { return .event(.closedByPerson) }
    return .event(.expired)
  }
}
