// Validates stored activities: the engine before each commit, the store when it reads.

public import TomatoLink

extension Activity {
  /// Whether it can be stored, and read.
  /// - Parameters:
  ///   - now: the last moment known alive, on CLOCK_BOOTTIME.
  ///   - last: the newest phase given out.
  public func check(at now: Duration, upTo last: PhaseToken) throws(Contradiction) {
    let kind = machine.kind
    try demand((id == .pomodoro) == (kind == .pomodoro), "the kind contradicts the id")
    try machine.check(at: now, upTo: last)
    try attributes?.check(of: kind)
    try demand(hiddenPhase ?? last <= last, "the hidden phase never existed")
    try checkEnd(at: now)
    if let pause = timedPause { try pause.check(machine, at: now) }
    if let attention {
      try attention.check(at: now, upTo: last)
      try demand(!attention.isHeld || kind == .pomodoro, "an alert is held back that cannot be")
    }
    try checkEvents()
    guard let slot = undo else { return }
    try demand(kind != .job && slot.machine.kind == kind && slot.at <= now, "the undo slot is impossible")
    try demand(slot.at, in: StoredRange.boot, "undo_boot_ms")
    try slot.machine.check(at: slot.at, upTo: last)
    try slot.attributes?.check(of: kind)
    try demand(slot.batch, in: StoredRange.token, "undo_batch")
    for row in slot.rows { try demand(row, in: StoredRange.token.lowerBound...last, "undo_rows") }
  }

  /// A completed activity has `ended`, except the Pomodoro.
  private func checkEnd(at now: Duration) throws(Contradiction) {
    let mustBeEnded = id != .pomodoro && attributes != nil && machine.timerState == .completed
    try demand((ended != nil) == mustBeEnded, "its end contradicts its state")
    guard let ended else { return }
    try demand(ended.at, in: StoredRange.boot, "ended_boot_ms")
    try demand(ended.at <= now, "an activity ends later than now")
    try demand(ended.lifetime, in: Ended.lifetimes, "shown_ms")
    try demand(machine.kind == .job || ended.lifetime == Ended.longest, "only a program's card goes earlier")
  }

  private func checkEvents() throws(Contradiction) {
    try demand(machine.kind == .job || ownerEvents.isEmpty && !isAllConfirmed, "only a job has owner events")
    try demand(ownerEvents.count <= Self.ownerEventLimit, "there are too many events")
    try demand(!isAllConfirmed || ownerEvents.count == 1, "a confirmed event is kept without need")
    for (old, new) in zip(ownerEvents, ownerEvents.dropFirst()) {
      try demand(old.number < new.number, "the events are not in order")
    }
    for event in ownerEvents {
      try demand(event.number, in: 1...(1 << 53), "events")
      try demand(event.at, in: StoredRange.wall, "events")
    }
  }

  /// Why it cannot be stored, apart from doubled tokens; nil if it can.
  func trouble(at now: Duration, upTo last: PhaseToken) -> Contradiction? {
    Contradiction.found { () throws(Contradiction) in try check(at: now, upTo: last) }
  }

  /// The nearest valid activity: without undo, alert and events; if that is not enough, as before its request.
  /// - Parameter token: an unused token.
  func mended(_ token: PhaseToken, at now: Moment, upTo last: PhaseToken, _ settings: Settings) -> Activity {
    var it = self
    (it.undo, it.attention, it.timedPause, it.hiddenPhase) = (nil, nil, nil, nil)
    (it.ownerEvents, it.isAllConfirmed) = ([], false)
    return it.trouble(at: now.sinceBoot, upTo: last) == nil ? it : unbegun(token, at: now, settings)
  }

  /// The activity before its request.
  func unbegun(_ token: PhaseToken, at now: Moment, _ settings: Settings) -> Activity {
    Activity(id: id, attributes: nil, machine: machine.unbegun(token, at: now, settings))
  }

  /// The Pomodoro before its first start.
  public static func newPomodoro(_ token: PhaseToken, focus: Duration = Settings().focus) -> Activity {
    Activity(id: .pomodoro, attributes: nil, machine: .pomodoro(.new(token, focus: focus)))
  }
}

extension Machine {
  /// Whether it is possible at `now` (CLOCK_BOOTTIME) with tokens up to `last`.
  func check(at now: Duration, upTo last: PhaseToken) throws(Contradiction) {
    _ = try Machine(kind, stored: stored)
    try stored.job?.shown.content.check()
    try demand(isPlausible(at: now), "a deadline is impossible")
    try demand(tokens.allSatisfy { $0 <= last }, "a phase never existed")
  }
}

extension ActivityAttributes {
  func check(of kind: ActivityKind) throws(Contradiction) {
    try demand(sessionCount, in: StoredRange.count, "session_count")
    try demand(requestedAt, in: StoredRange.wall, "requested_wall_ms")
    if let name { try demand((try? ActivityName.checked(name)) == name, "name is invalid") }
    try demand((job != nil) == (kind == .job), "exactly a job has a program")
    if let url = job?.url { try demand((try? ActivityURL.checked(url)) == url, "url is not a link") }
  }
}

extension JobContent {
  /// Whether a program can have said it.
  func check() throws(Contradiction) {
    let read = try? ContentUpdate(members, .update).applied(to: JobContent(), at: WallTime(milliseconds: 0))
    try demand(read == self, "its content is invalid")
  }
}

extension TimedPause {
  /// `hasAsked` is true once it is over; the store derives it so.
  func check(_ machine: Machine, at now: Duration) throws(Contradiction) {
    try demand(until, in: StoredRange.boot, "asks_boot_ms")
    let fits = machine.timerState == .paused && until - now <= Settings.durationRange.upperBound
    try demand(fits && hasAsked == (until <= now), "the timed pause is impossible")
  }
}

extension Attention {
  /// Whether its numbers are in range.
  public func check() throws(Contradiction) {
    try demand(phase, in: StoredRange.token, "attention")
    try demand(due, in: StoredRange.boot, "attention")
    try demand(moment, in: StoredRange.boot, "attention")
    try demand(heldBack?.length, in: Self.holds, "attention")
  }

  /// Whether it is possible at `now` (CLOCK_BOOTTIME) with tokens up to `last`.
  func check(at now: Duration, upTo last: PhaseToken) throws(Contradiction) {
    try check()
    try demand(isPlausible(at: now, upTo: last), "a waiting alert is impossible")
  }
}
