// Holds back alerts while a camera or microphone is in use, and repeats those that wait for a person
// (docs/pomodoro.md, "Alerts that wait").

internal import TomatoLink

extension Engine {
  /// Whether the shell must send `Event.devices`, at once and on each change: a focus runs, or an alert is held back.
  public var watchesDevices: Bool {
    guard settings.holdWhenBusy else { return false }
    if isAlertHeld { return true }
    // True also in the second between zero and the next phase.
    let phase = roster.pomodoro.machine.pomodoro?.phase
    return phase?.mode == .focus && phase?.deadline != nil
  }

  /// Only the Pomodoro's alerts are held back.
  private var isAlertHeld: Bool { roster.pomodoro.unansweredAlert?.isHeld == true }

  /// Notes the devices in use; without any, releases the held alert.
  mutating func noteDevices(_ use: DeviceUse?, _ work: inout Work) {
    guard watchesDevices else { return }
    devices = .seen(use)
    guard isAlertHeld else { return }
    guard let use else { return release(&work) }
    if roster.change(Roster.pomodoroNumber, { $0.unansweredAlert?.note(use) }) { work.changed = true }
  }

  private mutating func release(_ work: inout Work) {
    change(Roster.pomodoroNumber, &work) { $0.repeatOrReleaseAlert(&$1) }
  }

  mutating func noteAnswered(_ ids: [ActivityID], _ work: inout Work) {
    for case let number? in ids.map(roster.number(of:)) where roster.change(number, { $0.markAlertAnswered() }) {
      work.changed = true
    }
  }

  /// Stops all repeats, for example when the session ends. Held alerts stay for the next session.
  mutating func stopRepeats() {
    roster.changeAll { if $0.unansweredAlert?.isHeld == false { $0.markAlertAnswered() } }
  }

  /// Applies new alert settings: stops repeats, releases held alerts.
  mutating func adoptAlerts(_ work: inout Work) {
    let now = work.now.sinceBoot
    if settings.alertRepeat == .zero { stopRepeats() }
    // If the new interval is shorter, a repeat may be overdue. It comes after one interval from now.
    roster.changeAll { [settings] in
      if let due = $0.unansweredAlert?.wake(settings.alertRepeat), due <= now { $0.unansweredAlert?.moment = now }
    }
    if !settings.holdWhenBusy, isAlertHeld { release(&work) }
  }

  mutating func holdOrNoteAlerts(_ work: inout Work) {
    for (id, presentation) in work.consequences.presentations {
      guard let alert = presentation.alert, let number = roster.number(of: id) else { continue }
      let (next, isQuiet) = unansweredAlert(after: alert, of: roster[number], at: work.now.sinceBoot)
      if roster.change(number, { $0.unansweredAlert = next }) { work.changed = true }
      if isQuiet { work.present(id, .quiet) }
    }
    dropOutdatedHold(&work)
    if !watchesDevices { devices = .unknown }
  }

  /// Drops a held alert whose phase ended without another alert: the person who ended it knows. If the next phase is
  /// about to begin by itself, the held alert stays until that phase's alert replaces it.
  private mutating func dropOutdatedHold(_ work: inout Work) {
    let machine = roster.pomodoro.machine
    guard isAlertHeld, roster.pomodoro.unansweredAlert?.phase != machine.token else { return }
    if machine.timerState == .completed, machine.any.deadline != nil { return }
    roster.change(Roster.pomodoroNumber) { $0.unansweredAlert = nil }
    work.changed = true
  }

  /// The unanswered alert to keep after an alert, and whether the new one is held back or dropped.
  private func unansweredAlert(
    after alert: AlertConfiguration, of activity: Activity, at now: Duration
  ) -> (next: UnansweredAlert?, isQuiet: Bool) {
    let old = activity.unansweredAlert
    // `repeatOrReleaseAlert` has noted this alert already.
    if let old, old.alert == alert, !old.isHeld, old.moment == now { return (old, false) }
    var new = UnansweredAlert(
      alert: alert, phase: activity.machine.token, due: now, moment: now, state: .shown(heldBack: nil))
    if let old, old.isHeld {
      if alert == .almostOver { return (old, true) }
      if alert.replacesHeldAlert {
        (new.moment, new.state) = (old.moment, old.state)
        return (new, true)
      }
    } else if alert.canBeHeld, settings.holdWhenBusy, activity.id == .pomodoro, devices.mayHold {
      new.state = .held(by: devices.use)
      return (new, true)
    }
    // A warning does not replace the noted alert.
    if alert == .almostOver { return (old, false) }
    return (alert.waitsForPerson && settings.alertRepeat > .zero ? new : nil, false)
  }
}
