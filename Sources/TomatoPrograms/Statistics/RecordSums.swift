// The numbers of `stats` and `report`, read from the database, and the days that a request names.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

struct RecordSums {
  let today: RecordDay
  /// The goal: focus phases per day; 0 without a goal.
  let goal: Int
  /// Minutes after midnight at which a day begins.
  let dayStarts: Int
  let request: ProgramRequest
  /// The first recorded interval's day; nil without one.
  var first: RecordDay?
  var details: Statistics
  /// From the start of this week or month, whichever is earlier, to today.
  var recent: Statistics
  /// Without values if the request has a filter.
  var figures: [RecordFigure] = []
  var unreadable = 0

  /// Whether nothing is recorded or matches the request.
  var isEmpty: Bool { details.isEmpty && recent.isEmpty && figures.allSatisfy(\.isEmpty) }

  /// The number of requested days since the first record, today included.
  var daysSoFar: Int {
    let begin = max(details.days.lowerBound, first ?? today)
    return max(min(details.days.upperBound, today) - begin + 1, 0)
  }

  /// Reads the requested sums.
  /// - Parameter usual: the days for a request without dates.
  /// - Throws: `Failure` for an invalid request or an unreadable database.
  static func read(
    _ request: ProgramRequest, _ settings: GoalSettings, path: String? = nil, now: WallTime = SystemClock.now().wall,
    zone: String? = nil, usual: (RecordDay) -> ClosedRange<RecordDay>
  ) throws -> RecordSums {
    let calendar = RecordCalendar(startMinutes: settings.dayStarts, zone: zone)
    let today = calendar.day(of: now)
    let reader = try RecordReader(path: try path ?? Places.find().database)
    let recorded = try reader.days(calendar)
    let first = recorded?.lowerBound
    let asked = try request.days(now: now, calendar, recorded, usual: usual(today))
    let recentDays = min(today.monday, today.firstOfMonth)...today
    var sums = RecordSums(
      today: today, goal: settings.focusPerDay, dayStarts: settings.dayStarts, request: request, first: first,
      details: Statistics(asked.days), recent: Statistics(recentDays))
    let clock = HourClock(zone: zone)
    let parts = parts(asked, recentDays, calendar)
    for part in parts {
      let unreadable: Int
      let beginsLater = part.since.map { since in first.map { calendar.begin(of: $0) < since } ?? true } ?? false
      if beginsLater || request.isFiltered {
        unreadable = try reader.visit(try RecordFilter(part, request)) { sums.add($0, asked.period, calendar, clock) }
      } else {
        unreadable = try reader.visitCounted(
          part, focus: { sums.add($0, asked.period, calendar, clock) },
          breaks: { sums.add(break: $1, at: $0, asked.period, calendar) })
      }
      sums.unreadable += unreadable
    }
    // Each part counts all rows without a time.
    if parts.count > 1 { sums.unreadable -= try reader.timeless }
    sums.figures = [.streak(request.isFiltered ? nil : try reader.streak(on: today, calendar))]
    return sums
  }

  private mutating func add(
    _ row: IntervalRecord, _ asked: RecordPeriod, _ calendar: RecordCalendar, _ clock: HourClock
  ) {
    let day = calendar.day(of: row.began)
    if asked.contains(row.began) { details.add(row, of: day, clock) }
    recent.add(row, of: day, clock)
  }

  private mutating func add(
    break length: Duration, at began: WallTime, _ asked: RecordPeriod, _ calendar: RecordCalendar
  ) {
    let day = calendar.day(of: began)
    if asked.contains(began) { details.add(break: length, of: day) }
    recent.add(break: length, of: day)
  }

  /// The periods to read: one if both touch or overlap, otherwise two.
  private static func parts(
    _ asked: (days: ClosedRange<RecordDay>, period: RecordPeriod), _ recentDays: ClosedRange<RecordDay>,
    _ calendar: RecordCalendar
  ) -> [RecordPeriod] {
    guard asked.days.overlaps(recentDays) || asked.days.upperBound + 1 == recentDays.lowerBound else {
      return [asked.period, .days(recentDays, calendar)]
    }
    let first = min(asked.days.lowerBound, recentDays.lowerBound)
    return [.days(first...max(asked.days.upperBound, recentDays.upperBound), calendar)]
  }
}

extension ProgramRequest {
  var isFiltered: Bool { self[.task] != nil || self[.tag] != nil }
  var isBounded: Bool { self[.since] != nil || self[.until] != nil }

  /// The requested days, and the exact period, which need not begin or end with a day.
  /// - Parameters:
  ///   - recorded: from the first recorded interval's day to the last one's; nil without one.
  ///   - usual: the days for a request without dates.
  /// - Throws: when a date in the request is invalid.
  func days(
    now: WallTime, _ calendar: RecordCalendar, _ recorded: ClosedRange<RecordDay>?, usual: ClosedRange<RecordDay>
  ) throws(Failure) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    let today = calendar.day(of: now)
    if let span, isBounded { throw RecordWords.exclude(span.rawValue, (has(.since) ? Item.since : .until).word) }
    let days: ClosedRange<RecordDay>
    switch span {
    case .today: days = today...today
    case .week: days = today.week
    case .month: days = today.month
    case .year: days = today.year
    case .all: days = min(recorded?.lowerBound ?? today, today)...today
    case nil where !isBounded: days = usual
    case nil: return try bounded(now, calendar, recorded)
    }
    return (days, .days(days, calendar))
  }

  private func bounded(
    _ now: WallTime, _ calendar: RecordCalendar, _ recorded: ClosedRange<RecordDay>?
  ) throws(Failure) -> (days: ClosedRange<RecordDay>, period: RecordPeriod) {
    var period = try RecordPeriod(self, now: now, calendar) ?? .all
    let today = calendar.day(of: now)
    // The end is exclusive, so the last day holds the moment before it.
    let last = period.until.map { calendar.day(of: $0 - .milliseconds(1)) } ?? today
    let begin = period.since.map { calendar.day(of: $0) } ?? min(recorded?.lowerBound ?? last, last)
    // Up to today: a wrong clock may have dated rows later.
    period.until = period.until ?? calendar.begin(of: max(begin, last) + 1)
    // No further than the record and today, because each day has a place in a chart.
    let longest = min(recorded?.lowerBound ?? today, today)...max(recorded?.upperBound ?? today, today)
    let days = begin...max(begin, last)
    return (days.overlaps(longest) ? days.clamped(to: longest) : days, period)
  }
}

/// A figure over the whole record, with its forms in `stats` and `report`.
struct RecordFigure {
  let key: String
  let json: BusValue
  var line: (name: String, text: String)?
  var tiles: [Tile] = []
  /// The record has nothing that this figure counts.
  var isEmpty = true

  struct Tile {
    var name: String
    var value: String
    var note: String?
  }
}

extension RecordReader {
  /// From the first recorded interval's day to the last one's.
  func days(_ calendar: RecordCalendar) throws -> ClosedRange<RecordDay>? {
    func day(_ function: String) throws -> RecordDay? {
      let rows = try database?.rows(
        """
        SELECT \(function)(began_wall_ms) AS n FROM interval
          WHERE began_wall_ms BETWEEN ? AND ? AND typeof(began_wall_ms) = 'integer'
        """,
        [.integer(Schema.wallRange.lowerBound), .integer(Schema.wallRange.upperBound)])
      return try rows?.first?.optionalInt64("n").map { calendar.day(of: WallTime(milliseconds: $0)) }
    }
    // One query for each: SQLite then finds it at an end of the index.
    guard let first = try day("min"), let last = try day("max") else { return nil }
    return first...last
  }
}
