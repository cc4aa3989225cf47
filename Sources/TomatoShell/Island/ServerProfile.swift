// How each notification server behaves, as far as the island must know: a table, one row per server that was measured.
//
// A row's source is the running server in the lab (Tests/Lab), named with its version.

/// What differs between servers. Picked by what the server says of itself, never by the desktop's name.
nonisolated struct ServerProfile: Sendable, Equatable {
  /// Whether cards may stand and be replaced silently. If not, the island lives in events only: a card of
  /// `eventMilliseconds` for each alert and for each answer to a click on it.
  var mayStand: Bool
  /// Whether every click on a button closes the card, the `resident` hint or not. The answer is then a fresh card.
  var closesOnClick: Bool

  /// How long a card is up where cards do not stand.
  static let eventMilliseconds: Int32 = 8000

  /// A server that nobody has measured: nothing is taken for granted.
  static let unmeasured = ServerProfile(mayStand: false, closesOnClick: true)

  /// The row for a server, by its answer to `GetServerInformation`.
  static func profile(name: String, vendor: String, version: String) -> ServerProfile {
    table.first { $0.name == name && $0.vendor == vendor }?.profile ?? unmeasured
  }

  private static let table: [(name: String, vendor: String, profile: ServerProfile)] = [
    // xfce4-notifyd 0.7.3: replaces in place without a flicker and keeps the id; NotificationClosed(2) follows each
    // ActionInvoked, resident or not. Draws `default` as a button and hides text and buttons when it gets `value`: both
    // are never sent. CloseNotification of an id that is gone is silent.
    (name: "Xfce Notify Daemon", vendor: "Xfce", profile: ServerProfile(mayStand: true, closesOnClick: true))
  ]

  /// The card as this server is to get it.
  func fitted(_ card: Card) -> Card {
    guard !mayStand else { return card }
    var card = card
    card.expiry = .after(milliseconds: Self.eventMilliseconds)
    return card
  }
}
