// `log`: recorded intervals, and corrections of them. The daemon's program prints intervals; corrections are
// links to the daemon.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print what you did: today's intervals, or those of other days; correct them.",
      discussion: """
        Examples:
          tomato-notify log                     today
          tomato-notify log --week --task 'write report'
          tomato-notify log --since monday --tag work
          tomato-notify log --all --csv         for a spreadsheet
          tomato-notify log add 'write report #work' --from 9:00 --to 9:25
          tomato-notify log edit 17 --to 9:40
          tomato-notify log delete 17 18
        """,
      subcommands: [LogList.self, LogAdd.self, LogEdit.self, LogDelete.self], defaultSubcommand: LogList.self)
  }

  struct LogList: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print intervals: number, time, name, length, outcome, task.",
      discussion: """
        Without options: today's. A day begins at four in the morning. WHEN is a day such as 2026-11-20, yesterday, \
        monday, 7d or 2w (so long ago), a month such as 2026-11, or a moment such as 14:30 or "2026-11-20 14:30".
        """)
    @Option(help: "From this day or moment on.", .moment) var since: String?
    @Option(help: "Up to this day, which is included, or moment.", .moment) var until: String?
    @Flag(help: "This week, from Monday on.") var week = false
    @Flag(help: "This month.") var month = false
    @Flag(help: "Everything that was recorded.") var all = false
    @OptionGroup var only: TaskFilter
    @Argument(help: "Only the timer or stopwatch of this name.", .activity) var name: [String] = []
    @Option(help: "The same, as an option.", .activity) var activity: String?
    @Flag(help: "Print a JSON array, one object a line.") var json = false
    @Flag(help: "Print CSV, with a header.") var csv = false

    func validate() throws {
      guard activity == nil || name.isEmpty else { throw NameArguments.givenTwice }
      guard !json || !csv else {
        throw ValidationError("--json and --csv are both given; expected one of them.")
      }
    }

    func order(_ clock: TypedClock) throws -> Order {
      .become(
        ProgramRequest(
          .log, flags: [.week: week, .month: month, .all: all, .json: json, .csv: csv],
          values: [
            .since: since, .until: until, .task: only.task, .tag: only.tag,
            .activity: activity ?? (name.isEmpty ? nil : name.joined(separator: " ")),
          ]))
    }
  }

  struct LogAdd: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add an interval that was not timed.",
      discussion: """
        Two of --from, --to and --duration; with --duration alone it ends now. TIME is for example 9:00, the last time \
        that it was so late, "yesterday 9:00" or "2026-11-20 9:00".
        """)
    @Argument(help: "What you worked on, at most 120 characters.", completion: ValueKind.task.completion)
    var task: [String] = []
    @OptionGroup var times: LogTimes
    @Option(help: "focus, short-break or long-break; without it, focus.", .kind) var mode: String?
    @Option(help: "completed, skipped or stopped; without it, completed.", .outcome) var outcome: String?

    func order(_ clock: TypedClock) throws -> Order {
      var correction = Correction(.add)
      try times.fill(&correction, clock)
      guard times.areEnoughForNew else {
        throw Failure(.usage, "The time of the interval is missing; expected --from and --to, or --duration.")
      }
      if !task.isEmpty { correction.task = try TypedValue.task(task.joined(separator: " ")) }
      correction.mode = try mode.map(TypedValue.kind)
      correction.outcome = try outcome.map(LogValue.outcome)
      return .exchange(try Exchange(.correction(correction)))
    }
  }

  struct LogEdit: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change an interval: its task, when it was, its outcome.",
      discussion: "--duration alone moves its end. --task '' takes the task away. TIME is as with log add.")
    @Argument(help: "Its number, as log shows it.", "number") var number: String
    @Option(help: "What you worked on.", .task) var task: String?
    @OptionGroup var times: LogTimes
    @Option(help: "completed, skipped, stopped or replaced.", .outcome) var outcome: String?

    func order(_ clock: TypedClock) throws -> Order {
      var correction = Correction(.edit, rows: try LogValue.rows([number]))
      try times.fill(&correction, clock)
      correction.task = try task.map(TypedValue.task)
      correction.outcome = try outcome.map(LogValue.outcome)
      guard times.isGiven || task != nil || outcome != nil else {
        throw Failure(.usage, "Nothing to change is given; expected --task, --from, --to, --duration or --outcome.")
      }
      return .exchange(try Exchange(.correction(correction)))
    }
  }

  struct LogDelete: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Take intervals out of the record.")
    @Argument(help: "Their numbers, as log shows them.", "number") var numbers: [String]
    func order(_ clock: TypedClock) throws -> Order {
      .exchange(try Exchange(.correction(Correction(.delete, rows: try LogValue.rows(numbers)))))
    }
  }
}

struct LogTimes: ParsableArguments {
  @Option(help: "When it began, for example 9:00.", "time") var from: String?
  @Option(help: "When it ended.", "time") var to: String?
  @Option(help: "For how long it counted.", .duration) var duration: String?

  var isGiven: Bool { from != nil || to != nil || duration != nil }
  /// A new interval needs its length, or its beginning and its end.
  var areEnoughForNew: Bool { duration != nil || (from != nil && to != nil) }

  func fill(_ correction: inout Correction, _ clock: TypedClock) throws(Failure) {
    if let from { correction.from = WallTime(seconds: try clock.moment(from, "--from")) }
    if let to { correction.to = WallTime(seconds: try clock.moment(to, "--to")) }
    if let duration { correction.duration = try TypedValue.duration(duration) }
  }
}

enum LogValue {
  static func rows(_ numbers: [String]) throws(Failure) -> [PhaseToken] {
    try Failure.wrapping { () throws(LinkError) in try Correction.rows(numbers.joined(separator: ",")) }
  }

  static func outcome(_ text: String) throws(Failure) -> PhaseOutcome {
    try Failure.wrapping { () throws(LinkError) in try Correction.outcome(text) }
  }
}
