// Intervals as text: one line for each, under a heading for its day (none for today alone), and a sum.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

/// Collects the intervals of a day, and prints them in columns at the end of the day.
struct LogText {
  private let isToday: Bool
  private let calendar: RecordCalendar
  private var day: RecordDay?
  private var rows: [IntervalRecord] = []
  private var sum = FocusSum()
  private var intervals = 0

  /// - Parameter isToday: only today's intervals, without a day heading.
  init(isToday: Bool, _ calendar: RecordCalendar) { (self.isToday, self.calendar) = (isToday, calendar) }

  /// Returns the previous day's lines if this interval begins another day.
  mutating func add(_ row: IntervalRecord) -> String? {
    let itsDay = calendar.day(of: row.began)
    defer {
      day = itsDay
      rows.append(row)
      intervals += 1
    }
    guard let day, day != itsDay else { return nil }
    return lines(of: day)
  }

  mutating func end() -> String {
    let last = day.map { lines(of: $0) } ?? ""
    if isToday { return last + StatusText.today(sum.active, completed: sum.completed) + "\n" }
    return last + (intervals > 0 ? "\n" : "") + LogWords.total(sum, intervals) + "\n"
  }

  private mutating func lines(of day: RecordDay) -> String {
    defer { rows = [] }
    let focus = rows.filter { $0.mode == .focus }
    let ofDay = FocusSum(
      active: focus.reduce(.zero) { $0 + $1.active }, completed: focus.count { $0.outcome == .completed })
    sum += ofDay
    let heading = (intervals == rows.count ? "" : "\n") + LogWords.heading(day, calendar, ofDay) + "\n"
    return (isToday ? "" : heading) + Self.table(rows.map(cells)).map { $0 + "\n" }.joined()
  }

  /// Number, from and to, name, length, outcome, task and laps.
  private func cells(_ row: IntervalRecord) -> [String] {
    let began = LocalTime.clock(row.began.milliseconds, zone: calendar.zone)
    let ended = Words.clock(row.ended, beside: row.began, zone: calendar.zone)
    return [
      row.token.description, "\(began)–\(ended)", LogWords.name(row),
      displayTimeText(seconds: row.active.secondsRoundedDown), Words.name(of: row.outcome),
      Words.joined([row.task, StatusText.laps(row)], "  "),
    ]
  }

  /// Aligns columns; numbers and lengths to the right; no trailing spaces.
  static func table(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { TextWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        TextWidth.padded(cell, to: widths[column], isRight: column == 0 || column == 3)
      }
      return TextWidth.trimmed(cells.joined(separator: "  "))
    }
  }
}
