// What a shell offers behind Tab, in the form that its script reads.

import Testing

@testable import TomatoPrograms

@MainActor struct ShellCompletionsTests {
  private static let words = ["fix: it", "say \"a\" $5", "报告"]

  @Test(
    arguments: [
      ("bash", true, "fix: it\nsay \"a\" $5\n报告\n"), ("bash", false, "fix: it\n报告\n"),
      ("zsh", false, "fix\\: it\nsay \"a\" $5\n报告\n \n"), ("fish", false, "fix: it\nsay \"a\" $5\n报告\n"),
      (nil, false, "fix: it\nsay \"a\" $5\n报告\n"),
    ] as [(String?, Bool, String)])
  func `each shell gets them as its script reads them`(_ shell: String?, _ isLiteral: Bool, _ text: String) {
    #expect(ShellCompletions.text(Self.words, shell: shell, isLiteral: isLiteral) == text)
  }
}
