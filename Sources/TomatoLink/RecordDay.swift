// A day of the Gregorian calendar. Plain arithmetic, because a record may have millions of times to convert.

public struct RecordDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, which is 0.
  public var number: Int

  public init(number: Int) { self.number = number }

  /// Nil when the calendar has no such day, or the year is not 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year) else {
      return nil
    }
    self.init(counting: year, month, day)
  }

  /// Reads only the form `2026-11-20`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 && $0.allSatisfy(\.isASCIIDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Years are counted from March, so that the leap day is the last one.
  private init(counting year: Int, _ month: Int, _ day: Int) {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let inEra = year - era * 400
    let inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  /// Year, month (1 to 12) and day of the month.
  public var date: (year: Int, month: Int, day: Int) {
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
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 }
  public var monday: RecordDay { self - weekday }
  public var firstOfMonth: RecordDay { self - (date.day - 1) }
  /// The week, the month and the year that contain this day.
  public var week: ClosedRange<RecordDay> { monday...monday + 6 }
  public var month: ClosedRange<RecordDay> {
    firstOfMonth...firstOfMonth + (Self.length(of: date.month, in: date.year) - 1)
  }
  public var year: ClosedRange<RecordDay> {
    let first = RecordDay(counting: date.year, 1, 1)
    return first...first + (336 + Self.length(of: 2, in: date.year))
  }

  /// `2026-11-20`.
  public var iso8601: String {
    let (year, month, day) = date
    return "\(String(year + 10_000).dropFirst())-\(twoDigits(month))-\(twoDigits(day))"
  }

  public static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (a: RecordDay, b: RecordDay) -> Bool { a.number < b.number }
  public static func + (day: RecordDay, days: Int) -> RecordDay { RecordDay(number: day.number + days) }
  public static func - (day: RecordDay, days: Int) -> RecordDay { RecordDay(number: day.number - days) }
  public static func - (a: RecordDay, b: RecordDay) -> Int { a.number - b.number }
}
