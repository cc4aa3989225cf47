// The meaning of the typed words: what the command is to do.
internal import TomatoLink
internal import TomatoSocket

enum Order: Hashable {
  case exchange(Exchange)
  /// Help, version or completions.
  case print(String)
  /// A link that the desktop opens. Errors go into a notification too, because nobody sees stderr.
  case desktop(link: String)
  /// The terminal island, of the Pomodoro or of the activity named.
  case island(ActivityReference)
  /// `activity pipe`: JSON lines from standard input, events to standard output.
  case pipe(isTrusted: Bool)
  /// This process becomes the daemon's program, which needs no running daemon for this.
  case become(ProgramRequest)
  /// The same, after a daemon of this version was started.
  case becomeBesideDaemon(ProgramRequest)
  case track(TrackOrder)
}

/// One use of `tomato-notify track`.
enum TrackOrder: Hashable {
  /// A command with its words, at least one.
  case command([String], TrackAppearance)
  /// Standard input, which is passed on to standard output.
  case stream(TrackAppearance)
  /// A shell reports that a command has ended.
  case announcement(Announcement)
  /// The text that a shell evaluates, so that it announces commands.
  case script(ShellHook)
}

extension TypedClock {
  static func system() -> TypedClock {
    let now = SystemCalls.unixTime()
    return TypedClock(
      now: now, nextLocalTime: { SystemCalls.nextLocalTime(hour: $0, minute: $1, after: now) },
      localTime: { SystemCalls.localTime(days: $0, date: $1, hour: $2, minute: $3, now: now) })
  }
}
