// The commands that change the timer: one intent each.
internal import ArgumentParser
internal import TomatoLink

extension TomatoNotify {
  struct Start: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Start the phase that is ready or due, or resume the one that is paused.",
      discussion: """
        Examples:
          tomato-notify start                   the focus or the break that is due
          tomato-notify start long-break        this kind of phase
          tomato-notify start --task 'report' --duration 45m
          tomato-notify start tea               the timer or stopwatch of that name
          tomato-notify start --until 14:30 --ago 10m
                                                you began ten minutes ago
          tomato-notify start focus --replace   leave what runs now, uncounted
        """)
    @Argument(
      help: "The kind of phase: focus, short-break or long-break; without it, the one that is due.",
      completion: Complete.kinds)
    var kind: String?
    @OptionGroup var options: BeginOptions

    func order(_ clock: Clock) throws -> Order {
      try options.order(.start, mode: try kind.map { kind throws(Failure) in try TypedValue.kind(kind) }, clock)
    }
  }

  struct Focus: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Start a focus; if a phase runs or is paused, only show it.")
    @OptionGroup var options: BeginOptions
    func order(_ clock: Clock) throws -> Order { try options.order(.focus, clock) }
  }

  struct Break: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Start the break that is due, short or long.",
      discussion: "Refused while a focus runs or is paused, unless with --replace.")
    @OptionGroup var options: BeginOptions
    func order(_ clock: Clock) throws -> Order { try options.order(.break, clock) }
  }

  struct Pause: Ordering {
    static let configuration = CommandConfiguration(abstract: "Pause the phase that runs.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.pause, try activity.value(), ago, format, clock) }
  }

  struct Resume: Ordering {
    static let configuration = CommandConfiguration(abstract: "Resume the phase that is paused.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.resume, try activity.value(), ago, format, clock) }
  }

  struct Toggle: Ordering {
    static let configuration = CommandConfiguration(abstract: "Pause what runs, resume what is paused, else start.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.toggle, try activity.value(), ago, format, clock) }
  }

  struct Skip: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Leave this phase uncounted and go on to the next.",
      discussion: "Within 60 seconds, tomato-notify undo takes it back.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.skip, try activity.value(), ago, format, clock) }
  }

  struct Reset: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Set this phase back to its beginning, not running.",
      discussion: "Within 60 seconds, tomato-notify undo takes it back.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.reset, try activity.value(), ago, format, clock) }
  }

  struct Stop: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "End the timer: its notification closes, and the next start begins a focus.",
      discussion: "Within 60 seconds, tomato-notify undo takes it back.")
    @OptionGroup var ago: AgoOption
    @Flag(help: "End the Pomodoro and every timer and stopwatch.") var all = false
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption

    func validate() throws {
      guard !all || (activity.words.isEmpty && activity.activity == nil) else {
        throw ValidationError("--all and a name are both given; expected one of them.")
      }
    }

    func order(_ clock: Clock) throws -> Order {
      try simple(.stop, all ? Named(id: .all) : try activity.value(), ago, format, clock)
    }
  }

  struct Extend: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Add time to this phase: 5m; or take some away: -5m.",
      discussion: "After a phase is completed, it goes on for so long.")
    @Argument(
      help: ArgumentHelp("How much, for example 5m or -5m; and the name of a timer.", valueName: "duration"),
      completion: Complete.durationsAndActivities)
    var words: [String]
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: ActivityOption
    @OptionGroup var format: FormatOption

    func order(_ clock: Clock) throws -> Order {
      let parts = try LengthAndName(words, signed: true)
      return try simple(.extend, try parts.named(or: activity), ago, by: parts.length, format, clock)
    }
  }

  struct Rewind: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Give back time that did not count: 5m.",
      discussion: "You were called away and the clock ran on: so much of it has to be done again.")
    @Argument(
      help: ArgumentHelp("How much, for example 5m; and the name of a timer.", valueName: "duration"),
      completion: Complete.durationsAndActivities)
    var words: [String]
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: ActivityOption
    @OptionGroup var format: FormatOption

    func order(_ clock: Clock) throws -> Order {
      let parts = try LengthAndName(words, signed: true)
      return try simple(.rewind, try parts.named(or: activity), ago, by: parts.length, format, clock)
    }
  }

  struct Undo: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Take back the last reset, skip, stop, rewind, shortening or replacing; within 60 s.")
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.undo, try activity.value(), nil, format, clock) }
  }

  struct Show: Ordering {
    static let configuration = CommandConfiguration(abstract: "Show the notification again.")
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.show, try activity.value(), nil, format, clock) }
  }

  struct Hide: Ordering {
    static let configuration = CommandConfiguration(abstract: "Close the notification; the timer goes on.")
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.hide, try activity.value(), nil, format, clock) }
  }
}

/// The order of a verb that takes little.
func simple(
  _ verb: Verb, _ activity: Named, _ ago: AgoOption?, by: Duration? = nil, _ format: FormatOption, _ clock: Clock
) throws(Failure) -> Order {
  var intent = Intent(verb, by: by, activity: activity.id, name: activity.name)
  if let ago { intent.at = try ago.value(clock) }
  return .exchange(try Exchange(.intent(intent, format: format.value)))
}
