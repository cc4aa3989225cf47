// Texts of the tray item: the label beside the icon, the tooltip, and the item's name.

package import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

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

  /// A label as wide as the widest one of this form.
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
