// Bar charts: focus by task, the last days with the goal, the hours of the day.

internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

/// The value axis, and the positions of the bars.
struct BarScale {
  static let width = 720.0
  static let left = 56.0
  static let top = 14.0
  static let bottom = 24.0
  let height: Double
  /// The value and label of each grid line, from 0 upwards.
  let lines: [(value: Int, name: String)]

  private var most: Int { max(lines.last?.value ?? 1, 1) }

  static func lengths(_ most: Int, height: Double) -> BarScale {
    let minutes = [5, 10, 15, 30, 60, 120, 180, 300, 600, 1200, 1800, 3000, 6000, 12_000, 30_000, 60_000]
    return BarScale(most, steps: minutes.map { $0 * 60 }, height: height) { Words.length(.seconds($0)) }
  }

  static func counts(_ most: Int, height: Double) -> BarScale {
    BarScale(most, steps: [1, 2, 5, 10, 20, 50, 100], height: height) { String($0) }
  }

  private init(_ most: Int, steps: [Int], height: Double, name: (Int) -> String) {
    let step = steps.first { most <= $0 * 5 } ?? max(most / 4, 1)
    let count = max((most + step - 1) / step, 1)
    lines = (0...count).map { ($0 * step, $0 == 0 ? "0" : name($0 * step)) }
    self.height = height
  }

  func y(_ value: Int) -> Double {
    let room = height - Self.top - Self.bottom
    return Self.top + room - room * Double(value) / Double(most)
  }

  var grid: String {
    lines.map { value, name in
      PageMarkup.line(Self.left, y(value), Self.width, y(value), style: "grid")
        + PageMarkup.label(Self.left - 6, y(value) + 4, name, anchor: "end")
    }.joined(separator: "\n")
  }

  /// A bar's position and width among `count` bars, with a gap between them.
  func place(_ number: Int, of count: Int) -> (x: Double, width: Double) {
    let room = (Self.width - Self.left) / Double(max(count, 1))
    let width = min(max(room * 0.78, 1), 46)
    return (Self.left + room * Double(number) + (room - width) / 2, width)
  }

  /// One of `count` bars, between two values; empty if they are equal.
  func bar(_ number: Int, of count: Int, from below: Int = 0, to value: Int, style: String, title: String) -> String {
    guard value > below else { return "" }
    let (x, width) = place(number, of: count)
    return PageMarkup.rect(x, y(value), width, max(y(below) - y(value), 0.5), style: style, title: title)
  }

  /// The grid, the marks, and the names below the bars.
  func drawing(_ marks: [String], _ names: [String]) -> String {
    ([grid] + marks + [labels(names)]).joined(separator: "\n")
  }

  /// The labels below the bars; skips one that would touch the previous one.
  func labels(_ names: [String]) -> String {
    var last = -100.0
    var marks: [String] = []
    for (number, name) in names.enumerated() where !name.isEmpty {
      let (x, width) = place(number, of: names.count)
      let middle = x + width / 2
      let half = Double(TextWidth.of(name)) * 3.2
      guard middle - half > last + 5, middle + half <= Self.width else { continue }
      marks.append(PageMarkup.label(middle, height - 8, name, anchor: "middle"))
      last = middle + half
    }
    return marks.joined(separator: "\n")
  }
}

struct ReportBars {
  let sums: RecordSums
  private var details: Statistics { sums.details }
  private static let height = 240.0

  // MARK: By task

  /// The tasks that have a colour of their own, the largest first; the others share the last one.
  private var tasks: [String] {
    let ranked = Statistics.ranked(details.byTask).filter { $0.sum.active > .zero }.map(\.name)
    return ranked.count <= 7 ? ranked : Array(ranked.prefix(6))
  }

  /// A period, with the time of each task, and finally of the others.
  private struct Stack {
    var day: RecordDay
    var name: String
    var parts: [Duration]
    var total: Duration { parts.reduce(.zero, +) }
  }

  var byTask: ReportFigure {
    let step = StatisticsText.step(details.days, room: 200)
    let tasks = tasks
    let stacks = stacks(step, tasks)
    let hasOthers = stacks.contains { ($0.parts.last ?? .zero) > .zero }
    let names = tasks.map(StatisticsWords.task) + (hasOthers ? [tr("others")] : [])
    let most = stacks.max { $0.total < $1.total }
    let scale = BarScale.lengths(Int(most?.total.components.seconds ?? 0), height: Self.height)
    let bars = stacks.enumerated().map { bar($1, $0, of: stacks.count, names, scale) }
    let best = most.map { ReportWords.hour($0.name, $0.total) } ?? ReportWords.none
    return ReportFigure(
      id: "tasks-over-time", title: ReportWords.byTask(step), description: ReportWords.byTaskSays(best),
      width: BarScale.width, height: Self.height,
      drawing: scale.drawing(bars, stacks.map { label($0.day, step) }),
      legend: names.enumerated().map { (Self.style($0), $1) },
      head: [ReportWords.name(step), tr("Total")] + names,
      rows: stacks.filter { $0.total > .zero }.map { stack in
        [stack.name, Words.length(stack.total)]
          + stack.parts.prefix(names.count).map { $0 == .zero ? "" : Words.length($0) }
      }, endsAtRight: true)
  }

  private static func style(_ place: Int) -> String { "s\(min(place, 6))" }

  private func stacks(_ step: ChartStep, _ tasks: [String]) -> [Stack] {
    StatisticsText.steps(step, from: begin, through: details.days.upperBound).map { days in
      var parts = [Duration](repeating: .zero, count: tasks.count + 1)
      for (task, length) in days.flatMap(details.tasks(of:)) {
        parts[tasks.firstIndex(of: task) ?? tasks.count] += length
      }
      return Stack(day: days.lowerBound, name: StatisticsText.name(days.lowerBound, step), parts: parts)
    }
  }

  /// The day to begin with: the record's first one, or earlier, so that at least twelve weeks are shown.
  private var begin: RecordDay {
    let days = details.days
    guard sums.request.span == nil, !sums.request.isBounded, let first = details.byDay.keys.min() else {
      return days.lowerBound
    }
    return max(days.lowerBound, min(first, days.upperBound - 11 * 7))
  }

  private func bar(_ stack: Stack, _ number: Int, of count: Int, _ names: [String], _ scale: BarScale) -> String {
    var below = 0
    return zip(stack.parts, names).enumerated().map { place, part in
      defer { below += Int(part.0.components.seconds) }
      return scale.bar(
        number, of: count, from: below, to: below + Int(part.0.components.seconds), style: Self.style(place),
        title: tr(
          "{date}, {task}: {length}", ["date": stack.name, "task": part.1, "length": Words.length(part.0)]))
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func label(_ day: RecordDay, _ step: ChartStep) -> String {
    step == .day ? String(day.iso8601.dropFirst(5)) : StatisticsText.label(day, step)
  }

  // MARK: The last days

  private static let lastDays = 35

  var days: ReportFigure {
    let end = min(details.days.upperBound, max(sums.today, details.days.lowerBound))
    let begin = max(details.days.lowerBound, end - (Self.lastDays - 1))
    let days = Array(begin...end)
    let counts = days.map { details.sum(of: $0) }
    let most = max(counts.map(\.completed).max() ?? 0, sums.goal)
    let scale = BarScale.counts(most, height: 180)
    let bars = zip(days, counts).enumerated().map { number, entry in
      let (day, sum) = entry
      return scale.bar(
        number, of: days.count, to: sum.completed,
        style: sums.goal > 0 && sum.completed >= sums.goal ? "completed" : "s0",
        title: ReportWords.day(day.iso8601, sum))
    }
    return ReportFigure(
      id: "last-days", title: ReportWords.lastDays, description: ReportWords.lastDaysSays(sums.goal),
      width: BarScale.width, height: 180,
      drawing: scale.drawing(bars + [goalLine(scale)], days.map { label($0, .day) }), legend: goalLegend,
      head: [ReportWords.name(.day), ReportWords.completed, ReportWords.focus],
      rows: zip(days, counts).map { [$0.iso8601, String($1.completed), ReportWords.cell($1)] }, endsAtRight: true)
  }

  private func goalLine(_ scale: BarScale) -> String {
    guard sums.goal > 0 else { return "" }
    let y = scale.y(sums.goal)
    return PageMarkup.line(BarScale.left, y, BarScale.width, y, style: "goal")
  }

  private var goalLegend: [(style: String, name: String)] {
    guard sums.goal > 0 else { return [] }
    return [("completed", tr("the goal of {n}, or more", ["n": String(sums.goal)])), ("s0", tr("fewer"))]
  }

  // MARK: The hours

  var hours: ReportFigure {
    let first = sums.dayStarts / 60
    let hours = (0..<24).map { (first + $0) % 24 }
    let lengths = hours.map { details.hours[$0] }
    let names = hours.map { TimeOfDay.text($0 * 60) }
    let best = lengths.indices.max { lengths[$0] < lengths[$1] } ?? 0
    let scale = BarScale.lengths(Int(lengths[best].components.seconds), height: 180)
    let bars = lengths.enumerated().map { number, length in
      scale.bar(
        number, of: 24, to: Int(length.components.seconds), style: "s1", title: ReportWords.hour(names[number], length))
    }
    return ReportFigure(
      id: "hours", title: StatisticsWords.hours, description: ReportWords.hoursSays(names[best], lengths[best]),
      width: BarScale.width, height: 180, drawing: scale.drawing(bars, names),
      head: [tr("Hour"), ReportWords.focus],
      rows: zip(names, lengths).map { [$0, $1 == .zero ? "" : Words.length($1)] })
  }
}
