// Applies changed settings to the activities.

internal import TomatoLink

extension Engine {
  /// Gives a focus before its first start the configured length, which may have changed since the last run.
  /// - Returns: whether it changed.
  mutating func updateUntouchedLength() -> Bool {
    guard roster.pomodoro.attributes == nil else { return false }
    let before = roster.pomodoro
    changePomodoro { [settings] in $0.useConfiguredLength(settings) }
    return roster.pomodoro != before
  }

  /// Applies new settings: to a ready phase at once, else from the next phase on.
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
    if work.consequences.presentation(of: .pomodoro) == nil { work.consequences.present(.pomodoro, .quiet) }
  }
}
