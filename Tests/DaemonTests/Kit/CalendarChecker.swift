// A strict reader of iCalendar for tests: what RFC 5545 asks of a calendar of events, in the order in which ours has
// it. libical, which calendars read with, forgives most of what is wrong.
import TestKit

struct CalendarError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One event; its summary without escapes.
struct CheckedEvent {
  var (uid, start, summary) = ("", "", "")
  var end: String?
  var categories: String?
}

enum CalendarChecker {
  static func events(_ bytes: [UInt8]) throws -> [CheckedEvent] {
    let lines = try contentLines(bytes)
    guard lines.prefix(2) == ["BEGIN:VCALENDAR", "VERSION:2.0"], lines[text: 2].hasPrefix("PRODID:"),
      lines.last == "END:VCALENDAR"
    else { throw CalendarError("no calendar: \(lines.prefix(3)) … \(lines.suffix(1))") }
    let parts = lines.dropFirst(3).dropLast().split(separator: "END:VEVENT", omittingEmptySubsequences: false)
    guard parts.last?.isEmpty == true else { throw CalendarError("something stands behind the events") }
    let events = try parts.dropLast().map { try event($0.joined(separator: "\n")) }
    guard Set(events.map(\.uid)).count == events.count else { throw CalendarError("two events have one UID") }
    return events
  }

  /// 3.1: lines end with CR LF, have at most 75 octets, and go on behind a space; each is UTF-8 by itself.
  private static func contentLines(_ bytes: [UInt8]) throws -> [String] {
    let parts = bytes.split(separator: [13, 10], omittingEmptySubsequences: false)
    guard parts.last?.isEmpty == true else { throw CalendarError("the last line has no end") }
    var lines: [String] = []
    for part in parts.dropLast() {
      let isPlain = part.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
      guard (1...75).contains(part.count), isPlain, let text = String(validating: part, as: UTF8.self) else {
        throw CalendarError("no line: \(String(decoding: part, as: UTF8.self))")
      }
      let start = text.hasPrefix(" ") ? lines.popLast() : nil
      lines.append(start.map { $0 + text.dropFirst() } ?? text)
    }
    return lines
  }

  /// 3.6.1, with texts as 3.3.11 and times as 3.3.5, form 2.
  private static func event(_ text: String) throws -> CheckedEvent {
    let pattern =
      #/
      BEGIN:VEVENT\nUID:([^\\;,\n]+)\n
      DTSTAMP:[0-9]{8}T[0-9]{6}Z\nDTSTART:([0-9]{8}T[0-9]{6}Z)(?:\nDTEND:([0-9]{8}T[0-9]{6}Z))?\n
      SUMMARY:((?:\\[\\;,nN]|[^\\;,\n])+)(?:\nCATEGORIES:((?:\\[\\;,nN]|[^\\;\n])+))?\n
      TRANSP:TRANSPARENT
      /#
    guard let match = text.wholeMatch(of: pattern) else { throw CalendarError("no event: \(text)") }
    let (_, uid, start, end, summary, categories) = match.output
    if let end, end <= start { throw CalendarError("DTEND is not later than DTSTART") }
    let plain = summary.replacing(/\\(.)/) { $0.output.1.lowercased() == "n" ? "\n" : $0.output.1 }
    return CheckedEvent(
      uid: String(uid), start: String(start), summary: String(plain), end: end.map(String.init),
      categories: categories.map(String.init))
  }
}
