// The days of a request of `stats` or `report`.

internal import TomatoLink
internal import TomatoRecord

extension ProgramRequest {
  /// Whether a task or tag filter is set.
  var isFiltered: Bool { self[.task] != nil || self[.tag] != nil }
  /// Whether it names a first or a last day.
  var isBounded: Bool { self[.since] != nil || self[.until] != nil }

  /// The requested days, and the exact period, which need not begin or end with a day.
  /// - Parameters:
  ///   - first: the first recorded interval's day.
  ///   - usual: the days for a request without dates.
  /// - Throws: when a date in the request is invalid.
  func days(
    now: WallTime, _ calendar: RecordCalendar, first: RecordDay?, usual: ClosedRange<RecordDay>
  ) throws(Failure) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    let today = calendar.day(of: now)
    if let span, isBounded { throw RecordWords.exclude(span.rawValue, (has(.since) ? Item.since : .until).word) }
    let days: ClosedRange<RecordDay>
    switch span {
    case .today: days = today...today
    case .week: days = today.monday...today.monday + 6
    case .month: days = today.firstOfMonth...today.firstOfNextMonth - 1
    case .year: days = today.firstOfYear...(today.firstOfYear + 366).firstOfYear - 1
    case .all: days = min(first ?? today, today)...today
    case nil where !isBounded: days = usual
    case nil: return try bounded(now, calendar, first)
    }
    return (days, .days(days.lowerBound, through: days.upperBound, calendar))
  }

  private func bounded(
    _ now: WallTime, _ calendar: RecordCalendar, _ first: RecordDay?
  ) throws(Failure) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    var period = try RecordPeriod(self, now: now, calendar) ?? .all
    let today = calendar.day(of: now)
    // The end is exclusive, so the last day holds the moment before it.
    let last = period.until.map { calendar.day(of: $0 - .milliseconds(1)) } ?? today
    let begin = period.since.map { calendar.day(of: $0) } ?? min(first ?? last, last)
    // Up to today: a wrong clock may have dated rows later.
    period.until = period.until ?? calendar.begin(of: max(begin, last) + 1)
    return (begin...max(begin, last), period)
  }
}
