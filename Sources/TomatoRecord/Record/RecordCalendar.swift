// Days as a person counts them: a night that is worked through belongs to the day on which it began, so a day begins at
// four in the morning, or when `[goal] day-starts` says.

internal import GLibBridge
package import TomatoLink

/// Which day a moment belongs to, in one time zone and with one hour at which days begin.
///
/// Each moment is of exactly one day, also where the clocks are set forward or back: a day lasts until the next one
/// begins. It remembers the day of the last answer, so that a million rows in order cost a few thousand questions to
/// the time zone.
package final class RecordCalendar {
  /// An identifier such as "Europe/Berlin"; nil is the machine's own.
  package let zone: String?
  /// Minutes after midnight at which a day begins, 0 to 1439.
  let startMinutes: Int
  private var last: (day: RecordDay, span: Range<WallTime>)?

  /// Four in the morning, unless a person has said something else.
  static let usualStart = 240

  package init(startMinutes: Int = RecordCalendar.usualStart, zone: String? = nil) {
    self.zone = zone
    self.startMinutes = min(max(startMinutes, 0), 1439)
  }

  package func day(of moment: WallTime) -> RecordDay { place(of: moment).day }

  /// The day that a moment belongs to, from its first moment to that of the next day.
  package func place(of moment: WallTime) -> (day: RecordDay, span: Range<WallTime>) {
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
  package func begin(of day: RecordDay) -> WallTime { at(day, minutes: startMinutes) }

  /// From its first moment to that of the next day.
  package func span(of day: RecordDay) -> Range<WallTime> {
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
