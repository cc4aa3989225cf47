// Time in a focus for which nobody was there: what the Pomodoro notes, what a person is asked on return, and what the
// answers do. docs/away.md says all of it in sentences.

internal import TomatoLink

extension Pomodoro {
  /// No person has been there since a moment, and that counts.
  mutating func leave(_ departure: Departure, _ trims: [RowTrim], _ turn: inout Turn) {
    if turn.settings.awayThen == .nothing { return }
    add(trims)
    guard phase.mode == .focus, case .running = phase.state else { return }
    let since = max(departure.since, phase.changed.sinceBoot)
    if turn.settings.awayThen == .ask { return open(at: since, turn) }
    phase.pause(turn.moment(at: since, after: phase.changed), cause: .left)
    rearm(turn)
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
    var (since, standing) = (since, phase.remaining(at: since))
    // No person is asked twice about the time before the last return.
    if let last = question.stretches.last, standing > last.standing - last.length {
      since += standing - (last.standing - last.length)
      standing = last.standing - last.length
    }
    // So much can have been slept through before it: in what has passed, or since the last one.
    let room = question.stretches.last.map { $0.asleep + $0.slept + $0.standing - $0.length - standing }
    let meanwhile = AwayStretch.slept(
      of: phase.asleep, in: turn.now.sinceBoot - since, until: turn.now.wall, phase.timeline.pauses,
      atLeast: phase.asleep - (room ?? phase.total - standing))
    let before = question.stretches.last.map { min($0.asleep + $0.slept, phase.asleep) } ?? .zero
    question.stretches.append(
      AwayStretch(
        began: turn.moment(at: since).wall, standing: standing, asleep: max(phase.asleep - meanwhile, before)))
    question.isOpen = true
    self.question = question
  }

  /// The stretch that goes on ends now, with so much left of the focus.
  private mutating func close(remaining: Duration) {
    guard var question, question.isOpen, var last = question.stretches.popLast() else { return }
    last.length = max(last.standing - remaining, .zero)
    last.slept = min(max(phase.asleep - last.asleep, .zero), last.length)
    if last.length > .zero { question.stretches.append(last) }
    question.isOpen = false
    self.question = question.isEmpty ? nil : question
  }

  /// Somebody is back. Says so on the card, if there is something to say.
  mutating func comeBack(_ turn: inout Turn) {
    if case .paused(let remaining, let since, .left) = phase.state {
      phase.state = .paused(
        remaining: remaining, since: since, cause: .away(max(turn.now.wall - since, .zero)))
      turn.present(.alert(.returned))
    }
    close(remaining: phase.remaining(at: turn.now.sinceBoot))
    guard var question else { return }
    guard question.isAsked || question.length >= AwayQuestion.least(after: turn.settings.awayAfter) else {
      self.question = nil
      return
    }
    question.isAsked = true
    self.question = question
    turn.present(.alert(.wasAway))
  }

  /// The focus is over, and nobody was there: what is to be asked about it is about the history from now on.
  mutating func closeAtZero(_ turn: Turn, _ until: Duration) {
    guard turn.isLeft, phase.mode == .focus else {
      // A person who is there and says nothing keeps what there is.
      if !turn.isLeft { question = nil }
      return
    }
    close(remaining: .zero)
    guard var question else { return }
    let trims = question.stretches.map {
      RowTrim(
        row: phase.token, pause: $0.pause, counted: $0.length - $0.slept, pauses: phase.timeline.pauses ?? [])
    }
    question.trims = Array((question.trims + trims).prefix(AwayQuestion.limit))
    question.stretches = []
    self.question = question
  }

  // MARK: The answers

  /// Nil for what is no answer.
  mutating func answer(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool? {
    switch intent.verb {
    case .keep: try keep(&turn)
    case .takeoff: try takeOff(&turn)
    case .pause where pausesFromThen(intent): pauseFromThen(&turn)
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
    // The time that is taken off has passed by now.
    turn.when = turn.now
    turn.fillUndo(.takeOff)
    let stretches = question.closed
    if !stretches.isEmpty { phase.takeOff(stretches, turn.when) }
    for trim in question.trims { turn.rows.trims.append(trim) }
    if case .completed(_, let row) = phase.state { phase.takeOff(question.trims.filter { $0.row == row }, turn.when) }
    self.question = question.answered(taking: stretches)
    turn.announce(.onTakeOff)
    return true
  }

  /// The moment as of which the focus would be paused: when it was left last.
  var pauseThen: WallTime? {
    guard let question, question.isAsked, !question.isOpen, phase.mode == .focus, phase.timerState == .running else {
      return nil
    }
    return question.stretches.last?.began
  }

  /// Whether an intent is the answer that offers this.
  func pausesFromThen(_ intent: Intent) -> Bool {
    intent.verb == .pause && pauseThen.map { $0.seconds == intent.at?.seconds } == true
  }

  /// Paused as of the moment at which it was left: nothing counts from then on, nor what was asked about before.
  private mutating func pauseFromThen(_ turn: inout Turn) -> Bool {
    guard let question, let last = question.stretches.last else { return false }
    // What is taken back later is what holds now, and not what held then.
    turn.when = turn.now
    turn.fillUndo(.takeOff)
    let before = question.stretches.dropLast()
    let counted = phase.recordedTime(at: turn.when.sinceBoot)
    phase.pause(turn.when)
    phase.takeOff(before, turn.when)
    _ = phase.timeline.cut(to: last.began, isEarlier: last.isEarlier)
    phase.state = .paused(
      remaining: last.standing + before.reduce(.zero) { $0 + $1.length }, since: last.began, cause: .person)
    phase.asleep = max(last.asleep - before.reduce(.zero) { $0 + $1.slept }, .zero)
    // A sleep that may have been before they left stays out of the record: no answer makes it count more.
    phase.asleep += max(phase.recordedTime(at: turn.when.sinceBoot) - counted, .zero)
    for trim in question.trims { turn.rows.trims.append(trim) }
    self.question = nil
    turn.announce(.onPause)
    return true
  }

  // MARK: What is shown and stored

  /// What is asked, with the answers as the first of the verbs.
  func ask(_ face: inout Face) {
    guard let question, question.isAsked else { return }
    let then = pauseThen
    face.away = Content.Away(
      length: question.length, pausesFrom: then.map { WallTime(seconds: $0.seconds) },
      isOfThis: question.trims.isEmpty && timerState == .running)
    let answers: [Verb] =
      switch timerState {
      case .running: [.keep, .takeoff, .pause]
      case .paused: [.resume, .takeoff, .keep]
      case .ready, .completed: [.keep, .takeoff, .start]
      }
    face.others = (face.buttons + face.others).filter { !answers.contains($0) }
    face.buttons = answers
  }

  /// A stretch is in a focus that goes on, and no longer than it.
  func checkQuestion() throws(Contradiction) {
    guard let question else { return }
    let isUnderWay = phase.mode == .focus && (timerState == .running || timerState == .paused)
    let fits = question.stretches.allSatisfy { $0.standing <= phase.total && $0.slept <= $0.length }
    let isOne = !question.isEmpty && (question.isOpen ? !question.stretches.isEmpty : true)
    guard isOne, fits, isUnderWay || question.stretches.isEmpty else {
      throw Contradiction(reason: "what is asked of time away is of no focus")
    }
  }

  // MARK: What else happens meanwhile

  /// What was done may have put another phase, or another question, in the place of the one that nobody was there for.
  /// - Parameters:
  ///   - isLeft: nobody is there.
  ///   - since: since when that is so of this phase, on CLOCK_BOOTTIME; without it, since now.
  mutating func settle(isLeft: Bool, _ turn: Turn, since: Duration? = nil) {
    if !isLeft { dropOpen() }
    guard isLeft, question?.isOpen != true, phase.mode == .focus, case .running = phase.state else { return }
    open(at: max(since ?? turn.now.sinceBoot, phase.changed.sinceBoot), turn)
  }

  /// What goes on without anybody is not asked about.
  mutating func dropOpen() {
    guard let question, question.isOpen else { return }
    let rest = AwayQuestion(stretches: question.closed, trims: question.trims, isAsked: question.isAsked)
    self.question = rest.isEmpty ? nil : rest
  }

  /// What waits for a return counts, where nobody is away.
  mutating func dropUnasked() {
    if question?.isAsked == false { question = nil }
  }

  mutating func forgetTrims(of rows: [PhaseToken]) {
    question?.trims.removeAll { rows.contains($0.row) }
    if question?.isEmpty == true { question = nil }
  }
}

extension Phase {
  /// What of its last `length`, in which it was not paused, was slept through, and when.
  func sleeps(in length: Duration, until end: WallTime) -> (sum: Duration, sleeps: [Pause]) {
    let sum = AwayStretch.slept(
      of: asleep, in: length, until: end, timeline.pauses, atLeast: asleep - (total - length))
    guard sum > .zero else { return (.zero, []) }
    return (sum, (timeline.pauses ?? []).filter { $0.length(from: end - length, to: end) > .zero })
  }

  /// These stretches did not count.
  mutating func takeOff(_ stretches: some Collection<AwayStretch>, _ when: Moment) {
    guard !stretches.isEmpty else { return }
    let by = stretches.reduce(.zero) { $0 + $1.length }
    setRemaining(min(remaining(at: when.sinceBoot) + by, total), when)
    asleep = max(asleep - stretches.reduce(.zero) { $0 + $1.slept }, .zero)
    for stretch in stretches { timeline.insert(stretch.pause, isEarlier: stretch.isEarlier) }
  }
  /// The same of one that is over: it may be reopened, and counts no more then than its row did. That is of the clock
  /// of the end, and this moved with the one in force: the last of the stretches ends with it.
  mutating func takeOff(_ trims: [RowTrim], _ when: Moment) {
    guard let last = trims.map(\.pause.ended).max() else { return }
    let isEarlier = changed == .bootUp
    asleep += trims.reduce(.zero) { $0 + $1.counted }
    let off: Duration = isEarlier ? .zero : zero(before: when) - last
    for trim in trims {
      timeline.insert(Pause(began: trim.pause.began + off, length: trim.pause.length), isEarlier: isEarlier)
    }
  }
}
