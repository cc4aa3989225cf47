// What the island shows: plain values, made by the shell, the same for every server.

/// Names one of the island's cards: its activity. There is at most one card of each name, and none is replaced by one
/// of another name.
package struct CardKey: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  package static func < (a: CardKey, b: CardKey) -> Bool { a.name < b.name }
}

/// One whole notification: title, text, buttons, icon, and how long it may stand.
package struct Card: Sendable, Equatable {
  /// A button. `key` is a `tomatoclock://` link, so that a click carries all that is needed to judge it.
  package struct Action: Sendable, Equatable {
    package var key: String
    package var label: String

    package init(key: String, label: String) { (self.key, self.label) = (key, label) }
  }

  package enum Expiry: Sendable, Equatable {
    /// It stands until it is closed: content that cannot go stale.
    case never
    /// It stands while it is renewed: content that goes stale when we are gone.
    case whileRenewed
    /// The last card of an activity: it goes by itself.
    case after(milliseconds: Int32)
  }

  /// What the one click does on a server that draws no buttons, by the mouse button that does it.
  package struct OneClick: Sendable, Equatable {
    package var left: String
    package var middle: String

    package init(left: String, middle: String) { (self.left, self.middle) = (left, middle) }
  }

  /// What is heard of a card; a card without one is silent.
  package enum Sound: Sendable, Equatable {
    /// The server plays this sound of the sound theme (the hint `sound-name`).
    case named(String)
    /// The server makes the sound that it makes for everybody.
    case servers
  }

  package enum Urgency: Sendable, Equatable {
    case low, normal, critical
  }

  /// Which card it is.
  package var key: CardKey
  /// The program that asked for it, if not the person: some servers print it above the title.
  package var heading: String?
  /// One line, never escaped: no server reads markup here.
  package var title: String
  /// Plain text; `\n` separates lines. It is escaped for servers that read markup.
  package var body: String
  /// The body without what changes while time passes, for a list in which it stands unchanged; nil if it is the same.
  package var lastingBody: String?
  /// Most useful first; at most three are drawn everywhere.
  package var actions: [Action]
  /// The words for the first action on a one-click server.
  package var oneClick: OneClick?
  /// What a click on the text does, with a label for where it is drawn as a button. It may be said many times.
  package var showAction: Action?
  /// Icon name, empty for none.
  package var accentIcon: String
  /// How much of the phase is over, 0 to 100; nil where there is no end. In the steps in which the text changes.
  package var percent: Int32?
  /// The same as text, for servers that draw no percentage: a line of the body.
  package var gauge: String?
  /// How many lines of the body stand below that: what is said of others.
  package var linesBelowGauge = 0
  package var expiry: Expiry
  /// The lock screen shows what it says.
  package var isOnLockScreen = false
  /// What the server is to make heard, with an alert only.
  package var sound: Sound?

  package init(_ key: CardKey, title: String, body: String, actions: [Action], accentIcon: String, expiry: Expiry) {
    (self.key, self.title, self.body, self.actions) = (key, title, body, actions)
    (self.accentIcon, self.expiry) = (accentIcon, expiry)
  }
}

/// How a card reaches the screen: two kinds of message, and the answer to what a person did (docs/surfaces.md).
///
/// In rising order: of two cards that were not sent yet, the newer one is sent in the stronger way.
package enum Delivery: Int, Sendable, Equatable, Comparable {
  /// Only time passed, or a change from elsewhere: replaces in place while the card is surely visible, else nothing.
  case update
  /// An intent was decided: replaces in place, or a fresh card if the old one is gone.
  case answer
  /// Something needs attention: the old card is closed, that is awaited, and a fresh one is shown; or a notification of
  /// its own says it, where the server has a list in which the island lives.
  case alert

  package static func < (left: Delivery, right: Delivery) -> Bool { left.rawValue < right.rawValue }
}
