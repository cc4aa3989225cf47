// What a shell offers behind Tab, in the form in which its script reads it. The command becomes this program for it, so
// the shell is told by the environment, as ArgumentParser's scripts do.

internal import GLibBridge
internal import TomatoLink

enum OfferedWords {
  /// One word a line.
  static func text(_ words: [String]) -> String {
    text(words, shell: Paths.environment("SAP_SHELL"), isTakenLiterally: Paths.environment("TOMATO_WORDS") == "literal")
  }

  /// - Parameter isTakenLiterally: the script says that it does not expand what it gets.
  static func text(_ words: [String], shell: String?, isTakenLiterally: Bool) -> String {
    switch shell {
    // Behind a colon the script reads a description, and it leaves out the last line.
    case "zsh": words.map { $0.replacingEach(":", with: "\\:") + "\n" }.joined() + " \n"
    // A script of before would run what stands in `$(…)`, and these are texts of people and of web pages.
    case "bash" where !isTakenLiterally: words.filter { !$0.contains(where: isOfShell) }.map { $0 + "\n" }.joined()
    default: words.map { $0 + "\n" }.joined()
    }
  }

  private static func isOfShell(_ character: Character) -> Bool { "$`\\'\"{}~*?[]<>()|;&!#".contains(character) }
}
