// A hook's command: the user's program that runs when something happens.

internal import GLibBridge
internal import TomatoLink

/// A program and its arguments, as the person has written them on one line.
package struct HookCommand: Hashable, Sendable {
  /// As the file has it.
  package let text: String
  /// The program, then its arguments; nothing in them is expanded.
  package let words: [String]

  package static let longest = 4096

  /// Nil for a line with an open quotation mark, control characters or more than 4096 bytes, and when the first word is
  /// not a name, an absolute path or a path below `~/`.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, !text.unicodeScalars.contains(where: SafeText.isUnfit),
      let words = ShellWords.parse(text), let program = words.first, Paths.isProgram(program, below: ["/", "~/"])
    else { return nil }
    (self.text, self.words) = (text, words)
  }
}

extension HookCommand {
  /// The program's file; nil if it is not there, or may not be run. Looks into the file system.
  package var program: String? { words.first.flatMap(Paths.expanded).flatMap(Paths.program) }

  /// Why it cannot run, as one sentence; nil if it can.
  package var trouble: String? { program == nil ? words.first.map(ConfigurationWords.noProgram) : nil }
}

extension Paths {
  /// Whether the text is a file name, or a path that begins with one of these roots.
  static func isProgram(_ text: String, below roots: [String]) -> Bool {
    !text.isEmpty && !text.hasSuffix("/") && (!text.contains("/") || roots.contains(where: text.hasPrefix))
  }

  /// Replaces `~/` by the home directory; nil without one.
  static func expanded(_ path: String) -> String? {
    path.hasPrefix("~/") ? home.map { $0 + path.dropFirst() } : path
  }
}
