// The commands that begin a timer or a stopwatch beside the Pomodoro, and mark laps.
internal import ArgumentParser
internal import TomatoLink

/// Words of which one may be a duration, and the others are a name: `4m tea`, `tea 4m`.
struct LengthAndName {
  /// Nil when no word is a duration.
  var length: Duration?
  /// Nil when nothing else was said.
  var name: String?

  /// Takes the first word, or else the second one, for the duration if it reads as one; for `extend` any word.
  /// - Throws: 65 when there must be a duration and none is.
  init(_ words: [String], signed: Bool = false) throws {
    let read = { (word: String) in try? signed ? TypedDuration.parseSigned(word) : TypedDuration.parse(word) }
    let place = (signed ? words[...] : words.prefix(2)).firstIndex { signed ? read($0) != nil : Self.looksLikeOne($0) }
    var rest = words
    if let place { length = try TypedValue.duration(rest.remove(at: place), signed: signed) }
    if signed {
      // The sentence is that of the word that should have been one.
      guard length != nil else {
        _ = try TypedValue.duration(words.last ?? "", signed: true)
        return
      }
      guard !rest.contains(where: { read($0) != nil }) else {
        throw ValidationError("A duration was given twice; expected one, for example 5m.")
      }
    }
    name = rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// Digits with units or colons: what is meant for a duration, also if it is none that can be.
  private static func looksLikeOne(_ word: String) -> Bool {
    guard let first = word.utf8.first, (48...57).contains(first) else { return false }
    return word.utf8.allSatisfy { (48...58).contains($0) || "hms".utf8.contains($0) }
  }

  /// What the words name, or the option.
  func named(or option: ActivityOption) throws -> Named {
    guard let name else { return try option.value() }
    guard option.activity == nil else {
      throw ValidationError("The name was given twice; expected either words or --activity.")
    }
    return try TypedValue.activity(name)
  }
}

extension TomatoNotify {
  struct TimerCommand: Ordering {
    static let configuration = CommandConfiguration(
      commandName: "timer", abstract: "Start a timer beside the Pomodoro: timer 4m tea.",
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
    @Argument(
      help: ArgumentHelp("How long, for example 4m, and a name of at most 80 characters.", valueName: "duration"),
      completion: Complete.durations)
    var words: [String] = []
    @Option(help: Complete.untilHelp) var until: String?
    @Option(
      help: ArgumentHelp("The same as the duration among the words.", valueName: "duration"),
      completion: Complete.durations)
    var duration: String?
    @OptionGroup var ago: AgoOption
    @Flag(help: "Begin anew, if a timer of this name is there.") var replace = false
    @Flag(help: "Wait until it ends.") var wait = false
    @OptionGroup var format: FormatOption

    func validate() throws {
      guard duration == nil || until == nil else {
        throw ValidationError("--duration and --until exclude each other; expected one of them.")
      }
    }

    func order(_ clock: Clock) throws -> Order {
      var intent = Intent(.timer, replace: replace, at: try ago.value(clock))
      if let until {
        let begin = intent.at?.seconds ?? clock.now
        intent.until = WallTime(seconds: try TypedValue.time(until: until, from: begin, clock))
        if !words.isEmpty { intent.name = try TypedValue.name(words.joined(separator: " ")) }
      } else if let duration {
        intent.duration = try TypedValue.duration(duration)
        if !words.isEmpty { intent.name = try TypedValue.name(words.joined(separator: " ")) }
      } else {
        let parts = try LengthAndName(words)
        intent.duration = parts.length
        intent.name = try parts.name.map(TypedValue.name)
      }
      return .exchange(try Exchange(.intent(intent, format: format.value, waits: wait)))
    }
  }

  struct StopwatchCommand: Ordering {
    static let configuration = CommandConfiguration(
      commandName: "stopwatch", abstract: "Start a stopwatch: stopwatch run.",
      discussion: "Stopped, it shows the total and its laps until you dismiss it.")
    @Argument(help: ArgumentHelp("A name of at most 80 characters.", valueName: "name")) var words: [String] = []
    @OptionGroup var ago: AgoOption
    @Flag(help: "Begin anew, if a stopwatch of this name is there.") var replace = false
    @OptionGroup var format: FormatOption

    func order(_ clock: Clock) throws -> Order {
      let name = words.isEmpty ? nil : try TypedValue.name(words.joined(separator: " "))
      let intent = Intent(.stopwatch, replace: replace, at: try ago.value(clock), name: name)
      return .exchange(try Exchange(.intent(intent, format: format.value)))
    }
  }

  struct Lap: Ordering {
    static let configuration = CommandConfiguration(
      abstract: "Mark a lap of the stopwatch that runs.",
      discussion: "status, list and log show the laps; with --json all of them, in seconds.")
    @OptionGroup var ago: AgoOption
    @OptionGroup var activity: NameArguments
    @OptionGroup var format: FormatOption
    func order(_ clock: Clock) throws -> Order { try simple(.lap, try activity.value(), ago, format, clock) }
  }
}
