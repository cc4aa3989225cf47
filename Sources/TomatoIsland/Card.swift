// What the island shows, as plain values from the shell.

/// Identifies a card by its activity. The island has at most one card of each name; a new card of that name replaces
/// it.
package struct CardKey: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  package static func < (a: CardKey, b: CardKey) -> Bool { a.name < b.name }
}

/// One notification, the same for every server.
package struct Card: Sendable, Equatable {
  /// A button. `key` is a `tomatoclock://` link, so that a click carries all the data needed to check it.
  package struct Action: Sendable, Equatable {
    package var key: String
    package var label: String

    package init(key: String, label: String) { (self.key, self.label) = (key, label) }
  }

  package enum Expiry: Sendable, Equatable {
    /// Shown until it is closed, for content that cannot go stale.
    case never
    /// Shown while it is updated, for content that goes stale without the daemon.
    case whileRenewed
    /// The last card of an activity, which disappears after this time.
    case after(milliseconds: Int32)
  }

  /// The line that explains a left or middle click, on a server without buttons.
  package struct OneClick: Sendable, Equatable {
    package var left: String
    package var middle: String

    package init(left: String, middle: String) { (self.left, self.middle) = (left, middle) }
  }

  /// The sound of a card; a card without one is silent.
  package enum Sound: Sendable, Equatable {
    /// The server plays this sound of the sound theme (the hint `sound-name`).
    case named(String)
    case serverDefault
  }

  /// Numbered as in the notification specification.
  package enum Urgency: UInt32, Sendable {
    case low, normal, critical
  }

  package var key: CardKey
  /// The program that requested the activity; nil: the user did. Some servers print it above the title.
  package var heading: String?
  /// One line, never escaped: no server reads markup here.
  package var title: String
  /// Plain text; `\n` separates lines. It is escaped for servers that read markup.
  package var body: String
  /// The body without running times, for a list that is not updated each minute; nil if it is the same.
  package var lastingBody: String?
  /// Most useful first; no server gets more than three.
  package var actions: [Action]
  /// The explanation of the first action on a one-click server.
  package var oneClick: OneClick?
  /// The action of a click on the text, with a label for servers that draw it as a button. It is idempotent.
  package var showAction: Action?
  /// Icon name, empty for none.
  package var accentIcon: String
  /// How much of the phase is over, 0 to 100; nil without an end. It changes only together with the text.
  package var percent: Int32?
  /// The percentage as a line of text, for servers that do not draw it.
  package var gauge: String?
  /// The number of body lines below the gauge, which are about other activities.
  package var linesBelowGauge = 0
  package var expiry: Expiry
  /// The card waits for the user's answer. Other cards show activities that continue without an answer.
  package var waitsForPerson = false
  package var isOnLockScreen = false
  /// The sound that the server plays, for alerts only.
  package var sound: Sound?

  package init(_ key: CardKey, title: String, body: String, actions: [Action], accentIcon: String, expiry: Expiry) {
    (self.key, self.title, self.body, self.actions) = (key, title, body, actions)
    (self.accentIcon, self.expiry) = (accentIcon, expiry)
  }
}

/// Why a card is sent, which decides how it reaches the screen (docs/surfaces.md).
/// In rising order: a newer card that replaces an unsent one takes the stronger delivery of both.
package enum Delivery: Sendable, Comparable {
  /// Only time passed, or a change from elsewhere: replaces in place while the card is surely visible, else nothing.
  case update
  /// An intent was decided: replaces in place, or a fresh card if the old one is gone.
  case answer
  /// Something needs attention: the old card is closed and a fresh one shown. If the island lives in the server's list,
  /// a separate notification is shown instead.
  case alert
}
