// What `stats` and `report` say, read out of the database in one go and counted.

internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

/// Everything that was counted.
struct RecordSums {
  let now: WallTime
  let today: RecordDay
  /// Focus phases that the person wants to complete in a day; 0 without a goal.
  let goal: Int
  /// Minutes after midnight at which a day begins.
  let dayStarts: Int
  let request: ProgramRequest
  /// The day of the first interval that there is; nil when there is none.
  var first: RecordDay?
  /// What was asked for.
  var details: Statistics
  /// This week and this month, whichever began first, up to today.
  var recent: Statistics
  /// Without their numbers where only some intervals are counted.
  var figures: [RecordFigure] = []
  /// Rows that say nothing that can be counted.
  var unreadable = 0

  /// Nothing at all is recorded, or nothing of what was asked for.
  var isEmpty: Bool { details.isEmpty && recent.isEmpty && figures.allSatisfy(\.isEmpty) }

  /// How many of the days that were asked for there have been since something was recorded, today included.
  var daysSoFar: Int {
    let begin = max(details.days.lowerBound, first ?? today)
    return max(min(details.days.upperBound, today) - begin + 1, 0)
  }

  /// Reads what is asked for.
  /// - Parameter usual: the days that are meant if nothing was asked for.
  /// - Throws: `Failure` for what cannot be asked, and why the database cannot be read.
  static func read(
    _ request: ProgramRequest, _ settings: GoalSettings, path: String, now: WallTime, zone: String? = nil,
    usual: (RecordDay) -> ClosedRange<RecordDay>
  ) throws -> RecordSums {
    let calendar = RecordCalendar(startMinutes: settings.dayStarts, zone: zone)
    let today = calendar.day(of: now)
    let reader = try RecordReader(path: path)
    let first = try reader.firstDay(calendar)
    let asked = try request.days(now: now, calendar, first: first, usual: usual(today))
    let near = min(today.monday, today.firstOfMonth)...today
    var sums = RecordSums(
      now: now, today: today, goal: settings.focusPerDay, dayStarts: settings.dayStarts, request: request,
      first: first, details: Statistics(asked.days), recent: Statistics(near))
    let clock = HourClock(zone: zone)
    for part in parts(asked, near, calendar) {
      let choice = try RecordChoice(part, request)
      let unreadable = try reader.visit(choice) { row in
        let day = calendar.day(of: row.began)
        if asked.period.contains(row.began) { sums.details.add(row, of: day, clock) }
        sums.recent.add(row, of: day, clock)
      }
      sums.unreadable = max(sums.unreadable, unreadable)
    }
    sums.figures = [.streak(request.isFiltered ? nil : try reader.streak(on: today, calendar))]
    return sums
  }

  /// The stretches of time that have to be read: one where the two meet, else both.
  private static func parts(
    _ asked: (days: ClosedRange<RecordDay>, period: RecordPeriod), _ near: ClosedRange<RecordDay>,
    _ calendar: RecordCalendar
  ) -> [RecordPeriod] {
    let recent = RecordPeriod.days(near.lowerBound, through: near.upperBound, calendar)
    guard asked.days.overlaps(near) || asked.days.upperBound + 1 == near.lowerBound else {
      return [asked.period, recent]
    }
    let first = min(asked.days.lowerBound, near.lowerBound)
    return [.days(first, through: max(asked.days.upperBound, near.upperBound), calendar)]
  }
}

extension RecordReader {
  /// The day of the first interval that there is.
  func firstDay(_ calendar: RecordCalendar) throws -> RecordDay? {
    let rows = try database?.rows(
      """
      SELECT min(began_wall_ms) AS first FROM interval
        WHERE began_wall_ms BETWEEN ? AND ? AND typeof(began_wall_ms) = 'integer'
      """,
      [.integer(Schema.wallRange.lowerBound), .integer(Schema.wallRange.upperBound)])
    return try rows?.first?.optionalInt64("first").map { calendar.day(of: WallTime(milliseconds: $0)) }
  }
}
