// Splits a line into words like a shell, by spaces, quotation marks and backslashes, but without expansion.
import CNotify

public enum ShellWords {
  /// The words of a line; nil if a quotation mark is unclosed or there is no word. `$HOME`, `~` and `*` are kept. A
  /// word that begins with `#` ends the line.
  public static func parse(_ line: String) -> [String]? {
    var count: gint = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard g_shell_parse_argv(line.forC, &count, &words, nil).isTrue, let words else { return nil }
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
  }
}
