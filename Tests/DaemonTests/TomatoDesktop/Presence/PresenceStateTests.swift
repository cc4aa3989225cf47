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

  @Test func `away and back`() {
    #expect(told([.active, .unlocked]) == [])
    #expect(told([.idle(since: .seconds(5)), .active]) == [.away(since: .seconds(5)), .here])
    #expect(
      told([.idle(since: .seconds(5)), .idle(since: .seconds(6)), .active, .active])
        == [.away(since: .seconds(5)), .here])
  }

  @Test func `a lock is one absence with the idle time in it`() {
    #expect(told([.locked(at: .seconds(9)), .unlocked]) == [.locked(since: .seconds(9)), .here])
    #expect(
      told([.locked(at: .seconds(9)), .locked(at: .seconds(10)), .unlocked]) == [.locked(since: .seconds(9)), .here])
    #expect(
      told([.locked(at: .seconds(9)), .idle(since: .seconds(9)), .active, .unlocked])
        == [.locked(since: .seconds(9)), .here])
    #expect(
      told([.idle(since: .seconds(5)), .locked(at: .seconds(9)), .active, .unlocked])
        == [.away(since: .seconds(5)), .here])
  }

  @Test func `nobody had touched anything before the screen was locked`() {
    #expect(
      told([.locked(at: .seconds(9)), .idle(since: .seconds(5)), .active, .unlocked])
        == [.locked(since: .seconds(9)), .away(since: .seconds(5)), .here])
  }

  @Test func `input on a lock screen is no return, nor is a screen that is unlocked from elsewhere`() {
    #expect(
      told([.idle(since: .seconds(5)), .locked(at: .seconds(9)), .active, .idle(since: .seconds(20)), .active])
        == [.away(since: .seconds(5))])
    #expect(
      told([.locked(at: .seconds(9)), .idle(since: .seconds(9)), .unlocked]) == [.locked(since: .seconds(9))])
    #expect(
      told([.locked(at: .seconds(9)), .idle(since: .seconds(9)), .unlocked, .active])
        == [.locked(since: .seconds(9)), .here])
  }

  /// All rows of up to six observations.
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
