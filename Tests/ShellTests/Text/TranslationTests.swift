// The languages of po/, as a person with such a session meets them: each in a process of its own, with a real locale,
// since what gettext answers is decided once for a whole process.

import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoShell

/// Locales and compiled catalogues in a directory that goes with this.
struct Languages {
  static let all = ["zh_TW", "zh_CN"]

  private let scratch = Scratch()
  var directory: String { scratch.directory }
  /// What `LANGUAGE/LC_MESSAGES/tomato-notify.mo` are in, as in an installation below `directory`.
  var catalogues: String { directory + "/share/locale" }
  /// What LOCPATH says.
  var locales: String { directory + "/locales" }

  init(_ language: String) throws {
    let messages = "\(catalogues)/\(language)/LC_MESSAGES"
    try Self.run(["mkdir", "-p", messages, locales])
    try Self.run([
      "msgfmt", "--check", "-o", messages + "/tomato-notify.mo", "\(Repository.root)/po/\(language).po",
    ])
    // Debian has the sources of all locales in the package `locales`, and which are compiled is the machine's choice.
    try Self.run(["localedef", "-i", language, "-f", "UTF-8", "\(locales)/\(language).UTF-8"])
  }

  struct Failure: Error { var words: [String], output: String }

  private static func run(_ words: [String]) throws {
    let (code, output) = Program.run(words)
    if code != 0 { throw Failure(words: words, output: output) }
  }

  /// Makes this process one of a session in the language.
  @MainActor static func enter(_ language: String, _ locales: String, _ catalogues: String) {
    setenv("LOCPATH", locales, 1)
    setenv("LC_ALL", language + ".UTF-8", 1)
    unsetenv("LANGUAGE")
    Translation.start(domain: BusNames.gettextDomain) { catalogues }
  }
}

struct TranslationTests {
  /// One line for each language: with Swift 6.2 an exit test takes nothing along from outside.
  @Test func `each language is whole: golden files, buttons, labels`() async {
    #expect(Languages.all == ["zh_TW", "zh_CN"])
    await #expect(processExitsWith: .success) { try await MainActor.run { try Self.expectWhole("zh_TW") } }
    await #expect(processExitsWith: .success) { try await MainActor.run { try Self.expectWhole("zh_CN") } }
  }

  @MainActor private static func expectWhole(_ language: String) throws {
    let made = try Languages(language)
    Languages.enter(language, made.locales, made.catalogues)
    Golden.expect(WordingTests.pages(), is: "island-\(language).txt")
    Golden.expect(TrayFaceTests.pages(), is: "tray-\(language).txt")
    Golden.expect(TrayMenuClickTests().pages(), is: "menu-\(language).txt")
    Golden.expect(try BarLineTests.pages(), is: "bars-\(language).txt")
    for situation in Situation.all { expectShortButtons(situation, 4) }
    let isTaiwan = language == "zh_TW"
    #expect(Words.label(of: .focus) == (isTaiwan ? "專注時間" : "专注时间"))
    #expect(Words.label(of: .longBreak) == (isTaiwan ? "休息時間" : "休息时间"))
    let wrong = isTaiwan ? "項目「by」有誤：'5x' 不是時間長度" : "项“by”有误：'5x' 不是时长"
    let error = #expect(throws: LinkError.self) { try Link.parse("tomatoclock://extend?by=5x", door: .outside) }
    #expect(error.map(Answers.sentence)?.hasPrefix(wrong) == true)
    #expect(MenuText.direction == "ltr" && MenuText.more(1) == (isTaiwan ? "還有 1 個" : "还有 1 个"))
    withExtendedLifetime(made) {}
  }

  /// GNOME shares its card's width among three; a Chinese character is as wide as two Latin ones.
  @MainActor @Test func `a button's words are short enough for three`() {
    for situation in Situation.all { Self.expectShortButtons(situation, 8) }
  }

  @MainActor private static func expectShortButtons(_ situation: Situation, _ most: Int) {
    let desk = situation.harness()
    for button in CardText.buttons(desk.content) {
      #expect(button.label.count <= most, "\(situation.name): \(button.label)")
    }
  }

  /// The built program, as a person has it who installed it at home.
  @Test func `an installed daemon speaks the session's language`() throws {
    let made = try Languages("zh_TW")
    let program = made.directory + "/bin/tomato-notifyd"
    _ = Program.run(["mkdir", made.directory + "/bin"])
    _ = Program.run(["cp", Program.products + "/tomato-notifyd", program])
    for (locale, language, answer) in [
      ("zh_TW.UTF-8", "", "應為 config、"), ("zh_TW.UTF-8", "en", "Expected config, "),
      ("C.UTF-8", "", "Expected config, "), ("C", "zh_TW", "Expected config, "),
      ("zz_ZZ", "zh_TW", "Expected config, "),
    ] {
      let environment = [
        "LC_ALL=\(locale)", "LANGUAGE=\(language)", "LOCPATH=\(made.locales)", "HOME=\(made.directory)",
      ]
      let (code, output) = Program.run([program, "config", "bogus"], environment: environment)
      #expect(code == 64 && output.hasPrefix(answer), "\(locale), \(language): \(output)")
    }
  }

  @Test func `catalogues are looked for beside the program`() throws {
    let scratch = Scratch()
    let root = scratch.directory
    _ = Program.run(["mkdir", "-p", root + "/share/locale", root + "/.build/locale", root + "/.build/x/release"])
    #expect(Translation.directory(beside: root + "/bin/tomato-notifyd") == root + "/share/locale")
    #expect(Translation.directory(beside: root + "/.build/x/release/tomato-notifyd") == root + "/.build/locale")
    #expect(Translation.directory(beside: root + "/other/bin/tomato-notifyd") == nil)
    for program in [root + "/lib/tomato-notifyd", "/tomato-notifyd", "", nil] {
      #expect(Translation.directory(beside: program) == nil)
    }
  }

  // MARK: Right to left

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
