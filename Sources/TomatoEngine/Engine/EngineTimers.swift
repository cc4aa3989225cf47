// Recent timers, which are started again by name without a length, or from a menu.

internal import TomatoLink

extension Engine {
  /// Recent timers without those that exist now.
  public var timersToOfferAgain: [RecentTimer] { recentTimers.filter { !hasTimer(named: $0.name) } }

  /// A timer without a length is as long as the last one of its name.
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
