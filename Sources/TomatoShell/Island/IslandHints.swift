// A card in the words of the notification specification: hints, escaping, numbers.
internal import GLibBridge

nonisolated enum IslandHints {
  /// The application name in `Notify`; some servers print it above the title.
  static let programName = "tomato-notify"
  /// The desktop file's name without its ending: how servers find our icon, settings and history.
  static let desktopEntry = "org.tomatoclock.TomatoNotify"
  static let category = "x-tomato.timer"

  /// - Parameter capabilities: the server's own list. Without `actions` there are no buttons; with `body-markup` the
  ///   body is escaped, because `&` and `<` would be read as markup.
  static func content(of card: Card, capabilities: [String]) -> GLibBridge.Notification.Content {
    GLibBridge.Notification.Content(
      title: card.title.isEmpty ? programName : card.title,
      body: capabilities.contains("body-markup") ? escaped(card.body) : card.body,
      icon: card.accentIcon,
      actions: capabilities.contains("actions") ? card.actions.map { (key: $0.key, label: $0.label) } : [],
      urgency: urgency(card.urgency), expiry: milliseconds(card.expiry), category: category,
      hints: [(name: "desktop-entry", value: .text(desktopEntry)), (name: "resident", value: .flag(true))])
  }

  /// Only what the specification's markup gives a meaning: in a summary none of it is ever read.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func urgency(_ urgency: Card.Urgency) -> GLibBridge.Notification.Urgency {
    switch urgency {
    case .low: .low
    case .normal: .normal
    case .critical: .critical
    }
  }

  private static func milliseconds(_ expiry: Card.Expiry) -> Int32 {
    switch expiry {
    case .never: 0
    case .serverDefault: -1
    case .after(let milliseconds): max(1, milliseconds)
    }
  }
}
