// Absences during a focus: what the Pomodoro notes, the question on return, and the answers (docs/away.md).

internal import TomatoLink

extension Pomodoro {
  /// Applies an absence that counts: pauses the focus, or opens a stretch.
  mutating func noteDeparture(_ departure: Departure, _ trims: [RowTrim], _ turn: inout Turn) {
    if turn.settings.awayThen == .nothing { return }
    add(trims)
    guard phase.mode == .focus, case .running = phase.state else { return }
    let since = max(departure.since, phase.changed.sinceBoot)
    if turn.settings.awayThen == .ask { return open(at: since, turn) }
    phase.pause(turn.moment(at: since, after: phase.changed), cause: .left)
    rearmWarning(turn)
    turn.announce(.onPause)
    turn.present(.quiet)
  }

  private mutating func add(_ trims: [RowTrim]) {
    guard !trims.isEmpty else { return }
    var question = question ?? AwayQuestion()
    question.trims = Array((question.trims + trims).prefix(AwayQuestion.limit))
    self.question = question
  }

  private mutating func open(at since: Duration, _ turn: Turn) {
    var question = question ?? AwayQuestion()
    guard !question.isOpen, question.stretches.count < AwayQuestion.limit else { return }
    var (since, left) = (since, phase.remaining(at: since))
    // The time before the last return was asked about already.
    if let last = question.stretches.last, left > last.remaining - last.length {
      since += left - (last.remaining - last.length)
      left = last.remaining - last.length
    }
    // The most sleep that can lie between the last stretch and this one.
    let mostBefore = question.stretches.last.map { $0.asleep + $0.slept + $0.remaining - $0.length - left }
    let pauses = phase.timeline.pauses ?? []
    let within = AwayStretch.slept(
      of: phase.asleep - question.napped(beside: pauses), in: turn.now.sinceBoot - since, until: turn.now.wall, pauses,
      atLeast: phase.asleep - (mostBefore ?? phase.total - left))
    let least = question.stretches.last.map { min($0.asleep + $0.slept, phase.asleep) } ?? .zero
    question.stretches.append(
      AwayStretch(began: turn.moment(at: since).wall, remaining: left, asleep: max(phase.asleep - within, least)))
    question.isOpen = true
    self.question = question
  }

  /// Closes the open stretch, with this much left of the focus.
  private mutating func close(remaining: Duration) {
    guard var question, question.isOpen, var last = question.stretches.popLast() else { return }
    last.length = max(last.remaining - remaining, .zero)
    last.slept = min(max(phase.asleep - last.asleep, .zero), last.length)
    if last.length > .zero { question.stretches.append(last) }
    question.isOpen = false
    self.question = question.unlessEmpty
  }

  /// Handles the return: alerts about a pause, or asks the question.
  mutating func noteReturn(_ turn: inout Turn) {
    if case .paused(let remaining, let since, .left) = phase.state {
      phase.state = .paused(remaining: remaining, since: since, cause: .away(max(turn.now.wall - since, .zero)))
      turn.present(.alert(.returned))
    }
    close(remaining: phase.remaining(at: turn.now.sinceBoot))
    guard var question else { return }
    let isWorthAsking = question.isAsked || question.length >= AwayQuestion.shortest(idleTime: turn.settings.awayAfter)
    question.isAsked = true
    self.question = isWorthAsking ? question : nil
    if isWorthAsking { turn.present(.alert(.wasAway)) }
  }

  /// Called at zero. If the user is away, turns the stretches into trims of the history row.
  mutating func closeAtZero(_ turn: Turn) {
    // Without an answer, the time counts.
    if !turn.isUserAway { question = nil }
    guard turn.isUserAway, phase.mode == .focus else { return }
    close(remaining: .zero)
    let (stretches, pauses) = (question?.stretches ?? [], phase.timeline.pauses ?? [])
    question?.stretches = []
    add(stretches.map { RowTrim(row: token, pause: $0.pause, counted: $0.length - $0.slept, pauses: pauses) })
  }

  // MARK: The answers

  /// Nil if the intent is no answer.
  mutating func answer(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool? {
    switch intent.verb {
    case .keep: try keep(&turn)
    case .takeoff: try takeOff(&turn)
    case .pause where pausesFromDeparture(intent): pauseFromDeparture(&turn)
    default: nil
    }
  }

  private mutating func keep(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let question, question.isAsked else { throw .nothingAsked }
    self.question = question.answered()
    turn.announce(.onKeep)
    return true
  }

  private mutating func takeOff(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let question, question.isAsked else { throw .nothingAsked }
    // `at=` does not apply to this.
    turn.when = turn.now
    turn.undo = .takeOff
    let stretches = question.closed
    phase.takeOff(stretches, turn.when)
    turn.consequences.rows.trims += question.trims
    if case .completed(_, let row) = phase.state { phase.takeOff(question.trims.filter { $0.row == row }, turn.when) }
    self.question = question.answered(taking: stretches)
    turn.announce(.onTakeOff)
    return true
  }

  /// The trims of history rows that count again when this answer is undone.
  func trims(toPutBackAfter change: UndoableChange) -> [RowTrim] { change == .takeOff ? question?.trims ?? [] : [] }

  /// The last departure, from which the focus can be paused; nil if it cannot.
  var lastDeparture: WallTime? {
    guard let question, question.isAsked, !question.isOpen, phase.mode == .focus else { return nil }
    return timerState == .running ? question.stretches.last?.began : nil
  }

  /// Whether an intent is the answer `pause`, which pauses as of the last departure.
  func pausesFromDeparture(_ intent: Intent) -> Bool {
    intent.verb == .pause && lastDeparture.map { $0.seconds == intent.at?.seconds } == true
  }

  /// Pauses as of the last departure; takes off the earlier stretches too.
  private mutating func pauseFromDeparture(_ turn: inout Turn) -> Bool {
    guard let question, let last = question.stretches.last else { return false }
    // Undo restores the state of now, not the one at the departure.
    turn.when = turn.now
    turn.undo = .takeOff
    let before = question.stretches.dropLast()
    let counted = phase.recordedTime(at: turn.when.sinceBoot)
    phase.pause(turn.when)
    phase.takeOff(before, turn.when)
    _ = phase.timeline.cut(to: last.began, isEarlier: last.isEarlier)
    phase.state = .paused(
      remaining: last.remaining + before.reduce(.zero) { $0 + $1.length }, since: last.began, cause: .person)
    phase.asleep = max(last.asleep - before.reduce(.zero) { $0 + $1.slept }, .zero)
    // An answer must not increase the recorded time, so sleep at an unknown time stays uncounted.
    phase.asleep += max(phase.recordedTime(at: turn.when.sinceBoot) - counted, .zero)
    turn.consequences.rows.trims += question.trims
    self.question = nil
    turn.announce(.onPause)
    return true
  }

  // MARK: What is shown and stored

  /// Adds the question, with the answers as buttons.
  func addQuestion(to face: inout Content) {
    guard let question, question.isAsked else { return }
    let then = lastDeparture
    face.away = Content.Away(
      length: question.length, pausesFrom: then.map { WallTime(seconds: $0.seconds) },
      isOnlyOfThisPhase: question.trims.isEmpty && timerState == .running)
    let answers: [Verb] =
      switch timerState {
      case .running: [.keep, .takeoff, .pause]
      case .paused: [.resume, .takeoff, .keep]
      case .ready, .completed: [.keep, .takeoff, .start]
      }
    face.setButtons(answers)
  }

  /// Checks that stretches lie in a focus under way and fit into it.
  func checkQuestion() throws(InvalidState) {
    guard let question else { return }
    let isUnderWay = phase.mode == .focus && timerState.isUnderWay
    let fits = question.stretches.allSatisfy { $0.remaining <= phase.total && $0.slept <= $0.length }
    let isComplete = !question.stretches.isEmpty || !question.isOpen && !question.trims.isEmpty
    let isPossible = isComplete && fits && (isUnderWay || question.stretches.isEmpty)
    try require(isPossible, "the question about time away does not fit the focus")
  }

  // MARK: What else happens meanwhile

  /// Opens a stretch if the user is away and none is open; drops the open one if the user is there.
  /// - Parameter since: start of a new stretch, on CLOCK_BOOTTIME; nil goes on with the open one, or starts one now.
  mutating func updateQuestion(isUserAway: Bool, _ turn: Turn, since: Duration?) {
    if !isUserAway || since != nil { dropOpen() }
    guard isUserAway, question?.isOpen != true, phase.mode == .focus, case .running = phase.state else { return }
    open(at: max(since ?? turn.now.sinceBoot, phase.changed.sinceBoot), turn)
  }

  mutating func dropOpen() {
    guard var question, question.isOpen else { return }
    (question.stretches, question.isOpen) = (question.closed, false)
    self.question = question.unlessEmpty
  }

  mutating func forgetTrims(of rows: [PhaseToken]) {
    question?.trims.removeAll { rows.contains($0.row) }
    question = question?.unlessEmpty
  }
}

extension Phase {
  /// The machine's sleep in the last `length` of the phase, in which nobody paused it.
  func sleeps(in length: Duration, until end: WallTime) -> (sum: Duration, sleeps: [Pause]) {
    let sum = AwayStretch.slept(
      of: asleep, in: length, until: end, timeline.pauses, atLeast: asleep - (total - length))
    guard sum > .zero else { return (.zero, []) }
    return (sum, (timeline.pauses ?? []).filter { $0.length(from: end - length, to: end) > .zero })
  }

  mutating func takeOff(_ stretches: some Collection<AwayStretch>, _ when: Moment) {
    guard !stretches.isEmpty else { return }
    let by = stretches.reduce(.zero) { $0 + $1.length }
    setRemaining(min(remaining(at: when.sinceBoot) + by, total), when)
    asleep = max(asleep - stretches.reduce(.zero) { $0 + $1.slept }, .zero)
    for stretch in stretches { timeline.insert(stretch.pause, isEarlier: stretch.isEarlier) }
  }

  /// Stops counting these trims of a completed phase, so that it counts no more than its row if it is reopened. The
  /// clock may have been set since the phase ended, so the trims are moved: the last one ends at zero.
  mutating func takeOff(_ trims: [RowTrim], _ when: Moment) {
    guard let last = trims.map(\.pause.ended).max() else { return }
    let isEarlier = changed == .bootUp
    asleep += trims.reduce(.zero) { $0 + $1.counted }
    let off: Duration = isEarlier ? .zero : zeroOnThisBoot(at: when) - last
    for trim in trims {
      timeline.insert(Pause(began: trim.pause.began + off, length: trim.pause.length), isEarlier: isEarlier)
    }
  }
}
