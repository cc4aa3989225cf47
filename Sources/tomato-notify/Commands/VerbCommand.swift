// A verb of the timer as a command. All verbs share one type; they differ in a row and in their options, which
// ArgumentParser checks and explains. `TypedIntent` reads them.
internal import ArgumentParser
internal import TomatoLink

/// The command of a verb; all of them are in VerbRows.swift.
protocol TypedVerb {
  associatedtype Options: ParsableArguments
  static var row: Row { get }
}

typealias Row = CommandConfiguration

extension Row {
  init(_ verb: Verb, abstract: String, usage: String? = nil, discussion: String = "") {
    self.init(commandName: verb.rawValue, abstract: abstract, usage: usage, discussion: discussion)
  }
}

protocol IntentCommand: ParsableCommand {
  func order(_ intent: Intent) throws -> Order
}

struct VerbCommand<Typed: TypedVerb>: IntentCommand {
  static var configuration: CommandConfiguration { Typed.row }

  @OptionGroup var options: Typed.Options
  @OptionGroup var format: FormatOption

  func order(_ intent: Intent) throws -> Order {
    let waits = (options as? VerbRows.Timer.Options)?.waits == true
    return .exchange(try Exchange(.intent(intent, format: format.value, waits: waits)))
  }
}

extension [any TypedVerb.Type] {
  var commands: [any ParsableCommand.Type] {
    func command<Typed: TypedVerb>(_: Typed.Type) -> any ParsableCommand.Type { VerbCommand<Typed>.self }
    return map { command($0) }
  }
}

// MARK: What a verb takes

protocol VerbWithoutOptions: TypedVerb where Options == NoOptions {}
protocol VerbWithName: TypedVerb where Options == NameArguments {}
protocol VerbWithTime: TypedVerb where Options == AgoAndName {}
protocol VerbThatStarts: TypedVerb where Options == BeginOptions {}

struct NoOptions: ParsableArguments {}

struct AgoAndName: ParsableArguments {
  @OptionGroup var ago: AgoOption
  @OptionGroup var activity: NameArguments
}

/// Refuses a length that is given both as a duration and as a time of day.
func checkLength(_ duration: String?, _ until: String?) throws {
  guard duration == nil || until == nil else {
    throw ValidationError("--duration and --until exclude each other; expected one of them.")
  }
}

struct BeginOptions: ParsableArguments {
  @Option(help: "How long, for example 25m; without it, as configured.", .duration) var duration: String?
  @Option(help: untilHelp, "time") var until: String?
  @OptionGroup var ago: AgoOption
  @Option(help: "What you work on, at most 120 characters.", .task) var task: String?
  @Flag(help: "Leave the phase that runs or is paused, as skip does.") var replace = false
  /// The name must be that of an existing activity: the words did not clearly ask for a new one.
  @Flag(help: .hidden) var known = false
  @OptionGroup var activity: ActivityOption

  static let untilHelp = ArgumentHelp("Until this time of day, for example 14:30; at most 12 hours ahead.")

  func validate() throws { try checkLength(duration, until) }
}

/// An amount and an optional name: `5m tea`. `TypedWords` has put the amount first.
struct LengthArguments<Help: AmountHelp>: ParsableArguments {
  @Argument(help: Help.amount, .durationAndName) var words: [String]
  @OptionGroup var ago: AgoOption
  @OptionGroup var activity: ActivityOption

  func validate() throws {
    guard words.count < 2 || activity.activity == nil else { throw NameArguments.givenTwice }
  }
}

protocol AmountHelp {
  static var amount: ArgumentHelp { get }
}
