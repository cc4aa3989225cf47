// What views draw: cards with clocks that a view counts by itself. Printed here alone, for views on the bus and for the
// shells that people write (docs/dbus.md). The keys are published: new ones may come, none is renamed.

/// All that a view shows, as one line of JSON.
public struct ViewCards: Hashable, Sendable {
  /// The first of them is the one where there is room for one.
  public var cards: [ViewCard]
  /// How many more activities there are.
  public var more: Int
  /// How many beside the first are under way: `+2`.
  public var others: Int
  /// What else can be done, such as starting a recent timer again.
  public var menu: [ViewButton]
  public var words: ViewWords

  public init(
    cards: [ViewCard] = [], more: Int = 0, others: Int = 0, menu: [ViewButton] = [], words: ViewWords = ViewWords()
  ) {
    (self.cards, self.more, self.others, self.menu, self.words) = (cards, more, others, menu, words)
  }

  /// No daemon, no cards.
  public static let nothing = ViewCards()
  /// The most cards; further activities are counted.
  public static let most = 16
  /// The version of the form, for a change that no view could live with.
  static let version = 1

  public var line: String { JSONText.text(json) }

  private var json: JSONValue {
    .object([
      Self.member(.v, .number(Double(Self.version))), Self.member(.cards, .array(cards.map(\.json))),
      Self.member(.more, .number(Double(more))), Self.member(.others, .number(Double(others))),
      Self.member(.menu, .array(menu.map(\.json))), Self.member(.words, words.json),
    ])
  }

  fileprivate static func member(_ key: ViewKey, _ value: JSONValue?) -> JSONValue.Member {
    .init(key.rawValue, value ?? .null)
  }
}

/// A key of the JSON.
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
  /// Nil for the farewell of an activity that is over.
  public var phase: PhaseToken?
  /// Stays true while time passes, as all other texts do.
  public var title: String
  public var lines: [String]
  /// What a locked screen may show; nil: nothing.
  public var isPrivate: ViewPrivate?
  /// The program that asked for it.
  public var heading: String?
  public var accent: Accent
  public var color: Color
  /// The colour from `hot` on.
  public var urgent: Color
  /// An icon's name, or the path of a picture.
  public var icon: String
  public var clock: ViewClock
  public var buttons: [ViewButton]
  /// What a click on the title opens.
  public var open: ViewButton?
  /// The link of a middle click.
  public var toggle: String?
  /// The links of a turn of the wheel.
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
    .object([
      ViewCards.member(.id, .string(id.description)),
      ViewCards.member(.phase, phase.map { .number(Double($0.number)) }),
      ViewCards.member(.title, .string(title)), ViewCards.member(.lines, .texts(lines)),
      ViewCards.member(.private, isPrivate?.json), ViewCards.member(.heading, heading.map(JSONValue.string)),
      ViewCards.member(.accent, .string(accent.rawValue)), ViewCards.member(.color, .string(color.hex)),
      ViewCards.member(.urgent, .string(urgent.hex)), ViewCards.member(.icon, .string(icon)),
      ViewCards.member(.clock, clock.json), ViewCards.member(.buttons, .array(buttons.map(\.json))),
      ViewCards.member(.open, open?.json), ViewCards.member(.toggle, toggle.map(JSONValue.string)),
      ViewCards.member(.step, step?.json),
    ])
  }
}

/// What a locked screen may show of a card.
public struct ViewPrivate: Hashable, Sendable {
  /// What is read aloud.
  public var title: String
  /// In place of the clock's own text.
  public var text: String?
  /// What stands beside the time.
  public var lines: [String]

  public init(title: String, text: String?, lines: [String] = []) {
    (self.title, self.text, self.lines) = (title, text, lines)
  }

  fileprivate var json: JSONValue {
    .object([
      ViewCards.member(.title, .string(title)), ViewCards.member(.text, text.map(JSONValue.string)),
      ViewCards.member(.lines, .texts(lines)),
    ])
  }
}

/// How time passes on a card, for whoever counts it.
public struct ViewClock: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case none
    /// Toward this moment, rounded up.
    case down(at: WallTime)
    /// From this moment on, rounded down.
    case up(at: WallTime)
    /// It stands still.
    case still
  }
  public var kind: Kind
  /// How long it is in all, in milliseconds: what is left of it is the share, unless that is given.
  public var total: Int64?
  /// From when on it has the colour `urgent`.
  public var hot: WallTime?
  /// What is shown in place of a counted time.
  public var text: String?
  /// How much of the ring is drawn, 0 to 1.
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
    return .object([
      ViewCards.member(.kind, .string(name)), ViewCards.member(.at, at.map(JSONValue.moment)),
      ViewCards.member(.total, total.map { .number(Double($0)) }), ViewCards.member(.hot, hot.map(JSONValue.moment)),
      ViewCards.member(.text, text.map(JSONValue.string)), ViewCards.member(.share, share.map(JSONValue.number)),
    ])
  }
}

/// A label, and the link that a press says.
public struct ViewButton: Hashable, Sendable {
  public var label: String
  public var link: String

  public init(label: String, link: String) { (self.label, self.link) = (label, link) }

  fileprivate var json: JSONValue {
    .object([ViewCards.member(.label, .string(label)), ViewCards.member(.link, .string(link))])
  }
}

/// The links of a turn of the wheel, up and down.
public struct ViewStep: Hashable, Sendable {
  public var more: String
  public var less: String

  public init(more: String, less: String) { (self.more, self.less) = (more, less) }

  fileprivate var json: JSONValue {
    .object([ViewCards.member(.more, .string(more)), ViewCards.member(.less, .string(less))])
  }
}

/// The words of the view itself.
public struct ViewWords: Hashable, Sendable {
  public var name: String
  /// `and 2 more`; empty when there are none.
  public var others: String
  /// What is said of a press without an answer.
  public var unanswered: String
  /// `ltr` or `rtl`.
  public var direction: String

  public init(name: String = "", others: String = "", unanswered: String = "", direction: String = "ltr") {
    (self.name, self.others, self.unanswered, self.direction) = (name, others, unanswered, direction)
  }

  fileprivate var json: JSONValue {
    .object([
      ViewCards.member(.name, .string(name)), ViewCards.member(.others, .string(others)),
      ViewCards.member(.unanswered, .string(unanswered)), ViewCards.member(.direction, .string(direction)),
    ])
  }
}

extension JSONValue {
  fileprivate static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// Milliseconds since 1970.
  fileprivate static func moment(_ time: WallTime) -> JSONValue { .number(Double(time.milliseconds)) }
}
