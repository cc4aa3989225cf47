// Events from the island's thread to the main thread, which decides what follows.

/// Where one of our notifications is, so that the next process finds it.
package struct NotificationAddress: Sendable, Equatable {
  /// The server's number for it.
  package var id: UInt32
  /// The bus's identifier, which a restart of the bus changes.
  package var busGUID: String
  /// The server's unique name on that bus, which a restart of the server changes.
  package var owner: String

  package init(id: UInt32, busGUID: String, owner: String) {
    (self.id, self.busGUID, self.owner) = (id, busGUID, owner)
  }
}

/// What the island reports: of one of its cards, or of the server.
package enum IslandEvent: Sendable, Equatable {
  /// The server has shown the card, here.
  case shown(NotificationAddress)
  /// A button was pressed: its key, which is a link, and the click's activation token if the server gave one. Once per
  /// content shown, however often the server says so.
  /// Each one is to be answered with `show(_, .answer)`, refused ones too: many servers close the card on the click.
  case action(link: String, activationToken: String? = nil)
  /// A person sent the card away: it stays away until the next phase, or until it is asked for.
  case closedByPerson
  /// The server took the card away without a person: its expiry passed, or another program closed it.
  case expired
  /// The server would not show it (do-not-disturb): not to be tried again in this phase.
  case suppressed
  /// The server left; all that it showed is gone.
  case serverGone
  /// A server is there: the first one found, and each one that came after `serverGone`. Nothing is on the screen.
  case serverFound(name: String, vendor: String, version: String, capabilities: [String])
  /// A card was lost, or a hung server answers again: show the current content as an answer.
  case cardWanted
  /// The server did not get the sound that it should play: the card was lost or late, or is sent without a sound name.
  case soundNotPlayed
  /// A card could not be shown: why, as one sentence. Said once, and again only after something was shown.
  case failed(sentence: String)

  /// Another server is there now, or none.
  package var concernsServer: Bool {
    switch self {
    case .serverFound, .serverGone: true
    default: false
    }
  }
}
