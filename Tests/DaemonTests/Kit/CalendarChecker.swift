// A strict reader of iCalendar for tests: what RFC 5545 asks of a calendar of events, and no more than that. libical,
// which calendars read with, forgives most of what is wrong.

/// Why a text is no calendar.
struct CalendarError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One event: its properties by their names.
struct CheckedEvent {
  var properties: [String: String] = [:]

  /// The text of a property, without its escapes.
  func text(_ name: String) -> String? {
    guard let value = properties[name] else { return nil }
    var (text, rest) = ("", value[...])
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      text.append(next == "n" || next == "N" ? "\n" : next)
    }
    return text
  }
}

enum CalendarChecker {
  /// The events of one calendar.
  static func events(_ bytes: [UInt8]) throws -> [CheckedEvent] {
    var lines = try contentLines(bytes)[...]
    func take(_ line: String) throws {
      guard lines.popFirst() == line else { throw CalendarError("\(line) was expected") }
    }
    try take("BEGIN:VCALENDAR")
    var names: [String] = []
    while let line = lines.first, !line.hasPrefix("BEGIN:"), line != "END:VCALENDAR" {
      names.append(try property(line).name)
      lines.removeFirst()
    }
    guard names.filter({ $0 == "VERSION" }).count == 1, names.filter({ $0 == "PRODID" }).count == 1 else {
      throw CalendarError("VERSION and PRODID were expected once")
    }
    var events: [CheckedEvent] = []
    while lines.first == "BEGIN:VEVENT" {
      lines.removeFirst()
      let end = lines.firstIndex(of: "END:VEVENT") ?? lines.endIndex
      events.append(try event(lines[..<end]))
      lines = lines[min(end + 1, lines.endIndex)...]
    }
    try take("END:VCALENDAR")
    guard lines.isEmpty else { throw CalendarError("something stands behind the end") }
    guard Set(events.compactMap { $0.properties["UID"] }).count == events.count else {
      throw CalendarError("two events have one UID")
    }
    return events
  }

  /// 3.1: lines end with CR LF, have at most 75 octets, and go on behind a space; each is UTF-8 by itself.
  private static func contentLines(_ bytes: [UInt8]) throws -> [String] {
    guard bytes.suffix(2) == [13, 10] else { throw CalendarError("the last line has no end") }
    var lines: [String] = []
    var start = 0
    while start < bytes.count {
      guard let end = bytes[start...].firstIndex(of: 13), end + 1 < bytes.count, bytes[end + 1] == 10 else {
        throw CalendarError("a line does not end with CR LF")
      }
      let line = bytes[start..<end]
      guard line.count <= 75 else { throw CalendarError("a line has \(line.count) octets") }
      guard let text = String(validating: line, as: UTF8.self) else { throw CalendarError("a character is cut") }
      guard !line.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
        throw CalendarError("a control character")
      }
      if text.hasPrefix(" ") {
        guard !lines.isEmpty else { throw CalendarError("nothing goes on here") }
        lines[lines.count - 1] += text.dropFirst()
      } else {
        guard !text.isEmpty else { throw CalendarError("an empty line") }
        lines.append(text)
      }
      start = end + 2
    }
    return lines
  }

  private static func property(_ line: String) throws -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: ":") else { throw CalendarError("\(line) is no property") }
    let name = String(line[..<colon])
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-") }) else {
      throw CalendarError("\(name) is no name")
    }
    return (name, String(line[line.index(after: colon)...]))
  }

  /// 3.6.1: UID and DTSTAMP once, DTSTART, no DTEND that is not later; nothing that we do not know.
  private static func event(_ lines: ArraySlice<String>) throws -> CheckedEvent {
    var event = CheckedEvent()
    for line in lines {
      let (name, value) = try property(line)
      guard event.properties.updateValue(value, forKey: name) == nil else {
        throw CalendarError("\(name) stands twice")
      }
      switch name {
      case "DTSTAMP", "DTSTART", "DTEND": guard isUTC(value) else { throw CalendarError("\(value) is no time") }
      case "UID", "SUMMARY": try checkText(value, "")
      case "CATEGORIES": try checkText(value, ",")
      case "TRANSP": guard value == "TRANSPARENT" else { throw CalendarError("TRANSP is \(value)") }
      default: throw CalendarError("\(name) was not expected")
      }
    }
    for name in ["UID", "DTSTAMP", "DTSTART", "SUMMARY"] where event.properties[name, default: ""].isEmpty {
      throw CalendarError("\(name) is missing")
    }
    if let end = event.properties["DTEND"], end <= event.properties["DTSTART", default: ""] {
      throw CalendarError("DTEND is not later than DTSTART")
    }
    return event
  }

  /// 3.3.5, form 2.
  private static func isUTC(_ value: String) -> Bool {
    let form = "00000000T000000Z"
    return value.utf8.count == form.utf8.count
      && zip(value, form).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
  }

  /// 3.3.11: a comma or semicolon has a backslash in front, and a backslash is followed by one of five signs.
  private static func checkText(_ value: String, _ allowed: String) throws {
    var rest = value[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst(), "\\;,nN".contains(next) else { throw CalendarError("a bad escape: \(value)") }
      } else if ",;".contains(character), !allowed.contains(character) {
        throw CalendarError("\(character) is not escaped: \(value)")
      }
    }
  }
}
