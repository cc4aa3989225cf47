// The Pomodoro: the transitions that belong to its cycle. PhaseMachine.swift has those of every phase, Activity.swift
// has undo, and Absence.swift what time away does. docs/pomodoro.md has the rules; in short:
// A verb names the state it wants. If that already holds, nothing changes; if it cannot be reached, it is refused.
// Pause, resume, extend, rewind and reset keep the phase and its token. Skip, stop, replacing and the end of a phase
// lead to a new phase with the next token. A change that discards time fills the undo slot.

internal import TomatoLink

public struct Pomodoro: PhaseMachine {
  public var phase: Phase
  /// Counted focus phases of this cycle: 0 to the long-break interval.
  public var cyclePosition = 0
  /// Phases in a row that began without any intent from a person.
  public var unattended = 0
  public var task: String?
  public var question: AwayQuestion?

  static var kind: ActivityKind { .pomodoro }

  /// How long after zero the next phase begins by itself.
  static let pauseBetweenPhases: Duration = .seconds(1)

  // MARK: Intents

  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    let before = self
    let changed = try move(intent, &turn)
    // A change of the phase by any other intent than an answer drops the question, so the time away counts.
    if question == before.question, phase != before.phase { question = nil }
    return changed
  }

  private mutating func move(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let changed = try answer(intent, &turn) { return changed }
    switch intent.verb {
    case .start: return try start(intent, mode: intent.mode, &turn)
    case .focus: return try startFocus(intent, &turn)
    case .break: return try startBreak(intent, &turn)
    case .toggle where timerState == .running, .pause: return try pause(&turn)
    case .toggle where timerState == .paused, .resume: return try resume(&turn)
    case .toggle: return try start(intent, mode: nil, &turn)
    case .skip: return skip(&turn)
    case .reset: return try reset(&turn)
    case .stop: return stop(&turn)
    case .extend: return try extend(by: intent.by ?? .zero, &turn)
    case .rewind: return try rewind(by: intent.by ?? .zero, &turn)
    default: throw .notFor(intent.verb, .pomodoro)
    }
  }

  /// ready → runs, same token; completed → the kind given or due; paused → resumes; running → stays.
  private mutating func start(_ intent: Intent, mode: TimerMode?, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let mode, !TimerMode.pomodoro.contains(mode) { throw .wrongMode(mode) }
    // A break has no task, so a length with a task is a focus.
    let hasTask = intent.duration != nil && intent.task?.isEmpty == false
    let mode = mode ?? (hasTask ? .focus : nil)
    switch phase.state {
    case .ready:
      let wanted = try wanted(intent, mode, phase.mode)
      if wanted != phase.mode || intent.duration != nil { setMode(wanted, intent.duration, turn.settings) }
      enterCycle(turn.settings)
      begin(&turn)
    case .completed:
      let wanted = try wanted(intent, mode, nextMode(turn.settings))
      replacePhase(with: wanted, intent.duration ?? turn.settings.duration(of: wanted), &turn)
      begin(&turn)
    case .running, .paused:
      if asksForAnother(mode, intent.duration) {
        let wanted = try wanted(intent, mode, phase.mode)
        guard intent.replace else { throw .needsReplace(phase.mode) }
        try replace(with: wanted, intent.duration, &turn)
      } else if isAnotherFocus(intent, mode) {
        guard intent.replace else { throw .isAnotherTask }
        try replace(with: phase.mode, intent.duration, &turn)
      } else if phase.timerState == .paused {
        _ = try resume(&turn)
      } else {
        return setTask(intent.task)
      }
    }
    _ = setTask(intent.task)
    return true
  }

  /// A length without a kind means a focus. It is refused if a break comes next, because it may mean either.
  private func wanted(_ intent: Intent, _ mode: TimerMode?, _ coming: TimerMode) throws(Refusal) -> TimerMode {
    if let mode { return mode }
    if let length = intent.duration, coming.isBreak { throw .needsKind(coming, length) }
    return coming
  }

  /// A length or kind with another task asks for another focus. A task alone renames the current one.
  private func isAnotherFocus(_ intent: Intent, _ mode: TimerMode?) -> Bool {
    guard phase.mode == .focus, mode != nil || intent.duration != nil, let text = intent.task else { return false }
    return (text.isEmpty ? nil : text) != task
  }

  private func asksForAnother(_ mode: TimerMode?, _ duration: Duration?) -> Bool {
    (mode != nil && mode != phase.mode) || (duration != nil && duration != phase.base && duration != phase.total)
  }

  /// Starts a focus. If a phase runs or is paused, shows it, unless the intent asks for another one.
  private mutating func startFocus(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    switch phase.state {
    case .ready, .completed: return try start(intent, mode: .focus, &turn)
    case .running, .paused:
      let isBare = intent.duration == nil && intent.task == nil && !intent.replace
      let isThis = !asksForAnother(.focus, intent.duration) && !isAnotherFocus(intent, .focus)
      guard isBare || isThis else { return try start(intent, mode: .focus, &turn) }
      turn.announce(.onShow)
      turn.present(.show)
      return false
    }
  }

  /// Starts the break that is due. It replaces a focus only with `replace`.
  private mutating func startBreak(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    let isThisOne = phase.mode.isBreak && timerState != .completed
    return try start(intent, mode: isThisOne ? phase.mode : nextBreak(turn.settings), &turn)
  }

  /// Leaves the phase without counting it. A completed phase stays counted; then the next phase is skipped.
  private mutating func skip(_ turn: inout Turn) -> Bool {
    turn.undo = .skip
    leave(.skipped, &turn)
    let next = timerState == .completed ? skipNext(turn.settings) : nextMode(turn.settings)
    turn.announce(.onSkip)
    replacePhase(with: next, turn.settings.duration(of: next), &turn)
    if turn.settings.startsByItself(next) { phase.begin(turn.when) }
    return true
  }

  private mutating func stop(_ turn: inout Turn) -> Bool {
    guard turn.isRequested else { return false }
    end(&turn)
    (cyclePosition, unattended, task) = (0, 0, nil)
    replacePhase(with: .focus, turn.settings.focus, &turn)
    return true
  }

  /// Leaves the phase as skip does, for one of another kind or duration.
  private mutating func replace(with mode: TimerMode, _ duration: Duration?, _ turn: inout Turn) throws(Refusal) {
    turn.undo = .replace
    leave(.replaced, &turn)
    replacePhase(with: mode, duration ?? turn.settings.duration(of: mode), &turn)
    begin(&turn)
  }

  // MARK: What happens by itself

  /// Zero, or the start of the next phase. Called only when `phase.deadline` is due.
  mutating func runDeadline(_ turn: inout Turn) {
    switch phase.state {
    case .running(let until): complete(at: until, &turn)
    case .completed(let nextStart?, let row): startNext(at: nextStart, row, &turn)
    case .ready, .paused, .completed: break
    }
  }

  private mutating func complete(at until: Duration, _ turn: inout Turn) {
    if phase.mode == .focus {
      cyclePosition += 1
      turn.countedFocus += 1
    }
    // After a sleep, zero is more than a second late only if the machine slept past it.
    let late = turn.now.sinceBoot - until
    let isLate = late > Phase.longestLateness || (turn.absence > Phase.longestLateness && late > Absence.shortestAway)
    let ended = turn.moment(ofDeadline: until, after: phase.changed).wall
    closeAtZero(turn)
    let mayStart = turn.settings.startsByItself(nextMode(turn.settings)) && unattended < turn.settings.unattendedPhases
    // The focus ran without a pause since `from`: at most for `total`, even if a short sleep has moved the end, and not
    // at all on this boot if it ended while the machine was off.
    let from = min(max(phase.changed.sinceBoot, until - phase.total), until)
    let (asleep, sleeps) = phase.sleeps(in: until - from, until: ended)
    let nextStart = mayStart && !isLate && !turn.isUserAway ? until + Self.pauseBetweenPhases : nil
    finish(at: until, nextStart: nextStart, nextStart == nil ? .alert(.completed(phase.mode)) : .quiet, &turn)
    guard phase.mode == .focus, from < until else { return }
    turn.unseen = UnseenFocus(
      row: phase.token, from: from, until: until, ended: ended, asleep: asleep, sleeps: sleeps)
  }

  private mutating func startNext(at start: Duration, _ row: PhaseToken, _ turn: inout Turn) {
    let finished = phase.mode
    guard turn.now.sinceBoot - start <= Phase.longestLateness, !turn.isUserAway else {
      phase.state = .completed(nextStart: nil, row: row)
      turn.present(.alert(.completed(finished)))
      return
    }
    let next = nextMode(turn.settings)
    // A phase that was due during a sleep begins on waking.
    turn.when = turn.absence > .zero ? turn.now : turn.moment(ofDeadline: start, after: phase.changed)
    replacePhase(with: next, turn.settings.duration(of: next), &turn)
    phase.begin(turn.when)
    unattended += 1
    turn.announce(.onStart)
    turn.present(.alert(.nextBegan(after: finished)))
  }

  mutating func uncount(_ turn: inout Turn) {
    guard phase.mode == .focus else { return }
    cyclePosition = max(cyclePosition - 1, 0)
    turn.countedFocus -= 1
  }

  // MARK: Steps shared by the transitions

  func nextMode(_ settings: Settings) -> TimerMode { phase.mode == .focus ? nextBreak(settings) : .focus }

  func nextBreak(_ settings: Settings) -> TimerMode {
    cyclePosition >= settings.longBreakInterval ? .longBreak : .shortBreak
  }

  /// Skips the phase after the completed one; returns the mode of the phase that follows.
  private mutating func skipNext(_ settings: Settings) -> TimerMode {
    guard nextMode(settings) == .focus else { return .focus }
    if cyclePosition >= settings.longBreakInterval { cyclePosition = 0 }
    return nextBreak(settings)
  }

  private mutating func replacePhase(with mode: TimerMode, _ duration: Duration, _ turn: inout Turn) {
    phase = turn.newPhase(mode, duration)
    enterCycle(turn.settings)
  }

  /// Starts a new cycle if this focus follows a full one.
  private mutating func enterCycle(_ settings: Settings) {
    if phase.mode == .focus, cyclePosition >= settings.longBreakInterval { cyclePosition = 0 }
  }

  private mutating func setMode(_ mode: TimerMode, _ duration: Duration?, _ settings: Settings) {
    phase.mode = mode
    phase.base = duration ?? settings.duration(of: mode)
    phase.total = phase.base
  }

  // MARK: Settings and time away

  /// Gives the phase its configured length.
  mutating func adopt(_ settings: Settings) { setMode(phase.mode, nil, settings) }

  /// A ready phase that nobody touched takes its new length at once; any other keeps its own.
  mutating func adopt(_ new: Settings, insteadOf old: Settings, _ now: Moment) {
    skipPastWarning(new, now)
    if case .ready = phase.state, phase.total == old.duration(of: phase.mode) { adopt(new) }
  }

  mutating func apply(_ absence: Absence, _ settings: Settings) -> Bool {
    phase.shift(by: absence.rebase, until: absence.now.sinceBoot)
    return phase.mode == .focus && phase.apply(absence, settings.whenAway)
  }

  mutating func clockWasSet(by jump: Duration, _ now: Moment) {
    phase.clockWasSet(by: jump)
    question?.clockWasSet(by: jump)
  }

  mutating func enterBoot() {
    phase.enterBoot()
    question?.enterBoot()
  }

  // MARK: What is shown

  func face(of id: ActivityID, at now: Moment, _ settings: Settings) -> Content {
    var face = phaseFace(of: id, at: now)
    let isUnderWay = phase.mode == .focus && timerState != .completed
    face.contentState.sessionsPerCycle = settings.longBreakInterval
    face.contentState.sessionNumber = min(cyclePosition + (isUnderWay ? 1 : 0), settings.longBreakInterval)
    face.sessionsDone = min(cyclePosition, settings.longBreakInterval)
    face.next = next(settings)
    addQuestion(to: &face)
    return face
  }

  var verbs: (buttons: [Verb], others: [Verb]) {
    switch phase.state {
    case .ready: ([.start, .skip], [.extend])
    case .completed: ([.start, .extend, .skip], [])
    case .paused(_, _, .person): ([.resume, .skip, .reset], [.extend, .rewind])
    case .paused: ([.resume, .reset], [.skip, .extend, .rewind])
    case .running where phase.asleep > .zero: ([.pause, .rewind, .skip], [.reset, .extend])
    case .running where phase.mode.isBreak: ([.pause, .skip, .extend], [.reset, .rewind])
    case .running: ([.pause, .skip, .reset], [.extend, .rewind])
    }
  }

  private func next(_ settings: Settings) -> Content.Next? {
    let mode = nextMode(settings)
    return switch phase.state {
    case .ready: .init(mode: phase.mode, duration: phase.total, startsByItself: false)
    case .completed(let nextStart, _):
      .init(mode: mode, duration: settings.duration(of: mode), startsByItself: nextStart != nil)
    case .running, .paused: nil
    }
  }

  // MARK: What is stored

  var tokens: [PhaseToken] { phaseTokens + (question?.trims.map(\.row) ?? []) }
}

extension Pomodoro {
  var stored: StoredMachine {
    var it = phase.stored
    (it.cyclePosition, it.unattended, it.task, it.question) = (cyclePosition, unattended, task, question)
    return it
  }

  init(stored: StoredMachine) throws(InvalidState) {
    try require(TimerMode.pomodoro.contains(stored.mode), "the mode is not the Pomodoro's")
    self.init(
      phase: try Phase(stored: stored), cyclePosition: stored.cyclePosition, unattended: stored.unattended,
      task: stored.task, question: stored.question)
    try checkQuestion()
  }
}
