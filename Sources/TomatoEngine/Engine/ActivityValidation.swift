// Validates activities, for the engine before each commit and for the store on reading. Invalid state before a commit
// is a bug of the engine: tests fail, and a user's daemon stores the nearest valid state, because a refused commit
// would lose more.

public import TomatoLink

extension Activity {
  /// Checks that it can be stored; `now` is when the daemon last ran (CLOCK_BOOTTIME), `last` the newest phase.
  public func check(at now: Duration, upTo last: PhaseToken) throws(InvalidState) {
    let kind = machine.kind
    try require((id == .pomodoro) == (kind == .pomodoro), "the kind contradicts the id")
    try machine.check(at: now, upTo: last)
    try attributes?.check(of: kind)
    try require(hiddenPhase ?? last <= last, "the hidden phase never existed")
    try checkEnd(at: now)
    if let pause = timedPause { try pause.check(machine, at: now) }
    if let unansweredAlert {
      try unansweredAlert.check()
      try require(unansweredAlert.isPlausible(at: now, upTo: last), "the unanswered alert is impossible")
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

  private func checkEnd(at now: Duration) throws(InvalidState) {
    try require((ended != nil) == isOver, "its end contradicts its state")
    guard let ended else { return }
    try require(ended.at, in: StoredRange.boot, "ended_boot_ms")
    try require(ended.at <= now, "an activity ended in the future")
    try require(ended.lifetime, in: Ended.lifetimes, "shown_ms")
    try require(machine.kind == .job || ended.lifetime == Ended.longest, "only a job's card may go earlier")
  }

  private func checkEvents() throws(InvalidState) {
    try require(machine.kind == .job || ownerEvents.isEmpty && !isAllConfirmed, "only a job has owner events")
    try require(ownerEvents.count <= Self.ownerEventLimit, "there are too many events")
    try require(!isAllConfirmed || ownerEvents.count == 1, "more than the last confirmed event is kept")
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
    do throws(InvalidState) {
      try check(at: now, upTo: last)
      return nil
    } catch { return error }
  }

  /// The nearest valid activity: this one without undo, alert, timed pause, hiding and events. If that is still
  /// invalid, or its phase belongs to another activity: a new activity that is not requested.
  func repaired(
    _ isDuplicate: Bool, _ token: PhaseToken, at now: Moment, upTo last: PhaseToken, _ settings: Settings
  ) -> Activity {
    var it = self
    (it.undo, it.unansweredAlert, it.timedPause, it.hiddenPhase) = (nil, nil, nil, nil)
    (it.ownerEvents, it.isAllConfirmed) = ([], false)
    if !isDuplicate, it.trouble(at: now.sinceBoot, upTo: last) == nil { return it }
    return Activity(
      id: id, attributes: nil, machine: Machine(machine.kind, token, length: settings.focus, at: now))
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
  /// Checks that `hasAsked` is true exactly if the pause is over. The store relies on that: it does not store the flag.
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
}

// MARK: - Repair

extension Engine {
  /// Replaces changed state that cannot be stored by the nearest valid one.
  mutating func repair(_ work: inout Work) {
    let (now, duplicates) = (work.now, roster.duplicates)
    for number in duplicates + roster.touchedNumbers.filter({ !duplicates.contains($0) }) {
      let (activity, isDuplicate) = (roster[number], duplicates.contains(number))
      let duplicate = isDuplicate ? InvalidState(reason: "another activity has its phase") : nil
      guard let trouble = duplicate ?? activity.trouble(at: now.sinceBoot, upTo: lastToken) else { continue }
      let token = PhaseToken(lastToken.number + 1)
      let repaired = activity.repaired(isDuplicate, token, at: now, upTo: lastToken, settings)
      lastToken = max(lastToken, repaired.machine.token)
      roster.put(repaired, number)
      work.changes.repairs.append(Repair(activity: activity.id, reason: trouble.reason))
      if activity.attributes != nil, repaired.attributes == nil {
        work.consequences.ends.append((activity.id, .immediate))
      }
    }
    repairRest(&work)
  }

  /// Replaces invalid state that belongs to no activity.
  private mutating func repairRest(_ work: inout Work) {
    let (now, last) = (work.now, lastToken)
    countedFocus = min(max(countedFocus, StoredRange.count.lowerBound), StoredRange.count.upperBound)
    // An invalid token is only reported, as no valid token could replace it.
    work.repair(&lastToken, by: last) { try $0.checkLast() }
    work.repair(&leftAt, by: nil) { try $0?.check(before: now) }
    work.repair(&awakeFrom, by: .zero) { try $0.checkAwake(before: now) }
    work.repair(&unseen, by: []) { try $0.check(upTo: last) }
    work.repair(&departure, by: nil) { try $0?.check(at: now.sinceBoot) }
    work.repair(&correctionUndo, by: nil) { try $0?.check(at: now.sinceBoot, upTo: last) }
    work.repair(&recentTimers, by: []) { for timer in $0 { try timer.check() } }
  }
}

extension Work {
  /// Replaces a value that fails its check, and reports why.
  fileprivate mutating func repair<T>(_ value: inout T, by valid: T, _ check: (T) throws -> Void) {
    do { try check(value) } catch {
      value = valid
      changes.repairs.append(Repair(activity: nil, reason: (error as? InvalidState)?.reason ?? "\(error)"))
    }
  }
}
