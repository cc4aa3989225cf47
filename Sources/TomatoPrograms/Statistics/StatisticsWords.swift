// The sentences of `stats`.

internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

enum StatisticsWords {
  static let nothing = tr(
    "Nothing is recorded yet: when a focus has ended, it is counted here. \"tomato-notify 25m\" begins one.")
  static let nothingChosen = tr("No focus was recorded in that time.")

  // MARK: Periods

  static var today: String { tr("Today") }
  static var thisWeek: String { tr("This week") }
  static var thisMonth: String { tr("This month") }

  static func heading(_ sums: RecordSums) -> String {
    let days = sums.details.days
    let dates = days.count == 1 ? days.lowerBound.iso8601 : span(days)
    let name: String? =
      switch sums.request.span {
      case .today: today
      case .week: thisWeek
      case .month: thisMonth
      case .year: tr("This year")
      case .all: tr("All that is recorded")
      case nil: sums.request.isBounded ? nil : tr("The last 4 weeks")
      }
    guard let name else { return dates }
    return tr("{name}: {dates}", ["name": name, "dates": dates])
  }

  static func span(_ days: ClosedRange<RecordDay>) -> String {
    tr("{first} to {last}", ["first": days.lowerBound.iso8601, "last": days.upperBound.iso8601])
  }

  /// The filter of the intervals; nil without one.
  static func chosen(_ request: ProgramRequest) -> String? {
    guard request.isFiltered else { return nil }
    let task = request[.task].map { tr("task: {text}", ["text": shown($0)]) }
    let tag = request[.tag].map { tr("tag: {text}", ["text": "#" + shown(String($0.drop { $0 == "#" }))]) }
    return Words.clauses([task, tag])
  }

  // MARK: Numbers

  /// `13 completed`, or with a goal `5 of 8 completed`.
  static func completed(_ count: Int, goal: Int = 0) -> String {
    if goal > 0 { return tr("{n} of {m} completed", ["n": String(count), "m": String(goal)]) }
    return tr("{n} completed", ["n": String(count)])
  }

  static func days(_ count: Int) -> String { trn("{n} day", "{n} days", count) }

  static func total(_ details: Statistics) -> String {
    Words.clauses([
      tr(
        "{length} of focus, {n} completed",
        ["length": Words.length(details.total.active), "n": String(details.total.completed)]),
      details.breaks > .zero ? tr("{length} of breaks", ["length": Words.length(details.breaks)]) : nil,
    ])
  }

  static func goal(_ wanted: Int, reached: Int, of days: Int) -> String {
    tr(
      "The goal of {n} a day was reached on {reached} of {days} days.",
      ["n": String(wanted), "reached": String(reached), "days": String(days)])
  }

  // MARK: Charts

  static func title(_ step: ChartStep) -> String {
    switch step {
    case .day: tr("Focus by day")
    case .week: tr("Focus by week")
    case .month: tr("Focus by month")
    case .year: tr("Focus by year")
    }
  }

  static var hours: String { tr("Hours of the day") }
  static var tasks: String { tr("Tasks") }
  static var tags: String { tr("Tags") }
  static var outcomes: String { tr("How focus phases ended") }
  static func task(_ name: String) -> String { name.isEmpty ? tr("(no task)") : name }
  static func others(_ count: Int) -> String { trn("({n} other)", "({n} others)", count) }

  static func pauses(_ pauses: PauseSum) -> [String] {
    var sentences: [String] = []
    if pauses.known > 0 {
      sentences.append(
        tr(
          "Pauses: {n} in {m} focus phases, {length} in all",
          ["n": String(pauses.count), "m": String(pauses.known), "length": Words.length(pauses.length)]))
    }
    if pauses.unknown > 0 {
      sentences.append(tr("Focus phases whose pauses are not known: {n}", ["n": String(pauses.unknown)]))
    }
    return sentences
  }

  static func unreadable(_ count: Int) -> String {
    tr("Intervals of the history that cannot be read and are not counted: {n}", ["n": String(count)])
  }
}
