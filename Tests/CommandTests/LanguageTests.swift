// The language of what the command says itself: which one it is, and that help fits a screen in each.
import ArgumentParser
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

struct LanguageTests {
  private func environment(_ daemon: FakeDaemon) -> [String] {
    ["XDG_RUNTIME_DIR=", "HOME="].map { $0 + daemon.folder } + ["PATH=/usr/bin:/bin", "TERM=xterm"]
  }

  @Test(
    arguments: [
      ([:], Language.english), (["LANG": "zh_TW.UTF-8"], .traditionalChinese),
      (["LANG": "zh_CN.utf8"], .simplifiedChinese),
      (["LANG": "zh_TW"], .traditionalChinese), (["LANG": "zh_CN@pinyin"], .simplifiedChinese),
      (["LANG": "zh_TW.BIG5"], .english), (["LANG": "de_DE.UTF-8"], .english),
      (["LC_ALL": "C", "LANG": "zh_TW.UTF-8"], .english),
      (["LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_TW.UTF-8"], .simplifiedChinese),
      (["LANGUAGE": "de:zh_CN", "LANG": "de_DE.UTF-8"], .simplifiedChinese),
    ]
  )
  func `the first variable that is set decides, as with gettext`(_ variables: [String: String], _ language: Language) {
    #expect(Language.chosen { variables[$0] } == language)
  }

  @Test func `a request says the language of the terminal`() {
    let daemon = FakeDaemon { _ in [.bytes("\tnothing\n0\n")] }.start()
    for words in [["status"], ["list"], ["start", "25m"], ["watch"], ["quit"]] {
      _ = runCommand(words, environment: environment(daemon) + ["LANG=zh_TW.UTF-8"])
    }
    _ = runCommand(["status"], environment: environment(daemon) + ["LC_ALL=C"])
    #expect(daemon.languages == Array(repeating: "lang=zh_TW", count: 5) + ["lang=en"])
  }

  @Test(arguments: Language.allCases)
  func `help is one screen`(_ language: Language) {
    let lines = HelpText.screen(language).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(TextWidth.of(String(line)) <= 80, "\(line)") }
    #expect(lines.count { $0.hasPrefix("  tomato-notify ") } == 11)
  }

  @Test(arguments: [Language.traditionalChinese, .simplifiedChinese])
  func `each page of help is translated and fits its columns`(_ language: Language) {
    let configuration = TomatoNotify.configuration
    for command in configuration.groupedSubcommands.flatMap(\.subcommands) {
      for line in TomatoNotify.helpMessage(for: command, columns: 100_000).split(separator: "\n") {
        let shown = HelpText.translated(String(line), language)
        for part in HelpText.wrapped(shown, 80) where !part.contains("tomato-notify") {
          #expect(TextWidth.of(part) <= 80, "\(part)")
        }
      }
      let abstract = command.configuration.abstract
      #expect(language.translated(abstract) != abstract, "\(abstract)")
    }
  }

  @Test(arguments: Language.allCases)
  func `the headings of all commands are ours`(_ language: Language) {
    for line in TomatoNotify.helpMessage(columns: 100_000).split(separator: "\n") {
      let shown = HelpText.translated(String(line), language)
      #expect(!shown.contains("SUBCOMMANDS") && !shown.contains("OPTIONS"), "\(shown)")
    }
  }

  @Test func `a failure is said in the language of the terminal`() {
    let daemon = FakeDaemon { _ in [] }
    func said(_ language: String) -> String {
      runCommand(["strat"], environment: environment(daemon) + ["LC_ALL=\(language)"]).errors
    }
    #expect(said("C") == "tomato-notify: 'strat' is no command; did you mean start?\n")
    #expect(said("zh_TW.UTF-8") == "tomato-notify: 'strat' 不是指令；您是指 start 嗎？\n")
    #expect(said("zh_CN.UTF-8").hasSuffix("您是指 start 吗？\n"))
  }

  @Test func `configuration words are offered in their order`() {
    #expect(ConfigurationCompletion.offered(["tomato-notify", "config", ""]).contains("unset"))
    #expect(ConfigurationCompletion.offered(["tomato-notify", "config", "path", ""]).isEmpty)
    #expect(HookCompletion.offered(["tomato-notify", "hooks", ""]) == ["test"])
    #expect(HookCompletion.offered(["tomato-notify", "hooks", "test", "on-start", ""]).isEmpty)
  }
}
