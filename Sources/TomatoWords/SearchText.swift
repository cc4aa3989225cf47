// The text of a desktop search result: its action, and the state after it.

package import TomatoEngine
package import TomatoLink

package enum SearchText {
  /// `Focus, 25 min, write report`; `Pause, Focus`; `+5 min, tea`.
  /// - before, after: the activity before the action (nil: it is new) and after the action (nil: it is over).
  package static func title(_ intent: Intent, before: Content?, after: Content?) -> String {
    if intent.activity == .all { return tr("Stop everything") }
    if let kind = begun(intent, after) { return Words.clauses(kind) }
    return Words.clauses([
      label(intent, before), (before ?? after).map { Words.isolated(Words.name(of: $0)) },
      intent.verb == .pause ? intent.duration.map(Words.length) : nil,
    ])
  }

  /// `Focus · ends 14:35`: the state after the action, or the activity that it replaces.
  package static func detail(_ intent: Intent, before: Content?, after: Content?) -> String {
    if intent.replace, let before { return tr("In place of: {name}", ["name": MenuText.title(before)]) }
    return (after ?? before).map(MenuText.title) ?? ""
  }

  package static func icon(before: Content?, after: Content?) -> String {
    (after ?? before).map(CardText.icon) ?? BusNames.application
  }

  /// Kind, length, and task or name of what starts; nil if nothing starts.
  private static func begun(_ intent: Intent, _ after: Content?) -> [String?]? {
    guard intent.verb.begins, let after, intent.duration != nil || after.contentState.state == .running else {
      return nil
    }
    let state = after.contentState
    let length = state.totalDuration > 0 ? Words.length(.seconds(state.totalDuration)) : nil
    let text = after.id == .pomodoro ? state.task : after.attributes?.name
    return [
      Words.name(of: state.mode), intent.until.map { tr("until {time}", ["time": after.clock($0)]) } ?? length,
      text.map(Words.isolated),
    ]
  }

  private static func label(_ intent: Intent, _ before: Content?) -> String {
    switch intent.verb {
    case .extend:
      let by = intent.by ?? .zero
      return (by < .zero ? "−" : "+") + Words.length(by < .zero ? .zero - by : by)
    case .rewind: return Words.clauses([tr("Rewind"), Words.length(intent.by ?? .zero)])
    case .pause: return tr("Pause")
    case .toggle: return before?.contentState.state == .running ? tr("Pause") : tr("Resume")
    case .undo: return tr("Undo")
    case let verb: return before.flatMap { VerbText.label(verb, $0) } ?? tr("Start")
    }
  }
}
