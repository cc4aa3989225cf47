// Reads the streak, and formats it.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

extension RecordFigure {
  /// - Parameter streak: nil where it was not counted.
  static func streak(_ streak: Streak?) -> RecordFigure {
    guard let streak else { return RecordFigure(key: "streak", json: .null) }
    let (ended, days) = (streak.longestEnded?.iso8601, StatisticsWords.days(streak.current))
    let longest = StatisticsWords.days(streak.longest)
    let hasLonger = streak.longest > streak.current
    return RecordFigure(
      key: "streak",
      json: .vardict([
        ("current", StatisticsJSON.number(streak.current)), ("longest", StatisticsJSON.number(streak.longest)),
        ("longestEnded", ended.map { .string($0) } ?? .null),
      ]),
      line: (
        tr("Streak"),
        hasLonger
          ? tr("{days}; the longest: {longest}, until {date}", ["days": days, "longest": longest, "date": ended ?? ""])
          : days
      ),
      tiles: [
        Tile(name: tr("Streak"), value: days),
        Tile(name: tr("Longest streak"), value: longest, note: ended.map { tr("until {date}", ["date": $0]) }),
      ],
      isEmpty: streak.longest == 0)
  }
}

extension RecordReader {
  /// Looks up the first completed focus of each day by its index.
  func streak(on today: RecordDay, _ calendar: RecordCalendar) throws -> Streak {
    var streak = Streak()
    var begin = Schema.wallRange.lowerBound
    let end = calendar.begin(of: today + 1).milliseconds
    while begin < end {
      let found = try database?.rows(Self.firstCompleted, [.integer(begin), .integer(end)]) ?? []
      if found.isEmpty { break }
      for moment in try found.map({ try $0.int64("began_wall_ms") }) where moment >= begin {
        let (day, span) = calendar.place(of: WallTime(milliseconds: moment))
        streak.add(day)
        begin = span.upperBound.milliseconds
      }
    }
    streak.finish(on: today)
    return streak
  }

  /// When a period's first completed focus began. The first two conditions are those of the index.
  static let firstCompleted = """
    SELECT began_wall_ms FROM interval WHERE mode = 'focus' AND outcome = 'completed'
      AND began_wall_ms >= ? AND began_wall_ms < ? AND typeof(began_wall_ms) = 'integer'
      ORDER BY began_wall_ms LIMIT 1
    """
}
