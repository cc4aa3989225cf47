// Which days `stats` and `report` are asked about.

internal import TomatoLink
internal import TomatoRecord

extension ProgramRequest {
  /// Only some intervals are counted.
  var isFiltered: Bool { self[.task] != nil || self[.tag] != nil }
  /// It says where the days begin, or end.
  var isBounded: Bool { self[.since] != nil || self[.until] != nil }

  /// The days that are meant, and the stretch of time, whose ends need be no days.
  /// - Parameters:
  ///   - first: the day of the first interval that there is.
  ///   - usual: what is meant if nothing was asked for.
  /// - Throws: when a moment in the request cannot be read.
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
    case .year: days = Self.year(of: today)
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
    // The stretch ends before its end, so the moment before that is of its last day.
    let last = period.until.map { calendar.day(of: $0 - .milliseconds(1)) } ?? today
    let begin = period.since.map { calendar.day(of: $0) } ?? min(first ?? last, last)
    // What is asked for is up to today, and no day of a clock that was wrong.
    period.until = period.until ?? calendar.begin(of: max(begin, last) + 1)
    return (begin...max(begin, last), period)
  }

  private static func year(of day: RecordDay) -> ClosedRange<RecordDay> {
    let year = day.date.year
    let first = RecordDay(year: year, month: 1, day: 1) ?? day
    return first...(RecordDay(year: year, month: 12, day: 31) ?? day)
  }
}
