// What the kinds with a phase share: the transitions pause, resume, reset, extend and rewind, steps of start, stop and
// zero, and the face. A transition returns whether it changed something, and throws if it is impossible.

internal import TomatoLink

protocol PhaseMachine: ActivityMachine {
  var phase: Phase { get set }
  /// The person's task text; never empty.
  var task: String? { get set }
  var laps: [Duration] { get }
  /// Takes back what the end of the phase counted, because the phase goes on.
  mutating func uncount(_ turn: inout Turn)
  /// The verbs that deserve a button, most useful first, and the other possible ones.
  var verbs: (buttons: [Verb], others: [Verb]) { get }
}

extension PhaseMachine {
  var laps: [Duration] { [] }
  mutating func uncount(_ turn: inout Turn) {}

  /// Refuses the verb unless the phase runs or is paused.
  private func requireUnderWay(for verb: Verb) throws(Refusal) {
    if !timerState.isUnderWay { throw .notWhile(verb, timerState) }
  }

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

  mutating func rewind(by: Duration, _ turn: inout Turn) throws(Refusal) -> Bool {
    try requireUnderWay(for: .rewind)
    guard phase.rewind(by: by, turn.when) > .zero else { throw .nothingToRewind }
    turn.undo = .rewind
    turn.announce(.onRewind)
    return true
  }

  /// - Parameter nextStart: the start of the next phase, if it begins by itself.
  mutating func finish(at until: Duration, nextStart: Duration?, _ presentation: Presentation, _ turn: inout Turn) {
    let end = turn.moment(ofDeadline: until, after: phase.changed)
    record(.completed, end, &turn)
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
    record(outcome, turn.when, &turn)
    turn.ended = .init(phase: phase.token, outcome: outcome)
  }

  /// Adds the phase's row to the history, unless it never began.
  private func record(_ outcome: PhaseOutcome, _ end: Moment, _ turn: inout Turn) {
    guard let began = phase.timeline.began else { return }
    var phase = phase
    phase.dropSleep(after: end.wall)
    turn.consequences.rows.add(
      IntervalRecord(
        token: token, activity: turn.activity, name: turn.name, mode: phase.mode, task: phase.mode.isBreak ? nil : task,
        began: began, ended: end.wall, active: phase.recordedTime(at: end.sinceBoot), outcome: outcome, laps: laps,
        pauses: phase.pauses(until: end.wall)))
  }

  mutating func setTask(_ text: String?) -> Bool {
    guard let text else { return false }
    let wanted = text.isEmpty ? nil : text
    defer { task = wanted }
    return task != wanted
  }

  // MARK: What the engine asks of it

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
  mutating func clockWasSet(by jump: Duration, _ now: Moment) { phase.clockWasSet(by: jump) }
  mutating func enterBoot() { phase.enterBoot() }

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

  /// What is shown of any phase, as if it counted down; each kind adds or replaces its own parts.
  func phaseFace(of id: ActivityID, at now: Moment) -> Content {
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
    let (buttons, others) = verbs
    return Content(
      id: id, kind: Self.kind, phase: token, contentState: state, pause: pause, buttons: buttons,
      possible: buttons + others, countedAbsence: timerState == .running && phase.asleep > .zero ? phase.asleep : nil,
      madeAt: IgnoredInEquality(now.wall))
  }
}

extension Phase {
  fileprivate func accent(_ secondsLeft: Int) -> Accent {
    timerState.accent(timerState == .running && secondsLeft < 60 ? .urgent : mode.isBreak ? .break : .focus)
  }

  /// With this much left, the clock shows 59 seconds.
  private static let urgent: Duration = .seconds(59)

  /// The next moment at which the shown number of minutes or seconds drops, or the accent turns urgent.
  fileprivate func nextVisibleChange(_ resolution: Resolution, at sinceBoot: Duration) -> Duration? {
    guard case .running(let until) = state, until > sinceBoot else { return nil }
    let left = until - sinceBoot
    let change = sinceBoot + resolution.change(left: left)
    // Zero is a deadline.
    return change < until ? change : left > Self.urgent ? until - Self.urgent : nil
  }
}
