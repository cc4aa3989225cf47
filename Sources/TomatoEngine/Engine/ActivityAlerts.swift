// How an activity repeats unanswered alerts and ends timed pauses. This is the same for all kinds, so it is in the
// activity and not in the machine.

internal import TomatoLink

extension Activity {
  /// Stops the repeats because a person acted or left. An alert that was held back stays, to mention how long.
  mutating func markAlertAnswered() {
    guard unansweredAlert?.heldBack != nil else {
      unansweredAlert = nil
      return
    }
    unansweredAlert?.repeats = UnansweredAlert.mostRepeats
  }

  /// Repeats the alert, or shows a held one because the hold is over or the device is free.
  mutating func repeatOrReleaseAlert(_ turn: inout Turn) {
    guard var it = unansweredAlert, it.phase == machine.token, it.isHeld || isWaiting(for: it.alert) else {
      unansweredAlert = nil
      return
    }
    let wasHeld = it.isHeld
    it.noteShown(at: turn.now.sinceBoot)
    if !wasHeld, it.heldBack == nil, it.alert.canBeHeld, turn.devices.mayHold {
      it.state = .held(since: turn.now.sinceBoot, by: turn.devices.use)
    } else {
      turn.present(.alert(it.alert))
    }
    unansweredAlert = it
  }

  private func isWaiting(for alert: AlertConfiguration) -> Bool {
    switch alert {
    case .completed: machine.timerState == .completed
    case .returned, .stillPaused: machine.timerState == .paused
    case .nextBegan, .almostOver, .wasAway, .ofProgram: false
    }
  }
}

extension Activity {
  /// Sets the timed pause for `pause` with a length; clears it for `pause` without one and for any other change.
  /// - Parameter changes: whether the machine changed.
  /// - Returns: whether anything changed.
  mutating func updateTimedPause(_ intent: Intent, _ changes: Bool, _ turn: Turn) -> Bool {
    let before = timedPause
    if intent.verb == .pause {
      timedPause = intent.duration.map { TimedPause(until: turn.when.sinceBoot + $0) }
    } else if changes {
      timedPause = nil
    }
    return changes || timedPause != before
  }

  /// Alerts that a timed pause is over. The person asked for this alert, so a hidden card reappears.
  mutating func alertStillPaused(_ turn: inout Turn) {
    timedPause?.hasAsked = true
    hiddenPhase = nil
    turn.present(.alert(.stillPaused))
  }

  /// The verbs while the alert asks to resume.
  func verbsWhileAsking(_ face: Face) -> (buttons: [Verb], others: [Verb]) {
    ([.resume, .pause], face.buttons.filter { $0 != .resume } + face.others)
  }
}
