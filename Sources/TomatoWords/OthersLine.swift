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

  /// One of them: `tea 3 min`.
  static func short(_ content: Content, lasting: Bool = false) -> String {
    let (state, name) = (content.contentState, name(content))
    if let job = state.job { return self.job(content, job, name, lasting) }
    switch state.state {
    case .ready: return name
    case .completed: return tr("{name} done", ["name": name])
    case .paused: return tr("{name} paused", ["name": name])
    case .running:
      return lasting ? lastingTime(content, name) : tr("{name} {time}", ["name": name, "time": time(state)])
    }
  }

  private static func job(_ content: Content, _ job: JobState, _ name: String, _ lasting: Bool) -> String {
    if let outcome = job.outcome { return tr("{name} {time}", ["name": name, "time": JobText.name(of: outcome)]) }
    if let percent = JobText.percent(job) { return tr("{name} {time}", ["name": name, "time": percent]) }
    guard content.contentState.hasTime else { return name }
    if lasting { return lastingTime(content, name) }
    return tr("{name} {time}", ["name": name, "time": time(content.contentState)])
  }

  private static func name(_ content: Content) -> String {
    let name = Words.name(of: content)
    return Words.isolated(name.count > longestName ? name.prefix(longestName - 1) + "…" : name)
  }

  /// Always in minutes, so that the line changes at most once a minute.
  private static func time(_ state: ContentState) -> String {
    state.minutes == 0 ? tr("{n} min", ["n": "0"]) : Words.length(.minutes(state.minutes))
  }

  private static func lastingTime(_ content: Content, _ name: String) -> String {
    switch content.contentState.clock {
    case .down(let end): tr("{name} until {time}", ["name": name, "time": content.clock(end)])
    case .up(let start): tr("{name} since {time}", ["name": name, "time": content.clock(start)])
    case .none, .stopped: name
    }
  }
}
