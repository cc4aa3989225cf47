// The language of what the command says itself: which one it is, and that help fits a screen in each.
import ArgumentParser
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

struct LanguageTests {
  static let translated = Catalogues.languages.map { name in
    Language(name: name, catalogue: MessageCatalogue(Catalogues.bytes(name)))
  }
  static let all = [Language.english] + translated

  @Test func `a request says the language of the terminal`() {
    let daemon = FakeDaemon { _ in [.bytes("\tnothing\n0\n")] }.start()
    for words in [["status"], ["list"], ["start", "25m"], ["watch"], ["quit"]] {
      _ = runInstalledCommand(words, environment: daemon.environment() + ["LANG=zh_TW.UTF-8"])
    }
    _ = runInstalledCommand(["status"], environment: daemon.environment() + ["LC_ALL=C"])
    _ = runInstalledCommand(["status"], environment: daemon.environment() + ["LANG=zh.UTF-8", "LANGUAGE=de:zh_CN"])
    #expect(daemon.languages == Array(repeating: "lang=zh_TW", count: 5) + ["lang=en", "lang=zh_CN"])
  }

  @Test(arguments: all) func `help is one screen`(_ language: Language) {
    let lines = HelpText.screen(language).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(TextWidth.of(String(line)) <= 80, "\(line)") }
    #expect(lines.count { $0.hasPrefix("  tomato-notify ") } == 11)
  }

  @Test(arguments: translated) func `each page of help is translated and fits its columns`(_ language: Language) {
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

  @Test(arguments: all) func `the headings of all commands are ours`(_ language: Language) {
    for line in TomatoNotify.helpMessage(columns: 100_000).split(separator: "\n") {
      let shown = HelpText.translated(String(line), language)
      #expect(!shown.contains("SUBCOMMANDS") && !shown.contains("OPTIONS"), "\(shown)")
    }
  }

  @Test func `a failure is said in the language of the terminal`() {
    let daemon = FakeDaemon { _ in [] }
    func said(_ language: String) -> String {
      runInstalledCommand(["strat"], environment: daemon.environment() + ["LC_ALL=\(language)"]).errors
    }
    #expect(said("C") == "tomato-notify: 'strat' is not a command; did you mean start?\n")
    #expect(said("zh_TW.UTF-8") == "tomato-notify: 'strat' 不是指令；您是指 start 嗎？\n")
    #expect(said("zh_CN.UTF-8").hasSuffix("您是指 start 吗？\n"))
  }

  @Test func `configuration words are offered in their order`() {
    #expect(DaemonCompletions.configuration(["tomato-notify", "config", ""]).contains("unset"))
    #expect(DaemonCompletions.configuration(["tomato-notify", "config", "path", ""]).isEmpty)
    #expect(DaemonCompletions.hooks(["tomato-notify", "hooks", ""]) == ["test"])
    #expect(DaemonCompletions.hooks(["tomato-notify", "hooks", "test", "on-start", ""]).isEmpty)
  }
}
