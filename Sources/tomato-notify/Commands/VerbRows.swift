// The name, the help and the special options of each verb's command.
internal import ArgumentParser
internal import TomatoLink

enum VerbRows {
  static var pomodoro: [any TypedVerb.Type] {
    [
      Start.self, Focus.self, Break.self, Pause.self, Resume.self, Toggle.self, Skip.self, Reset.self, Stop.self,
      Extend.self, Rewind.self, Undo.self, Away.self, Back.self, Keep.self, Takeoff.self,
    ]
  }
  static var otherTimers: [any TypedVerb.Type] { [Timer.self, Stopwatch.self, Lap.self] }
  static var shown: [any TypedVerb.Type] { [Show.self, Hide.self] }

  /// The discussion of verbs that lose time.
  private static let undone = BarHelp.line(help: "Within 60 seconds, tomato-notify undo takes it back.")
}

// MARK: The Pomodoro

extension VerbRows {
  enum Start: TypedVerb {
    static let row = Row(
      .start, abstract: "Start the phase that is ready or due, or resume the one that is paused.",
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

    struct Options: ParsableArguments {
      @Argument(help: "The kind of phase: focus, short-break or long-break; without it, the one that is due.", .kind)
      var kind: String?
      @OptionGroup var begin: BeginOptions
    }
  }

  enum Focus: VerbThatStarts {
    static let row = Row(.focus, abstract: "Start a focus; if a phase runs or is paused, only show it.")
  }

  enum Break: VerbThatStarts {
    static let row = Row(
      .break, abstract: "Start the break that is due, short or long.",
      discussion: "Refused while a focus runs or is paused, unless with --replace.")
  }

  enum Pause: TypedVerb {
    static let row = Row(
      .pause, abstract: "Pause the phase that runs; pause 5m asks after 5 minutes.",
      discussion: """
        Nothing goes on by itself: once that time is over a notification asks, with Resume and +5 min.

        Examples:
          tomato-notify pause                   until you resume
          tomato-notify pause 5m                and ask in five minutes
          tomato-notify pause tea until 14:30   the timer tea, and ask at that time
        """)

    struct Options: ParsableArguments {
      @OptionGroup var what: AgoAndName
      @Option(help: "Ask after this time, for example 5m.", .duration) var duration: String?
      @Option(help: "Ask at this time of day, for example 14:30.", "time") var until: String?

      func validate() throws { try checkLength(duration, until) }
    }
  }

  enum Resume: VerbWithTime { static let row = Row(.resume, abstract: "Resume the phase that is paused.") }
  enum Toggle: VerbWithTime {
    static let row = Row(.toggle, abstract: "Pause what runs, resume what is paused, else start.")
  }
  enum Skip: VerbWithTime {
    static let row = Row(.skip, abstract: "Leave this phase uncounted and go on to the next.", discussion: undone)
  }

  enum Reset: VerbWithTime {
    static let row = Row(.reset, abstract: "Set this phase back to its beginning, not running.", discussion: undone)
  }

  enum Stop: TypedVerb {
    static let row = Row(
      .stop, abstract: "End the timer: its notification closes, and the next start begins a focus.",
      discussion: undone)

    struct Options: ParsableArguments {
      @OptionGroup var ago: AgoOption
      @Flag(help: "End the Pomodoro and every timer and stopwatch.") var all = false
      @OptionGroup var activity: NameArguments

      func validate() throws {
        guard !all || (activity.words.isEmpty && activity.activity == nil) else {
          throw ValidationError("--all and a name are both given; expected one of them.")
        }
      }
    }
  }

  enum Extend: TypedVerb, AmountHelp {
    typealias Options = LengthArguments<Extend>
    static let row = Row(
      .extend, abstract: "Add time to this phase: 5m; or take some away: -5m.",
      discussion: "A completed phase goes on for this time.")
    static let amount = ArgumentHelp("How much, for example 5m or -5m; and the name of a timer.")
  }

  enum Rewind: TypedVerb, AmountHelp {
    typealias Options = LengthArguments<Rewind>
    static let row = Row(
      .rewind, abstract: "Rewind time that should not count: 5m.",
      discussion: "You were called away and the clock ran on: this time has to be done again.")
    static let amount = ArgumentHelp("How much, for example 5m; and the name of a timer.")
  }

  enum Undo: VerbWithName {
    static let row = Row(
      .undo, abstract: "Take back the last reset, skip, stop, rewind, shortening, replacing or takeoff; within 60 s.")
  }

  enum Away: TypedVerb {
    typealias Options = AgoOption
    static let row = Row(
      .away, abstract: "Say that you leave; on return a focus asks whether that time counts.",
      discussion: """
        Desktops tell it themselves (tomato-notify doctor says which way); where none does, swayidle can:

          swayidle timeout 300 'tomato-notify away --ago 5m' resume 'tomato-notify back'

        With away.then = pause (tomato-notify config) the focus is paused instead.
        """)
  }

  enum Back: VerbWithoutOptions { static let row = Row(.back, abstract: "Say that you are back.") }
  enum Keep: VerbWithoutOptions {
    static let row = Row(.keep, abstract: "Count the time you were away; without an answer it counts too.")
  }

  enum Takeoff: VerbWithoutOptions {
    static let row = Row(.takeoff, abstract: "Do not count the time you were away.", discussion: undone)
  }
}

// MARK: Timers and stopwatches beside it

extension VerbRows {
  enum Timer: TypedVerb {
    static let row = Row(
      .timer, abstract: "Start a timer beside the Pomodoro: timer 4m tea.",
      usage: """
        tomato-notify timer [<duration>] [<name> ...] [--until <time>] [--duration <duration>] [--wait] [--replace] \
        [--ago <duration>]
        """,
      discussion: """
        Examples:
          tomato-notify timer 4m tea            again: the same timer, no second one
          tomato-notify timer 7:30 泡茶
          tomato-notify timer tea               as long as the last one of this name
          tomato-notify timer --until 14:30 "call Ana"
                                                at that time, whatever happens to clock and machine
          tomato-notify timer 4m tea --wait && paplay done.oga
          tomato-notify pause tea               and resume, extend tea 1m, stop tea, stop --all

        With --wait, the exit codes are those of wait.
        """)

    struct Options: ParsableArguments {
      @Argument(help: "How long, for example 4m, and a name of at most 80 characters and 240 bytes.", .duration)
      var words: [String] = []
      @Option(help: BeginOptions.untilHelp, "time") var until: String?
      @Option(help: "The same as the duration among the words.", .duration) var duration: String?
      @OptionGroup var ago: AgoOption
      @Flag(help: "Begin anew, if a timer of this name is there.") var replace = false
      @Flag(name: .customLong("wait"), help: "Wait until it ends.") var waits = false

      func validate() throws { try checkLength(duration, until) }
    }
  }

  enum Stopwatch: TypedVerb {
    static let row = Row(
      .stopwatch, abstract: "Start a stopwatch: stopwatch run.",
      discussion: "Stopped, it shows the total and its laps until you dismiss it.")

    struct Options: ParsableArguments {
      @Argument(help: "A name of at most 80 characters and 240 bytes.", "name") var words: [String] = []
      @OptionGroup var ago: AgoOption
      @Flag(help: "Begin anew, if a stopwatch of this name is there.") var replace = false
    }
  }

  enum Lap: VerbWithTime {
    static let row = Row(
      .lap, abstract: "Mark a lap of the stopwatch that runs.",
      discussion: "status, list and log show the laps; with --json all of them, in seconds.")
  }
}

// MARK: What is shown

extension VerbRows {
  enum Show: VerbWithName { static let row = Row(.show, abstract: "Show the notification again.") }
  enum Hide: VerbWithName { static let row = Row(.hide, abstract: "Close the notification; the timer goes on.") }
}
