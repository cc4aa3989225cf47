// What the island shows: plain values, made by the shell, the same for every server.

/// One whole notification: title, text, buttons, icon, and how long it may stand.
package nonisolated struct Card: Sendable, Equatable {
  /// A button. `key` is a `tomatoclock://` link, so that a click carries all that is needed to judge it.
  package struct Action: Sendable, Equatable {
    package var key: String
    package var label: String

    package init(key: String, label: String) { (self.key, self.label) = (key, label) }
  }

  package enum Expiry: Sendable, Equatable {
    /// It stands until it is closed: content that cannot go stale.
    case never
    /// The server decides; from then on it is not surely visible.
    case serverDefault
    case after(milliseconds: Int32)
  }

  package enum Urgency: Sendable, Equatable {
    case low, normal, critical
  }

  /// One line, never escaped: no server reads markup here.
  package var title: String
  /// Plain text; `\n` separates lines. It is escaped for servers that read markup.
  package var body: String
  /// Most useful first; at most three are drawn everywhere.
  package var actions: [Action]
  /// Icon name or absolute path, empty for none.
  package var accentIcon: String
  package var expiry: Expiry
  package var urgency: Urgency

  package init(
    title: String, body: String, actions: [Action], accentIcon: String, expiry: Expiry, urgency: Urgency = .normal
  ) {
    (self.title, self.body, self.actions) = (title, body, actions)
    (self.accentIcon, self.expiry, self.urgency) = (accentIcon, expiry, urgency)
  }
}

/// How a card reaches the screen: architecture §3, two kinds of message, and the answer to what a person did.
///
/// In rising order: of two cards that were not sent yet, the newer one is sent in the stronger way.
package nonisolated enum Delivery: Int, Sendable, Equatable, Comparable {
  /// Only time passed, or a change from elsewhere: replaces in place while the card is surely visible, else nothing.
  case update
  /// An intent was decided: replaces in place, or a fresh card if the old one is gone.
  case answer
  /// Something needs attention: the old card is closed, that is awaited, and a fresh one is shown.
  case alert

  package static func < (left: Delivery, right: Delivery) -> Bool { left.rawValue < right.rawValue }
}
