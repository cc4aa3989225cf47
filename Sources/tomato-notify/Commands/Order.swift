// What the typed words mean: the border between reading words and doing something.
internal import TomatoLink
internal import TomatoSocket

/// What the command is to do.
enum Order: Hashable {
  case exchange(Exchange)
  /// Help, version or completions.
  case print(String)
  /// A link that the desktop opens: what is wrong with it is for a person who does not see stderr.
  case desktop(link: String)
  /// The terminal island, of the Pomodoro or of the activity named.
  case island(ActivityReference)
  /// JSON lines from standard input, and events to standard output.
  case pipe(isTrusted: Bool)
  /// What the daemon's program does by itself, without a running daemon.
  case become(ProgramRequest)
  /// The same, with a daemon of this version that runs.
  case becomeBesideDaemon(ProgramRequest)
  /// A command or a stream that is shown while it goes on.
  case track(TrackOrder)
}

/// One use of `tomato-notify track`.
enum TrackOrder: Hashable {
  /// A command with its words, at least one.
  case command([String], TrackAppearance)
  /// What comes through standard input and goes on to standard output.
  case stream(TrackAppearance)
  /// A shell says that a command has ended.
  case announcement(Announcement)
  /// The text that a shell evaluates, so that it announces commands.
  case script(ShellHook)
}

/// The clock, on which the meaning of words depends.
typealias Clock = TypedClock

extension TypedClock {
  static func system() -> TypedClock {
    let now = SystemCalls.unixTime()
    return TypedClock(
      now: now, nextLocalTime: { SystemCalls.nextLocalTime(hour: $0, minute: $1, after: now) },
      localTime: { SystemCalls.localTime(days: $0, date: $1, hour: $2, minute: $3, now: now) })
  }
}
