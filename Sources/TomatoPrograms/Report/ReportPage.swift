// The whole page: one self-contained HTML file, made from the sums. Pure.

package import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

enum ReportPage {
  static func text(_ sums: RecordSums) -> String {
    let head =
      PageMarkup.empty("meta", ["charset": "utf-8"])
      + PageMarkup.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      + PageMarkup.empty("meta", ["name": "color-scheme", "content": "light dark"])
      + PageMarkup.element("title", text: "\(ReportWords.title) \(sums.today.iso8601)")
      + PageMarkup.element("style", [:], ReportStyle.text)
    let main = PageMarkup.element("main", [:], "\n" + body(sums) + footer(sums))
    let page = PageMarkup.element("head", [:], head) + "\n" + PageMarkup.element("body", [:], main)
    return "<!DOCTYPE html>\n" + PageMarkup.element("html", ["lang": ReportWords.language], page) + "\n"
  }

  private static func body(_ sums: RecordSums) -> String {
    var parts = [header(sums)]
    guard !sums.details.isEmpty else {
      return (parts + [PageMarkup.element("p", text: ReportWords.nothing)]).joined(separator: "\n")
    }
    let (isLong, bars) = (sums.details.days.count > 1, ReportBars(sums: sums))
    let figures: [ReportFigure?] = [
      isLong ? ReportCalendar(sums).figure : nil, bars.byTask, isLong ? bars.days : nil, bars.hours, outcomes(sums),
    ]
    parts += [numbers(sums)] + figures.compactMap { $0?.markup } + lists(sums)
    return parts.joined(separator: "\n")
  }

  private static func header(_ sums: RecordSums) -> String {
    let lines = [StatisticsWords.span(sums.details.days), StatisticsWords.chosen(sums.request)].compactMap(\.self)
    return PageMarkup.element("h1", text: ReportWords.title)
      + lines.map { PageMarkup.element("p", ["class": "soft"], text: $0) }.joined()
  }

  // MARK: The numbers at the top

  private static func numbers(_ sums: RecordSums) -> String {
    let (details, total) = (sums.details, sums.details.total)
    let phases = details.outcomes.values.reduce(0, +)
    let active = details.byDay.values.count { $0.active > .zero }
    let past = max(sums.daysSoFar, 1)
    var tiles = [
      tile(ReportWords.focus, ReportWords.length(total.active)),
      tile(ReportWords.completed, String(total.completed), trn("of {n} phase", "of {n} phases", phases)),
      tile(ReportWords.days, String(active), trn("of {n} day", "of {n} days", past)),
    ]
    if active > 0 {
      let average = Duration.seconds(total.active.components.seconds / Int64(active))
      tiles.append(tile(ReportWords.average, Words.length(average)))
    }
    tiles += sums.figures.flatMap(\.tiles).map { tile($0.name, $0.value, $0.note) }
    if sums.goal > 0 {
      let reached = ["n": String(details.daysReaching(sums.goal)), "m": String(past)] as KeyValuePairs
      let note = tr("reached on {n} of {m} days", reached)
      tiles.append(tile(tr("Goal"), tr("{n} a day", ["n": String(sums.goal)]), note))
    }
    return PageMarkup.element("dl", [:], tiles.joined(separator: "\n"))
  }

  private static func tile(_ name: String, _ value: String, _ note: String? = nil) -> String {
    let note = note.map { PageMarkup.element("small", text: $0) } ?? ""
    let value = PageMarkup.element("dd", [:], PageMarkup.text(value) + note)
    return PageMarkup.element("div", [:], PageMarkup.element("dt", text: name) + value)
  }

  // MARK: How phases ended

  private static func outcomes(_ sums: RecordSums) -> ReportFigure? {
    let counts = PhaseOutcome.allCases.compactMap { outcome in
      sums.details.outcomes[outcome].map { (outcome: outcome, count: $0) }
    }
    let all = counts.reduce(0) { $0 + $1.count }
    guard all > 0 else { return nil }
    let percents = sums.details.percents
    let names = counts.map { outcome, count in
      tr(
        "{name}: {n} ({percent} %)",
        ["name": Words.name(of: outcome), "n": String(count), "percent": String(percents[outcome] ?? 0)])
    }
    var x = 0.0
    let parts = zip(counts, names).map { part, name in
      let width = BarScale.width * Double(part.count) / Double(all)
      defer { x += width }
      return PageMarkup.rect(x, 4, max(width - 1.5, 1), 32, style: part.outcome.rawValue, title: name, round: 3)
    }
    return ReportFigure(
      id: "outcomes", title: StatisticsWords.outcomes, description: Words.list(names),
      width: BarScale.width, height: 40, drawing: parts.joined(separator: "\n"),
      legend: zip(counts, names).map { ($0.outcome.rawValue, $1) },
      head: [ReportWords.outcomeHead, tr("How often")],
      rows: counts.map { [Words.name(of: $0.outcome), String($0.count)] }, isSimple: true)
  }

  // MARK: Lists

  /// Maximum rows of tasks and of tags.
  private static let mostListed = 30

  private static func lists(_ sums: RecordSums) -> [String] {
    let tasks = Statistics.ranked(sums.details.byTask)
    let tags = Statistics.ranked(sums.details.byTag)
    var lists: [String] = []
    if tasks.contains(where: { !$0.name.isEmpty }) {
      lists.append(list("tasks", StatisticsWords.tasks, tr("Task"), tasks, name: StatisticsWords.task))
    }
    if !tags.isEmpty { lists.append(list("tags", StatisticsWords.tags, tr("Tag"), tags) { "#" + $0 }) }
    return lists
  }

  private static func list(
    _ id: String, _ title: String, _ head: String, _ ranked: [(name: String, sum: FocusSum)], name: (String) -> String
  ) -> String {
    let shown = StatisticsText.shortened(ranked, to: mostListed, name: name)
    let rows = shown.map { [$0.name, Words.length($0.sum.active), String($0.sum.completed)] }
    let table = ReportFigure.table(caption: title, [head, ReportWords.focus, ReportWords.completed], rows)
    return PageMarkup.element("section", ["id": id], PageMarkup.element("h2", text: title) + table)
  }

  private static func footer(_ sums: RecordSums) -> String {
    var lines = StatisticsWords.pauses(sums.details.pauses)
    lines.append(ReportWords.rules(dayStarts: TimeOfDay.text(sums.dayStarts)))
    if sums.unreadable > 0 { lines.append(StatisticsWords.unreadable(sums.unreadable)) }
    lines.append(ReportWords.made(on: sums.today.iso8601))
    return PageMarkup.element("footer", [:], lines.map { PageMarkup.element("p", text: $0) }.joined(separator: "\n"))
  }
}

package enum ReportProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let sums = try RecordSums.read(request, ConfigurationWatch().current.goal) { $0.monday - 52 * 7...$0 }
    let page = ReportPage.text(sums)
    if request[.output] == "-" {
      output.print(page)
    } else if let file = request[.output] {
      try Failure.wrapping(.inputOutput) { try Files.replace(file, with: Array(page.utf8)) }
      output.print(ReportWords.written(file))
    } else {
      guard let folder = Paths.downloads else { throw Failure(.inputOutput, said: ReportWords.noFolder) }
      let path = try Failure.wrapping(.inputOutput) {
        try Files.add(Array(page.utf8), to: folder, name: ReportWords.fileName(sums.today.iso8601), ending: ".html")
      }
      output.print(ReportWords.written(path))
      LinkOpener.openFile(path)
    }
    return 0
  }
}
