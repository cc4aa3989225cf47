// The report's sentences.

internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

enum ReportWords {
  /// The page's language tag (BCP 47).
  static var language: String {
    // Translators: Not a word: the tag of your language in HTML, such as fr or zh-Hant.
    tr("en", context: "language")
  }

  static var title: String { tr("Focus report") }

  static func made(on date: String) -> String {
    tr("Made on {date} by tomato-notify {version}", ["date": date, "version": tomatoVersion])
  }

  static let nothing = tr(
    "Nothing is recorded in this time. When a focus has ended, it is counted: it may take a day until there is "
      + "something to see.")

  /// - Parameter dayStarts: such as `04:00`.
  static func rules(dayStarts: String) -> String {
    tr(
      "A day begins at {time}. A focus belongs to the day on which it began, with all of its time; it is completed "
        + "when it reached zero.", ["time": dayStarts])
  }

  /// The file's name, without the suffix that makes it unique.
  static func fileName(_ date: String) -> String { "tomato-notify report \(date)" }

  static func written(_ path: String) -> String { tr("The report is in {path}", ["path": path]) }

  static let noFolder = tr(
    "There is no folder for downloads and no home directory, so say where the report goes: report --output FILE.")

  // MARK: The numbers at the top

  static var focus: String { tr("Focus") }
  static var completed: String { tr("Completed") }
  static var days: String { tr("Days with a focus") }
  static var average: String { tr("On such a day") }

  /// Leaves out minutes from a hundred hours on.
  static func length(_ length: Duration) -> String {
    let hours = length.components.seconds / 3600
    return Words.length(hours < 100 ? length : .hours(Int(hours)))
  }

  // MARK: Pictures

  static var calendar: String { tr("Day by day") }
  static func calendarSays(_ days: Int, _ best: String) -> String {
    tr(
      "A square for each day, the stronger its colour the more focus. Days with a focus: {n}. The most: {best}.",
      ["n": String(days), "best": best])
  }
  static var none: String { tr("nothing") }

  static func cell(_ sum: FocusSum) -> String { sum.active == .zero ? "" : Words.length(sum.active) }

  /// The description of one bar or square.
  static func day(_ name: String, _ sum: FocusSum) -> String {
    tr(
      "{date}: {length} of focus, {n} completed",
      ["date": name, "length": Words.length(sum.active), "n": String(sum.completed)])
  }

  static func byTask(_ step: ChartStep) -> String {
    switch step {
    case .day: tr("Each day by task")
    case .week: tr("Each week by task")
    case .month: tr("Each month by task")
    case .year: tr("Each year by task")
    }
  }

  static func byTaskSays(_ best: String) -> String {
    tr("Bars of focus time, in which each task has its part. The most: {best}.", ["best": best])
  }

  static func name(_ step: ChartStep) -> String {
    switch step {
    case .day: tr("Day")
    case .week: tr("Week of")
    case .month: tr("Month")
    case .year: tr("Year")
    }
  }

  static var lastDays: String { tr("The last days") }
  static func lastDaysSays(_ wanted: Int) -> String {
    guard wanted > 0 else { return tr("A bar for each day: how many focus phases were completed.") }
    return tr(
      "A bar for each day: how many focus phases were completed. The line is the goal of {n}.", ["n": String(wanted)])
  }

  static func hoursSays(_ hour: String, _ length: Duration) -> String {
    tr(
      "A bar for each hour: how long was worked in it. The most: {hour}, {length}.",
      ["hour": hour, "length": Words.length(length)])
  }
  static func hour(_ hour: String, _ length: Duration) -> String {
    tr("{hour}: {length}", ["hour": hour, "length": Words.length(length)])
  }

  static var outcomeHead: String { tr("How it ended") }
}
