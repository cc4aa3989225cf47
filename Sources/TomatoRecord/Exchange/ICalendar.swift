// Intervals as calendar events (RFC 5545). Breaks are left out, because a calendar shows work.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

enum ICalendar {
  static let lineEnd = "\r\n"
  static let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" + "-//tomato-notify//record//EN"].map(folded).joined()
  static let tail = folded("END:VCALENDAR")

  /// The unfolded lines of one event. All times are in UTC, so no time zone description is needed.
  static func event(_ interval: IntervalRecord, _ tags: Tags) -> [String] {
    // The UID is globally unique, and the same from every database with this interval. DTSTAMP is required; with the
    // interval's end it is the same at each export.
    var lines = [
      "BEGIN:VEVENT", "UID:" + escaped(SourceKey.of(interval) + "@tomatoclock"),
      "DTSTAMP:" + UTCTime.basic(interval.ended), "DTSTART:" + UTCTime.basic(interval.began),
    ]
    // DTEND must be later than DTSTART; an event without it has no length.
    if interval.ended.seconds > interval.began.seconds { lines.append("DTEND:" + UTCTime.basic(interval.ended)) }
    lines.append("SUMMARY:" + escaped(summary(interval, tags)))
    if !tags.names.isEmpty { lines.append("CATEGORIES:" + tags.names.map(escaped).joined(separator: ",")) }
    return lines + ["TRANSP:TRANSPARENT", "END:VEVENT"]
  }

  /// The task, or else the activity's name.
  private static func summary(_ interval: IntervalRecord, _ tags: Tags) -> String {
    if !tags.text.isEmpty { return tags.text }
    if interval.activity == .pomodoro { return Words.name(of: interval.mode) }
    return Words.name(of: ActivityLabel(id: interval.activity, name: interval.name))
  }

  private static let special = Array("\\;,".utf8)

  /// Escapes a text by RFC 5545, 3.3.11. Control characters are removed.
  static func escaped(_ text: String) -> String {
    // Nearly every text is its own.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || special.contains($0) }) else { return text }
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

  /// Folds a line to at most 75 octets, between scalars; continuation lines begin with a space.
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
