// How the timer looks wherever it is drawn: `[appearance]` of config.ini. Icons, bars and the terminal island read it.

package import TomatoLink

/// The characters of which the cycle is drawn, for example `●●◐○`.
package struct Dots: Hashable, Sendable {
  /// A session that is done.
  let done: Character
  /// The one under way.
  let current: Character
  let toCome: Character

  private init(done: Character, current: Character, toCome: Character) {
    (self.done, self.current, self.toCome) = (done, current, toCome)
  }

  /// The default.
  package init() { self.init(done: "●", current: "◐", toCome: "○") }

  /// Reads exactly three characters as a person counts them, in the order above.
  ///
  /// Fails when one of them is white space, controls something, turns the direction of writing, or would melt into
  /// another one beside it, as a lone accent does.
  package init?(_ text: String) {
    let characters = Array(text)
    guard characters.count == 3, text.utf8.count <= 96 else { return nil }
    for first in characters {
      guard !first.isWhitespace, first.unicodeScalars.allSatisfy(Self.isHarmless) else { return nil }
      for second in characters where (String(first) + String(second)).count != 2 { return nil }
    }
    self.init(done: characters[0], current: characters[1], toCome: characters[2])
  }

  package var text: String { String([done, current, toCome]) }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
    // Emoji are joined by U+200D; everything else that formats is invisible.
    case .format: scalar == "\u{200D}"
    // Private use too: the symbols of bar fonts (Font Awesome, Nerd Fonts) have their places there.
    default: true
    }
  }
}

/// `[appearance]`: a colour for each meaning, and the dots.
///
/// The defaults are the upper colours of the tomatoes that scripts/draw-icons.py draws, and a test compares them.
package struct Appearance: Hashable, Sendable {
  package var focus = Color(0xFF7A5C)
  package var `break` = Color(0x3FB2D0)
  package var paused = Color(0xFFD84A)
  package var completed = Color(0x5CC46B)
  /// Running, and less than a minute is left.
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
