// Structured messages for the journal, or plain lines on standard error.
import CNotify
import Glibc

/// Writes to the journal if standard error is connected to it, else to standard error.
public enum StructuredLog {
  /// With syslog's numbers.
  public enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
  }

  /// Standard error is closed; messages go to the journal, if there is one.
  static let detached = Flag()
  private static let verbose = Flag()

  /// Also prints info lines on standard error, unless it is the journal, which has them anyway.
  public static func beVerbose() { verbose.raise() }

  /// May be called from any thread.
  /// - message: one sentence.
  /// - fields: journal fields, with names of upper-case ASCII letters, digits and `_`, not beginning with `_`.
  public static func write(level: Level, message: String, fields: [(String, String)] = []) {
    let isJournal = detached.isRaised || g_log_writer_is_journald(STDERR_FILENO).isTrue
    if isJournal && writeToJournal(level, message, fields) { return }
    if level != .info || verbose.isRaised { writeLine(message) }
  }

  private static func writeToJournal(_ level: Level, _ message: String, _ fields: [(String, String)]) -> Bool {
    var all = [("MESSAGE", message), ("PRIORITY", String(level.rawValue)), ("SYSLOG_IDENTIFIER", "tomato-notifyd")]
    all += fields
    let copies = all.map { (strdup($0.0), strdup($0.1.forC)) }
    defer { for copy in copies.flatMap({ [$0.0, $0.1] }) { free(copy) } }
    let records = copies.map { GLogField(key: $0.0, value: $0.1, length: -1) }
    // Not CRITICAL: tests make that fatal.
    let flags = level == .info ? CN_LOG_LEVEL_INFO : CN_LOG_LEVEL_WARNING
    return g_log_writer_journald(flags, records, gsize(records.count), nil) == G_LOG_WRITER_HANDLED
  }

  /// Replaces control characters by spaces, so that the message is one line.
  private static func writeLine(_ message: String) {
    let line = message.utf8.map { $0 < 32 || $0 == 127 ? 32 : $0 } + [10]
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }
}
