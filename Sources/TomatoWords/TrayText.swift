// Texts of the tray item: the label beside the icon, the tooltip, the item's name, and its menu.

package import TomatoEngine
internal import TomatoIsland
package import TomatoLink

package enum TrayText {
  /// The application's name, as its desktop file gives it.
  package static var title: String { tr("TomatoClock") }

  /// `24 min`, or `0:42` with seconds; empty before the phase starts.
  package static func label(_ content: Content, _ seconds: TraySeconds) -> String {
    let state = content.contentState
    if let job = state.job, job.outcome == nil, !state.hasTime { return JobText.short(job) ?? "" }
    switch state.state {
    case .ready: return ""
    case .completed: return tr("done")
    case .running, .paused:
      let showsSeconds = seconds == .always || seconds == .lastMinute && state.isLastMinute
      return showsSeconds ? state.displayTime : Words.minutes(state)
    }
  }

  /// A text as wide as the widest label of this form, such as `00:00`, for which the tray keeps room.
  package static func labelGuide(_ content: Content, _ seconds: TraySeconds) -> String {
    let text = label(content, seconds)
    guard [.running, .paused].contains(content.contentState.state), content.contentState.seconds <= 3600 else {
      return String(text.map { $0.isNumber ? "0" : $0 })
    }
    return seconds == .always ? "00:00" : tr("{n} min", ["n": "00"])
  }

  /// The time comes first, because some trays show only the title.
  package static func toolTipTitle(_ content: Content) -> String {
    let (state, end) = (content.contentState, content.contentState.timerEndDate.map(content.clock))
    let places = ["left": left(content), "name": Words.name(of: content), "time": end ?? ""] as KeyValuePairs
    return switch state.state {
    case _ where state.job != nil: CardText.title(content, nil)
    case .ready, .completed: CardText.title(content, nil)
    case .paused where content.isStillPaused: tr("{left} · {name} still paused", places)
    case .paused: tr("{left} · {name} paused", places)
    case .running where end == nil: tr("{left} · {name}", places)
    case .running: tr("{left} · {name} until {time}", places)
    }
  }

  /// Whole minutes, so that it changes at most once a minute.
  private static func left(_ content: Content) -> String {
    let state = content.contentState
    guard state.clock.direction == .down else { return Words.minutes(state) }
    if state.seconds < 60 { return tr("less than a minute left") }
    return tr("{time} left", ["time": Words.minutes(state)])
  }

  package static let mostOthers = 4

  /// The state, session and task of the first activity, and a line for each other activity that has started.
  package static func toolTipText(_ contents: [Content]) -> String {
    guard let first = contents.first else { return "" }
    let state = first.contentState
    let parts = [
      state.job?.content.text.map(escaped).map(Words.isolated),
      state.state == .running ? nil : StatusText.clause(first), Words.away(first), Words.session(state),
      Words.lap(state), Words.goal(first), state.task.map(escaped).map(Words.isolated),
    ]
    let others = contents.dropFirst().filter { $0.contentState.state != .ready }.map(toolTipTitle)
    var lines: [String] = [Words.line(parts)]
    lines += others.prefix(mostOthers)
    if others.count > mostOthers { lines.append("…") }
    return Words.joined(lines, "\n")
  }

  /// The specification allows markup in this text. Qt detects markup by a tag, so a text with escapes gets one.
  private static func escaped(_ task: String) -> String {
    let escaped = Markup.escaped(task)
    return escaped == task ? task : "<span>\(escaped)</span>"
  }
}

/// Texts of the menu, with clock times and whole minutes, so that an open menu changes at most once a minute.
package enum MenuText {
  /// Maximum length of a text in the menu, in characters.
  private static let taskLength = 40

  /// An activity and its time: the menu's heading, and the line of each other activity.
  package static func title(_ content: Content) -> String {
    let state = content.contentState
    guard case .up = state.clock, state.job == nil else { return CardText.title(content, nil) }
    return tr("{name} · {n} min", ["name": Words.name(of: content), "n": String(state.minutes)])
  }

  /// Details of the first activity; may be empty.
  package static func detail(_ content: Content) -> String {
    if let job = content.contentState.job { return JobText.line(content, job) }
    var content = content
    content.contentState.task = content.contentState.task.map(shortened)
    let state = content.contentState
    var parts: [String?] = [CardText.secondLine(content)]
    switch state.state {
    case .running, .completed: break
    case .ready, .paused: parts += [Words.session(state), state.task.map(Words.isolated)]
    }
    if !CardText.namesGoal(content) { parts.append(Words.goal(content)) }
    return Words.line(parts)
  }

  private static func shortened(_ task: String) -> String { Words.cut(task, to: taskLength) }

  /// The label of a verb's button. After a timed pause, the menu says "Ask again in 5 min", because the button's
  /// "+5 min" would be mistaken for `extend`.
  package static func label(_ verb: Verb, _ content: Content) -> String {
    verb == .pause && content.isStillPaused ? tr("Ask again in 5 min") : VerbText.label(verb, content) ?? ""
  }

  package static func again(_ timer: RecentTimer) -> String {
    tr(
      "Again: {name}, {length}",
      [
        "name": timer.name.map(shortened) ?? Words.name(of: TimerMode.countdown),
        "length": Words.length(timer.duration),
      ])
  }

  package static var show: String { tr("Show notification") }
  package static func deny(_ program: String) -> String {
    tr("Never from {program}", ["program": Words.isolated(shortened(Words.program(program)))])
  }
  package static func quiet(_ isQuiet: Bool) -> String {
    isQuiet ? tr("Show messages during a focus again") : tr("Hold messages back during a focus")
  }
  package static var quit: String { tr("Quit") }

  package static func more(_ count: Int) -> String { trn("and {n} more", "and {n} more", count) }

  /// The text direction of the current language, `ltr` or `rtl`; a translation sets it.
  package static var direction: String {
    // Translators: Not a word: rtl if your language is written from right to left, else ltr.
    tr("ltr") == "rtl" ? "rtl" : "ltr"
  }

  /// D-Bus errors are in English.
  package static func noSuchItem(_ ids: [Int32]) -> String {
    "The menu has no item \(ids.map(String.init).joined(separator: ", "))."
  }
  package static func noSuchProperty(_ name: String, _ id: Int32) -> String {
    "Item \(id) of the menu has no property \(LinkError.quote(name))."
  }
}
