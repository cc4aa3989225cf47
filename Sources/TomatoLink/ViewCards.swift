// The keys of the JSON that views draw, on the bus and in the shells that people write (docs/dbus.md): cards with
// clocks, which a view counts by itself. They are published: keys may be added, never renamed.

public enum ViewKey: String, CaseIterable, Hashable, Sendable {
  // The whole. `more`: the number of activities beyond `ViewCards.most`; `others`: the number that are not ready,
  // without the first card, for a badge such as `+2`; `menu`: further commands, such as starting a recent timer again.
  case v, cards, more, others, menu, words
  // A card. `phase`: null for the last card of an activity that is over; `lines`: like all texts of a card, they do not
  // depend on the current time; `open`: for a click on the title; `toggle`: for a middle click; `step`: for the wheel.
  case id, phase, title, lines, heading, accent, color, urgent, icon, clock, buttons, open, toggle, step
  // For a locked screen. `text`: in place of the clock's own text.
  case `private`, text
  // A clock. Times are in milliseconds; `total`: the whole length; without `share`, the ring shows what is left of it;
  // `hot`: when the colour becomes `urgent`; `share`: the drawn part of the ring, 0 to 1.
  case kind, at, total, hot, share
  // A button.
  case label, link
  // A step; the other link is `more`.
  case less
  // The view's own texts. `others`: `and 2 more`, or empty; `unanswered`: the message after a press without an answer.
  case name, unanswered, direction
}

public enum ViewCards {
  /// The most cards; further activities are counted.
  public static let most = 16
  /// The version of the format. It grows with an incompatible change.
  public static let version = 1
  /// For a view without a daemon.
  public static let nothing =
    #"{"v":\#(version),"cards":[],"more":0,"others":0,"menu":[],"#
    + #""words":{"name":"","others":"","unanswered":"","direction":"ltr"}}"#
}

extension JSONValue {
  /// An object. Nil becomes null.
  public static func view(_ members: [(ViewKey, JSONValue?)]) -> JSONValue {
    .object(members.map { Member($0.rawValue, $1 ?? .null) })
  }
}
