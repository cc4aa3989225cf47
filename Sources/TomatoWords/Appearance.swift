// Settings as sections of the configuration: colours and dots for all surfaces, the goal, the tray item.

package import TomatoLink

/// The characters that draw a cycle, one for each session, for example `●●◐○`.
package struct Dots: Hashable, Sendable {
  private(set) var (done, current, toCome): (Character, Character, Character) = ("●", "◐", "○")

  package init() {}

  /// Parses exactly three grapheme clusters, in the order of the properties. Nil if one of them is white space, is a
  /// control or format character, or combines with a neighbour, as a lone accent does.
  package init?(_ text: String) {
    let characters = Array(text)
    guard characters.count == 3, text.utf8.count <= 96 else { return nil }
    for first in characters {
      guard !first.isWhitespace, first.unicodeScalars.allSatisfy(Self.isHarmless) else { return nil }
      for second in characters where (String(first) + String(second)).count != 2 { return nil }
    }
    (done, current, toCome) = (characters[0], characters[1], characters[2])
  }

  package var text: String { String([done, current, toCome]) }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
    // U+200D joins emoji; the other format characters are invisible or change the direction of writing.
    case .format: scalar == "\u{200D}"
    // Includes private use, where icon fonts (Font Awesome, Nerd Fonts) have their symbols.
    default: true
    }
  }
}

/// A colour for each accent, and the dots. The default colours are the top colours of the icons
/// (scripts/draw-icons.py); a test compares them.
package struct Appearance: Hashable, Sendable {
  package var focus = Color(0xFF7A5C)
  package var `break` = Color(0x3FB2D0)
  package var paused = Color(0xFFD84A)
  package var completed = Color(0x5CC46B)
  /// Less than a minute is left, or a program's activity has failed.
  package var urgent = Color(0xDD1F3C)
  package var dots = Dots()

  package init() {}

  package func color(of accent: Accent) -> Color {
    switch accent {
    case .focus: focus
    case .break: self.break
    case .paused: paused
    case .completed: completed
    case .urgent: urgent
    }
  }
}

/// `[goal]` of the configuration.
package struct GoalSettings: Hashable, Sendable {
  /// Focus phases to complete in a day: 1 to 50; 0 is no goal.
  package var focusPerDay: Int
  /// When a day begins, in minutes after midnight: 0 to 720. Earlier intervals belong to the day before.
  package var dayStarts: Int

  package init(focusPerDay: Int = 0, dayStarts: Int = 240) {
    (self.focusPerDay, self.dayStarts) = (focusPerDay, dayStarts)
  }
}

/// `[tray]` of the configuration.
package struct TraySettings: Hashable, Sendable {
  package var enabled: Bool
  package var seconds: TraySeconds

  package init(enabled: Bool = true, seconds: TraySeconds = .lastMinute) {
    (self.enabled, self.seconds) = (enabled, seconds)
  }
}

/// When the label beside the icon shows seconds: `[tray] seconds`.
package enum TraySeconds: String, Hashable, Sendable, CaseIterable {
  case lastMinute = "last-minute"
  case always, never
}
