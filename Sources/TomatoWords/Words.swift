// Translation, and words that several texts share. A sentence is one string with named places, so that a translator can
// move them: `tr("Ends {time}", ["time": …])`, never interpolation.

internal import GLibBridge
package import TomatoEngine
package import TomatoLink

/// The translation of `text`, with its places filled in.
///
/// A place that the translation does not name is ignored; braces in a value are literal. `context` distinguishes texts
/// that are equal in English only.
package func tr(_ text: String, context: String? = nil, _ places: KeyValuePairs<String, String> = [:]) -> String {
  let translated = SentenceLanguage.now.translation(of: text, context: context)
  return places.isEmpty ? translated : filled(translated, places.map(\.self))
}

/// The plural form for `count`, which fills the place `{n}`. Only for whole words: an abbreviated unit (`{n} min`) has
/// one form in most languages.
package func trn(
  _ singular: String, _ plural: String, _ count: Int, _ places: KeyValuePairs<String, String> = [:]
) -> String {
  let translated = SentenceLanguage.now.translation(of: singular, plural, for: count)
  return filled(translated, [("n", String(count))] + places.map(\.self))
}

private func filled(_ translated: String, _ places: [(key: String, value: String)]) -> String {
  Sentence.fill(translated) { name in places.first { $0.key == name }?.value ?? "" }
}

package enum Words {
  /// `ContentState.modeDisplayName` of the Pomodoro; other activities have names of their own.
  package static func name(of mode: TimerMode) -> String {
    switch mode {
    case .focus: tr("Focus")
    case .shortBreak: tr("Short Break")
    case .longBreak: tr("Long Break")
    case .countdown: tr("Timer")
    case .stopwatch: tr("Stopwatch")
    case .job: tr("Activity")
    }
  }

  static func name(of content: Content) -> String {
    guard content.id != .pomodoro else { return name(of: content.contentState.mode) }
    return name(of: ActivityLabel(id: content.id, name: content.attributes?.name))
  }

  /// The user's name for it, or its kind with a number from the second one on: `Timer`, `Timer 2`.
  package static func name(of label: ActivityLabel) -> String {
    if let name = label.name { return name }
    let parts = label.id.description.split(separator: "-")
    guard parts.count == 2, let kind = ActivityKind.allCases.first(where: { $0.word == parts[0] }) else {
      return label.id.description
    }
    let word = name(of: kind.mode)
    return parts[1] == "1" ? word : tr("{name} {n}", ["name": word, "n": String(parts[1])])
  }

  /// The executable's name, without its folder.
  package static func program(_ path: String) -> String { ScriptName.lastPart(path) }

  /// The heading of a program's card. Where the user allows or denies it, `program(_:)` is shown instead.
  package static func heading(_ job: JobAttributes) -> String { job.heading ?? program(job.program) }

  /// The last lap of a stopwatch, `lap 3 · 1:12`; nil while there is none.
  static func lap(_ state: ContentState) -> String? {
    guard let last = state.laps.last else { return nil }
    return tr("lap {n} · {time}", ["n": String(state.laps.count), "time": displayTimeText(seconds: last)])
  }

  /// The question about time away, inside a line; nil if none is open.
  static func away(_ content: Content) -> String? {
    guard let away = content.away else { return nil }
    let length = ["length": length(away.length)] as KeyValuePairs
    return away.isOnlyOfThisPhase
      ? tr("you were away for {length}", length) : tr("you were away for {length} of the focus", length)
  }

  /// The question at the beginning of a line; nil if all of the time away is in the current phase.
  static func awayOfFocus(_ content: Content) -> String? {
    guard let away = content.away, !away.isOnlyOfThisPhase else { return nil }
    return tr("You were away for {length} of the focus", ["length": length(away.length)])
  }

  /// Why an alert is late; nil if it is not.
  static func heldBack(_ content: Content) -> String? {
    guard let held = content.heldBack else { return nil }
    let length = ["length": length(held.length)] as KeyValuePairs
    return switch held.by {
    case .camera: tr("held back for {length} while the camera was in use", length)
    case .microphone: tr("held back for {length} while the microphone was in use", length)
    case .both: tr("held back for {length} while camera and microphone were in use", length)
    }
  }

  /// The end of a timed pause, `until 14:10`; nil if there is none.
  static func pausedUntil(_ content: Content) -> String? {
    guard !content.isStillPaused, let until = content.contentState.pausedUntil else { return nil }
    return tr("until {time}", ["time": content.clock(until)])
  }

  /// The last ten laps: `1:10, 1:20, 1:12`; nil without any.
  static func laps(_ state: ContentState) -> String? {
    guard !state.laps.isEmpty else { return nil }
    let times = state.laps.suffix(10).map { displayTimeText(seconds: $0) }
    return tr("laps {times}", ["times": list((state.laps.count > 10 ? ["…"] : []) + times)])
  }

  /// `ContentState.modeLabel`, as the phone app has it.
  static func label(of mode: TimerMode) -> String {
    switch mode {
    case .focus: tr("FOCUS TIME")
    case .shortBreak, .longBreak: tr("BREAK TIME")
    case .countdown: tr("TIMER")
    case .stopwatch: tr("STOPWATCH")
    case .job: tr("ACTIVITY")
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

  /// The state; `still paused` once a timed pause is over.
  static func state(of content: Content) -> String {
    content.isStillPaused ? tr("still paused") : name(of: content.contentState.state)
  }

  package static func name(of outcome: PhaseOutcome) -> String {
    switch outcome {
    case .completed: tr("completed")
    case .skipped: tr("skipped")
    case .stopped: tr("stopped")
    case .replaced: tr("replaced")
    case .reset: tr("reset")
    }
  }

  package enum Conjunction { case and, or }

  /// `a, b and c`; `a, b, c` without a conjunction.
  package static func list(_ items: [String], _ conjunction: Conjunction? = nil) -> String {
    guard let conjunction, let last = items.last, items.count > 1 else { return joined(items) }
    let places: KeyValuePairs = ["items": joined(items.dropLast()), "last": last]
    return switch conjunction {
    case .and: tr("{items} and {last}", places)
    case .or: tr("{items} or {last}", places)
    }
  }

  private static func joined(_ items: [String]) -> String {
    // Translators: Between the parts of a list.
    items.joined(separator: tr(", ", context: "list"))
  }

  /// Parts of a sentence, joined; those that are nil or empty are left out.
  package static func clauses(_ parts: [String?]) -> String {
    // Translators: Between the parts of a line such as 'Focus 24:59, running, ends 14:35'.
    joined(parts, tr(", "))
  }

  /// Parts of a card's line, joined like clauses.
  static func line(_ parts: [String?]) -> String { joined(parts, " · ") }

  package static func joined(_ parts: [String?], _ separator: String) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// `Focus · ends 14:35`, `run · since 14:10`: true without updates. Nil while no time runs.
  static func title(_ name: String, _ content: Content) -> String? {
    switch content.contentState.clock {
    case .down(let end): tr("{name} · ends {time}", ["name": name, "time": content.clock(end)])
    case .up(let from): tr("{name} · since {time}", ["name": name, "time": content.clock(from)])
    case .none, .stopped: nil
    }
  }

  /// `ends 14:35`, `since 14:10`; nil while no time runs.
  static func runningClause(_ content: Content) -> String? {
    switch content.contentState.clock {
    case .down(let end): tr("ends {time}", ["time": content.clock(end)])
    case .up(let from): tr("since {time}", ["time": content.clock(from)])
    case .none, .stopped: nil
    }
  }

  /// The clock in whole minutes: `24 min`, `0 min`, `1 h 5 min`.
  static func minutes(_ state: ContentState) -> String {
    state.minutes == 0 ? tr("{n} min", ["n": "0"]) : length(.minutes(state.minutes))
  }

  /// A local clock time: `14:35`, or `Sat 14:35` if it is not on the day of `now`.
  /// - Parameter zone: an identifier such as "Europe/Berlin"; nil is the machine's own.
  package static func clock(_ time: WallTime, beside now: WallTime, zone: String? = nil) -> String {
    let (time, now) = (time.milliseconds, now.milliseconds)
    let clock = LocalTime.clock(time, zone: zone)
    if LocalTime.date(time, zone: zone) == LocalTime.date(now, zone: zone) { return clock }
    return "\(weekday(LocalTime.dayOfWeek(time, zone: zone))) \(clock)"
  }

  /// - Parameter number: 0 for Monday to 6 for Sunday.
  private static func weekday(_ number: Int) -> String {
    switch number {
    case 0: tr("Mon")
    case 1: tr("Tue")
    case 2: tr("Wed")
    case 3: tr("Thu")
    case 4: tr("Fri")
    case 5: tr("Sat")
    default: tr("Sun")
    }
  }

  /// A length of time for a sentence: `18 min`, `45 s`, `2 h 5 min`.
  package static func length(_ duration: Duration) -> String {
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
    return tr("session {n} of {m}", ["n": String(state.sessionNumber), "m": String(state.sessionsPerCycle)])
  }

  /// `5 of 8 today`; nil where there is no goal.
  static func goal(_ content: Content) -> String? {
    content.goal.map { tr("{n} of {m} today", ["n": String($0.done), "m": String($0.wanted)]) }
  }

  /// At most this many characters.
  static func cut(_ text: String, to most: Int) -> String { text.count > most ? text.prefix(most - 1) + "…" : text }

  /// A task for display beside a time. A text with right-to-left letters is isolated (FSI … PDI of Unicode's annex 9),
  /// so that it changes neither the order nor the direction of the line. Not for terminals, which may draw these
  /// characters as boxes.
  static func isolated(_ task: String) -> String {
    task.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(task)\u{2069}" : task
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
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

extension ActivityKind {
  /// The mode that gives the kind its name.
  fileprivate var mode: TimerMode {
    switch self {
    case .pomodoro: .focus
    case .timer: .countdown
    case .stopwatch: .stopwatch
    case .job: .job
    }
  }
}

/// User text for a sentence: at most 40 scalars, with control characters replaced.
package func shown(_ text: String) -> String {
  let scalars = text.unicodeScalars.prefix(40).map { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: Character("\u{FFFD}")
    default: Character(scalar)
    }
  }
  return String(scalars) + (text.unicodeScalars.count > 40 ? "…" : "")
}

extension Content {
  /// A clock time, with the weekday if it is not on the content's day.
  func clock(_ time: WallTime) -> String { Words.clock(time, beside: madeAt.value) }
}
