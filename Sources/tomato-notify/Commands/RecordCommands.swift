// The statistics of the record: `stats` in the terminal, `report` as a page. The daemon's program makes both.
public import ArgumentParser
public import TomatoLink

struct PeriodOptions: ParsableArguments {
  @Argument(help: "today, week, month, year or all; without it, the last weeks.")
  var period: RecordSpan?
  @Option(help: "From this day or moment on, for example monday, 7d or 2026-11-20.", .moment) var since: String?
  @Option(help: "Up to this day, which is included, or moment.", .moment) var until: String?
  @OptionGroup var only: TaskFilter

  func validate() throws {
    guard period == nil || (since == nil && until == nil) else {
      throw ValidationError("A period and --since or --until are both given; expected one of them.")
    }
  }

  var words: [String] { period.map { [$0.rawValue] } ?? [] }
  var values: [ProgramRequest.Item: String?] { [.since: since, .until: until, .task: only.task, .tag: only.tag] }
}

extension RecordSpan: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
extension Switch: ExpressibleByArgument {}

extension TomatoNotify {
  struct Stats: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Count what you did: by day, task, tag and hour, your streak and your goal.",
      discussion: """
        Examples:
          tomato-notify stats                    in detail the last 4 weeks
          tomato-notify stats week
          tomato-notify stats --since monday --tag work
          tomato-notify stats year --json        for programs

        A goal for the day: tomato-notify config set goal.focus-per-day 8
        """)
    @OptionGroup var period: PeriodOptions
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order {
      .become(ProgramRequest(.stats, period.words, flags: [.json: format.json], values: period.values))
    }
  }

  struct Report: OrderCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw what you did as a page: a year of days, weeks by task, hours, and how phases ended.",
      discussion: """
        The page is one file that loads nothing. It is written to your folder of downloads and opened, or written to \
        the file that --output names.

        Examples:
          tomato-notify report
          tomato-notify report all --output -    all years, to standard output
        """)
    @OptionGroup var period: PeriodOptions
    @Option(
      help: "Write it to this file, and open nothing; - is standard output.",
      ValueKind("file", .file(extensions: ["html"])))
    var output: String?
    func order(_ clock: TypedClock) throws -> Order {
      let values = period.values.merging([.output: output]) { $1 }
      return .become(ProgramRequest(.report, period.words, values: values))
    }
  }
}
