// What becomes of the activities when the person's settings are others.

internal import TomatoLink

extension Engine {
  /// A focus that no activity owns yet is as long as configured, also if that changed while the program was off.
  /// - Returns: whether it was not.
  mutating func tuneUntouched() -> Bool {
    guard roster.pomodoro.attributes == nil else { return false }
    let before = roster.pomodoro
    changePomodoro { [settings] in $0.tune(settings) }
    return roster.pomodoro != before
  }

  /// New settings hold from the next phase on; what nobody touched yet takes them at once.
  mutating func adopt(_ new: Settings, _ now: Moment, _ work: inout Work) {
    guard new != settings else { return }
    let old = settings
    settings = new
    roster.adopt(new.alertTimes)
    for number in roster.numbersByAge {
      roster.change(number) { $0.machine.any.adopt(new, insteadOf: old, now) }
    }
    adoptAlerts(now, &work)
    withdrawDenied(now, &work)
    work.changed = true
    if !work.shows(.pomodoro) { work.present(.pomodoro, .quiet) }
  }
}
