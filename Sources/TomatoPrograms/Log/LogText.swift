// Intervals as text: one line for each, under a heading for its day if there are several days, and a sum.

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
  private var sum = Sum()

  /// - Parameter isToday: only today's intervals, without a day heading.
  init(isToday: Bool, _ calendar: RecordCalendar) { (self.isToday, self.calendar) = (isToday, calendar) }

  /// Sums of intervals.
  struct Sum {
    var focus = Duration.zero
    var completed = 0
    var intervals = 0

    mutating func add(_ row: IntervalRecord) {
      intervals += 1
      guard row.mode == .focus else { return }
      focus += row.active
      if row.outcome == .completed { completed += 1 }
    }
  }

  /// Returns the previous day's lines if this interval begins another day.
  mutating func add(_ row: IntervalRecord) -> String? {
    let itsDay = calendar.day(of: row.began)
    defer {
      day = itsDay
      rows.append(row)
      sum.add(row)
    }
    guard let day, day != itsDay else { return nil }
    return lines(of: day)
  }

  /// The lines of the last day, and the sum.
  mutating func end() -> String {
    let last = day.map { lines(of: $0) } ?? ""
    if isToday { return last + LogWords.today(sum) + "\n" }
    return last + (sum.intervals > 0 ? "\n" : "") + LogWords.total(sum) + "\n"
  }

  private mutating func lines(of day: RecordDay) -> String {
    defer { rows = [] }
    var text = ""
    if !isToday {
      let ofDay = rows.reduce(into: Sum()) { $0.add($1) }
      let isFirst = sum.intervals == ofDay.intervals
      text = (isFirst ? "" : "\n") + LogWords.heading(day, calendar, ofDay) + "\n"
    }
    return text + Self.table(rows.map(cells)).map { $0 + "\n" }.joined()
  }

  /// Number, from and to, name, length, outcome, task and laps.
  private func cells(_ row: IntervalRecord) -> [String] {
    let began = LocalTime.clock(row.began.milliseconds, zone: calendar.zone)
    let ended = Words.clock(row.ended, beside: row.began, zone: calendar.zone)
    let rest = [row.task, StatusText.laps(row)].compactMap(\.self).joined(separator: "  ")
    return [
      row.token.description, "\(began)–\(ended)", LogWords.name(row),
      displayTimeText(seconds: row.active.secondsRoundedDown), Words.name(of: row.outcome), rest,
    ]
  }

  /// Aligns columns; numbers and lengths to the right; no trailing spaces.
  static func table(_ rows: [[String]]) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in rows.map { TextWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - TextWidth.of(cell))
        return column == 0 || column == 3 ? space + cell : cell + space
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
