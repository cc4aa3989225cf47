// Time in a focus for which nobody was there: what is known of it, what a person is asked about it on return, and what
// the answers do. When nobody is there says Departure.swift; docs/away.md says all of it in sentences.

public import TomatoLink

/// What is to be asked, or is asked, about time in which nobody was there.
public struct AwayQuestion: Hashable, Sendable {
  /// Those in the focus that goes on, in order.
  public var stretches: [AwayStretch]
  /// No person is back yet: the last stretch goes on.
  public var isOpen: Bool
  /// Those in focuses that are over.
  public var trims: [RowTrim]
  /// Somebody is back, and is asked.
  public var isAsked: Bool

  public init(
    stretches: [AwayStretch] = [], isOpen: Bool = false, trims: [RowTrim] = [], isAsked: Bool = false
  ) {
    (self.stretches, self.isOpen, self.trims, self.isAsked) = (stretches, isOpen, trims, isAsked)
  }

  /// So many of each are kept; what comes after that is not asked about.
  public static let limit = 50
  /// Less than this of a focus is not asked about: a minute, or as much as a source waits for if that is less. KWin
  /// may say it early, by a twentieth and at most a second (src/idledetector.cpp: a Qt::CoarseTimer), and what it tells
  /// of is asked about.
  /// - Parameter after: after how long without input a source says that nobody is there; zero when none looks at input.
  static func least(after: Duration) -> Duration {
    after > .zero ? min(.minutes(1), after - min(after / 20, .seconds(1))) : .minutes(1)
  }

  /// Those that are over.
  var closed: [AwayStretch] { isOpen ? Array(stretches.dropLast()) : stretches }
  /// How much of the focus is asked about.
  var length: Duration {
    closed.reduce(.zero) { $0 + $1.length } + trims.reduce(.zero) { $0 + $1.pause.length }
  }
  var isEmpty: Bool { stretches.isEmpty && trims.isEmpty }

  /// The clock was set: what the history holds stays as it was written, and what was on an earlier boot where it was.
  mutating func clockWasSet(by jump: Duration) {
    for index in stretches.indices where !stretches[index].isEarlier {
      stretches[index].began = stretches[index].began + jump
    }
  }

  mutating func enterBoot() { for index in stretches.indices { stretches[index].isEarlier = true } }

  /// What is left of it once it was answered: nobody may be there again already.
  /// - Parameter taken: these were taken off, so that more is left of the focus now.
  func answered(taking taken: [AwayStretch] = []) -> AwayQuestion? {
    guard isOpen, var last = stretches.last else { return nil }
    last.standing += taken.reduce(.zero) { $0 + $1.length }
    last.asleep = max(last.asleep - taken.reduce(.zero) { $0 + $1.slept }, .zero)
    return AwayQuestion(stretches: [last], isOpen: true)
  }
}

/// A stretch of a focus for which nobody was there.
public struct AwayStretch: Hashable, Sendable {
  public var began: WallTime
  /// What was left of the focus then.
  public var standing: Duration
  /// How much the focus had slept through by then (`when-away = run`).
  public var asleep: Duration
  /// How much of the focus passed in it; zero while it goes on.
  public var length: Duration
  /// How much of that the machine slept through, which no record counts.
  public var slept: Duration
  /// It began on an earlier boot.
  public var isEarlier = false

  public init(
    began: WallTime, standing: Duration, asleep: Duration, length: Duration = .zero, slept: Duration = .zero
  ) {
    (self.began, self.standing, self.asleep, self.length, self.slept) = (began, standing, asleep, length, slept)
  }

  var pause: Pause { Pause(began: began, length: length) }
}

/// A stretch of a focus that is over and in the history.
public struct RowTrim: Hashable, Sendable {
  public var row: PhaseToken
  /// When it was, on the clock of the row.
  public var pause: Pause
  /// How much of that the row counts.
  public var counted: Duration
  /// The pauses of the row that it takes in, wholly or in part.
  public var sleeps: [Pause]

  /// - Parameter pauses: of the row.
  public init(row: PhaseToken, pause: Pause, counted: Duration, pauses: [Pause] = []) {
    (self.row, self.pause, self.counted) = (row, pause, counted)
    sleeps = pauses.filter { $0.length(in: pause) > .zero }
  }
}

/// A focus that was completed since a person last did something.
public struct UnseenFocus: Hashable, Sendable {
  public var row: PhaseToken
  /// From when it ran without a pause, on CLOCK_BOOTTIME.
  public var from: Duration
  public var until: Duration
  public var ended: WallTime
  /// How much of that was slept through.
  public var asleep: Duration
  /// When it slept, on the clock of the row.
  public var sleeps: [Pause]

  public init(
    row: PhaseToken, from: Duration, until: Duration, ended: WallTime, asleep: Duration, sleeps: [Pause] = []
  ) {
    (self.row, self.from, self.until, self.ended) = (row, from, until, ended)
    (self.asleep, self.sleeps) = (asleep, sleeps)
  }

  /// What of it was after `since`; nil for nothing.
  func trim(since: Duration) -> RowTrim? {
    let length = until - max(since, from)
    guard length > .zero else { return nil }
    let asleep = slept(of: asleep, in: length, until: ended, sleeps, atLeast: asleep - (until - from - length))
    return RowTrim(
      row: row, pause: Pause(began: ended - length, length: length), counted: length - asleep, pauses: sleeps)
  }
}

extension IntervalRecord {
  /// Time in it did not count after all.
  public mutating func takeOff(_ trim: RowTrim) {
    active = max(active - trim.counted, .zero)
    pauses?.insert(trim.pause)
  }

  /// It did. A row that was corrected since stays as it is.
  public mutating func putBack(_ trim: RowTrim) {
    if let pauses {
      guard pauses.map({ $0.length(in: trim.pause) }).reduce(.zero, +) == trim.pause.length else { return }
      self.pauses?.remove(trim.pause)
      for sleep in trim.sleeps { self.pauses?.insert(sleep) }
    }
    active = min(active + trim.counted, max(ended - began, .zero))
  }
}

/// How much of what was slept through lies in a time.
/// - Parameters:
///   - asleep: all that was slept through.
///   - sleeps: when, and when a person has paused. What is more than all of them, as a nap of less than a second where
///     nothing was paused, counts as in that time, so that nobody loses what they worked.
///   - end: of that time.
///   - least: the rest has no room before that time.
private func slept(
  of asleep: Duration, in length: Duration, until end: WallTime, _ sleeps: [Pause]?, atLeast least: Duration
) -> Duration {
  let sleeps = sleeps ?? []
  let inIt = sleeps.reduce(Duration.zero) { $0 + $1.length(from: end - length, to: end) }
  let unknown = max(asleep - sleeps.reduce(.zero) { $0 + $1.length }, .zero)
  return min(max(inIt + unknown, least), asleep, length)
}

// MARK: - What the Pomodoro does

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
    let meanwhile = slept(
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

  mutating func keep(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let question, question.isAsked else { throw .nothingAsked }
    self.question = question.answered()
    turn.announce(.onKeep)
    return true
  }

  mutating func takeOff(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let question, question.isAsked else { throw .nothingAsked }
    // The time that is taken off has passed by now.
    turn.when = turn.now
    turn.fillUndo(.takeOff)
    let stretches = question.closed
    if !stretches.isEmpty { phase.takeOff(stretches, turn.when) }
    for trim in question.trims { turn.trim(trim) }
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
  mutating func pauseFromThen(_ turn: inout Turn) -> Bool {
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
    for trim in question.trims { turn.trim(trim) }
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
    let sum = slept(of: asleep, in: length, until: end, timeline.pauses, atLeast: asleep - (total - length))
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
