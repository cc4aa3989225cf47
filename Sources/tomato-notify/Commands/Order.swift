// The meaning of the typed words: what the command is to do.
internal import TomatoLink
internal import TomatoSocket

enum Order: Hashable {
  case exchange(Exchange)
  /// Help, version, completions, or what a shell evaluates.
  case print(String)
  /// A link that the desktop opens. Errors go into a notification too, because nobody sees stderr.
  case desktop(link: String)
  /// The terminal island, of the Pomodoro or of the activity named.
  case island(ActivityReference)
  /// `activity pipe`: JSON lines from standard input, events to standard output.
  case pipe(isTrusted: Bool)
  /// This process becomes the daemon's program. `besideDaemon`: a daemon of this version is started first if needed.
  case become(ProgramRequest, besideDaemon: Bool = false)
  /// Shows a command while it runs. Its words, at least one.
  case track([String], TrackAppearance)
  /// Shows standard input, which is passed on to standard output.
  case trackStream(TrackAppearance)
  /// A shell reports that a command has ended.
  case announce(Announcement)
}

extension TypedClock {
  static func system(now: Int64 = SystemCalls.unixTime()) -> TypedClock {
    TypedClock(now: now) { SystemCalls.localTime(days: $0, date: $1, hour: $2, minute: $3, now: now) }
  }
}
