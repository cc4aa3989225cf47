// The model: alerts that wait for an answer, are said again, or are held back. docs/pomodoro.md, "Alerts that wait".

import TomatoLink

extension Model {
  /// A person has done something; what was held back is no longer said again, and the card still says for how long.
  mutating func answerAlert(_ index: Int) {
    if things[index].alert?.wasHeld == true { things[index].alert?.repeats = 3 } else { things[index].alert = nil }
  }

  /// It is said again, or no longer held back.
  mutating func sayAgain(_ index: Int) {
    guard var alert = things[index].alert else { return }
    let waits =
      alert.what == .completed ? things[index].isOver : alert.what != .nextBegan && things[index].state == .paused
    guard alert.phase == things[index].token, alert.held != nil || waits else {
      things[index].alert = nil
      return
    }
    if let held = alert.held {
      alert.wasHeld = min(now - held, 10 * .minute) >= .second && alert.by != nil
      (alert.held, alert.at) = (nil, now)
      say(alert.what, index)
    } else {
      (alert.repeats, alert.at) = (alert.repeats + 1, now)
      if !alert.wasHeld, mayHold(alert.what, index) {
        (alert.held, alert.by) = (now, devices ?? nil)
      } else {
        say(alert.what, index)
      }
    }
    things[index].alert = alert
  }

  /// The end of a focus waits, as long as nobody has seen that nothing is in use.
  private func mayHold(_ alert: Thing.Alert, _ index: Int) -> Bool {
    guard settings.holds, index == 0, devices.map({ $0 != nil }) ?? true else { return false }
    return alert == .completed && pomodoro.mode == .focus || alert == .nextBegan && pomodoro.mode.isBreak
  }

  /// Somebody looks only while a focus runs or an alert is held back.
  private var isWatched: Bool {
    guard settings.holds else { return false }
    if pomodoro.alert?.held != nil { return true }
    guard pomodoro.mode == .focus else { return false }
    if case .over(.some, _) = pomodoro.state { return true }
    return pomodoro.state == .running
  }

  mutating func look(_ use: String?) {
    guard isWatched else { return }
    devices = .some(use)
    guard let alert = pomodoro.alert, alert.held != nil else { return }
    if let use { pomodoro.alert?.by = alert.by == nil || alert.by == use ? use : "both" } else { sayAgain(0) }
  }

  /// What waits for an answer is said again; what has alerted comes first for a minute.
  mutating func noteAlerts() {
    let shown = things.filter { $0.kind == .pomodoro || $0.isThere }.count
    for index in things.indices {
      guard case .some(.some(let alert)) = alerts[things[index].id] else { continue }
      if note(alert, index) {
        alerts[things[index].id] = .some(nil)
      } else if shown > 1, things[index].isThere, things[index].state != .ready {
        first[things[index].id] = now + .minute
      }
    }
    dropOutdated()
    if !isWatched { devices = nil }
    for id in first.keys {
      let thing = things.first { $0.id == id }
      if thing?.isThere != true || thing?.state == .ready { first[id] = nil }
    }
  }

  /// Whether it is held back.
  private mutating func note(_ alert: Thing.Alert, _ index: Int) -> Bool {
    var new = Thing.Waiting(what: alert, phase: things[index].token, at: now)
    if let old = things[index].alert {
      // It was said again just now.
      if old.what == alert, old.phase == new.phase, old.held == nil, old.at == now { return false }
      if alert == .almostOver { return old.held != nil }
      if old.held != nil, alert == .completed || alert == .nextBegan {
        (new.held, new.by) = (old.held, old.by)
        things[index].alert = new
        return true
      }
    }
    if things[index].alert?.held == nil, mayHold(alert, index) {
      (new.held, new.by) = (now, devices ?? nil)
      things[index].alert = new
      return true
    }
    let waits = [.completed, .returned, .stillPaused].contains(alert) && settings.again > 0
    things[index].alert = waits ? new : nil
    return false
  }

  /// The phase has ended without another alert: who ended it knows. One that is about to begin has an alert.
  private mutating func dropOutdated() {
    guard let alert = pomodoro.alert, alert.held != nil, alert.phase != pomodoro.token else { return }
    if case .over(.some, _) = pomodoro.state { return }
    pomodoro.alert = nil
  }
}
