// Events from the island's thread to the main thread, which decides what follows.

/// The place of a notification, by which the next process finds it.
package struct NotificationAddress: Sendable, Equatable {
  package var id: UInt32
  /// The bus's identifier, which a restart of the bus changes.
  package var busGUID: String
  /// The server's unique name on that bus, which a restart of the server changes.
  package var owner: String

  package init(id: UInt32, busGUID: String, owner: String) {
    (self.id, self.busGUID, self.owner) = (id, busGUID, owner)
  }
}

package enum IslandEvent: Sendable, Equatable {
  /// The server has shown the card at this address.
  case shown(NotificationAddress)
  /// A button was pressed: its key, which is a link, and the click's activation token if the server gave one. Reported
  /// once per content shown. Answer each with `show(_, .answer)`, even if refused: many servers close the clicked card.
  case action(link: String, activationToken: String? = nil)
  /// The user closed the card: it stays hidden until the next phase, or until it is requested.
  case closedByPerson
  /// The card expired, or another program closed it.
  case expired
  /// The server did not show the card (do-not-disturb): do not retry in this phase.
  case suppressed
  /// The server left, and its notifications are gone.
  case serverGone
  /// A server was found: the first one, or one after `serverGone`. Nothing is on the screen.
  case serverFound(name: String, vendor: String, version: String, capabilities: [String])
  /// A card was lost, or a hung server answers again: show the current content as an answer.
  case cardWanted
  /// The server does not play the sound: the card was lost or late, or was sent without a sound name.
  case soundNotPlayed
  /// A card could not be shown; the sentence says why. Reported once, and again only after a success.
  case failed(sentence: String)

  package var concernsServer: Bool {
    switch self {
    case .serverFound, .serverGone: true
    default: false
    }
  }
}
