// The one list of deadlines: what happens by itself, and when. `Engine.nextWake` is the earliest of them.

internal import TomatoLink

/// What the engine does by itself.
enum Deadline: CaseIterable {
  /// A screen has been locked for a minute: the user counts as away.
  case lock
  /// A deadline of an activity, or the end of the minute in which an alerted activity ranks first.
  case activity
  /// A change that could wait for the next commit has waited long enough: it is stored.
  case commit
}

/// What an activity does by itself.
enum ActivityDeadline {
  /// It ended a minute ago: it no longer ranks first.
  case recency
  /// It ended, and its card has been shown long enough: it is dismissed.
  case dismissal
  /// A timed pause is over: an alert asks once whether to go on.
  case timedPause
  /// The phase is almost over: an alert says so.
  case almostOver
  /// The phase is over; or a job must show an update, become stale or end as lost. The kind decides what follows.
  case phase
  /// An unanswered alert is due for a repeat, or a held alert for its release.
  case unansweredAlert
}

extension Activity {
  /// The nearest deadline. At the same moment, the unanswered alert comes second.
  func nextDeadline(_ settings: Settings) -> (deadline: ActivityDeadline, due: Duration)? {
    let own = ownDeadline(settings.alertBefore)
    guard let due = unansweredAlert?.wake(settings.alertRepeat), own.map({ due < $0.due }) ?? true else { return own }
    return (.unansweredAlert, due)
  }

  private func ownDeadline(_ alertBefore: Duration) -> (deadline: ActivityDeadline, due: Duration)? {
    if let ended {
      let isRecent = ended.isRecent && ended.lifetime > Ended.recency
      return isRecent ? (.recency, ended.at + Ended.recency) : (.dismissal, ended.at + ended.lifetime)
    }
    // A dismissed job has no deadline.
    if machine.kind == .job, attributes == nil { return nil }
    if let timedPause, !timedPause.hasAsked { return (.timedPause, timedPause.until) }
    let machine = machine.any
    return machine.warning(alertBefore).map { (.almostOver, $0) } ?? machine.deadline.map { (.phase, $0) }
  }

  mutating func meet(_ deadline: ActivityDeadline, due: Duration, _ turn: inout Turn) {
    switch deadline {
    case .recency:
      ended?.isRecent = false
      turn.present(.quiet)
    case .dismissal: dismiss(&turn)
    case .timedPause:
      timedPause?.hasAsked = true
      // The person asked for this alert, so a hidden card reappears.
      hiddenPhase = nil
      turn.present(.alert(.stillPaused))
    case .almostOver: warn(due, &turn)
    case .phase:
      let (phase, state) = (machine.token, machine.timerState)
      machine.any.runDeadline(&turn)
      // Undo and hiding end with the phase.
      if machine.token != phase || machine.timerState != state { (undo, hiddenPhase) = (nil, nil) }
      noteEnd(turn)
    case .unansweredAlert: repeatOrReleaseAlert(&turn)
    }
  }

  /// Shows the warning, unless it is late: then less than `alertBefore` is left.
  private mutating func warn(_ due: Duration, _ turn: inout Turn) {
    machine.any.noteWarning()
    let now = turn.now.sinceBoot
    guard now - due <= Phase.longestLateness, let deadline = machine.any.deadline, deadline > now else { return }
    turn.present(.alert(.almostOver))
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
}
