// A card as one server gets it: what is added to its text and buttons, or cut, for this server.

/// The content of one call of `Notify`.
struct Notice: Sendable, Equatable {
  var title: String
  var body: String
  /// The buttons, and `default` for servers that get it.
  var actions: [Card.Action]
  /// The link of `default`, which some servers send even if it is not offered.
  var defaultLink: String?
  /// Icon name; sent as a name or a path, by the profile.
  var icon: String
  /// The hint `value`, where it is drawn.
  var percent: Int32?
  /// Milliseconds; 0 is never, −1 the server's own choice.
  var expiry: Int32
  var urgency = Card.Urgency.normal
  var sound: Card.Sound?
  /// The card has no sound, or the daemon plays it, so the server is asked for silence.
  var isSilent: Bool { sound == nil }
  var isLastCard = false
  /// The application name, if it is not the program's.
  var heading: String?
  /// It disappears with its banner; no list keeps it.
  var isTransient = false

  /// The application name of alerts on servers where alerts need one of their own. Those servers do not show it.
  static let alertHeading = "TomatoClock alerts"
  /// The key of a click on the text.
  static let defaultKey = "default"

  func looks(like other: Notice) -> Bool {
    (title, body, icon) == (other.title, other.body, other.icon) && actions == other.actions
      && percent == other.percent && isLastCard == other.isLastCard && heading == other.heading
  }

  /// The shown notice looks the same and stays as long, so this one need not be sent.
  func isCovered(by shown: Notice) -> Bool {
    looks(like: shown) && (expiry, isTransient) == (shown.expiry, shown.isTransient)
  }

  /// Inserts a line into the body, above its last `count` lines.
  fileprivate mutating func insert(_ line: String, above count: Int) {
    var lines = body.isEmpty ? [] : body.split(separator: "\n", omittingEmptySubsequences: false)
    lines.insert(line[...], at: max(lines.count - count, 0))
    body = lines.joined(separator: "\n")
  }

  /// The link of a pressed key; nil for one that was never offered.
  func link(_ key: String) -> String? {
    if key == Self.defaultKey { return defaultLink }
    return actions.contains { $0.key == key } ? key : nil
  }
}

extension ServerProfile {
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
      if let words { notice.insert(words, above: 0) }
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

  /// The separate alert beside a card in the list: the same text and buttons, and it disappears with its banner.
  func alertNotice(_ card: Card, hasSound: Bool) -> Notice {
    var notice = notice(card, .listed, isAlert: true)
    notice.isTransient = true
    if !hasSound { notice.sound = nil }
    return notice
  }

  private func actions(_ card: Card) -> [Card.Action] {
    func onText(_ action: Card.Action?) -> [Card.Action] {
      action.map { [Card.Action(key: Notice.defaultKey, label: $0.label)] } ?? []
    }
    return switch buttons {
    case .none: []
    case .oneClick: onText(card.actions.first)
    case .drawn(let most): card.actions.prefix(most) + (defaultAction == .onText ? onText(card.showAction) : [])
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
