// Turns the picture into the terminal's output: one block, redrawn in place. Pure; the terminal is elsewhere.
internal import TomatoLink

/// Redraws a block in place, and remembers the drawn lines.
struct TerminalCanvas {
  let colors: TerminalColors
  private var drawn: [PictureLine] = []
  private var paint: TerminalPaint?

  init(colors: TerminalColors) { self.colors = colors }

  /// Bracketed paste, no cursor, no wrapping of lines.
  static let begin = "\u{1B}[?2004h\u{1B}[?25l\u{1B}[?7l"
  /// Reverses `begin`.
  static let end = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?2004l"

  /// The output that replaces the drawn block with `lines`; empty if nothing has changed.
  mutating func draw(_ lines: [PictureLine], paint: TerminalPaint?) -> String {
    if lines == drawn && paint == self.paint { return "" }
    let text = lines.map { styled($0, paint) + "\u{1B}[K" }.joined(separator: "\r\n")
    defer { (drawn, self.paint) = (lines, paint) }
    return moveToTop(rows: drawn.count - 1) + text + "\u{1B}[J"
  }

  /// Clears the block after a resize, which makes most terminals wrap it again.
  mutating func resize(to size: TerminalSize) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, (TextWidth.of($1.text) + size.columns - 1) / max(1, size.columns)) }
    drawn = []
    return moveToTop(rows: min(rows, size.rows) - 1) + "\u{1B}[J"
  }

  /// Keeps the drawn block; further output goes below it.
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
