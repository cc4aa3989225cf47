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
    static let configuration = CommandConfiguration(
      abstract: "Pause the phase that runs; pause 5m asks after 5 minutes.",
      discussion: """
        Nothing goes on by itself: once that time is over a notification asks, with Resume and +5 min.

        Examples:
          tomato-notify pause                   until you resume
          tomato-notify pause 5m                and ask in five minutes
          tomato-notify pause tea until 14:30   the timer tea, and ask at that time
        """)
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @Option(
      help: ArgumentHelp("Ask after so long, for example 5m.", valueName: "duration"), completion: Complete.durations)
    var duration: String?
    @Option(help: ArgumentHelp("Ask at this time of day, for example 14:30.", valueName: "time")) var until: String?
    @OptionGroup var format: FormatOption

    func validate() throws {
      guard duration == nil || until == nil else {
        throw ValidationError("--duration and --until exclude each other; expected one of them.")
      }
    }

    func order(_ clock: Clock) throws -> Order {
      var intent = Intent(.pause, at: try ago.value(clock))
      (intent.activity, intent.name) = try activity.value().parts
      if let duration { intent.duration = try TypedValue.duration(duration) }
      if let until {
        intent.duration = try TypedValue.duration(until: until, from: intent.at?.seconds ?? clock.now, clock)
      }
      return .exchange(try Exchange(.intent(intent, format: format.value)))
    }
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

  struct Away: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Say that you leave; on return a focus asks whether that time counts.",
      discussion: """
        Desktops tell it themselves (tomato-notify doctor says which way); where none does, swayidle can:

          swayidle timeout 300 'tomato-notify away --ago 5m' resume 'tomato-notify back'

        With away.then = pause (tomato-notify config) the focus is paused instead.
        """)
    @OptionGroup var ago: AgoOption
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.away, Named(), ago, format, clock) }
  }

  struct Back: Ordering {
    static let configuration = CommandConfiguration(abstract: "Say that you are back.")
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.back, Named(), nil, format, clock) }
  }

  struct Keep: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "The time that you were away for counts; so it does without an answer.")
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.keep, Named(), nil, format, clock) }
  }

  struct Takeoff: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "The time that you were away for does not count.",
      discussion: "Within 60 seconds, tomato-notify undo takes it back.")
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.takeoff, Named(), nil, format, clock) }
  }

  struct Undo: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Take back the last reset, skip, stop, rewind, shortening, replacing or takeoff; within 60 s.")
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
