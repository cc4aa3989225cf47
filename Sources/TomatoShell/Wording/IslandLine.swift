// The terminal island's line (`format=island`): what it draws, already in words, as tab-separated fields.

internal import TomatoEngine

enum IslandLine {
  /// accent, state, time, title, detail, dots, permille gone, undo, phase, colour (docs/socket.md).
  static func line(_ content: Content, _ appearance: Appearance) -> String {
    let state = content.contentState
    let fields = [
      state.accent.rawValue, state.state.rawValue, state.displayTime, title(content), detail(content),
      Words.dots(content, appearance.dots), String(permille(state)), content.undoable == nil ? "0" : "1",
      content.phase.description, appearance.color(of: state.accent).hex,
    ]
    return fields.joined(separator: "\t")
  }

  static func title(_ content: Content) -> String {
    let name = Words.name(of: content)
    guard let clause = StatusText.clause(content) else {
      return tr("{name} · {state}", ["name": name, "state": Words.name(of: content.contentState.state)])
    }
    if content.contentState.state == .running { return tr("{name} · {clause}", ["name": name, "clause": clause]) }
    return tr(
      "{name} · {state}, {clause}",
      ["name": name, "state": Words.name(of: content.contentState.state), "clause": clause])
  }

  static func detail(_ content: Content) -> String {
    [Words.session(content.contentState), content.contentState.task].compactMap(\.self).joined(separator: " · ")
  }

  private static func permille(_ state: ContentState) -> Int {
    guard state.totalDuration > 0 else { return 0 }
    let gone = max(state.totalDuration - state.seconds, 0)
    return min(gone * 1000 / state.totalDuration, 1000)
  }
}
