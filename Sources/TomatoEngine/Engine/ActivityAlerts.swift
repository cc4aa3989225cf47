// How an activity of any kind repeats unanswered alerts and ends timed pauses.

internal import TomatoLink

extension Activity {
  /// Stops the repeats because a person acted or left. An alert that was held back stays, to mention how long.
  mutating func markAlertAnswered() {
    if unansweredAlert?.heldBack == nil { unansweredAlert = nil }
    unansweredAlert?.repeats = UnansweredAlert.mostRepeats
  }

  /// Repeats the alert, or shows a held one because the hold is over or the device is free.
  mutating func repeatOrReleaseAlert(_ turn: inout Turn) {
    let isWaiting = unansweredAlert?.isHeld == true || unansweredAlert?.alert.waitsIn == machine.timerState
    guard var it = unansweredAlert, it.phase == machine.token, isWaiting else {
      unansweredAlert = nil
      return
    }
    let wasHeld = it.isHeld
    it.noteShown(at: turn.now.sinceBoot)
    if !wasHeld, it.heldBack == nil, it.alert.canBeHeld, turn.devices.mayHold {
      it.state = .held(by: turn.devices.use)
    } else {
      turn.present(.alert(it.alert))
    }
    unansweredAlert = it
  }

  /// Sets the timed pause for `pause` with a length; clears it for `pause` without one and for any other change.
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
}
