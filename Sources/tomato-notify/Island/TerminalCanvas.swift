// Turns the picture into the terminal's output: one block, redrawn in place. Pure; the terminal is elsewhere.
internal import TomatoLink

/// Draws blocks over one another and remembers what stands there.
struct TerminalCanvas {
  let colors: TerminalColors
  private var drawn: [PictureLine] = []
  private var paint: TerminalPaint?

  init(colors: TerminalColors) { self.colors = colors }

  /// Bracketed paste, no cursor, no wrapping of lines.
  static let begin = "\u{1B}[?2004h\u{1B}[?25l\u{1B}[?7l"
  /// The opposite of `begin`, in opposite order.
  static let end = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?2004l"

  /// The text that puts `lines` in the place of the block that stands there; empty if they are the same.
  mutating func draw(_ lines: [PictureLine], paint: TerminalPaint?) -> String {
    if lines == drawn && paint == self.paint { return "" }
    let text = lines.map { styled($0, paint) + "\u{1B}[K" }.joined(separator: "\r\n")
    defer { (drawn, self.paint) = (lines, paint) }
    return moveToTop(rows: drawn.count - 1) + text + "\u{1B}[J"
  }

  /// After a resize: clears the block, which most terminals have wrapped anew.
  mutating func resize(to size: TerminalSize) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, (TextWidth.of($1.text) + size.columns - 1) / max(1, size.columns)) }
    drawn = []
    return moveToTop(rows: min(rows, size.rows) - 1) + "\u{1B}[J"
  }

  /// The block stays as it is, and what comes stands below.
  mutating func leave() -> String {
    defer { drawn = [] }
    return drawn.isEmpty ? "" : "\r\n"
  }

  private func moveToTop(rows: Int) -> String { rows > 0 ? "\r\u{1B}[\(rows)A" : "\r" }

  private func styled(_ line: PictureLine, _ paint: TerminalPaint?) -> String {
    let codes =
      switch line.style {
      case .accent: colors.code(paint).map { "1;" + $0 } ?? "1"
      case .strong: "1"
      case .faint: "2"
      case .plain: ""
      }
    return codes.isEmpty ? line.text : "\u{1B}[\(codes)m\(line.text)\u{1B}[0m"
  }
}
