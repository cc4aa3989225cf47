// The terminal island's pure parts: widths, picture, bytes, keys.
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

/// One line of the island's stream, without its leading tab.
func islandLine(
  accent: String = "focus", state: String = "running", time: String = "24:59", title: String = "Focus · ends 14:35",
  detail: String = "session 1 of 4 · write report", dots: String = "◐○○○", permille: String = "1", undo: String = "0",
  phase: String = "17", more: [String] = []
) -> String {
  ([accent, state, time, title, detail, dots, permille, undo, phase] + more).joined(separator: "\t")
}

/// The fields that a line of several activities has behind the others.
let amongThree = ["#ff7a5c", "pomodoro", "pomodoro tea run", "2 tea 3 min · 3 run 5 min"]

private func fields(_ line: String) -> IslandFields? { IslandFields(line) }

struct TerminalIslandTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("写报告", 6), ("한국어", 6), ("ｆｕｌｌ", 8), ("e\u{301}", 1), ("🍅", 2), ("ﾊﾝｶｸ", 4), ("◐○○○", 4),
    ("…·━", 3), ("\u{200B}", 0),
  ])
  func `columns are counted as terminals draw them`(_ text: String, _ columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test func `a text is cut at characters, to any width, never wider`() {
    let texts = ["write report", "写一份很长的报告", "🍅🍅👨‍👩‍👧‍👦🍅", "e\u{301}e\u{301}e\u{301}e\u{301}", ""]
    for text in texts {
      for columns in 0...20 {
        let cut = TextWidth.cut(text, to: columns)
        #expect(TextWidth.of(cut) <= columns)
        #expect(cut == text || columns == 0 || cut.hasSuffix("…"))
      }
    }
    #expect(TextWidth.cut("写报告", to: 5) == "写报…" && TextWidth.cut("写报告", to: 4) == "写…")
  }

  private var contents: [IslandFields] {
    [
      islandLine(), islandLine(time: "1:59:59", detail: "session 1 of 4 · 写一份很长很长很长很长很长的季度报告 🍅🍅🍅", permille: "1000"),
      islandLine(
        accent: "paused", state: "paused", title: String(repeating: "宽", count: 100), permille: "500",
        undo: "1"),
      islandLine(accent: "break", state: "ready", time: "–", title: "", detail: "", dots: "", permille: "0"),
      islandLine(more: amongThree),
    ].compactMap(fields)
  }

  @Test func `in no size is a line as wide as the terminal, nor are there more lines than rows`() {
    #expect(contents.count == 5)
    for content in contents {
      for note in [nil, "The phase is over; nothing was changed, 什么都没有改变."] {
        for columns in 1...100 {
          for rows in 1...12 {
            let size = TerminalSize(columns: columns, rows: rows)
            let lines = TerminalPicture(fields: content, note: note).lines(in: size)
            #expect((1...rows).contains(lines.count))
            #expect(lines.allSatisfy { TextWidth.of($0.text) <= max(1, columns - 1) })
          }
        }
      }
    }
  }

  @Test func `the block in full`() {
    let view = TerminalPicture(fields: fields(islandLine(permille: "500", undo: "1")))
    #expect(
      view.lines(in: TerminalSize(columns: 80, rows: 24)).map(\.text) == [
        "Focus · ends 14:35",
        "▀▀█ █ █ ▄ █▀▀ █▀█",
        "█▀▀ ▀▀█ ▄ ▀▀█ ▀▀█",
        "▀▀▀   ▀   ▀▀▀ ▀▀▀",
        "◐○○○",
        "━━━━━━━━━━━━━━━━━━━━────────────────────",
        "session 1 of 4 · write report",
        "p pause · s skip · r reset · u undo · +/- minute · q leave",
      ])
    #expect(view.lines(in: TerminalSize(columns: 12, rows: 1)).map(\.text) == ["24:59 Focu…"])
    #expect(
      view.lines(in: TerminalSize(columns: 20, rows: 3)).map(\.text)
        == ["24:59 Focus · ends…", "━━━━━━━━━──────────", "p pause · s skip ·…"])
  }

  @Test func `only keys that mean something now are named, in the terminal's language`() throws {
    let stopwatch = try #require(fields(islandLine(undo: "1", more: amongThree + ["pause lap reset stop"])))
    #expect(TerminalPicture().hints(stopwatch) == "p pause · r reset · u undo · Tab others · q leave")
    // A daemon of before says nothing of it.
    let earlier = try #require(fields(islandLine(state: "paused")))
    #expect(TerminalPicture().hints(earlier) == "p resume · s skip · r reset · +/- minute · q leave")
    let over = try #require(fields(islandLine(state: "completed", more: ["", "", "", "", "stop extend start"])))
    let chinese = try #require(LanguageTests.translated.first { $0.name == "zh_TW" })
    #expect(TerminalPicture(language: chinese).hints(over) == "p 開始 · +/- 分鐘 · q 離開")
  }

  @Test func `the others are one line where there is room for it`() {
    let view = TerminalPicture(fields: fields(islandLine(more: amongThree)))
    let line = "2 tea 3 min · 3 run 5 min"
    for rows in 1...12 {
      let lines = view.lines(in: TerminalSize(columns: 90, rows: rows)).map(\.text)
      #expect(lines.contains(line) == (rows > 5), "\(rows)")
      #expect(rows == 1 || lines.last == "p pause · s skip · r reset · +/- minute · Tab others · q leave")
    }
    #expect(view.lines(in: TerminalSize(columns: 90, rows: 24)).map(\.text)[at: 7] == line)
  }

  @Test func `a note takes the last line, and the only one`() {
    let view = TerminalPicture(fields: fields(islandLine()), note: "Nothing to undo.")
    for rows in 1...12 {
      #expect(view.lines(in: TerminalSize(columns: 80, rows: rows)).last?.text == "Nothing to undo.")
    }
    #expect(TerminalPicture().lines(in: TerminalSize(columns: 80, rows: 24)).map(\.text) == ["Connecting …"])
  }

  @Test func `the block is drawn over itself, and only when it differs`() {
    var screen = TerminalCanvas(colors: .palette)
    let lines = [PictureLine("a", .accent), PictureLine("b", .plain)]
    let (paused, urgent) = (TerminalPaint(accent: .paused, color: nil), TerminalPaint(accent: .urgent, color: nil))
    #expect(screen.draw(lines, paint: paused) == "\r\u{1B}[1;33ma\u{1B}[0m\u{1B}[K\r\nb\u{1B}[K\u{1B}[J")
    #expect(screen.draw(lines, paint: paused) == "")
    #expect(screen.draw(lines, paint: urgent) == "\r\u{1B}[1A\u{1B}[1;31ma\u{1B}[0m\u{1B}[K\r\nb\u{1B}[K\u{1B}[J")
    var plain = TerminalCanvas(colors: .none)
    #expect(!plain.draw(lines, paint: urgent).contains("31m"))
  }

  @Test(
    arguments: [
      (["COLORTERM": "truecolor", "TERM": "xterm"], "38;2;255;122;92", "38;2;0;0;0"),
      (["COLORTERM": "24bit"], "38;2;255;122;92", "38;2;0;0;0"),
      (["TERM": "tmux-256color"], "38;5;209", "38;5;16"), (["TERM": "xterm", "COLORTERM": "yes"], "31", "31"),
      (["COLORTERM": "truecolor", "NO_COLOR": "1"], nil, nil),
    ] as [([String: String], String?, String?)]
  )
  func `the configured colour is said as the terminal can show it, and not at all under NO_COLOR`(
    _ environment: [String: String], _ warm: String?, _ black: String?
  ) {
    let colors = TerminalColors { environment[$0] }
    #expect(colors.code(TerminalPaint(accent: .urgent, color: Color("#ff7a5c"))) == warm)
    #expect(colors.code(TerminalPaint(accent: .urgent, color: Color("#000000"))) == black)
    // From a daemon that says no colour.
    #expect(colors.code(TerminalPaint(accent: .urgent, color: nil)) == (warm == nil ? nil : "31"))
  }

  @Test(arguments: [
    ("#ffffff", 231), ("#808080", 244), ("#5f87af", 67), ("#080808", 232), ("#eeeeee", 255), ("#3fb2d0", 74),
    ("#ff0000", 196), ("#767676", 243),
  ])
  func `the nearest of the 256 colours`(_ color: String, _ number: Int) {
    #expect(TerminalColors.indexed.code(TerminalPaint(accent: .focus, color: Color(color))) == "38;5;\(number)")
  }

  @Test func `a narrower terminal has wrapped the block: all its rows are cleared, never more than there are`() {
    var screen = TerminalCanvas(colors: .none)
    let lines = [PictureLine(String(repeating: "x", count: 30), .plain), PictureLine("y", .plain)]
    _ = screen.draw(lines, paint: nil)
    #expect(screen.resize(to: TerminalSize(columns: 10, rows: 24)) == "\r\u{1B}[3A\u{1B}[J")
    _ = screen.draw(lines, paint: nil)
    #expect(screen.resize(to: TerminalSize(columns: 1, rows: 2)) == "\r\u{1B}[1A\u{1B}[J")
  }

  @Test(arguments: [
    ("p", [Key.pauseOrResume]), (" ", [.pauseOrResume]), ("1", [.choose(1)]), ("9", [.choose(9)]),
    ("0", []), ("\t", [.next]), ("\u{1B}[3~", []), ("12345", []), ("s", [.skip]), ("r", [.reset]), ("u", [.undo]),
    ("+", [.longer]), ("-", [.shorter]), ("?", [.help]), ("q", [.leave]), ("\u{4}", [.leave]), ("x", []), ("\r", []),
    ("+++++", [.longer, .longer, .longer, .longer, .longer]), ("ps", [.pauseOrResume, .skip]),
    ("\u{1B}[A", []), ("\u{1B}OS", []), ("\u{1B}[1;5s", []), ("\u{1B}p", []), ("\u{1B}[Ap", [.pauseOrResume]),
    ("\u{1B}[200~psruq\u{1B}[201~", []), ("\u{1B}[200~q\u{1B}[201~s", [.skip]),
    ("\u{1B}[200~\u{1B}[200~q\u{1B}[A", []),
    ("purge the queue", []), ("s\nq\nr\n", []), ("写", []),
    ("\u{1B}[" + String(repeating: "9", count: 500) + "mq", [.leave]),
  ])
  func `keys`(_ text: String, _ keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.keys(in: Array(text.utf8)) == keys)
  }

  @Test(arguments: [
    "\u{1B}[A", "\u{1B}OS", "\u{1B}[1;5s", "\u{1B}[200~quit\u{1B}[201~", "\u{1B}[200~a\u{1B}[20q\u{1B}[201~",
  ])
  func `a sequence or a paste means nothing however it is cut into pieces`(_ text: String) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var parser = KeyParser()
      #expect(parser.keys(in: Array(bytes[..<cut])) + parser.keys(in: Array(bytes[cut...])) == [])
      #expect(parser.keys(in: [UInt8(ascii: "q")]) == [.leave])
    }
    var parser = KeyParser()
    #expect(bytes.flatMap { parser.keys(in: [$0]) } == [])
  }

  @Test func `an escape key by itself does not swallow the next key`() {
    var parser = KeyParser()
    #expect(parser.keys(in: [0x1B]) == [] && parser.isAwaitingSequence)
    parser.giveUpSequence()
    #expect(parser.keys(in: [UInt8(ascii: "q")]) == [.leave])
  }

  @Test func `p asks for the target state, by what is shown`() {
    let verbs = [TimerState.running, .paused, .ready, .completed].map {
      TerminalIsland.intent(of: .pauseOrResume, state: $0, activity: ActivityReference())?.verb
    }
    #expect(verbs == [.pause, .resume, .start, .start])
    #expect(TerminalIsland.intent(of: .pauseOrResume, state: nil, activity: ActivityReference()) == nil)
    let shorter = TerminalIsland.intent(of: .shorter, state: .running, activity: ActivityReference())
    #expect(shorter.map(Link.print) == "tomatoclock://extend?by=-1m")
  }
}
