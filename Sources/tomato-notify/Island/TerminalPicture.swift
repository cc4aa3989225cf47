// The terminal island as a picture: fields and a size in, lines out. Pure; the terminal is elsewhere.
internal import TomatoLink

/// The size of a terminal, in character cells; at least 1 × 1.
struct TerminalSize: Hashable {
  var columns: Int
  var rows: Int
}

struct PictureLine: Hashable {
  enum Style: Hashable { case accent, strong, plain, faint }
  var text: String
  var style: Style

  init(_ text: String, _ style: Style) { (self.text, self.style) = (text, style) }
}

struct TerminalPicture {
  /// Nil until the daemon has sent a line.
  var fields: IslandFields?
  /// A sentence for the last line: a refusal, a help text, the daemon's state.
  var note: String?
  var language = Language.english

  /// The lines, from the top: at most `rows`, each at most `columns - 1` wide, because a character in the last column
  /// makes some terminals wrap.
  func lines(in size: TerminalSize) -> [PictureLine] {
    let width = max(1, size.columns - 1)
    return picture(width: width, rows: size.rows).prefix(max(1, size.rows)).map {
      PictureLine(TextWidth.cut($0.text, to: width), $0.style)
    }
  }

  private func picture(width: Int, rows: Int) -> [PictureLine] {
    guard let fields else { return [PictureLine(note ?? language.translated("Connecting …"), .plain)] }
    let last = PictureLine(note ?? hints(fields), note == nil ? .faint : .strong)
    let line = PictureLine("\(fields.time) \(fields.title)", .accent)
    switch rows {
    case ...1: return [note == nil ? line : last]
    case 2: return [line, last]
    case 3: return [line, PictureLine(bar(fields, width), .accent), last]
    // One row more is needed to name the others.
    case 4..<(fields.others.isEmpty ? 8 : 9):
      let text = [
        PictureLine("\(fields.time)  \(fields.dots)", .strong), PictureLine(bar(fields, width), .accent),
      ]
      let end = (rows > 5 ? others(fields) : []) + [last]
      return [PictureLine(fields.title, .accent)] + (rows > 4 ? [PictureLine(fields.detail, .plain)] : []) + text + end
    default: return tall(fields, width, last)
    }
  }

  private func tall(_ fields: IslandFields, _ width: Int, _ last: PictureLine) -> [PictureLine] {
    let digits = BigDigits.rows(fields.time)
    let fits = digits.allSatisfy { TextWidth.of($0) <= width } && !digits.isEmpty
    let time = fits ? digits.map { PictureLine($0, .accent) } : [PictureLine(fields.time, .strong)]
    return [PictureLine(fields.title, .accent)] + time + [
      PictureLine(fields.dots, .accent), PictureLine(bar(fields, width), .accent), PictureLine(fields.detail, .plain),
    ] + others(fields) + [last]
  }

  private func others(_ fields: IslandFields) -> [PictureLine] {
    fields.others.isEmpty ? [] : [PictureLine(fields.others, .plain)]
  }

  /// At most 40 columns: a longer bar is not easier to read.
  private func bar(_ fields: IslandFields, _ width: Int) -> String {
    let cells = min(40, width)
    let full = fields.permille * cells / 1000
    return String(repeating: "━", count: full) + String(repeating: "─", count: cells - full)
  }

  /// Hints for the keys that would not be refused now.
  func hints(_ fields: IslandFields) -> String {
    let can = { (verb: Verb) in fields.possible?.contains(verb) ?? true }
    var hints: [String] = []
    switch fields.state {
    case .running: if can(.pause) { hints.append(language.translated("p pause")) }
    case .paused: if can(.resume) { hints.append(language.translated("p resume")) }
    case .ready, .completed: if can(.start) { hints.append(language.translated("p start")) }
    }
    if can(.skip) { hints.append(language.translated("s skip")) }
    if can(.reset) { hints.append(language.translated("r reset")) }
    if fields.canUndo { hints.append(language.translated("u undo")) }
    if can(.extend) { hints.append(language.translated("+/- minute")) }
    if !fields.others.isEmpty { hints.append(language.translated("Tab others")) }
    hints.append(language.translated("q leave"))
    return hints.joined(separator: " · ")
  }

  var help: String {
    language.translated(
      "p or space: pause, resume, start · s skip · r reset · u undo · + - a minute · 1-9 Tab another one · q leave")
  }
}

/// Digits three rows high, of half blocks.
enum BigDigits {
  private static let shapes: [Character: [String]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"], "3": ["▀▀█", " ▀█", "▀▀▀"],
    "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"], "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", "  █", "  ▀"],
    "8": ["█▀█", "█▀█", "▀▀▀"], "9": ["█▀█", "▀▀█", "▀▀▀"], ":": ["▄", "▄", " "],
  ]

  /// Three rows; empty if `time` has other characters than digits and colons.
  static func rows(_ time: String) -> [String] {
    let glyphs = time.compactMap { shapes[$0] }
    guard glyphs.count == time.count, !glyphs.isEmpty else { return [] }
    return (0..<3).map { row in glyphs.map { $0[row] }.joined(separator: " ") }
  }
}
