// Validates stored activities: the engine before each commit, the store when it reads.

public import TomatoLink

extension Activity {
  /// Checks that it can be stored and read.
  /// - Parameters:
  ///   - now: when the daemon last ran, on CLOCK_BOOTTIME.
  ///   - last: the newest phase given out.
  public func check(at now: Duration, upTo last: PhaseToken) throws(InvalidState) {
    let kind = machine.kind
    try require((id == .pomodoro) == (kind == .pomodoro), "the kind contradicts the id")
    try machine.check(at: now, upTo: last)
    try attributes?.check(of: kind)
    try require(hiddenPhase ?? last <= last, "the hidden phase never existed")
    try checkEnd(at: now)
    if let pause = timedPause { try pause.check(machine, at: now) }
    if let unansweredAlert {
      try unansweredAlert.check(at: now, upTo: last)
      try require(!unansweredAlert.isHeld || kind == .pomodoro, "only the Pomodoro's alerts are held back")
    }
    try checkEvents()
    guard let slot = undo else { return }
    try require(kind != .job && slot.machine.kind == kind && slot.at <= now, "the undo slot is impossible")
    try require(slot.at, in: StoredRange.boot, "undo_boot_ms")
    try slot.machine.check(at: slot.at, upTo: last)
    try slot.attributes?.check(of: kind)
    try require(slot.batch, in: StoredRange.token, "undo_batch")
    for row in slot.rows { try require(row, in: StoredRange.token.lowerBound...last, "undo_rows") }
  }

  /// Checks that exactly completed activities have `ended`. The Pomodoro never has it.
  private func checkEnd(at now: Duration) throws(InvalidState) {
    let mustBeEnded = id != .pomodoro && attributes != nil && machine.timerState == .completed
    try require((ended != nil) == mustBeEnded, "its end contradicts its state")
    guard let ended else { return }
    try require(ended.at, in: StoredRange.boot, "ended_boot_ms")
    try require(ended.at <= now, "an activity ends later than now")
    try require(ended.lifetime, in: Ended.lifetimes, "shown_ms")
    try require(machine.kind == .job || ended.lifetime == Ended.longest, "only a job's card may go earlier")
  }

  private func checkEvents() throws(InvalidState) {
    try require(machine.kind == .job || ownerEvents.isEmpty && !isAllConfirmed, "only a job has owner events")
    try require(ownerEvents.count <= Self.ownerEventLimit, "there are too many events")
    try require(!isAllConfirmed || ownerEvents.count == 1, "a confirmed event is kept without need")
    for (old, new) in zip(ownerEvents, ownerEvents.dropFirst()) {
      try require(old.number < new.number, "the events are not in order")
    }
    for event in ownerEvents {
      try require(event.number, in: 1...(1 << 53), "events")
      try require(event.at, in: StoredRange.wall, "events")
    }
  }

  /// Why it cannot be stored; nil if it can. Does not compare its token with those of other activities.
  func trouble(at now: Duration, upTo last: PhaseToken) -> InvalidState? {
    InvalidState.found { () throws(InvalidState) in try check(at: now, upTo: last) }
  }

  /// The nearest valid activity: this one without undo, alert, timed pause and events. If that is not valid either, the
  /// activity before its request.
  func repaired(_ token: PhaseToken, at now: Moment, upTo last: PhaseToken, _ settings: Settings) -> Activity {
    var it = self
    (it.undo, it.unansweredAlert, it.timedPause, it.hiddenPhase) = (nil, nil, nil, nil)
    (it.ownerEvents, it.isAllConfirmed) = ([], false)
    return it.trouble(at: now.sinceBoot, upTo: last) == nil ? it : initial(token, at: now, settings)
  }

  func initial(_ token: PhaseToken, at now: Moment, _ settings: Settings) -> Activity {
    Activity(id: id, attributes: nil, machine: machine.initial(token, at: now, settings))
  }

  /// - Parameter focus: the length of a first focus. Each launch replaces it by the configured one.
  public static func newPomodoro(_ token: PhaseToken, focus: Duration = Settings().focus) -> Activity {
    let phase = Phase(token: token, mode: .focus, base: focus, changed: .bootUp)
    return Activity(id: .pomodoro, attributes: nil, machine: .pomodoro(Pomodoro(phase: phase)))
  }
}

extension Machine {
  func check(at now: Duration, upTo last: PhaseToken) throws(InvalidState) {
    _ = try Machine(kind, stored: stored)
    try stored.job?.shown.content.check()
    try require(any.isPlausible(at: now), "a deadline is impossible")
    try require(any.tokens.allSatisfy { $0 <= last }, "a phase never existed")
  }
}

extension ActivityAttributes {
  func check(of kind: ActivityKind) throws(InvalidState) {
    try require(sessionCount, in: StoredRange.count, "session_count")
    try require(requestedAt, in: StoredRange.wall, "requested_wall_ms")
    if let name { try require((try? ActivityName.checked(name)) == name, "name is invalid") }
    try require((job != nil) == (kind == .job), "a job, and no other kind, has a program")
    if let url = job?.url { try require((try? ActivityURL.checked(url)) == url, "url is not a link") }
  }
}

extension JobContent {
  /// Checks that a program can have sent it.
  func check() throws(InvalidState) {
    let read = try? ContentUpdate(members, .update).applied(to: JobContent(), at: WallTime(milliseconds: 0))
    try require(read == self, "its content is invalid")
  }
}

extension TimedPause {
  /// Checks that exactly a pause that is over has asked. The store relies on that, as it does not store `hasAsked`.
  func check(_ machine: Machine, at now: Duration) throws(InvalidState) {
    try require(until, in: StoredRange.boot, "asks_boot_ms")
    let fits = machine.timerState == .paused && until - now <= Settings.durationRange.upperBound
    try require(fits && hasAsked == (until <= now), "the timed pause is impossible")
  }
}

extension UnansweredAlert {
  public func check() throws(InvalidState) {
    try require(phase, in: StoredRange.token, "attention")
    try require(due, in: StoredRange.boot, "attention")
    try require(moment, in: StoredRange.boot, "attention")
    try require(heldBack?.length, in: Self.mentionedHolds, "attention")
  }

  func check(at now: Duration, upTo last: PhaseToken) throws(InvalidState) {
    try check()
    try require(isPlausible(at: now, upTo: last), "a waiting alert is impossible")
  }
}
