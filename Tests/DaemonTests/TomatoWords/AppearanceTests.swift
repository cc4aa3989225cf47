// Colours and dots: what may be configured, what the defaults are, and where they are seen.
import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct AppearanceTests {
  @Test(
    arguments: [
      ("#ff7a5c", "#ff7a5c"), ("#ABCDEF", "#abcdef"), ("#000000", "#000000"), ("#0a0b0c", "#0a0b0c"), ("ff7a5c", nil),
      ("#fff", nil), ("#ff7a5c0", nil), ("#ff7a5", nil), ("#gg0000", nil), ("#+12345", nil), ("#-12345", nil),
      (" #ff7a5c", nil), ("red", nil), ("", nil), ("#", nil), ("#ﬀ7a5c", nil), ("#１２３４５６", nil),
    ] as [(String, String?)]
  )
  func `a colour is a mark and six hexadecimal digits, printed in lower case`(_ text: String, _ hex: String?) {
    #expect(Color(text)?.hex == hex)
  }

  @Test(arguments: [
    ("●◐○", true), ("x-.", true), ("完中未", true), ("🍅🍏⬜", true), ("👩‍💻👨‍👩‍👧‍👦🏳️‍🌈", true),
    ("\u{F111}\u{F042}\u{F10C}", true), ("é̀öü", true), ("###", true), ("🇩🇪🇫🇷🇯🇵", true), ("●●●", true),
    ("", false), ("●◐", false), ("●◐○○", false), ("●◐ ", false), ("●\t○", false), ("●\n○", false),
    ("●\u{1B}○", false),
    ("●\u{200B}○", false), ("●\u{202E}○", false), ("\u{301}◐○", false), ("●🇩🇪", false), ("🇩◐🇪", false),
    ("●◐\u{3000}", false), ("●◐a" + String(repeating: "\u{301}", count: 60), false), ("●\u{2028}○", false),
  ])
  func `dots are three characters that can be seen and stay apart`(_ text: String, _ isTaken: Bool) {
    #expect((Dots(text) != nil) == isTaken)
    if let dots = Dots(text) { #expect(dots.text == text) }
  }

  @Test func `the default colours are those of the icons`() throws {
    let script = Repository.text("scripts/draw-icons.py")
    for accent in Accent.allCases {
      let line = try #require(script.split(separator: "\n").first { $0.contains("\"-\(accent.rawValue)\": ((") })
      #expect(line.contains("((\"\(Appearance().color(of: accent).hex)\","), "\(accent): \(line)")
    }
  }

  @Test
  func `the dots and the colour configured are on the card, in the island's fields and on every watcher, at once`()
    throws
  {
    let desk = ShellHarness()
    desk.do(.start)
    let dots = try #require(Dots("完中未"))
    #expect(CardText.card(desk.content, at: desk.moment, dots: dots).body.hasSuffix("中未未未"))
    let watcher = desk.watch("w", Query(.watch, format: .island))
    #expect(desk.take().last?.contains("\t◐○○○\t0\t0\t1\t#ff7a5c\t") == true)
    desk.appearance.dots = dots
    desk.appearance.focus = Color(0x123456)
    desk.shell.take(.settingsChanged(Settings()))
    #expect(desk.take().last?.contains("\t中未未未\t0\t0\t1\t#123456\t") == true)
    desk.streams.remove(watcher)
  }
}
