// One card's state on the server, as far as it is known; interprets clicks and closings. Pure: time is an argument.
//
// Rules:
// - A button works once per content shown. The same link again within 300 ms is the same press, reported twice. A key
//   that was never offered is ignored, except `default`: some servers send it for every click on the text.
// - A closing within 1.5 s after a click is caused by the click. If it closed the answer, this is shown again, once.
// - Any other closing: reason 4, or any reason within 300 ms of a fresh card: the server suppressed the card;
//   reason 2: the user closed it; reason 1: it expired, or the user closed it if it had no expiry or long before that
//   (MATE's server reports 1 for both); all other reasons: it expired.
// - A separate alert has the card's buttons. Its closing means nothing.

struct IslandMemory: Sendable, Equatable {
  enum Closing: Equatable {
    case nothing
    case event(IslandEvent)
    /// The server closed the card on the click, after the answer had been put in its place.
    case showAgain
  }

  /// A card, or the separate notification of its alert.
  struct Shown: Sendable, Equatable {
    var id: UInt32
    var notice: Notice
    /// When it was shown as a fresh one.
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
  /// The alert beside the card, until its banner is gone.
  private(set) var alert: Shown?
  private(set) var click: Click?
  /// The card or alert that the server took last.
  private(set) var lastSent: Shown?

  /// A button of the card on the screen was pressed and has not been answered.
  var isClickPending: Bool { shown != nil && click?.id == shown?.id && click?.isAnswered == false }

  /// `Notify` was answered. A `fresh` card has a new id, or that of a closed card.
  mutating func didShow(_ notice: Notice, id: UInt32, fresh: Bool, at now: Duration) {
    shown = Shown(id: id, notice: notice, since: fresh ? now : shown?.since ?? now, sent: now)
    lastSent = shown
    alert?.isPressed = false
    click?.isAnswered = true
  }

  mutating func didAlert(_ notice: Notice, id: UInt32, at now: Duration) {
    alert = Shown(id: id, notice: notice, since: now, sent: now)
    lastSent = alert
    shown?.isPressed = false
    click?.isAnswered = true
  }

  mutating func didCloseAlert() { alert = nil }

  /// An earlier process left this card on the same server; the next content replaces it.
  mutating func adopt(_ id: UInt32, at now: Duration) {
    let unknown = Notice(title: "", body: "", actions: [], icon: "", expiry: 0)
    shown = Shown(id: id, notice: unknown, since: now - Self.suppressionWindow, sent: now)
  }

  /// The card already shows the answer, so nothing was sent: its buttons work again.
  mutating func didConfirm() {
    shown?.isPressed = false
    alert?.isPressed = false
    click?.isAnswered = true
  }

  /// `Notify` failed, and the old card may remain, so the next card closes it first.
  mutating func didFailToShow() { shown?.isConfirmed = false }

  mutating func didClose() { shown = nil }

  /// The server left, and its ids are invalid.
  mutating func forget() { (shown, alert, click, lastSent) = (nil, nil, nil, nil) }

  /// A button of the card or its alert was pressed.
  /// - Returns: the event, or nil if the press does not count.
  mutating func pressed(
    _ key: String, _ activationToken: String? = nil, onAlert: Bool = false, at now: Duration
  ) -> IslandEvent? {
    guard let pressed = onAlert ? alert : shown, !pressed.isPressed, let link = pressed.notice.link(key) else {
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
