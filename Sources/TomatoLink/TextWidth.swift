// The width of texts in a terminal.

/// Measures and cuts text by columns. Where terminals differ, it assumes the larger width, so that a line never wraps.
public enum TextWidth {
  public static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }

  /// 0 for combining and control characters, 2 for East Asian wide characters and emoji, else 1.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    // This variation selector makes the previous character an emoji, which may be wide.
    if scalar.value == 0xFE0F { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Unicode's East_Asian_Width W and F, by blocks, and Emoji_Presentation.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F200...0x1F2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }

  package static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let gap = String(repeating: " ", count: max(width - of(text), 0))
    return isRight ? gap + text : text + gap
  }

  /// Without spaces at the end.
  package static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

  /// `text` in at most `columns` columns; cut at a character, with "…" at the end, where it does not fit.
  public static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    guard columns > 0 else { return "" }
    var (kept, used) = ("", 0)
    for character in text {
      let width = of(String(character))
      if used + width > columns - 1 { break }
      kept.append(character)
      used += width
    }
    return kept + "…"
  }
}
