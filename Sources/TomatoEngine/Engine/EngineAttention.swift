// Where the engine looks at the alerts of an event: those that are not to disturb now are held back, and those that
// wait for a person are noted, so that they can come again. docs/pomodoro.md, "Alerts that wait".

internal import TomatoLink

extension Engine {
  /// Whether somebody is to look what is in use, and to say so by `Event.devices` at once and whenever it changes:
  /// while a focus runs, whose end may be held back, and while an alert is.
  public var watchesDevices: Bool {
    guard settings.holdWhenBusy else { return false }
    let pomodoro = roster.pomodoro
    if pomodoro.attention?.isHeld == true { return true }
    guard case .pomodoro(let it) = pomodoro.machine else { return false }
    // The second between the two phases is still the end of the focus.
    return it.phase.mode == .focus && it.phase.deadline != nil
  }

  /// Somebody has looked.
  mutating func see(_ use: DeviceUse?, _ now: Moment, _ absence: Duration, _ work: inout Work) {
    guard watchesDevices else { return }
    devices = .seen(use)
    guard let number = roster.number(of: .pomodoro), roster[number].attention?.isHeld == true else { return }
    guard let use else { return release(number, now, absence, &work) }
    let before = roster[number]
    roster.change(number) { $0.attention?.note(use) }
    if roster[number] != before { work.changed = true }
  }

  /// What was held back comes now.
  private mutating func release(_ number: Int, _ now: Moment, _ absence: Duration, _ work: inout Work) {
    var activity = roster[number]
    var turn = turn(for: activity, nil, .engine, now, absence)
    activity.speakUp(&turn)
    collect(turn, true, activity, &work)
    roster.put(activity, number)
  }

  /// A person was there for these.
  mutating func noteAnswered(_ ids: [ActivityID], _ work: inout Work) {
    for case let number? in ids.map(roster.number(of:)) where roster[number].attention != nil {
      let before = roster[number]
      roster.change(number) { $0.answerAttention() }
      if roster[number] != before { work.changed = true }
    }
  }

  /// The session is left: its person knows. What nobody has heard yet is kept for the next one.
  mutating func answerWhatWasSaid() {
    for number in roster.numbersByAge where roster[number].attention?.isHeld == false {
      roster.change(number) { $0.answerAttention() }
    }
  }

  /// Other settings: what no longer comes again does not, what is no longer held back comes.
  mutating func adoptAlerts(_ now: Moment, _ work: inout Work) {
    if settings.alertAgain == .zero { answerWhatWasSaid() }
    // A person who sets a shorter time now is there: it counts from now on.
    for number in roster.numbersByAge {
      guard let due = roster[number].attention?.wake(settings.alertAgain), due <= now.sinceBoot else { continue }
      roster.change(number) { $0.attention?.countAgain(from: now.sinceBoot) }
    }
    if !settings.holdWhenBusy, let number = roster.number(of: .pomodoro), roster[number].attention?.isHeld == true {
      release(number, now, .zero, &work)
    }
  }

  /// Looks at each alert of the event that is over.
  mutating func heedAlerts(_ now: Moment, _ work: inout Work) {
    for (id, alert) in work.alerts {
      guard let number = roster.number(of: id) else { continue }
      let before = roster[number].attention
      let (next, isQuiet) = attention(to: alert, of: roster[number], at: now.sinceBoot)
      roster.change(number) { $0.attention = next }
      if next != before { work.changed = true }
      if isQuiet { work.quieten(id) }
    }
    forgetWhatIsOver(&work)
    if !watchesDevices { devices = .unknown }
  }

  /// The phase of which an alert waits has ended without another alert: a person did something, and knows.
  private mutating func forgetWhatIsOver(_ work: inout Work) {
    guard let number = roster.number(of: .pomodoro), let it = roster[number].attention, it.isHeld,
      it.phase != roster[number].machine.token
    else { return }
    roster.change(number) { $0.attention = nil }
    work.changed = true
  }

  /// What is noted of an alert of this activity, and whether it is not to be heard now.
  private func attention(
    to alert: AlertConfiguration, of activity: Activity, at now: Duration
  ) -> (next: Attention?, isQuiet: Bool) {
    let old = activity.attention
    // It came again, or at last: that is noted.
    if let old, old.alert == alert, case .said(now, _) = old.state { return (old, false) }
    var new = Attention(alert: alert, phase: activity.machine.token, due: now, state: .said(at: now, heldBack: nil))
    if let old, old.isHeld {
      if alert == .almostOver { return (old, true) }
      if alert.overtakesHeld {
        new.state = old.state
        return (new, true)
      }
    } else if alert.canBeHeld, settings.holdWhenBusy, activity.id == .pomodoro, devices.mayHold {
      new.state = .held(since: now, by: devices.use)
      return (new, true)
    }
    // Another thing is said of the same phase: what is noted stays.
    if alert == .almostOver { return (old, false) }
    return (alert.waitsForPerson && settings.alertAgain > .zero ? new : nil, false)
  }
}
