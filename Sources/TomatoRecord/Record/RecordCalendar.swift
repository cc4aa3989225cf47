// Days that begin at four in the morning, or at `[goal] day-starts`, so that a night's work belongs to the day before.

internal import GLibBridge
package import TomatoLink

/// Maps times to days, in one time zone and with one start of the day.
/// Each time belongs to exactly one day, also at clock changes: a day lasts until the next one begins. Caches the last
/// day, so that a million rows in order need only a few thousand time zone lookups.
package final class RecordCalendar {
  /// An identifier such as "Europe/Berlin"; nil is the machine's own.
  package let zone: String?
  /// Minutes after midnight at which a day begins, 0 to 1439.
  let startMinutes: Int
  private var last: (day: RecordDay, span: Range<WallTime>)?

  package init(startMinutes: Int = 4 * 60, zone: String? = nil) {
    self.zone = zone
    self.startMinutes = min(max(startMinutes, 0), 1439)
  }

  package func day(of moment: WallTime) -> RecordDay { place(of: moment).day }

  /// The day of a time, and that day's period.
  package func place(of moment: WallTime) -> (day: RecordDay, span: Range<WallTime>) {
    if let last, last.span.contains(moment) { return last }
    let found = nextDay(with: moment) ?? search(moment)
    last = found
    return found
  }

  /// The day after the cached one, if it contains the time; needs only one time zone lookup.
  private func nextDay(with moment: WallTime) -> (day: RecordDay, span: Range<WallTime>)? {
    guard let last, moment >= last.span.upperBound else { return nil }
    let end = begin(of: last.day + 2)
    return moment < end ? (last.day + 1, last.span.upperBound..<end) : nil
  }

  private func search(_ moment: WallTime) -> (day: RecordDay, span: Range<WallTime>) {
    let date = LocalTime.day(moment.milliseconds, zone: zone)
    // Always a valid date.
    var day = RecordDay(year: date.year, month: date.month, day: date.day) ?? RecordDay(number: 0)
    // The date changes at midnight and the day at another hour, so the day may be off by one.
    while moment < begin(of: day) { day = day - 1 }
    while moment >= begin(of: day + 1) { day = day + 1 }
    return (day, span(of: day))
  }

  package func begin(of day: RecordDay) -> WallTime { at(day, minutes: startMinutes) }

  package func span(of day: RecordDay) -> Range<WallTime> { span(of: day...day) }

  func span(of days: ClosedRange<RecordDay>) -> Range<WallTime> {
    let first = begin(of: days.lowerBound)
    return first..<max(first, begin(of: days.upperBound + 1))
  }

  func at(_ date: RecordDay, minutes: Int) -> WallTime {
    let (year, month, day) = date.date
    let moment = LocalTime.moment(year: year, month: month, day: day, minutes: minutes, zone: zone)
    // Outside the years 1 to 9999, days have 24 hours.
    return WallTime(milliseconds: moment ?? Int64(date.number) * 86_400_000 + Int64(minutes) * 60_000)
  }
}
