// Prints completions for each shell's script. The command replaces itself by this program (exec), so ArgumentParser's
// scripts pass the shell in the environment.

internal import GLibBridge
internal import TomatoLink

enum ShellCompletions {
  static func text(_ words: [String]) -> String {
    text(words, shell: Paths.environment("SAP_SHELL"), isLiteral: Paths.environment("TOMATO_WORDS") == "literal")
  }

  /// - Parameter isLiteral: the script does not expand the words.
  static func text(_ words: [String], shell: String?, isLiteral: Bool) -> String {
    switch shell {
    // The script reads a description after a colon, and drops the last line.
    case "zsh": words.map { $0.replacingEach(":", with: "\\:") + "\n" }.joined() + " \n"
    // An older script would execute `$(…)`, and these texts come from users and web pages.
    case "bash" where !isLiteral: words.filter { !$0.contains(where: isShellSpecial) }.map { $0 + "\n" }.joined()
    default: words.map { $0 + "\n" }.joined()
    }
  }

  private static func isShellSpecial(_ character: Character) -> Bool { "$`\\'\"{}~*?[]<>()|;&!#".contains(character) }
}
