// Holds back alerts while a camera or microphone is in use, and notes those that wait for a person, so that they can
// repeat. docs/pomodoro.md, "Alerts that wait".

internal import TomatoLink

extension Engine {
  /// Whether the shell must watch the devices and send `Event.devices`, at once and on each change: while a focus runs
  /// or an alert is held back.
  public var watchesDevices: Bool {
    guard settings.holdWhenBusy else { return false }
    let pomodoro = roster.pomodoro
    if pomodoro.unansweredAlert?.isHeld == true { return true }
    guard case .pomodoro(let it) = pomodoro.machine else { return false }
    // True also in the second between zero and the next phase.
    return it.phase.mode == .focus && it.phase.deadline != nil
  }

  /// Notes the devices in use; without any, releases the held alert.
  mutating func noteDevices(_ use: DeviceUse?, _ now: Moment, _ absence: Duration, _ work: inout Work) {
    guard watchesDevices else { return }
    devices = .seen(use)
    guard let number = roster.number(of: .pomodoro), roster[number].unansweredAlert?.isHeld == true else { return }
    guard let use else { return release(number, now, absence, &work) }
    let before = roster[number]
    roster.change(number) { $0.unansweredAlert?.note(use) }
    if roster[number] != before { work.changed = true }
  }

  /// Shows the held alert now.
  private mutating func release(_ number: Int, _ now: Moment, _ absence: Duration, _ work: inout Work) {
    var activity = roster[number]
    var turn = turn(for: activity, nil, .engine, now, absence)
    activity.repeatOrReleaseAlert(&turn)
    collect(turn, true, activity, &work)
    roster.put(activity, number)
  }

  /// Marks the alerts of these activities as answered.
  mutating func noteAnswered(_ ids: [ActivityID], _ work: inout Work) {
    for case let number? in ids.map(roster.number(of:)) where roster[number].unansweredAlert != nil {
      let before = roster[number]
      roster.change(number) { $0.markAlertAnswered() }
      if roster[number] != before { work.changed = true }
    }
  }

  /// Stops all repeats, for example when the session ends. Held alerts stay for the next one.
  mutating func stopRepeats() {
    for number in roster.numbersByAge where roster[number].unansweredAlert?.isHeld == false {
      roster.change(number) { $0.markAlertAnswered() }
    }
  }

  /// Applies new alert settings: stops repeats, releases held alerts.
  mutating func adoptAlerts(_ now: Moment, _ work: inout Work) {
    if settings.alertRepeat == .zero { stopRepeats() }
    // If the new interval is shorter, a repeat may be overdue. It comes after one interval from now.
    for number in roster.numbersByAge {
      guard let due = roster[number].unansweredAlert?.wake(settings.alertRepeat), due <= now.sinceBoot else { continue }
      roster.change(number) { $0.unansweredAlert?.restartInterval(from: now.sinceBoot) }
    }
    if !settings.holdWhenBusy, let number = roster.number(of: .pomodoro),
      roster[number].unansweredAlert?.isHeld == true
    {
      release(number, now, .zero, &work)
    }
  }

  /// Holds back or notes each alert of the event.
  mutating func holdOrNoteAlerts(_ now: Moment, _ work: inout Work) {
    for (id, alert) in work.consequences.alerts {
      guard let number = roster.number(of: id) else { continue }
      let before = roster[number].unansweredAlert
      let (next, isQuiet) = unansweredAlert(after: alert, of: roster[number], at: now.sinceBoot)
      roster.change(number) { $0.unansweredAlert = next }
      if next != before { work.changed = true }
      if isQuiet { work.consequences.present(id, .quiet) }
    }
    dropOutdatedHold(&work)
    if !watchesDevices { devices = .unknown }
  }

  /// Drops a held alert whose phase ended without another alert: the person who ended it knows. If the next phase is
  /// about to begin by itself, the held alert stays until that phase's alert replaces it.
  private mutating func dropOutdatedHold(_ work: inout Work) {
    guard let number = roster.number(of: .pomodoro), let it = roster[number].unansweredAlert, it.isHeld,
      it.phase != roster[number].machine.token
    else { return }
    let machine = roster[number].machine
    if machine.timerState == .completed, machine.any.deadline != nil { return }
    roster.change(number) { $0.unansweredAlert = nil }
    work.changed = true
  }

  /// The unanswered alert to keep after an alert, and whether the new one is held back or dropped.
  private func unansweredAlert(
    after alert: AlertConfiguration, of activity: Activity, at now: Duration
  ) -> (next: UnansweredAlert?, isQuiet: Bool) {
    let old = activity.unansweredAlert
    // `repeatOrReleaseAlert` has noted this alert already.
    if let old, old.alert == alert, case .shown(now, _) = old.state { return (old, false) }
    var new = UnansweredAlert(
      alert: alert, phase: activity.machine.token, due: now, state: .shown(at: now, heldBack: nil))
    if let old, old.isHeld {
      if alert == .almostOver { return (old, true) }
      if alert.replacesHeldAlert {
        new.state = old.state
        return (new, true)
      }
    } else if alert.canBeHeld, settings.holdWhenBusy, activity.id == .pomodoro, devices.mayHold {
      new.state = .held(since: now, by: devices.use)
      return (new, true)
    }
    // A warning does not replace the noted alert.
    if alert == .almostOver { return (old, false) }
    return (alert.waitsForPerson && settings.alertRepeat > .zero ? new : nil, false)
  }
}
