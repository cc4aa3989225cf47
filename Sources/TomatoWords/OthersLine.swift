// A card's line about the activities without a card: `tea 3 min · run 5 min`.

internal import TomatoEngine
internal import TomatoLink

package enum OthersLine {
  /// Maximum number of names; `…` stands for more.
  package static let most = 3
  private static let longestName = 20

  /// - Parameter lasting: clock times instead of the time left, so that the line stays true.
  static func line(_ contents: [Content], lasting: Bool = false) -> String? {
    guard !contents.isEmpty else { return nil }
    let named = contents.prefix(most).map { short($0, lasting: lasting) }
    return (named + (contents.count > most ? ["…"] : [])).joined(separator: " · ")
  }

  static func short(_ content: Content, lasting: Bool = false) -> String {
    let (state, name) = (content.contentState, name(content))
    if let job = state.job {
      if let text = job.outcome.map(JobText.name(of:)) ?? JobText.percent(job) {
        return tr("{name} {time}", ["name": name, "time": text])
      }
      return state.hasTime ? time(content, name, lasting) : name
    }
    return switch state.state {
    case .ready: name
    case .completed: tr("{name} done", ["name": name])
    case .paused: tr("{name} paused", ["name": name])
    case .running: time(content, name, lasting)
    }
  }

  private static func name(_ content: Content) -> String {
    Words.isolated(Words.cut(Words.name(of: content), to: longestName))
  }

  /// In minutes, so that the line changes at most once a minute.
  private static func time(_ content: Content, _ name: String, _ lasting: Bool) -> String {
    let state = content.contentState
    return switch state.clock {
    case .down(let end) where lasting: tr("{name} until {time}", ["name": name, "time": content.clock(end)])
    case .up(let start) where lasting: tr("{name} since {time}", ["name": name, "time": content.clock(start)])
    case .none where lasting, .stopped where lasting: name
    case .none, .stopped, .down, .up: tr("{name} {time}", ["name": name, "time": Words.minutes(state)])
    }
  }
}
