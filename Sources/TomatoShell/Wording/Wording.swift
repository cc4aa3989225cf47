// Every sentence for a person is in this folder, and nowhere else. A sentence is one whole string with named places,
// so that a translator may move them: `tr("Ends {time}", ["time": …])`, never interpolation.

internal import GLibBridge
internal import TomatoEngine

/// The translation of `text`, with its places filled in.
///
/// A place that the translation does not name is left out; braces in a value are never taken for a place.
func tr(_ text: String, _ places: KeyValuePairs<String, String> = [:]) -> String {
  let translated = GLibBridge.tr(text, domain: BusNames.gettextDomain)
  guard !places.isEmpty else { return translated }
  var filled = ""
  var rest = Substring(translated)
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    filled += rest[..<open]
    let name = rest[rest.index(after: open)..<close]
    filled += places.first { $0.key == name }?.value ?? ""
    rest = rest[rest.index(after: close)...]
  }
  return filled + rest
}

/// The names of modes and states.
enum Words {
  /// `ContentState.modeDisplayName`; other activities go by the name that the person gave them.
  static func name(of mode: TimerMode) -> String {
    switch mode {
    case .focus: tr("Focus")
    case .shortBreak: tr("Short Break")
    case .longBreak: tr("Long Break")
    case .countdown: tr("Countdown")
    case .stopwatch: tr("Stopwatch")
    }
  }

  static func name(of content: Content) -> String {
    content.kind == .pomodoro ? name(of: content.contentState.mode) : content.activity?.description ?? ""
  }

  /// `ContentState.modeLabel`, the phone app's.
  static func label(of mode: TimerMode) -> String {
    switch mode {
    case .focus: tr("FOCUS TIME")
    case .shortBreak, .longBreak: tr("BREAK TIME")
    case .countdown: tr("COUNTDOWN")
    case .stopwatch: tr("STOPWATCH")
    }
  }

  static func name(of state: TimerState) -> String {
    switch state {
    case .ready: tr("ready")
    case .running: tr("running")
    case .paused: tr("paused")
    case .completed: tr("completed")
    }
  }

  static func name(of outcome: IntervalRecord.Outcome) -> String {
    switch outcome {
    case .completed: tr("completed")
    case .skipped: tr("skipped")
    case .stopped: tr("stopped")
    case .replaced: tr("replaced")
    case .reset: tr("reset")
    }
  }

  /// A clock time in local time, as `14:35`.
  static func clock(_ time: WallTime) -> String { LocalTime.clock(time.milliseconds) }

  /// A length of time for a sentence: `18 min`, `45 s`, `2 h 5 min`.
  static func length(_ duration: Duration) -> String {
    let seconds = duration.secondsRoundedUp
    if seconds < 60 { return tr("{n} s", ["n": String(seconds)]) }
    let minutes = (seconds + 30) / 60
    if minutes < 60 { return tr("{n} min", ["n": String(minutes)]) }
    if minutes % 60 == 0 { return tr("{n} h", ["n": String(minutes / 60)]) }
    return tr("{h} h {m} min", ["h": String(minutes / 60), "m": String(minutes % 60)])
  }

  /// `session 1 of 4`; nil for an activity without sessions, and in a break before any focus was done.
  static func session(_ state: ContentState) -> String? {
    guard state.sessionsPerCycle > 0, state.sessionNumber > 0 else { return nil }
    return tr(
      "session {n} of {m}", ["n": String(state.sessionNumber), "m": String(state.sessionsPerCycle)])
  }

  /// The cycle as dots: done, under way, to come.
  static func dots(_ content: Content, _ dots: Dots) -> String {
    let all = content.contentState.sessionsPerCycle
    let done = min(content.sessionsDone, all)
    let current = content.contentState.sessionNumber > done ? 1 : 0
    return String(repeating: dots.done, count: done) + String(repeating: dots.current, count: current)
      + String(repeating: dots.toCome, count: max(all - done - current, 0))
  }
}
