// What the island shows: plain values, made by the shell, the same for every server.

/// One whole notification: title, text, buttons, icon, and how long it may stand.
nonisolated struct Card: Sendable, Equatable {
  /// A button. `key` is a `tomatoclock://` link, so that a click carries all that is needed to judge it.
  struct Action: Sendable, Equatable {
    var key: String
    var label: String
  }

  enum Expiry: Sendable, Equatable {
    /// It stands until it is closed: content that cannot go stale.
    case never
    /// The server decides; from then on it is not surely visible.
    case serverDefault
    case after(milliseconds: Int32)
  }

  enum Urgency: Sendable, Equatable {
    case low, normal, critical
  }

  /// One line, never escaped: no server reads markup here.
  var title: String
  /// Plain text; `\n` separates lines. It is escaped for servers that read markup.
  var body: String
  /// Most useful first; at most three are drawn everywhere.
  var actions: [Action]
  /// Icon name or absolute path, empty for none.
  var accentIcon: String
  var expiry: Expiry
  var urgency: Urgency
}

/// How a card reaches the screen: architecture §3, two kinds of message, and the answer to what a person did.
///
/// In rising order: of two cards that were not sent yet, the newer one is sent in the stronger way.
nonisolated enum Delivery: Int, Sendable, Equatable, Comparable {
  /// Only time passed, or a change from elsewhere: replaces in place while the card is surely visible, else nothing.
  case update
  /// An intent was decided: replaces in place, or a fresh card if the old one is gone.
  case answer
  /// Something needs attention: the old card is closed, that is awaited, and a fresh one is shown.
  case alert

  static func < (left: Delivery, right: Delivery) -> Bool { left.rawValue < right.rawValue }
}
