// A list of programs in one line of the configuration: names or absolute paths, separated by semicolons.

internal import GLibBridge
internal import TomatoLink

package enum ProgramList {
  /// - Returns: nil when an entry is not a file name or an absolute path.
  static func programs(_ text: String) -> Set<String>? {
    let names = text.split(separator: ";").map(trimmed).filter { !$0.isEmpty }
    return names.allSatisfy(isProgram) ? Set(names) : nil
  }

  package static func text(_ programs: Set<String>) -> String { programs.sorted().joined(separator: ";") }

  /// Whether the text is a file name or an absolute path that one line of the file can hold.
  package static func isProgram(_ text: String) -> Bool {
    Paths.isProgram(text, below: ["/"]) && text.utf8.count <= 4096 && !text.contains(";") && !text.contains("\\")
      && !text.unicodeScalars.contains(where: SafeText.isUnfit) && trimmed(text[...]) == text
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
