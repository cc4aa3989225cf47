// Intervals as calendar events (RFC 5545). Breaks are left out, because a calendar shows work.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

enum ICalendar {
  static let lineEnd = "\r\n"
  static let head: [String] = [
    property("BEGIN", "VCALENDAR"), property("VERSION", "2.0"), property("PRODID", "-//tomato-notify//record//EN"),
  ]
  static let tail: [String] = [property("END", "VCALENDAR")]

  private static func property(_ name: String, _ value: String) -> String { name + ":" + value }

  /// The unfolded lines of one event. All times are in UTC, so no time zone description is needed.
  /// - Parameter tags: the task's.
  static func event(_ interval: IntervalRecord, _ tags: Tags) -> [String] {
    // DTSTAMP is required without METHOD. The interval's end makes it the same at each export.
    var lines: [String] = [
      property("BEGIN", "VEVENT"), property("UID", uid(interval)), property("DTSTAMP", UTCTime.basic(interval.ended)),
      property("DTSTART", UTCTime.basic(interval.began)),
    ]
    // DTEND must be later than DTSTART; an event without it has no length.
    if interval.ended.seconds > interval.began.seconds {
      lines.append(property("DTEND", UTCTime.basic(interval.ended)))
    }
    lines.append(property("SUMMARY", escaped(summary(interval, tags))))
    if !tags.names.isEmpty { lines.append(property("CATEGORIES", tags.names.map(escaped).joined(separator: ","))) }
    lines.append(property("TRANSP", "TRANSPARENT"))
    lines.append(property("END", "VEVENT"))
    return lines
  }

  /// Globally unique, and the same from every database with this interval.
  private static func uid(_ interval: IntervalRecord) -> String { escaped(SourceKey.of(interval) + "@tomatoclock") }

  /// The task, or else the activity's name.
  private static func summary(_ interval: IntervalRecord, _ tags: Tags) -> String {
    if !tags.text.isEmpty { return tags.text }
    if interval.activity == .pomodoro { return Words.name(of: interval.mode) }
    return Words.name(of: ActivityLabel(id: interval.activity, name: interval.name))
  }

  /// Escapes a text by RFC 5545, 3.3.11. Control characters are removed.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case ";": escaped += "\\;"
      case ",": escaped += "\\,"
      case "\n": escaped += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Folds a line to at most 75 octets: continuations begin with a space, no character is cut.
  static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line + lineEnd }
    var (folded, length) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = Unicode.UTF8.width(scalar)
      if length + size > 75 {
        folded += lineEnd + " "
        length = 1
      }
      folded.unicodeScalars.append(scalar)
      length += size
    }
    return folded + lineEnd
  }
}
