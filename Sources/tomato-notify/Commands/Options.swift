// The protocol of commands, options that several commands share, and their completions.
internal import ArgumentParser
internal import TomatoLink

/// A command that gives an `Order`.
protocol OrderCommand: ParsableCommand {
  func order(_ clock: TypedClock) throws -> Order
}

/// `--activity`, for the verbs that may mean another activity than the Pomodoro.
struct ActivityOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The timer that is meant, for example tea; without it, the Pomodoro.", valueName: "name"),
    completion: Complete.activities)
  var activity: String?
}

/// A name behind the verb, as in `pause tea`; or `--activity`.
struct NameArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The name of a timer or stopwatch; without it, the Pomodoro, or the only one that can be meant.",
      valueName: "name"),
    completion: Complete.activities)
  var words: [String] = []
  @Option(help: ArgumentHelp("The same, as an option.", valueName: "name"), completion: Complete.activities)
  var activity: String?

  func validate() throws { guard activity == nil || words.isEmpty else { throw Self.givenTwice } }

  static var givenTwice: ValidationError {
    ValidationError("The name was given twice; expected either words or --activity.")
  }

  func value() throws(Failure) -> ActivityReference {
    try TypedValue.activity(activity ?? (words.isEmpty ? nil : words.joined(separator: " ")))
  }
}

struct TaskFilter: ParsableArguments {
  @Option(help: ArgumentHelp("Only this task.", valueName: "text"), completion: Complete.tasks) var task: String?
  @Option(help: ArgumentHelp("Only tasks with this tag.", valueName: "tag")) var tag: String?
}

struct FormatOption: ParsableArguments {
  @Flag(help: "Print JSON, one object a line.") var json = false

  var value: Query.Format { json ? .json : .text }
}

/// `--ago` and `--since`, for an action that is reported later.
struct AgoOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("How long ago it happened, for example 10m.", valueName: "duration"),
    completion: Complete.durations)
  var ago: String?
  @Option(help: ArgumentHelp("It happened at this time of day, for example 9:30.", valueName: "time"))
  var since: String?

  func validate() throws {
    guard ago == nil || since == nil else {
      throw ValidationError("--ago and --since exclude each other; expected one of them.")
    }
  }
}

enum Complete {
  static var activities: CompletionKind { .custom { _, _, _ in DaemonCompletions.activities() } }
  static var durationsAndActivities: CompletionKind { .custom { _, _, _ in lengths + DaemonCompletions.activities() } }
  private static let lengths = ["1m", "5m", "10m", "15m", "25m", "50m", "1h30m"]
  static var kinds: CompletionKind { .list(TimerMode.startable.map(\.linkName)) }
  static var durations: CompletionKind { .list(lengths) }
  static var configWords: CompletionKind { .custom { words, _, _ in DaemonCompletions.configuration(words) } }
  static var hookWords: CompletionKind { .custom { words, _, _ in DaemonCompletions.hooks(words) } }
  static var tasks: CompletionKind { .custom { _, _, _ in DaemonCompletions.become(.history, "tasks") } }
}
