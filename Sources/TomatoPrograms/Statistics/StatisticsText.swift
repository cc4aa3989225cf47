// The sums as terminal text. Pure: the terminal's width and colours are arguments.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

enum StatisticsText {
  /// Maximum number of named tasks, and of tags; the others share one line.
  private static let mostNamed = 10

  static func lines(_ sums: RecordSums, on sheet: ChartSheet) -> [String] {
    let complaints = sums.unreadable > 0 ? ["", StatisticsWords.unreadable(sums.unreadable)] : []
    guard !sums.isEmpty else {
      return [sums.request.isFiltered ? StatisticsWords.nothingChosen : StatisticsWords.nothing] + complaints
    }
    var lines = overview(sums, sheet) + [""] + heading(sums, sheet)
    guard !sums.details.isEmpty else { return lines + [StatisticsWords.nothingChosen] + complaints }
    lines.append(StatisticsWords.total(sums.details))
    if let goal = goal(sums) { lines.append(goal) }
    let step = step(sums, sheet)
    lines += section(StatisticsWords.title(step), timeline(sums, step, sheet), sheet)
    lines += section(StatisticsWords.hours, hours(sums, sheet), sheet)
    lines += section(StatisticsWords.tasks, tasks(sums, sheet), sheet)
    lines += section(StatisticsWords.tags, tags(sums, sheet), sheet)
    lines += section(StatisticsWords.outcomes, outcomes(sums, sheet), sheet)
    let pauses = StatisticsWords.pauses(sums.details.pauses)
    if !pauses.isEmpty { lines += [""] + pauses }
    return lines + complaints
  }

  private static func section(_ title: String, _ body: [String], _ sheet: ChartSheet) -> [String] {
    body.isEmpty ? [] : ["", sheet.strong(title)] + body
  }

  private static func heading(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    [sheet.strong(StatisticsWords.heading(sums))] + (StatisticsWords.chosen(sums.request).map { [$0] } ?? [])
  }

  private static func goal(_ sums: RecordSums) -> String? {
    let days = sums.details.days
    guard sums.goal > 0, days.count > 1, sums.daysSoFar > 0 else { return nil }
    return StatisticsWords.goal(sums.goal, reached: sums.details.daysReaching(sums.goal), of: sums.daysSoFar)
  }

  // MARK: The first lines

  private static func overview(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    let today = sums.today
    let spans = [
      (StatisticsWords.today, today...today, sums.goal), (StatisticsWords.thisWeek, today.monday...today, 0),
      (StatisticsWords.thisMonth, today.firstOfMonth...today, 0),
    ]
    var rows = spans.map { name, days, goal in
      let sum = sums.recent.sum(of: days)
      return (name, Words.length(sum.active), StatisticsWords.completed(sum.completed, goal: goal))
    }
    rows += sums.figures.compactMap(\.line).map { ($0.name, $0.text, "") }
    let names = rows.map { TextWidth.of($0.0) }.max() ?? 0
    let lengths = rows.filter { !$0.2.isEmpty }.map { TextWidth.of($0.1) }.max() ?? 0
    return rows.map { name, length, completed in
      let head = TextWidth.padded(name, to: names) + "  "
      return completed.isEmpty ? head + length : head + TextWidth.padded(length, to: lengths) + "  " + completed
    }
  }

  // MARK: Over time

  /// The finest step that fits and stays readable.
  static func step(_ days: ClosedRange<RecordDay>, room: Int) -> ChartStep {
    let count = days.count
    if count <= 45, count <= room { return .day }
    if count <= 400, count / 7 + 2 <= room { return .week }
    return count / 28 + 2 <= room ? .month : .year
  }

  private static func step(_ sums: RecordSums, _ sheet: ChartSheet) -> ChartStep {
    step(sums.details.days, room: VerticalBars.room(sheet.columns, top: Words.length(sums.details.total.active)))
  }

  private static func timeline(_ sums: RecordSums, _ step: ChartStep, _ sheet: ChartSheet) -> [String] {
    let days = sums.details.days
    guard days.count > 1 else { return [] }
    let bars = steps(step, from: days.lowerBound, through: days.upperBound).map { span in
      let (day, sum) = (span.lowerBound, sums.details.sum(of: span))
      let isReached = step == .day && sums.goal > 0 && sum.completed >= sums.goal
      return VerticalBars.Bar(
        value: Int(sum.active.components.seconds),
        label: days.count <= 7 ? LocalTime.name(ofWeekday: day.weekday) : label(day, step),
        accent: isReached ? .completed : .focus)
    }
    return lines(bars, sheet)
  }

  private static func lines(_ bars: [VerticalBars.Bar], _ sheet: ChartSheet) -> [String] {
    VerticalBars(bars: bars, top: Words.length(.seconds(bars.map(\.value).max() ?? 0))).lines(sheet)
  }

  /// The days of each step, from the step with `first` to the one with `last`.
  static func steps(_ step: ChartStep, from first: RecordDay, through last: RecordDay) -> [ClosedRange<RecordDay>] {
    let steps = sequence(first: days(of: step, first)) { days(of: step, $0.upperBound + 1) }
    return Array(steps.prefix { $0.lowerBound <= last })
  }

  private static func days(of step: ChartStep, _ day: RecordDay) -> ClosedRange<RecordDay> {
    switch step {
    case .day: day...day
    case .week: day.week
    case .month: day.month
    case .year: day.year
    }
  }

  /// Labels for Mondays, a month's first week, January, and each year.
  static func label(_ day: RecordDay, _ step: ChartStep) -> String {
    let (year, month, number) = day.date
    return switch step {
    case .day: day.weekday == 0 ? String(day.iso8601.dropFirst(5)) : ""
    case .week: number <= 7 ? LocalTime.name(ofMonth: month) : ""
    case .month: month == 1 ? String(year) : ""
    case .year: String(year)
    }
  }

  static func name(_ day: RecordDay, _ step: ChartStep) -> String {
    switch step {
    case .day, .week: day.iso8601
    case .month: String(day.iso8601.dropLast(3))
    case .year: String(day.date.year)
    }
  }

  // MARK: The other charts

  private static func hours(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    let first = sums.dayStarts / 60
    let bars = (0..<24).map { place in
      let hour = (first + place) % 24
      return VerticalBars.Bar(
        value: Int(sums.details.hours[hour].components.seconds), label: place % 2 == 0 ? twoDigits(hour) : "")
    }
    return bars.allSatisfy { $0.value == 0 } ? [] : lines(bars, sheet)
  }

  private static func tasks(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    let ranked = Statistics.ranked(sums.details.byTask)
    // A single unnamed line would only repeat the sum above.
    guard ranked.contains(where: { !$0.name.isEmpty }) else { return [] }
    return bars(ranked, sheet, .focus, name: StatisticsWords.task)
  }

  private static func tags(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    bars(Statistics.ranked(sums.details.byTag), sheet, .break) { "#" + $0 }
  }

  private static func bars(
    _ ranked: [(name: String, sum: FocusSum)], _ sheet: ChartSheet, _ accent: Accent, name: (String) -> String
  ) -> [String] {
    // A single leftover is named, because a line for others would be no shorter.
    let most = ranked.count == mostNamed + 1 ? ranked.count : mostNamed
    let rows = shortened(ranked, to: most, name: name).map { name, sum in
      HorizontalBars.Row(
        name: SafeText.printable(name), value: Int(sum.active.components.seconds),
        notes: [Words.length(sum.active), String(sum.completed)], accent: accent)
    }
    return HorizontalBars(rows: rows).lines(sheet)
  }

  /// The first ones with their shown names, and the others as one.
  static func shortened(
    _ ranked: [(name: String, sum: FocusSum)], to most: Int, name: (String) -> String
  ) -> [(name: String, sum: FocusSum)] {
    let named = ranked.prefix(most).map { (name: name($0.name), sum: $0.sum) }
    let others = ranked.dropFirst(most)
    if others.isEmpty { return named }
    let sum = others.reduce(into: FocusSum()) { $0 += $1.sum }
    return named + [(name: StatisticsWords.others(others.count), sum: sum)]
  }

  private static func outcomes(_ sums: RecordSums, _ sheet: ChartSheet) -> [String] {
    let percents = sums.details.percents
    let rows = PhaseOutcome.allCases.compactMap { outcome -> HorizontalBars.Row? in
      guard let count = sums.details.outcomes[outcome], count > 0 else { return nil }
      return HorizontalBars.Row(
        name: Words.name(of: outcome), value: count, notes: [String(count), "\(percents[outcome] ?? 0)%"],
        accent: outcome == .completed ? .completed : .paused)
    }
    return HorizontalBars(rows: rows).lines(sheet)
  }
}
