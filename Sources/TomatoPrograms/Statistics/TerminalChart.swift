// Horizontal and vertical bar charts as text. Pure.

internal import TomatoLink
internal import TomatoWords

struct ChartSheet: Hashable {
  var columns: Int
  /// Nil for plain text: no colours, and bars of ASCII characters.
  var colors: TerminalColors?
  var appearance = Appearance()

  var isPlain: Bool { colors == nil }

  /// The text in the accent's colour; unchanged without colours.
  func painted(_ text: String, _ accent: Accent) -> String {
    let paint = TerminalPaint(accent: accent, color: appearance.color(of: accent))
    guard !text.isEmpty, let code = colors?.code(paint) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  func strong(_ text: String) -> String { isPlain ? text : "\u{1B}[1m\(text)\u{1B}[0m" }
}

enum ChartStep { case day, week, month, year }

/// Horizontal bars: a name, the bar, the value.
struct HorizontalBars {
  struct Row: Hashable {
    var name: String
    var value: Int
    /// Texts about the value, each in its own column.
    var notes: [String]
    var accent = Accent.focus
  }

  var rows: [Row]
  static let longestName = 40

  func lines(_ sheet: ChartSheet) -> [String] {
    let names = rows.map { TextWidth.cut($0.name, to: min(Self.longestName, sheet.columns / 3)) }
    let nameWidth = names.map(TextWidth.of).max() ?? 0
    let noteWidths = (0..<(rows.map(\.notes.count).max() ?? 0)).map { place in
      rows.map { place < $0.notes.count ? TextWidth.of($0.notes[place]) : 0 }.max() ?? 0
    }
    let room = sheet.columns - nameWidth - noteWidths.reduce(0) { $0 + $1 + 2 } - 2
    let most = max(rows.map(\.value).max() ?? 0, 1)
    return zip(rows, names).map { row, name in
      let bar = Self.bar(row.value, of: most, columns: max(room, 4), isPlain: sheet.isPlain)
      let notes = zip(row.notes, noteWidths).map { "  " + TextWidth.padded($0, to: $1, isRight: true) }.joined()
      let gap = String(repeating: " ", count: max(room, 4) - TextWidth.of(bar))
      return TextWidth.padded(name, to: nameWidth) + "  " + sheet.painted(bar, row.accent) + gap + notes
    }
  }

  /// Drawn in eighths of a column; a value above 0 gets at least one eighth.
  static func bar(_ value: Int, of most: Int, columns: Int, isPlain: Bool) -> String {
    guard value > 0, most > 0 else { return "" }
    let part = min(value, most)
    if isPlain { return String(repeating: "#", count: max((part * columns + most / 2) / most, 1)) }
    let eighths = max(part * columns * 8 / most, 1)
    let rest = eighths % 8 == 0 ? "" : String(horizontalEighths[eighths % 8])
    return String(repeating: "█", count: eighths / 8) + rest
  }

  private static let horizontalEighths = Array(" ▏▎▍▌▋▊▉█")
}

/// Vertical bars, such as one for each day, week or hour.
struct VerticalBars {
  struct Bar: Hashable {
    var value: Int
    /// The label below the bar, if there is room.
    var label = ""
    var accent = Accent.focus
  }

  var bars: [Bar]
  /// The label of the highest bar, left of its top.
  var top: String
  static let rows = 5
  /// Maximum width of a bar, so that a few bars do not look like a wall.
  private static let widest = 8

  static func room(_ columns: Int, top: String) -> Int { max(columns - TextWidth.of(top) - 1, 1) }

  func lines(_ sheet: ChartSheet) -> [String] {
    let gutter = TextWidth.of(top) + 1
    let cell = min(max((sheet.columns - gutter) / max(bars.count, 1), 1), Self.widest)
    let most = max(bars.map(\.value).max() ?? 0, 1)
    let width = max(cell - 1, 1)
    let lines = (0..<Self.rows).reversed().map { row in
      let cells = bars.map { bar in
        let mark = mark(bar.value, of: most, row: row, sheet.isPlain)
        let drawn = mark == " " ? blank(width) : sheet.painted(String(repeating: mark, count: width), bar.accent)
        return drawn + blank(cell - width)
      }
      return TextWidth.padded(row == Self.rows - 1 ? top : "", to: gutter) + cells.joined()
    }
    return (lines + [blank(gutter) + labels(cell)]).map(TextWidth.trimmed)
  }

  private func mark(_ value: Int, of most: Int, row: Int, _ isPlain: Bool) -> Character {
    guard value > 0 else { return " " }
    let level = max(value * Self.rows * 8 / most, 1) - row * 8
    if isPlain { return level >= 4 || (row == 0 && level > 0) ? "#" : " " }
    return Self.verticalEighths[min(max(level, 0), 8)]
  }

  private static let verticalEighths = Array(" ▁▂▃▄▅▆▇█")

  /// Skips labels that would touch the previous one.
  private func labels(_ cell: Int) -> String {
    var line = ""
    for (place, bar) in bars.enumerated() where !bar.label.isEmpty {
      let gap = place * cell - TextWidth.of(line)
      guard gap >= 0, line.isEmpty || gap >= 1 else { continue }
      line += blank(gap) + bar.label
    }
    return line
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
