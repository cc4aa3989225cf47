// The values of the terminal island's line (`format=island`); `IslandFields` prints it.

package import TomatoEngine
internal import TomatoLink

package enum IslandLine {
  /// - Parameter all: the most relevant activities, in their order.
  package static func line(_ content: Content, among all: [Content] = [], _ appearance: Appearance) -> String {
    let state = content.contentState
    let all = (all.isEmpty ? [content] : all.filter { $0.isRequested || $0.id == content.id }).prefix(IslandFields.most)
    return IslandFields(
      accent: state.accent, state: state.state, time: state.displayTime, title: title(content),
      detail: detail(content), dots: Words.dots(content, appearance.dots), permille: permille(state),
      canUndo: content.undoable != nil, phase: content.phase, color: appearance.color(of: state.accent),
      activity: content.id, activities: all.map(\.id), others: others(than: content, all),
      possible: content.possible
    ).line
  }

  /// Each other activity after the number key that chooses it.
  private static func others(than content: Content, _ all: ArraySlice<Content>) -> String {
    all.enumerated().filter { $0.element.id != content.id }.map { place, other in
      "\(place + 1) \(OthersLine.short(other))"
    }.joined(separator: " · ")
  }

  package static func title(_ content: Content) -> String {
    let (name, state) = (Words.name(of: content), Words.state(of: content))
    if content.contentState.job != nil { return CardText.title(content, nil) }
    guard let clause = StatusText.clause(content) else {
      return tr("{name} · {state}", ["name": name, "state": state])
    }
    if content.contentState.state == .running { return tr("{name} · {clause}", ["name": name, "clause": clause]) }
    return tr("{name} · {state}, {clause}", ["name": name, "state": state, "clause": clause])
  }

  static func detail(_ content: Content) -> String {
    let state = content.contentState
    return Words.line([
      state.job?.content.text, Words.away(content), Words.session(state), Words.lap(state), state.task,
    ])
  }

  private static func permille(_ state: ContentState) -> Int {
    if let percent = state.job?.content.progress?.percent { return percent * 10 }
    guard state.totalDuration > 0 else { return 0 }
    let gone = max(state.totalDuration - state.seconds, 0)
    return min(gone * 1000 / state.totalDuration, 1000)
  }
}
