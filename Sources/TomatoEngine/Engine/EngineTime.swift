// Time: deadlines, and what the engine did not observe, because the machine slept or the process did not run.
// Absence.swift has the rules.

internal import TomatoLink

extension Engine {
  /// When the engine next acts by itself, on CLOCK_BOOTTIME; nil if it only waits for a person.
  public var nextWake: Duration? { Deadline.allCases.compactMap(due).min() }

  func due(_ deadline: Deadline) -> Duration? {
    switch deadline {
    case .lock: lockDue
    case .activity: roster.nextWake
    case .commit: unstoredSince.map { $0 + Self.longestCommitDelay }
    }
  }

  /// - Parameter horizon: by default now.
  mutating func meetDeadlines(upTo horizon: Duration? = nil, _ work: inout Work) {
    let horizon = horizon ?? work.now.sinceBoot
    if let due = due(.lock), due <= horizon {
      if roster.nextWake ?? due < due { meetDeadlines(upTo: due - .milliseconds(1), &work) }
      countLockIfDue(&work)
    }
    guard let earliest = roster.nextWake, earliest <= horizon else { return }
    for id in roster.endAlerts(at: horizon) where !work.presents(id) { work.present(id, .quiet) }
    for number in roster.due(upTo: horizon) {
      while let next = roster[number].nextDeadline(settings), next.due <= horizon {
        change(number, &work) { $0.meet(next.deadline, due: next.due, &$1) }
      }
    }
    // A lock counts only while a focus runs, and one may just have begun by itself.
    if let due = due(.lock), due <= horizon { countLockIfDue(&work) }
  }

  /// The moment, with its wall clock computed from the last event unless somebody has set the clock since. The clocks
  /// are read one after the other, so a deadline's clock time would vary by a millisecond, and "ends 14:35" flicker.
  func withoutClockNoise(_ now: Moment) -> Moment {
    guard let off = clockOff(now), !wasSet(off) else { return now }
    return Moment(sinceBoot: now.sinceBoot, awake: now.awake, wall: now.wall - off, boot: now.boot)
  }

  /// How far somebody has set the wall clock forward since the last event; nil on another boot.
  private func clockOff(_ now: Moment) -> Duration? {
    guard let last = lastAlive, last.canPrecede(now) else { return nil }
    return now.wall - (last.wall + (now.sinceBoot - last.sinceBoot))
  }

  private func wasSet(_ off: Duration) -> Bool { max(off, .zero - off) >= Moment.wallNoise }

  /// Moves stored clock times when the clock is set: a machine that starts in 1970 must not record fifty years.
  mutating func adoptClockChange(_ work: inout Work) {
    let now = work.now
    guard let off = clockOff(now), wasSet(off) else { return }
    if roster.changeAll({ $0.clockWasSet(by: off, now) }) { work.changed = true }
  }

  /// Applies a sleep since the last event to every activity; returns its length.
  mutating func noticeSleep(_ event: Event, _ work: inout Work) -> Duration {
    let now = work.now
    guard let last = lastAlive, last.canPrecede(now) else { return .zero }
    let slept = now.asleep - last.asleep
    guard slept >= Absence.clockNoise else { return .zero }
    limitClaims(event, since: last, now)
    let slack = event.endsSleep ? .zero : now.awake - last.awake
    apply(Absence(length: slept, since: now.wall - slept, slack: slack, now: now), &work)
    return slept
  }

  /// Notes the end of a sleep: with `at=`, nobody can claim time before it.
  private mutating func limitClaims(_ event: Event, since last: Moment, _ now: Moment) {
    if now.asleep - last.asleep >= Absence.shortestAway { awakeFrom = event.endsSleep ? now.awake : last.awake }
  }

  /// Handles a launch, or clocks that went back. Returns the time that the machine slept or the session was left.
  mutating func handleLaunchOrReboot(_ event: Event, _ work: inout Work) -> Duration {
    let now = work.now
    // If nothing runs, nobody needs to know when the daemon last ran. So the start need not wait for the disk.
    if lastAlive?.canPrecede(now) != true || nextWake != nil || isAnythingRunning { work.changed = true }
    // A focus before its first start has the configured length, which may have changed since the last run.
    if !roster.pomodoro.isRequested, changePomodoro({ [settings] in $0.adopt(settings) }) { work.changed = true }
    guard var last = lastAlive else { return .zero }
    let mark = event.lastMark.flatMap { $0.boot == last.boot && $0.sinceBoot > last.sinceBoot ? $0 : nil }
    let isSameBoot = (mark ?? last).canPrecede(now)
    defer { if !isSameBoot { enterBoot(now, from: last) } }
    let left = leftAt
    leftAt = nil
    // A later minute mark comes from another process, which began after the session was left and stored no change.
    if let left, mark == nil {
      if isSameBoot { limitClaims(event, since: last, now) }
      // Across a reboot only the wall clock measures the absence, which is at least this boot's uptime.
      let least = left.boot == now.boot ? Duration.zero : now.sinceBoot
      let away = isSameBoot ? now.sinceBoot - left.sinceBoot : max(now.wall - left.wall, least)
      apply(
        Absence(
          length: away, since: isSameBoot ? now.wall - away : left.wall, rebase: now.sinceBoot - left.sinceBoot - away,
          now: now), &work)
      noteReturn(&work)
      return away
    }
    if isSameBoot { return noticeSleep(event, &work) }
    if let mark { last = runUntil(mark, event, &work) }
    for number in roster.numbersByAge {
      var alert: AlertConfiguration?
      roster.change(number) { alert = $0.machine.any.applyPowerLoss(last, now) }
      if let alert { work.alert(alert, of: roster[number]) }
    }
    noteReturn(&work)
    return .zero
  }

  /// The process ran until the minute mark, so deadlines before it were met. Returns the mark without noise.
  private mutating func runUntil(_ mark: Moment, _ event: Event, _ work: inout Work) -> Moment {
    let now = work.now
    defer { work.now = now }
    work.now = mark
    adoptClockChange(&work)
    work.now = withoutClockNoise(mark)
    work.absence = noticeSleep(event, &work)
    meetDeadlines(&work)
    return work.now
  }

  private mutating func enterBoot(_ now: Moment, from last: Moment) {
    (awakeFrom, correctionUndo) = (.zero, nil)
    roster.changeAll { $0.enterBoot(now, from: last) }
  }

  private mutating func apply(_ absence: Absence, _ work: inout Work) {
    if nextWake != nil { work.changed = true }  // a deadline may have moved
    for number in roster.numbersByAge {
      var isPaused = false
      roster.change(number) { [settings] in isPaused = $0.machine.any.apply(absence, settings) }
      if isPaused { work.alert(.returned, of: roster[number]) }
    }
  }
}
