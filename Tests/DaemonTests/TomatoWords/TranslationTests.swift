// The languages of po/, as a person with such a session meets them: each in a process of its own, as all sentences that
// are made there meanwhile are in it.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoWords

/// A language of po/, and what is expected of its texts.
struct Language {
  /// As po/ and LANGUAGE name it.
  let name: String
  /// How many characters a button has room for. GNOME shares its card's width among three of them; a Chinese character
  /// is as wide as two Latin ones.
  let buttonLength: Int
  var direction = "ltr"
  /// The label of a focus, that of a break, the beginning of the sentence about `by=5x`, and `and 1 more`.
  let samples: [String]

  static let all = [
    Language(name: "zh_TW", buttonLength: 4, samples: ["專注時間", "休息時間", "項目「by」有誤：'5x' 不是時間長度", "還有 1 個"]),
    Language(name: "zh_CN", buttonLength: 4, samples: ["专注时间", "休息时间", "项“by”有误：'5x' 不是时长", "还有 1 个"]),
  ]

  static func named(_ name: String) throws -> Language { try #require(all.first { $0.name == name }) }
}

/// In a process of its own, which `scripts/test.sh` starts after all others.
struct TranslationExitTests {
  /// One line for each language: with Swift 6.2 an exit test takes nothing along from outside.
  @Test func `each language is whole: golden files, buttons, labels`() async {
    #expect(Language.all.map(\.name) == ["zh_TW", "zh_CN"], "a new one needs a line below")
    await #expect(processExitsWith: .success) { try await MainActor.run { try TranslationTests.expectWhole("zh_TW") } }
    await #expect(processExitsWith: .success) { try await MainActor.run { try TranslationTests.expectWhole("zh_CN") } }
  }
}

struct TranslationTests {
  @MainActor fileprivate static func expectWhole(_ name: String) throws {
    let language = try Language.named(name)
    let catalogue = try #require(MessageCatalogue(Catalogues.bytes(name)))
    try SentenceLanguage(catalogue: catalogue).whileAnswering { try expectWhole(language) }
  }

  @MainActor private static func expectWhole(_ language: Language) throws {
    let name = language.name
    Golden.expect(WordsTests.pages(), is: "island-\(name).txt")
    Golden.expect(TrayPropertiesTests.pages(), is: "tray-\(name).txt")
    Golden.expect(TrayMenuClickTests().pages(), is: "menu-\(name).txt")
    Golden.expect(try BarLineTests.pages(), is: "bars-\(name).txt")
    Golden.expect(try ViewTextTests.pages(), is: "views-\(name).txt")
    for situation in Situation.all { expectShortButtons(situation, language.buttonLength) }
    let error = #expect(throws: LinkError.self) { try Link.parse("tomatoclock://extend?by=5x", door: .outside) }
    let texts = [
      Words.label(of: .focus), Words.label(of: .longBreak), error.map(Answers.sentence) ?? "", MenuText.more(1),
    ]
    for (text, sample) in zip(texts, language.samples) { #expect(text.hasPrefix(sample)) }
    #expect(texts.count == language.samples.count && MenuText.direction == language.direction)
  }

  @MainActor @Test func `a button's words are short enough for three`() {
    for situation in Situation.all { Self.expectShortButtons(situation, 8) }
  }

  @MainActor private static func expectShortButtons(_ situation: Situation, _ most: Int) {
    let desk = situation.harness()
    let labels = CardText.buttons(desk.content).map(\.label)
    // One of the answers about a time away is long. The lab shows that the three fit side by side (away.py).
    let longest = desk.content.away != nil ? 2 * most : most
    for label in labels { #expect(label.count <= longest, "\(situation.name): \(label)") }
    #expect(labels.reduce(0) { $0 + $1.count } <= 3 * most + 3, "\(situation.name): \(labels)")
  }

  /// The built program, as a person has it who installed it at home.
  @Test func `an installed daemon speaks the session's language`() throws {
    let folder = TemporaryFolder()
    let program = folder.path + "/bin/tomato-notifyd"
    _ = Program.run(["mkdir", folder.path + "/bin"])
    Catalogues.install("zh_TW", below: folder.path)
    Program.copy(Program.products + "/tomato-notifyd", to: program)
    for (locale, language, answer) in [
      ("zh_TW.UTF-8", "", "沒有設定鍵 bogus"), ("zh_TW.UTF-8", "en", "There is no key"),
      ("C.UTF-8", "", "There is no key"), ("C", "zh_TW", "There is no key"),
      ("zz_ZZ", "", "There is no key"), ("zz_ZZ", "zh_TW", "沒有設定鍵 bogus"), ("zh_TW.utf8@x", "", "沒有設定鍵 bogus"),
    ] {
      let environment = ["LC_ALL=\(locale)", "LANGUAGE=\(language)", "HOME=\(folder.path)"]
      let (code, output) = Program.run([program, "config", "get", "bogus"], environment: environment)
      #expect(code == 65 && output.hasPrefix(answer), "\(locale), \(language): \(output)")
    }
  }

  nonisolated static let rightToLeft = ["כתיבת דוח", "كتابة التقرير 2", "report של דנה"]

  /// The order of the letters is the display's work: here the text is whole and in the order in which it is read.
  @MainActor @Test(arguments: rightToLeft)
  func `a task in a script from right to left does not mix with the time`(_ task: String) throws {
    let desk = ShellHarness()
    desk.do(.start, task: task)
    let content = desk.content
    let card = CardText.card(content, at: desk.moment)
    #expect(!card.title.contains(task), "the title is for the time")
    let closed = "\u{2068}\(task)\u{2069}"
    #expect(card.body.split(separator: "\n").first?.hasSuffix(closed) == true, "\(card.body)")
    for text in [
      MenuText.detail(content), TrayText.toolTipText([content]),
      BarWords(content, Appearance(), seconds: false).tooltip,
    ] {
      #expect(text.hasSuffix(closed), "\(text)")
    }
    // In terminals it stands last and as it is.
    #expect(StatusText.line(content).hasSuffix(", " + task) && IslandLine.detail(content).hasSuffix(" · " + task))
    #expect(content.contentState.task == task)
  }

  @MainActor @Test(arguments: ["write report", "写报告", "naïve 🍅", ""])
  func `other tasks get no invisible characters`(_ task: String) { #expect(Words.isolated(task) == task) }
}
