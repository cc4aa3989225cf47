// Structured messages for the journal, or plain lines on standard error.
import CNotify
import Glibc
import Synchronization

/// Writes to the journal if standard error is connected to it, else to standard error.
public enum StructuredLog {
  /// Severity, in syslog's order.
  public enum Level: Int, Sendable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    var flags: GLogLevelFlags {
      switch self {
      case .error, .warning: CN_LOG_LEVEL_WARNING  // not CRITICAL: tests make that fatal
      case .notice: CN_LOG_LEVEL_MESSAGE
      case .info: CN_LOG_LEVEL_INFO
      case .debug: CN_LOG_LEVEL_DEBUG
      }
    }
  }

  private static let verbose = Atomic<Bool>(false)
  private static let detached = Atomic<Bool>(false)

  /// Whether standard error is closed; messages then go to the journal, if there is one.
  static var isDetached: Bool {
    get { detached.load(ordering: .relaxed) }
    set { detached.store(newValue, ordering: .relaxed) }
  }

  /// Also prints info and debug lines on standard error (`--verbose`), unless it is the journal, which has them anyway.
  public static func setVerbose(_ on: Bool) { verbose.store(on, ordering: .relaxed) }

  /// May be called from any thread. - message: one sentence. - fields: journal fields, with names of upper-case ASCII
  /// letters, digits and `_`, not beginning with `_`; others are left out.
  public static func write(level: Level, message: String, fields: [(String, String)] = []) {
    let isJournal = isDetached || g_log_writer_is_journald(STDERR_FILENO).isTrue
    if isJournal && writeToJournal(level, message, fields) { return }
    if level <= .notice || verbose.load(ordering: .relaxed) { writeLine(message) }
  }

  /// Whether the journal accepts this field name.
  static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (65...90).contains(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
  }

  private static func writeToJournal(_ level: Level, _ message: String, _ fields: [(String, String)]) -> Bool {
    var all = [("MESSAGE", message), ("PRIORITY", String(level.rawValue)), ("SYSLOG_IDENTIFIER", "tomato-notifyd")]
    all += fields.filter { isFieldName($0.0) }
    let copies = all.map { (strdup($0.0), strdup($0.1.forC)) }
    defer {
      for copy in copies {
        free(copy.0)
        free(copy.1)
      }
    }
    let records = copies.map { GLogField(key: $0.0, value: $0.1, length: -1) }
    return g_log_writer_journald(level.flags, records, gsize(records.count), nil) == G_LOG_WRITER_HANDLED
  }

  /// Replaces control characters by spaces, so that the message is one line.
  private static func writeLine(_ message: String) {
    var line = Array(message.utf8.map { $0 < 32 || $0 == 127 ? 32 : $0 })
    line.append(10)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }
}
