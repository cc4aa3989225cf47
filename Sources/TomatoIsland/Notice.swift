// A card as one server is to get it: what is sent, and what a click on it means.

/// One `Notify`, before it is put into the words of the bus.
struct Notice: Sendable, Equatable {
  var title: String
  /// Plain text.
  var body: String
  /// With `default`, if it is offered.
  var actions: [Card.Action]
  /// What `default` stands for: some servers send it even if it is not offered.
  var defaultLink: String?
  /// Icon name; how it is sent is the profile's.
  var icon: String
  /// The hint `value`, where it is drawn.
  var percent: Int32?
  /// Milliseconds; 0 is never, −1 the server's own choice.
  var expiry: Int32
  var urgency = Card.Urgency.normal
  /// The sound that the server plays.
  var sound: Card.Sound?
  /// Nothing to listen to, or we play it: a server that makes a sound by itself is asked not to.
  var isSilent: Bool { sound == nil }
  /// The activity's last card.
  var isLastCard = false
  /// The application name, where it is not the program's.
  var heading: String?
  /// It goes with its banner and is kept in no list.
  var isTransient = false

  /// The application name of alerts where they have one of their own; nobody sees it there.
  static let alertHeading = "TomatoClock alerts"
  /// The key of a click on the text.
  static let defaultKey = "default"

  /// Whether a person would see no difference.
  func looks(like other: Notice) -> Bool {
    (title, body, icon) == (other.title, other.body, other.icon) && actions == other.actions
      && percent == other.percent && isLastCard == other.isLastCard && heading == other.heading
  }

  /// Puts a line into the body, above the last lines of it.
  fileprivate mutating func insert(_ line: String, above count: Int) {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if body.isEmpty { lines = [] }
    lines.insert(line, at: max(lines.count - count, 0))
    body = lines.joined(separator: "\n")
  }

  /// The link of a pressed key; nil for one that was never offered.
  func link(_ key: String) -> String? {
    if key == Self.defaultKey { return defaultLink }
    return actions.contains { $0.key == key } ? key : nil
  }
}

extension ServerProfile {
  /// The card as this server is to get it.
  /// - Parameter isAlert: it calls for attention; else it is the same island, quietly.
  func notice(_ card: Card, _ style: IslandStyle, isAlert: Bool) -> Notice {
    let actions = actions(card)
    var notice = Notice(
      title: card.title, body: style == .listed ? card.lastingBody ?? card.body : card.body, actions: actions,
      defaultLink: card.showAction?.key, icon: card.accentIcon, percent: drawsValue ? card.percent : nil,
      expiry: expiry(card, style), sound: isAlert ? card.sound : nil)
    if let gauge = card.gauge, !drawsValue { notice.insert(gauge, above: card.linesBelowGauge) }
    if case .oneClick(let button) = buttons, let first = card.actions.first {
      notice.defaultLink = first.key
      let words = button == .left ? card.oneClick?.left : card.oneClick?.middle
      if let words { notice.body += notice.body.isEmpty ? words : "\n" + words }
    }
    switch style {
    case .pinned: notice.urgency = standingUrgency
    case .listed: notice.urgency = isAlert ? .normal : .low
    case .events, .off: break
    }
    if case .after = card.expiry { notice.isLastCard = true }
    notice.heading = isAlert && alertsHaveOwnName ? Notice.alertHeading : card.heading
    return notice
  }

  /// The alert that goes beside an island in the list: with the same words and keys, and gone with its banner.
  func alertNotice(_ card: Card, isHeard: Bool) -> Notice {
    var notice = notice(card, .listed, isAlert: true)
    notice.isTransient = true
    if !isHeard { notice.sound = nil }
    return notice
  }

  private func actions(_ card: Card) -> [Card.Action] {
    let onText = card.showAction.map { [Card.Action(key: Notice.defaultKey, label: $0.label)] } ?? []
    switch buttons {
    case .none: return []
    case .oneClick: return card.actions.first.map { [Card.Action(key: Notice.defaultKey, label: $0.label)] } ?? []
    case .drawn(let most):
      switch defaultAction {
      case .onText: return card.actions.prefix(most) + onText
      case .drawn: return Array(card.actions.prefix(most))
      }
    }
  }

  private func expiry(_ card: Card, _ style: IslandStyle) -> Int32 {
    if case .after(let milliseconds) = card.expiry { return max(1, milliseconds) }
    switch style {
    case .events, .off: return bannerMilliseconds == nil ? Self.eventMilliseconds : -1
    case .listed: return -1
    case .pinned: return card.expiry == .whileRenewed ? staleMilliseconds ?? 0 : 0
    }
  }
}
