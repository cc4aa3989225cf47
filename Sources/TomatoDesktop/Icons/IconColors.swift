// The shipped icons' colours, and their replacements for the user's colours.

internal import TomatoLink
internal import TomatoWords

nonisolated enum IconColors {
  /// The replacement of each shipped colour. scripts/draw-icons.py has the same colours, and a test compares them.
  static func replacements(_ accent: Accent, with color: Color) -> [String: String] {
    let shipped = Appearance().color(of: accent)
    var result = [shipped.hex: color.hex, shade(accent).hex: darker(color).hex]
    // The symbol must contrast with the new colour; the old ink stays if it does.
    if shipped.ink != color.ink { for ink in inks(accent) { result[ink] = color.ink.hex } }
    return result
  }

  /// Replaces all `#rrggbb` in one pass, because a new colour may equal another old one.
  static func recolored(_ svg: String, _ replacements: [String: String]) -> String {
    let pieces = svg.split(separator: "#", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces.first ?? "")) { text, piece in
      let found = "#" + piece.prefix(6)
      return text + (replacements[found] ?? found) + piece.dropFirst(6)
    }
  }

  /// The lower colour of the tomato.
  private static func shade(_ accent: Accent) -> Color {
    switch accent {
    case .focus: Color(0xE0452C)
    case .break: Color(0x1B7F9F)
    case .paused: Color(0xEFAE00)
    case .urgent: Color(0xA00824)
    case .completed: Color(0x2B8F47)
    }
  }

  /// The colours of symbols: the tray's, and a brown on the paused tomato.
  private static func inks(_ accent: Accent) -> [String] {
    let tray = Appearance().color(of: accent).ink.hex
    return accent == .paused ? [tray, "#4a3300"] : [tray]
  }

  private static func darker(_ color: Color) -> Color {
    func part(_ value: UInt8) -> UInt8 { UInt8(Int(value) * 3 / 4) }
    return Color(r: part(color.r), g: part(color.g), b: part(color.b))
  }
}

extension Color {
  /// Black or white, whichever contrasts with this colour; scripts/draw-icons.py has the same rule.
  nonisolated var ink: Color {
    299 * Int(r) + 587 * Int(g) + 114 * Int(b) >= 180_000 ? Color(0x000000) : Color(0xFFFFFF)
  }
}
