// What an activity does with its alerts that nobody has answered, and with a pause that is over. It is the same for
// every kind, so it is the activity's and not the machine's.

internal import TomatoLink

extension Activity {
  /// A person has done something with it, or has left: the alert is answered. How long it was held back stays said.
  mutating func answerAttention() {
    if attention?.heldBack == nil { attention = nil } else { attention?.repeats = Attention.mostRepeats }
  }

  /// The alert comes again; or the time is over for which it was held back, or what held it back.
  mutating func speakUp(_ turn: inout Turn) {
    guard var it = attention, it.phase == machine.token, it.isHeld || isWaiting(for: it.alert) else {
      attention = nil
      return
    }
    let wasHeld = it.isHeld
    it.say(at: turn.now.sinceBoot)
    if !wasHeld, it.heldBack == nil, it.alert.canBeHeld, turn.devices.mayHold {
      it.state = .held(since: turn.now.sinceBoot, by: turn.devices.use)
    } else {
      turn.present(.alert(it.alert))
    }
    attention = it
  }

  private func isWaiting(for alert: AlertConfiguration) -> Bool {
    switch alert {
    case .completed: machine.timerState == .completed
    case .returned, .stillPaused: machine.timerState == .paused
    case .nextBegan, .almostOver, .wasAway, .said: false
    }
  }
}

extension Activity {
  /// Notes for how long an intent pauses. Whatever else changes the activity, and a pause without a length, ends that.
  /// - Parameter changes: the machine is another one now.
  /// - Returns: whether anything changed.
  mutating func time(_ intent: Intent, _ changes: Bool, _ turn: Turn) -> Bool {
    let before = timedPause
    if intent.verb == .pause {
      timedPause = intent.duration.map { TimedPause(until: turn.when.sinceBoot + $0) }
    } else if changes {
      timedPause = nil
    }
    return changes || timedPause != before
  }

  /// The pause lasts longer than it was to. A person asked for this alert, so a card that was closed comes back.
  mutating func ask(_ turn: inout Turn) {
    timedPause?.hasAsked = true
    hiddenPhase = nil
    turn.present(.alert(.stillPaused))
  }

  /// The buttons and the other verbs while it asks.
  func verbsWhileAsking(_ face: Face) -> (buttons: [Verb], others: [Verb]) {
    ([.resume, .pause], face.buttons.filter { $0 != .resume } + face.others)
  }
}
