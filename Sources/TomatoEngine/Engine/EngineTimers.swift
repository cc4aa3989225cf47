// Recent timers. A person can start one again by its name alone, or from a menu.

internal import TomatoLink

extension Engine {
  /// The recent timers that do not exist now.
  public var timersToOfferAgain: [RecentTimer] { recentTimers.filter { !hasTimer(named: $0.name) } }

  /// The intent for a timer, with the length of the last timer of its name if it gives none.
  func withRememberedLength(_ intent: Intent) throws(Refusal) -> Intent {
    guard intent.verb == .timer, intent.duration == nil, intent.until == nil, !hasTimer(named: intent.name) else {
      return intent
    }
    guard let known = recentTimers.first(where: { Self.isSame($0.name, intent.name) }) else { throw .needsDuration }
    var intent = intent
    intent.duration = known.duration
    return intent
  }

  /// Notes a timer that has begun, to be offered again.
  mutating func remember(_ activity: Activity, _ turn: Turn) {
    guard case .timer(let timer) = activity.machine, timer.due == nil,
      turn.happenings.contains(where: { $0.name == .onStart })
    else { return }
    let new = RecentTimer(name: activity.name, duration: timer.phase.base)
    recentTimers.removeAll { $0 == new || ($0.name != nil && Self.isSame($0.name, new.name)) }
    recentTimers = [new] + recentTimers.prefix(RecentTimer.limit - 1)
  }
}
