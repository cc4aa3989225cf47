// The command and the protocol of its commands, options that several commands share, and the kinds of their values.
internal import ArgumentParser
internal import TomatoLink

/// The root command. Each other command is a type in it.
struct TomatoNotify: ParsableCommand {}

protocol OrderCommand: ParsableCommand {
  func order(_ clock: TypedClock) throws -> Order
}

/// `--activity`, for the verbs that may mean another activity than the Pomodoro.
struct ActivityOption: ParsableArguments {
  @Option(help: "The timer that is meant, for example tea; without it, the Pomodoro.", .activity) var activity: String?
}

/// A name behind the verb, as in `pause tea`; or `--activity`.
struct NameArguments: ParsableArguments {
  @Argument(
    help: "The name of a timer or stopwatch; without it, the Pomodoro, or the only one that can be meant.", .activity)
  var words: [String] = []
  @Option(help: "The same, as an option.", .activity) var activity: String?

  func validate() throws { guard activity == nil || words.isEmpty else { throw Self.givenTwice } }

  static var givenTwice: ValidationError {
    ValidationError("The name was given twice; expected either words or --activity.")
  }

  func value() throws(Failure) -> ActivityReference {
    try TypedValue.activity(activity ?? (words.isEmpty ? nil : words.joined(separator: " ")))
  }
}

struct TaskFilter: ParsableArguments {
  @Option(help: "Only this task.", .task) var task: String?
  @Option(help: "Only tasks with this tag.", "tag") var tag: String?
}

struct FormatOption: ParsableArguments {
  @Flag(help: "Print JSON, one object a line.") var json = false

  var value: Query.Format { json ? .json : .text }
}

/// `--ago` and `--since`, for an action that is reported later.
struct AgoOption: ParsableArguments {
  @Option(help: "How long ago it happened, for example 10m.", .duration) var ago: String?
  @Option(help: "It happened at this time of day, for example 9:30.", "time") var since: String?

  func validate() throws {
    guard ago == nil || since == nil else {
      throw ValidationError("--ago and --since exclude each other; expected one of them.")
    }
  }
}

/// The name of an option's value in the help, and what the shells complete it with.
struct ValueKind: ExpressibleByStringLiteral {
  let name: String
  var completion: CompletionKind?

  init(stringLiteral name: String) { self.name = name }
  init(_ name: String, _ values: [String]) { (self.name, completion) = (name, .list(values)) }
  init(_ name: String, _ completion: CompletionKind) { (self.name, self.completion) = (name, completion) }

  private static let lengths = ["1m", "5m", "10m", "15m", "25m", "50m", "1h30m"]
  static var duration: Self { Self("duration", lengths) }
  static var durationAndName: Self { Self("duration", .custom { _, _, _ in lengths + DaemonCompletions.activities() }) }
  static var activity: Self { Self("name", .custom { _, _, _ in DaemonCompletions.activities() }) }
  static var task: Self { Self("text", .custom { _, _, _ in DaemonCompletions.become(.history, "tasks") }) }
  static var kind: Self { Self("kind", TimerMode.startable.map(\.linkName)) }
  static var outcome: Self { Self("outcome", Correction.outcomes.map(\.rawValue)) }
  static var moment: Self { Self("when", ["today", "yesterday", "monday", "7d", "2w"]) }
  static var exportedMoment: Self { Self("when", ["today", "yesterday", "monday", "7d", "4w"]) }
  static var file: Self { Self("file", .file()) }

  fileprivate func naming(_ help: ArgumentHelp) -> ArgumentHelp {
    var help = help
    help.valueName = name
    return help
  }
}

extension Option where Value: ExpressibleByArgument {
  init(wrappedValue: Value, help: ArgumentHelp, _ kind: ValueKind) {
    self.init(wrappedValue: wrappedValue, help: kind.naming(help), completion: kind.completion)
  }
}

extension Option {
  init<T: ExpressibleByArgument>(help: ArgumentHelp, _ kind: ValueKind) where Value == T? {
    self.init(help: kind.naming(help), completion: kind.completion)
  }

  init(wrappedValue: Value, help: ArgumentHelp, _ kind: ValueKind) where Value == [String] {
    self.init(wrappedValue: wrappedValue, help: kind.naming(help), completion: kind.completion)
  }
}

extension Argument {
  init(help: ArgumentHelp, _ kind: ValueKind) where Value == String {
    self.init(help: kind.naming(help), completion: kind.completion)
  }

  init(help: ArgumentHelp, _ kind: ValueKind) where Value == String? {
    self.init(help: kind.naming(help), completion: kind.completion)
  }

  init(help: ArgumentHelp, _ kind: ValueKind) where Value == [String] {
    self.init(help: kind.naming(help), completion: kind.completion)
  }

  init(
    wrappedValue: Value, parsing: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp, _ kind: ValueKind
  ) where Value == [String] {
    self.init(wrappedValue: wrappedValue, parsing: parsing, help: kind.naming(help), completion: kind.completion)
  }
}
