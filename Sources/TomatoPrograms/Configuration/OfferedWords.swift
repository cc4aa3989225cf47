// Completions in the format of each shell's script. The command becomes this program for them, so the shell is passed
// in the environment, as ArgumentParser's scripts do.

internal import GLibBridge
internal import TomatoLink

enum OfferedWords {
  /// One word a line.
  static func text(_ words: [String]) -> String {
    text(words, shell: Paths.environment("SAP_SHELL"), isTakenLiterally: Paths.environment("TOMATO_WORDS") == "literal")
  }

  /// - Parameter isTakenLiterally: the script does not expand the words.
  static func text(_ words: [String], shell: String?, isTakenLiterally: Bool) -> String {
    switch shell {
    // The script reads a description after a colon, and drops the last line.
    case "zsh": words.map { $0.replacingEach(":", with: "\\:") + "\n" }.joined() + " \n"
    // An older script would execute `$(…)`, and these texts come from users and web pages.
    case "bash" where !isTakenLiterally: words.filter { !$0.contains(where: isOfShell) }.map { $0 + "\n" }.joined()
    default: words.map { $0 + "\n" }.joined()
    }
  }

  private static func isOfShell(_ character: Character) -> Bool { "$`\\'\"{}~*?[]<>()|;&!#".contains(character) }
}
