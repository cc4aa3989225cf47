// A verb of the timer as a command. All verbs share one type; they differ in a row and in their options.
internal import ArgumentParser
internal import TomatoLink

/// The command of a verb; all of them are in VerbRows.swift.
protocol TypedVerb {
  associatedtype Options: IntentOptions
  static var row: Row { get }
}

struct Row {
  let verb: Verb
  let help: CommandConfiguration

  init(_ verb: Verb, abstract: String, usage: String? = nil, discussion: String = "") {
    self.verb = verb
    help = CommandConfiguration(commandName: verb.rawValue, abstract: abstract, usage: usage, discussion: discussion)
  }
}

struct VerbCommand<Typed: TypedVerb>: OrderCommand {
  static var configuration: CommandConfiguration { Typed.row.help }

  @OptionGroup var options: Typed.Options
  @OptionGroup var format: FormatOption

  func order(_ clock: TypedClock) throws -> Order {
    var intent = Intent(Typed.row.verb)
    try options.fill(&intent, clock)
    return .exchange(try Exchange(.intent(intent, format: format.value, waits: options.waits)))
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

struct NoOptions: IntentOptions {
  func fill(_ intent: inout Intent, _ clock: TypedClock) {}
}

struct AgoAndName: IntentOptions {
  @OptionGroup var ago: AgoOption
  @OptionGroup var activity: NameArguments

  func fill(_ intent: inout Intent, _ clock: TypedClock) throws {
    try ago.fill(&intent, clock)
    try activity.fill(&intent, clock)
  }
}

/// A length, given as a duration or as a time of day.
struct Length {
  let duration, until: String?

  func check() throws {
    guard duration == nil || until == nil else {
      throw ValidationError("--duration and --until exclude each other; expected one of them.")
    }
  }

  func fill(_ intent: inout Intent, _ clock: TypedClock) throws {
    if let duration { intent.duration = try TypedValue.duration(duration) }
    if let until { intent.duration = try clock.duration(until: until, from: intent.at?.seconds ?? clock.now) }
  }
}

/// The options for starting a phase.
struct BeginOptions: IntentOptions {
  @Option(
    help: ArgumentHelp("How long, for example 25m; without it, as configured.", valueName: "duration"),
    completion: Complete.durations)
  var duration: String?
  @Option(help: untilHelp) var until: String?
  @OptionGroup var ago: AgoOption
  @Option(
    help: ArgumentHelp("What you work on, at most 120 characters.", valueName: "text"), completion: Complete.tasks)
  var task: String?
  @Flag(help: "Leave the phase that runs or is paused, as skip does.") var replace = false
  /// The name must be that of an existing activity: the words did not clearly ask for a new one.
  @Flag(help: .hidden) var known = false
  @OptionGroup var activity: ActivityOption

  static let untilHelp = ArgumentHelp(
    "Until this time of day, for example 14:30; at most 12 hours ahead.", valueName: "time")

  func validate() throws { try Length(duration: duration, until: until).check() }

  func fill(_ intent: inout Intent, _ clock: TypedClock) throws {
    (intent.replace, intent.mustExist) = (replace, known)
    try ago.fill(&intent, clock)
    (intent.activity, intent.name) = try TypedValue.activity(activity.activity).parts
    try Length(duration: duration, until: until).fill(&intent, clock)
    if let task { intent.task = try TypedValue.task(task) }
  }
}

/// An amount and an optional name: `5m tea`.
struct LengthArguments<Help: AmountHelp>: IntentOptions {
  @Argument(help: Help.amount, completion: Complete.durationsAndActivities) var words: [String]
  @OptionGroup var ago: AgoOption
  @OptionGroup var activity: ActivityOption

  /// `TypedWords` has put the amount first.
  func fill(_ intent: inout Intent, _ clock: TypedClock) throws {
    intent.by = try TypedValue.duration(words[0], signed: true)
    let name = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
    guard name == nil || activity.activity == nil else { throw NameArguments.givenTwice }
    (intent.activity, intent.name) = try TypedValue.activity(name ?? activity.activity).parts
    try ago.fill(&intent, clock)
  }
}

protocol AmountHelp {
  static var amount: ArgumentHelp { get }
}
