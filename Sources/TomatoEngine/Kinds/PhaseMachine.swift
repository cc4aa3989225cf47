// What the kinds with a phase share: the transitions pause, resume, reset, extend and rewind, steps of start, stop and
// zero, and the face. A transition returns whether it changed something, and throws if it is impossible.

internal import TomatoLink

/// A kind of activity that goes through phases which count down.
protocol PhaseMachine: ActivityMachine {
  var phase: Phase { get set }
  /// The person's task text; never empty.
  var task: String? { get set }
  /// Takes back what the end of the phase counted, because the phase goes on.
  mutating func uncount(_ turn: inout Turn)
}

extension PhaseMachine {
  mutating func begin(_ turn: inout Turn) {
    phase.begin(turn.when)
    turn.announce(.onStart)
  }

  mutating func pause(_ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .pause)
    guard timerState == .running else { return false }
    phase.pause(turn.when)
    turn.announce(.onPause)
    return true
  }

  mutating func resume(_ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .resume)
    guard timerState == .paused else { return false }
    phase.resume(turn.when)
    turn.announce(.onResume)
    return true
  }

  mutating func reset(_ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .reset)
    turn.undo = .reset
    turn.announce(.onReset, ended: .init(phase: phase.token, outcome: .reset))
    phase.reset(turn.when)
    return true
  }

  /// Adds or removes time. A completed phase runs again for `by`.
  mutating func extend(by: Duration, _ turn: inout Turn) throws(Refusal) -> Bool {
    guard by != .zero else { return false }
    if case .completed(_, let row) = phase.state {
      guard by > .zero else { throw .cannotShorten }
      guard phase.total < Settings.durationRange.upperBound else { throw .isLongest }
      turn.consequences.rows.remove(row)
      uncount(&turn)
      phase.reopen(by: by, turn.when)
    } else {
      guard phase.extend(by: by, turn.when) != .zero else { throw by < .zero ? .isShortest : .isLongest }
      if by < .zero { turn.undo = .shorten }
    }
    turn.announce(.onExtend)
    return true
  }

  /// Turns time that has passed back into remaining time.
  mutating func rewind(by: Duration, _ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .rewind)
    guard phase.rewind(by: by, turn.when) > .zero else { throw .nothingToRewind }
    turn.undo = .rewind
    turn.announce(.onRewind)
    return true
  }

  /// - Parameter nextStart: the start of the next phase, if it begins by itself.
  mutating func finish(at until: Duration, nextStart: Duration?, _ presentation: Presentation, _ turn: inout Turn) {
    let end = turn.moment(ofDeadline: until)
    turn.record(phase, outcome: .completed, task: task, end)
    phase.state = .completed(nextStart: nextStart, row: phase.token)
    phase.changed = Phase.Instant(end)
    turn.announce(.onComplete, ended: .init(phase: phase.token, outcome: .completed))
    turn.present(presentation)
  }

  /// Ends the activity and its phase; the caller then sets another phase.
  mutating func end(_ turn: inout Turn) {
    turn.undo = .stop
    leave(.stopped, &turn)
    turn.announce(.onStop)
    turn.endActivity()
  }

  /// Writes the row of a phase that is left before zero.
  func leave(_ outcome: PhaseOutcome, _ turn: inout Turn) {
    guard timerState != .completed else { return }
    turn.record(phase, outcome: outcome, task: task, turn.when)
    turn.ended = .init(phase: phase.token, outcome: outcome)
  }

  mutating func setTask(_ text: String?) -> Bool {
    guard let text else { return false }
    let wanted = text.isEmpty ? nil : text
    defer { task = wanted }
    return task != wanted
  }
}

// MARK: - What the engine asks of it

extension PhaseMachine {
  mutating func notePause(_ pause: Pause) { phase.notePause(pause) }

  var token: PhaseToken {
    get { phase.token }
    set { phase.token = newValue }
  }

  var changed: Phase.Instant {
    get { phase.changed }
    set { phase.changed = newValue }
  }

  var timerState: TimerState { phase.timerState }
  var deadline: Duration? { phase.deadline }
  func warning(_ before: Duration) -> Duration? { phase.warning(before) }
  mutating func noteWarning() { phase.isWarned = true }

  mutating func rearmWarning(_ turn: Turn) {
    if phase.isWarned, phase.remaining(at: turn.now.sinceBoot) > turn.settings.alertBefore { phase.isWarned = false }
  }

  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment) { skipPastWarning(new, now) }

  /// Skips the warning if new settings move it into the past.
  mutating func skipPastWarning(_ new: Settings, _ now: Moment) {
    if let due = phase.warning(new.alertBefore), due <= now.sinceBoot { phase.isWarned = true }
  }

  mutating func shift(by gap: Duration, until end: Duration) { phase.shift(by: gap, until: end) }
  mutating func enterBoot() { phase.timeline.enterBoot(isPaused: timerState == .paused) }

  mutating func applyPowerLoss(_ lastAlive: Moment, _ now: Moment) -> AlertConfiguration? {
    phase.applyPowerLoss(lastAlive)
  }

  var tokens: [PhaseToken] { phaseTokens }

  var phaseTokens: [PhaseToken] {
    if case .completed(_, let row) = phase.state { [phase.token, row] } else { [phase.token] }
  }

  /// Whether at most `total` is left, and a next phase begins within a minute.
  func isPlausible(at sinceBoot: Duration) -> Bool {
    switch phase.state {
    case .running(let until): until - sinceBoot <= phase.total
    case .completed(let next?, _): next - sinceBoot <= .minutes(1)
    case .ready, .paused, .completed: true
    }
  }

  func nextVisibleChange(_ resolution: Resolution, at now: Moment) -> Duration? {
    phase.nextVisibleChange(resolution, at: now.sinceBoot)
  }

  /// What is shown of a phase that belongs to no cycle.
  /// - Parameter skip: the verb for going on to the next phase, if there is one.
  func phaseFace(at now: Moment, skip: [Verb]) -> Face {
    let left = phase.remaining(at: now.sinceBoot)
    var clock = Clock.stopped(at: left, .down)
    var isStale = false
    var pause: Content.Pause?
    switch phase.state {
    case .running(let until):
      clock = .down(to: now.wall + (until - now.sinceBoot))
      isStale = until < now.sinceBoot
    case .paused(_, let since, let cause): pause = .init(since: since, cause: cause)
    case .ready, .completed: break
    }
    let state = ContentState(
      clock: clock, seconds: left.secondsRoundedUp, totalDuration: phase.total.secondsRoundedUp, mode: phase.mode,
      state: timerState, startedAt: phase.timeline.began, isStale: isStale,
      accent: phase.accent(left.secondsRoundedUp), task: phase.mode.isBreak ? nil : task)
    let (buttons, others) = verbs(skip)
    return Face(
      state: state, pause: pause, countedAbsence: timerState == .running && phase.asleep > .zero ? phase.asleep : nil,
      buttons: buttons, others: others)
  }

  private func verbs(_ skip: [Verb]) -> (buttons: [Verb], others: [Verb]) {
    switch phase.state {
    case .ready: ([.start] + skip, [.extend])
    case .completed: ([.start, .extend] + skip, [])
    case .paused(_, _, .person): ([.resume] + skip + [.reset], [.extend, .rewind])
    case .paused: ([.resume, .reset], skip + [.extend, .rewind])
    case .running where phase.asleep > .zero: ([.pause, .rewind] + skip, [.reset, .extend])
    case .running where phase.mode.isBreak: ([.pause] + skip + [.extend], [.reset, .rewind])
    case .running: ([.pause] + skip + [.reset], [.extend, .rewind])
    }
  }
}

extension Phase {
  fileprivate func accent(_ secondsLeft: Int) -> Accent {
    timerState.accent(timerState == .running && secondsLeft < 60 ? .urgent : mode.isBreak ? .break : .focus)
  }

  /// With this many milliseconds left, the clock shows 59 seconds.
  private static var urgent: Int64 { 59_000 }

  /// The next moment at which the shown number of minutes or seconds drops, or the accent turns urgent.
  fileprivate func nextVisibleChange(_ resolution: Resolution, at sinceBoot: Duration) -> Duration? {
    guard case .running(let until) = state, until > sinceBoot else { return nil }
    let left = (until - sinceBoot).inMilliseconds
    let unit: Int64 = resolution == .second || (resolution == .lastMinuteSeconds && left <= 60_000) ? 1000 : 60_000
    let next = (left - 1) / unit * unit
    if next == 0 { return left > Self.urgent ? until - .milliseconds(Self.urgent) : nil }
    return until - .milliseconds(next)
  }
}
