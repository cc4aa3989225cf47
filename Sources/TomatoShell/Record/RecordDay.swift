// Days as a person counts them: a night that is worked through belongs to the day on which it began, so a day begins at
// four in the morning, or when `[goal] day-starts` says.

internal import GLibBridge
internal import TomatoLink

/// A day of the calendar: the one on whose date it began.
nonisolated struct RecordDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, which is 0.
  var number: Int

  init(number: Int) { self.number = number }

  /// Nil when the calendar has no such day, or the year is not 1 to 9999.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year) else {
      return nil
    }
    self.init(counting: year, month, day)
  }

  /// `2026-11-20`, and nothing else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 && $0.allSatisfy(\.isASCIIDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Years are counted from March, so that the day that comes every four years is the last one.
  private init(counting year: Int, _ month: Int, _ day: Int) {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let inEra = year - era * 400
    let inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  /// Year, month (1 to 12) and day of the month.
  var date: (year: Int, month: Int, day: Int) {
    let sinceEra = number + 719_468
    let era = (sinceEra >= 0 ? sinceEra : sinceEra - 146_096) / 146_097
    let inEra = sinceEra - era * 146_097
    let yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * inYear + 2) / 153
    let day = inYear - (153 * month + 2) / 5 + 1
    let shown = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (shown <= 2 ? 1 : 0), shown, day)
  }

  /// 0 for Monday to 6 for Sunday.
  var weekday: Int { ((number + 3) % 7 + 7) % 7 }
  /// The Monday of its week.
  var monday: RecordDay { self - weekday }
  var firstOfMonth: RecordDay { self - (date.day - 1) }
  var firstOfYear: RecordDay { RecordDay(year: date.year, month: 1, day: 1) ?? firstOfMonth }
  var firstOfNextMonth: RecordDay {
    let (year, month, _) = date
    return firstOfMonth + Self.length(of: month, in: year)
  }

  /// `2026-11-20`.
  var iso8601: String {
    let (year, month, day) = date
    return "\(String(year + 10_000).dropFirst())-\(String(month + 100).dropFirst())-\(String(day + 100).dropFirst())"
  }

  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func < (a: RecordDay, b: RecordDay) -> Bool { a.number < b.number }
  static func + (day: RecordDay, days: Int) -> RecordDay { RecordDay(number: day.number + days) }
  static func - (day: RecordDay, days: Int) -> RecordDay { RecordDay(number: day.number - days) }
  static func - (a: RecordDay, b: RecordDay) -> Int { a.number - b.number }
}

/// Which day a moment belongs to, in one time zone and with one hour at which days begin.
///
/// Each moment is of exactly one day, also where the clocks are set forward or back: a day lasts until the next one
/// begins. It remembers the day of the last answer, so that a million rows in order cost a few thousand questions to
/// the time zone.
final class RecordCalendar {
  /// An identifier such as "Europe/Berlin"; nil is the machine's own.
  let zone: String?
  /// Minutes after midnight at which a day begins, 0 to 1439.
  let startMinutes: Int
  private var last: (day: RecordDay, span: Range<WallTime>)?

  /// Four in the morning, unless a person has said something else.
  static let usualStart = 240

  init(startMinutes: Int = RecordCalendar.usualStart, zone: String? = nil) {
    self.zone = zone
    self.startMinutes = min(max(startMinutes, 0), 1439)
  }

  func day(of moment: WallTime) -> RecordDay { place(of: moment).day }

  /// The day that a moment belongs to, from its first moment to that of the next day.
  func place(of moment: WallTime) -> (day: RecordDay, span: Range<WallTime>) {
    if let last, last.span.contains(moment) { return last }
    let found = nextDay(with: moment) ?? search(moment)
    last = found
    return found
  }

  /// The day after the last answer's, if the moment is of that one: one question to the time zone is enough then.
  private func nextDay(with moment: WallTime) -> (day: RecordDay, span: Range<WallTime>)? {
    guard let last, moment >= last.span.upperBound else { return nil }
    let end = begin(of: last.day + 2)
    return moment < end ? (last.day + 1, last.span.upperBound..<end) : nil
  }

  private func search(_ moment: WallTime) -> (day: RecordDay, span: Range<WallTime>) {
    let date = LocalTime.day(moment.milliseconds, zone: zone)
    // A date of the calendar in any case.
    var day = RecordDay(year: date.year, month: date.month, day: date.day) ?? RecordDay(number: 0)
    // The date changes at midnight, the day at another hour, on either side of which the moment may be.
    while moment < begin(of: day) { day = day - 1 }
    while moment >= begin(of: day + 1) { day = day + 1 }
    return (day, span(of: day))
  }

  /// The first moment of a day.
  func begin(of day: RecordDay) -> WallTime { at(day, minutes: startMinutes) }

  /// From its first moment to that of the next day.
  func span(of day: RecordDay) -> Range<WallTime> {
    let (first, next) = (begin(of: day), begin(of: day + 1))
    return first..<max(first, next)
  }

  /// When the clock shows this on the date of the day, or after its midnight if that is before the hour at which days
  /// begin.
  /// - Parameter minutes: after midnight, 0 to 1439.
  func moment(on day: RecordDay, minutes: Int) -> WallTime {
    let date = minutes < startMinutes ? day + 1 : day
    return at(date, minutes: minutes)
  }

  /// When the clock shows this on that date.
  func at(_ date: RecordDay, minutes: Int) -> WallTime {
    let (year, month, day) = date.date
    let moment = LocalTime.moment(year: year, month: month, day: day, minutes: minutes, zone: zone)
    // Outside the years 1 to 9999 there are no clocks; days have their usual length there.
    return WallTime(milliseconds: moment ?? Int64(date.number) * 86_400_000 + Int64(minutes) * 60_000)
  }
}

extension Character {
  /// 0 to 9; the digits of other scripts are none here.
  nonisolated var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
