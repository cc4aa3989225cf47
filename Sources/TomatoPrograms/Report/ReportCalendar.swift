// A square for each day, one column of seven per week; with more than a year, one strip per year.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

struct ReportCalendar {
  let sums: RecordSums
  /// The 90th percentile of days with a focus, so that one outlier does not fade the rest.
  private let reference: Duration
  private var details: Statistics { sums.details }

  private static let cell = 13.0
  private static let square = 11.0
  private static let left = 38.0
  private static let top = 20.0
  private static let stripHeight = top + 7 * cell + 14
  private static let weeks = 54

  init(_ sums: RecordSums) {
    self.sums = sums
    let lengths = sums.details.byDay.values.map(\.active).filter { $0 > .zero }.sorted()
    reference = lengths.isEmpty ? .zero : lengths[(lengths.count * 9 - 1) / 10]
  }

  private var strips: [ClosedRange<RecordDay>] {
    let days = sums.details.days
    guard days.count > Self.weeks * 7 else { return [days] }
    return StatisticsText.steps(.year, from: days.lowerBound, through: days.upperBound).map { $0.clamped(to: days) }
  }

  var figure: ReportFigure {
    let strips = strips
    let best = details.byDay.max { a, b in (a.value.active, b.key.number) < (b.value.active, a.key.number) }
    let most = best.map { ReportWords.day($0.key.iso8601, $0.value) } ?? ReportWords.none
    let longest = strips.map { ($0.upperBound.monday - $0.lowerBound.monday) / 7 + 1 }.max() ?? 1
    let drawing = strips.enumerated().map { place, days in
      strip(days, y: Double(place) * Self.stripHeight, isYear: strips.count > 1)
    }
    return ReportFigure(
      id: "calendar", title: ReportWords.calendar,
      description: ReportWords.calendarSays(details.byDay.count, most),
      width: max(Self.left + Double(longest) * Self.cell, 700), height: Double(strips.count) * Self.stripHeight,
      drawing: drawing.joined(separator: "\n"), legend: legend, head: [ReportWords.name(.week)] + weekdays, rows: rows,
      endsAtRight: true)
  }

  private var weekdays: [String] { (0..<7).map { LocalTime.name(ofWeekday: $0) } }

  private func strip(_ days: ClosedRange<RecordDay>, y: Double, isYear: Bool) -> String {
    var marks: [String] = []
    let monday = days.lowerBound.monday
    if isYear { marks.append(PageMarkup.label(0, y + 12, String(days.lowerBound.date.year))) }
    for weekday in [0, 2, 4] {
      let line = y + Self.top + Double(weekday) * Self.cell + 9
      marks.append(PageMarkup.label(0, line, LocalTime.name(ofWeekday: weekday)))
    }
    var lastLabel = -100.0
    for day in days {
      let x = Self.left + Double((day - monday) / 7) * Self.cell
      if day.date.day == 1, x - lastLabel > 28 {
        marks.append(PageMarkup.label(x, y + 12, LocalTime.name(ofMonth: day.date.month)))
        lastLabel = x
      }
      marks.append(square(day, x, y + Self.top + Double(day.weekday) * Self.cell))
    }
    return marks.joined(separator: "\n")
  }

  private func square(_ day: RecordDay, _ x: Double, _ y: Double) -> String {
    let sum = details.sum(of: day)
    let title = sum.active > .zero ? ReportWords.day(day.iso8601, sum) : nil
    return PageMarkup.rect(
      x, y, Self.square, Self.square, style: day > sums.today ? "l0" : "l\(level(sum.active))", title: title, round: 2)
  }

  // MARK: Colours

  /// 0 to 4.
  private func level(_ active: Duration) -> Int {
    let (whole, part) = (reference.inMilliseconds, active.inMilliseconds)
    guard whole > 0, part > 0 else { return 0 }
    return Int(min((part * 4 + whole - 1) / whole, 4))
  }

  private var legend: [(style: String, name: String)] {
    guard reference > .zero else { return [] }
    let steps = (1...3).map { step in
      let length = Words.length(.seconds(reference.components.seconds * Int64(step) / 4))
      return ("l\(step)", tr("up to {length}", ["length": length]))
    }
    return [("l0", ReportWords.none)] + steps + [("l4", tr("more"))]
  }

  // MARK: The table

  /// A row for each week with a focus.
  private var rows: [[String]] {
    stride(from: details.days.lowerBound.monday, through: details.days.upperBound, by: 7).compactMap { monday in
      let week = (0..<7).map { details.sum(of: monday + $0) }
      return week.contains { $0.active > .zero } ? [monday.iso8601] + week.map(ReportWords.cell) : nil
    }
  }
}
