// Texts of the tray item: the label beside the icon, the tooltip, and the item's name.

package import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

package enum TrayText {
  /// The application's name, as its desktop file gives it.
  package static var title: String { tr("TomatoClock") }

  // MARK: The label

  /// `24 min`, or `0:42` with seconds; empty before the phase starts.
  package static func label(_ content: Content, _ seconds: TraySeconds) -> String {
    let state = content.contentState
    if let job = state.job, job.outcome == nil, !state.hasTime { return JobText.short(job) ?? "" }
    switch state.state {
    case .ready: return ""
    case .completed: return tr("done")
    case .running, .paused: return showsSeconds(content, seconds) ? state.displayTime : minutes(content)
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

  private static func showsSeconds(_ content: Content, _ seconds: TraySeconds) -> Bool {
    switch seconds {
    case .always: true
    case .lastMinute: content.contentState.isLastMinute
    case .never: false
    }
  }

  private static func minutes(_ content: Content) -> String {
    let minutes = content.contentState.minutes
    return minutes < 60 ? tr("{n} min", ["n": String(minutes)]) : Words.length(.minutes(minutes))
  }

  // MARK: The tooltip

  /// The time comes first, because some trays show only the title.
  package static func toolTipTitle(_ content: Content) -> String {
    let name = Words.name(of: content)
    if content.contentState.job != nil { return CardText.title(content, nil) }
    switch content.contentState.state {
    case .ready, .completed: return CardText.title(content, nil)
    case .paused where content.isStillPaused:
      return tr("{left} · {name} still paused", ["left": left(content), "name": name])
    case .paused: return tr("{left} · {name} paused", ["left": left(content), "name": name])
    case .running:
      guard let end = content.contentState.timerEndDate.map(content.clock) else {
        return tr("{left} · {name}", ["left": left(content), "name": name])
      }
      return tr("{left} · {name} until {time}", ["left": left(content), "name": name, "time": end])
    }
  }

  /// Whole minutes, so that it changes at most once a minute.
  private static func left(_ content: Content) -> String {
    guard content.contentState.clock.direction == .down else { return minutes(content) }
    if content.contentState.seconds < 60 { return tr("less than a minute left") }
    return tr("{time} left", ["time": minutes(content)])
  }

  /// Maximum number of other activities in the tooltip.
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
    let more = others.count > mostOthers ? ["…"] : []
    let lines = [parts.compactMap(\.self).joined(separator: " · ")] + Array(others.prefix(mostOthers)) + more
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The specification allows markup in this text. Qt detects markup by a tag, so a text with escapes gets one.
  private static func escaped(_ task: String) -> String {
    let escaped = Markup.escaped(task)
    return escaped == task ? task : "<span>\(escaped)</span>"
  }
}
