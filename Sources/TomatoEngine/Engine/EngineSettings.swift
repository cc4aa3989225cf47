// Applies changed settings to the activities.

internal import TomatoLink

extension Engine {
  /// Gives a focus before its first start the configured length; true if that has changed since the last run.
  mutating func updateUntouchedLength() -> Bool {
    guard roster.pomodoro.attributes == nil else { return false }
    return changePomodoro { [settings] in $0.useConfiguredLength(settings) }
  }

  /// Applies new settings: to a ready phase at once, else from the next phase on.
  mutating func adopt(_ new: Settings, _ work: inout Work) {
    guard new != settings else { return }
    let (old, now) = (settings, work.now)
    roster.adopt(new)
    for number in roster.numbersByAge {
      roster.change(number) { $0.machine.any.adopt(new, insteadOf: old, now) }
    }
    adoptAlerts(&work)
    withdrawDenied(&work)
    work.changed = true
    if !work.presents(.pomodoro) { work.present(.pomodoro, .quiet) }
  }
}
