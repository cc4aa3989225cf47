// One absence from its first observation to its last: the table of what idle time and locks mean together.
import Testing
import TomatoEngine

@testable import TomatoDesktop

struct PresenceStateTests {
  typealias Observation = PresenceState.Observation

  private func told(_ observations: [Observation]) -> [Presence] {
    var state = PresenceState()
    return observations.compactMap { state.take($0) }
  }

  private static func idle(_ seconds: Int) -> Observation { .idle(since: .seconds(seconds)) }
  private static func lock(_ seconds: Int) -> Observation { .locked(at: .seconds(seconds)) }
  private static func away(_ seconds: Int) -> Presence { .away(since: .seconds(seconds)) }
  private static func locked(_ seconds: Int) -> Presence { .locked(since: .seconds(seconds)) }

  private static let stories: [(observations: [Observation], told: [Presence])] = [
    ([.active, .unlocked], []), ([idle(5), .active], [away(5), .here]),
    ([idle(5), idle(6), .active, .active], [away(5), .here]),
    // A lock is one absence with the idle time in it.
    ([lock(9), .unlocked], [locked(9), .here]), ([lock(9), lock(10), .unlocked], [locked(9), .here]),
    ([lock(9), idle(9), .active, .unlocked], [locked(9), .here]),
    ([idle(5), lock(9), .active, .unlocked], [away(5), .here]),
    // Nobody had touched anything before the screen was locked.
    ([lock(9), idle(5), .active, .unlocked], [locked(9), away(5), .here]),
    // Input on a lock screen is no return, nor is a screen that is unlocked from elsewhere.
    ([idle(5), lock(9), .active, idle(20), .active], [away(5)]), ([lock(9), idle(9), .unlocked], [locked(9)]),
    ([lock(9), idle(9), .unlocked, .active], [locked(9), .here]),
  ]

  @Test func `an absence is told from its first observation to its last, whatever speaks for it`() {
    for story in Self.stories { #expect(told(story.observations) == story.told, "\(story.observations)") }
  }

  @Test func `whatever comes, each absence has one end, and ends when nothing speaks for it`() {
    func walk(_ state: PresenceState, _ idle: Bool, _ locked: Bool, _ depth: Int) {
      let isAbsent = state.reported != .here
      #expect(isAbsent == (idle || locked))
      guard depth < 6 else { return }
      let moment = Duration.seconds(100 + depth)
      for observation in [Observation.idle(since: moment - .seconds(7)), .active, .locked(at: moment), .unlocked] {
        var next = state
        let news = next.take(observation)
        // A second word within an absence only says that it began earlier.
        if isAbsent, let news, news != .here {
          #expect(began(news) ?? .zero < began(state.reported) ?? .zero)
        }
        if let news { #expect(news != state.reported && news == next.reported) }
        var (idle, locked) = (idle, locked)
        switch observation {
        case .idle: idle = true
        case .active: idle = false
        case .locked: locked = true
        case .unlocked: locked = false
        }
        walk(next, idle, locked, depth + 1)
      }
    }
    walk(PresenceState(), false, false, 0)
  }

  private func began(_ presence: Presence) -> Duration? {
    switch presence {
    case .here: nil
    case .away(let since), .locked(let since): since
    }
  }
}
