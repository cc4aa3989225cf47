// The JSON that views draw, on the bus and in the shells that people write (docs/dbus.md): cards with clocks, which a
// view counts by itself. The keys are published: keys may be added, never renamed.

/// The complete content of a view.
public struct ViewCards: Hashable, Sendable {
  /// A view with room for one card shows the first.
  public var cards: [ViewCard]
  /// The number of activities beyond `most`.
  public var more: Int
  /// The number of activities under way, without the first card, for a badge such as `+2`.
  public var others: Int
  /// Further commands, such as starting a recent timer again.
  public var menu: [ViewButton]
  public var words: ViewWords

  public init(
    cards: [ViewCard] = [], more: Int = 0, others: Int = 0, menu: [ViewButton] = [], words: ViewWords = ViewWords()
  ) {
    (self.cards, self.more, self.others, self.menu, self.words) = (cards, more, others, menu, words)
  }

  /// For a view without a daemon.
  public static let nothing = ViewCards()
  /// The most cards; further activities are counted.
  public static let most = 16
  /// The version of the format. It grows with an incompatible change.
  static let version = 1

  public var line: String { JSONText.text(json) }

  private var json: JSONValue {
    .members([
      (.v, .number(Double(Self.version))), (.cards, .array(cards.map(\.json))), (.more, .number(Double(more))),
      (.others, .number(Double(others))), (.menu, .array(menu.map(\.json))), (.words, words.json),
    ])
  }
}

public enum ViewKey: String, CaseIterable, Hashable, Sendable {
  case v, cards, more, others, menu, words
  case id, phase, title, lines, heading, accent, color, urgent, icon, clock, buttons, open, toggle, step
  case `private`, text
  case kind, at, total, hot, share
  case label, link
  case less
  case name, unanswered, direction
}

/// One activity.
public struct ViewCard: Hashable, Sendable {
  public var id: ActivityID
  /// Nil for the last card of an activity that is over.
  public var phase: PhaseToken?
  /// Like all texts of a card, it does not depend on the current time.
  public var title: String
  public var lines: [String]
  /// For a locked screen; nil: shows nothing there.
  public var isPrivate: ViewPrivate?
  /// The requesting program's display name.
  public var heading: String?
  public var accent: Accent
  public var color: Color
  /// The colour from `clock.hot` on.
  public var urgent: Color
  /// An icon's name, or the path of a picture.
  public var icon: String
  public var clock: ViewClock
  public var buttons: [ViewButton]
  /// For a click on the title.
  public var open: ViewButton?
  /// The link for a middle click.
  public var toggle: String?
  public var step: ViewStep?

  public init(
    id: ActivityID, phase: PhaseToken?, title: String, accent: Accent, color: Color, urgent: Color, icon: String,
    clock: ViewClock = ViewClock()
  ) {
    (self.id, self.phase, self.title, self.accent) = (id, phase, title, accent)
    (self.color, self.urgent, self.icon, self.clock) = (color, urgent, icon, clock)
    (lines, buttons) = ([], [])
  }

  fileprivate var json: JSONValue {
    .members([
      (.id, .string(id.description)), (.phase, phase.map { JSONValue.number(Double($0.number)) }),
      (.title, .string(title)), (.lines, .texts(lines)), (.private, isPrivate?.json),
      (.heading, heading.map(JSONValue.string)), (.accent, .string(accent.rawValue)), (.color, .string(color.hex)),
      (.urgent, .string(urgent.hex)), (.icon, .string(icon)), (.clock, clock.json),
      (.buttons, .array(buttons.map(\.json))), (.open, open?.json), (.toggle, toggle.map(JSONValue.string)),
      (.step, step?.json),
    ])
  }
}

/// The texts of a card that a locked screen may show.
public struct ViewPrivate: Hashable, Sendable {
  /// For screen readers.
  public var title: String
  /// Replaces the clock's own text.
  public var text: String?
  /// Beside the time.
  public var lines: [String]

  public init(title: String, text: String?, lines: [String] = []) {
    (self.title, self.text, self.lines) = (title, text, lines)
  }

  fileprivate var json: JSONValue {
    .members([(.title, .string(title)), (.text, text.map(JSONValue.string)), (.lines, .texts(lines))])
  }
}

/// The clock of a card, which the view counts.
public struct ViewClock: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case none
    /// Counts down to this moment, rounded up.
    case down(at: WallTime)
    /// Counts up from this moment, rounded down.
    case up(at: WallTime)
    /// Stands still.
    case still
  }
  public var kind: Kind
  /// The whole length in milliseconds. Without `share`, the remaining part of it is drawn.
  public var total: Int64?
  /// The beginning of the colour `urgent`.
  public var hot: WallTime?
  /// Replaces the counted time.
  public var text: String?
  /// The drawn part of the ring, 0 to 1.
  public var share: Double?

  public init(
    _ kind: Kind = .none, total: Int64? = nil, hot: WallTime? = nil, text: String? = nil, share: Double? = nil
  ) {
    (self.kind, self.total, self.hot, self.text, self.share) = (kind, total, hot, text, share)
  }

  fileprivate var json: JSONValue {
    let (name, at): (String, WallTime?) =
      switch kind {
      case .none: ("none", nil)
      case .down(let at): ("down", at)
      case .up(let at): ("up", at)
      case .still: ("still", nil)
      }
    return .members([
      (.kind, .string(name)), (.at, at.map(JSONValue.moment)), (.total, total.map { JSONValue.number(Double($0)) }),
      (.hot, hot.map(JSONValue.moment)), (.text, text.map(JSONValue.string)), (.share, share.map(JSONValue.number)),
    ])
  }
}

public struct ViewButton: Hashable, Sendable {
  public var label: String
  public var link: String

  public init(label: String, link: String) { (self.label, self.link) = (label, link) }

  fileprivate var json: JSONValue { .members([(.label, .string(label)), (.link, .string(link))]) }
}

/// The links for a turn of the wheel, up and down.
public struct ViewStep: Hashable, Sendable {
  public var more: String
  public var less: String

  public init(more: String, less: String) { (self.more, self.less) = (more, less) }

  fileprivate var json: JSONValue { .members([(.more, .string(more)), (.less, .string(less))]) }
}

/// The view's own texts.
public struct ViewWords: Hashable, Sendable {
  public var name: String
  /// `and 2 more`; empty when there are none.
  public var others: String
  /// The message after a press without an answer.
  public var unanswered: String
  /// `ltr` or `rtl`.
  public var direction: String

  public init(name: String = "", others: String = "", unanswered: String = "", direction: String = "ltr") {
    (self.name, self.others, self.unanswered, self.direction) = (name, others, unanswered, direction)
  }

  fileprivate var json: JSONValue {
    .members([
      (.name, .string(name)), (.others, .string(others)), (.unanswered, .string(unanswered)),
      (.direction, .string(direction)),
    ])
  }
}

extension JSONValue {
  /// An object. Nil becomes null.
  fileprivate static func members(_ members: [(ViewKey, JSONValue?)]) -> JSONValue {
    .object(members.map { Member($0.rawValue, $1 ?? .null) })
  }

  fileprivate static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// Milliseconds since 1970.
  fileprivate static func moment(_ time: WallTime) -> JSONValue { .number(Double(time.milliseconds)) }
}
