// How the timer looks wherever it is drawn: `[appearance]` of config.ini. Icons, bars and the terminal island read it.

internal import TomatoLink

/// A colour without transparency, in sRGB.
nonisolated struct Color: Hashable, Sendable {
  let r: UInt8
  let g: UInt8
  let b: UInt8

  init(r: UInt8, g: UInt8, b: UInt8) { (self.r, self.g, self.b) = (r, g, b) }

  /// `0xrrggbb`; bits above the lowest 24 are left aside.
  init(_ rgb: UInt32) {
    self.init(
      r: UInt8(truncatingIfNeeded: rgb >> 16), g: UInt8(truncatingIfNeeded: rgb >> 8),
      b: UInt8(truncatingIfNeeded: rgb))
  }

  /// Reads `#rrggbb`, letters in any case; fails for every other form.
  init?(_ text: String) {
    let digits = Array(text.utf8.dropFirst())
    let isHex = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard text.hasPrefix("#"), digits.count == 6, isHex,
      let rgb = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self.init(rgb)
  }

  /// `#rrggbb`, in lower case.
  var hex: String {
    "#"
      + [r, g, b].map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
  }
}

/// The characters of which the cycle is drawn, for example `●●◐○`.
nonisolated struct Dots: Hashable, Sendable {
  /// A session that is done.
  let done: Character
  /// The one under way.
  let current: Character
  let toCome: Character

  private init(done: Character, current: Character, toCome: Character) {
    (self.done, self.current, self.toCome) = (done, current, toCome)
  }

  /// The default.
  init() { self.init(done: "●", current: "◐", toCome: "○") }

  /// Reads exactly three characters as a person counts them, in the order above.
  ///
  /// Fails when one of them is white space, controls something, turns the direction of writing, or would melt into
  /// another one beside it, as a lone accent does.
  init?(_ text: String) {
    let characters = Array(text)
    guard characters.count == 3, text.utf8.count <= 96 else { return nil }
    for first in characters {
      guard !first.isWhitespace, first.unicodeScalars.allSatisfy(Self.isHarmless) else { return nil }
      for second in characters where (String(first) + String(second)).count != 2 { return nil }
    }
    self.init(done: characters[0], current: characters[1], toCome: characters[2])
  }

  var text: String { String([done, current, toCome]) }

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
nonisolated struct Appearance: Hashable, Sendable {
  var focus = Color(0xFF7A5C)
  var `break` = Color(0x3FB2D0)
  var paused = Color(0xFFD84A)
  var completed = Color(0x5CC46B)
  /// Running, and less than a minute is left.
  var urgent = Color(0xDD1F3C)
  var dots = Dots()

  func color(of accent: Accent) -> Color {
    switch accent {
    case .focus: focus
    case .break: self.break
    case .paused: paused
    case .completed: completed
    case .urgent: urgent
    }
  }
}
