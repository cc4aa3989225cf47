// What the model knows of one activity.

import TomatoLink

/// An activity, as docs/pomodoro.md and docs/timers.md describe it.
struct Thing: Equatable {
  enum Kind: Equatable { case pomodoro, timer, stopwatch, job }
  enum Mode: Equatable {
    case focus, shortBreak, longBreak, countdown, upwards, program
    var isBreak: Bool { self == .shortBreak || self == .longBreak }
  }
  enum State: Equatable {
    case ready, running, paused
    /// Over. The next phase begins by itself at this moment; `row` is the token under which it was recorded.
    case over(next: Ms?, row: Int)
  }

  let id: String
  let kind: Kind
  /// It was asked for and has not been stopped.
  var isThere = false
  var token: Int
  var mode: Mode
  var state = State.ready
  var diary: Diary
  var task: String?
  /// When it last changed, on the model's clock and on the clock that stops in sleep.
  var changed: Mark
  /// It said that it is almost over, and was given no time since.
  var isWarned = false
  /// The phase whose card was closed.
  var hidden: Int?
  var undo: [Undo] = []
  /// Set while it is over and shown: since when, and how long it is shown.
  var card: Card?
  /// When a pause with a length asks, and whether it has.
  var asks: (at: Ms, hasAsked: Bool)?
  var alert: Waiting?
  var times = Times()
  /// Paused since nobody was there.
  var isLeft = false

  /// The Pomodoro's.
  var cycle = 0
  var unattended = 0
  var question: Question?
  /// A timer's clock time.
  var due: Ms?
  /// It had a clock time, and so no length that anybody was promised.
  var hadDue = false
  /// When its clock time can come: not before the moment at which the clock was set.
  var earliest: Ms = 0
  /// A stopwatch's laps.
  var laps: [Ms] = []
  var program = Program()

  struct Mark: Equatable { var at, awake: Ms }
  struct Card: Equatable {
    var since: Ms
    var lasts: Ms = 4 * .hour
    var isRecent = true
  }
  /// An alert that comes again until it is answered.
  struct Waiting: Equatable {
    var what: Alert
    var phase: Int
    var at: Ms
    var repeats = 0
    /// Since when it is held back, because of what, and whether it was for a second or longer.
    var held: Ms?
    var by: String?
    var wasHeld = false

    /// When it is said again, or no longer held back.
    func wake(_ settings: ModelSettings) -> Ms? {
      if let held { return held + 10 * .minute }
      let waits = [.completed, .returned, .stillPaused].contains(what)
      return waits && settings.again > 0 && repeats < 3 ? at + settings.again : nil
    }
  }
  /// What a change has lost.
  struct Undo: Equatable {
    var thing: Thing
    var at: Ms
    var rows: [Int]
    /// The rows as they were, of which some was taken off.
    var trimmed: [ModelRow]
    var batch: Int?
  }
  /// Time away that a person is asked about.
  struct Question: Equatable {
    /// More are not asked about.
    static let most = 50

    /// Of the focus that runs; the last one goes on while nobody is there.
    var stretches: [Stretch] = []
    var isOpen = false
    /// How much of each focus in the record.
    var trims: [Trim] = []
    var isAsked = false
    struct Trim: Equatable {
      var row: Int
      var from, length: Ms
    }

    var isEmpty: Bool { stretches.isEmpty && trims.isEmpty }
    var length: Ms {
      stretches.reduce(0) { $0 + $1.time.length } + trims.reduce(0) { $0 + $1.length }
    }

    /// After an answer, which gives back so much: the time in which nobody is there goes on.
    func rest(_ back: Ms) -> Question? {
      guard isOpen, var last = stretches.last else { return nil }
      last.left += back
      return Question(stretches: [last], isOpen: true)
    }

    mutating func change(_ body: (inout Times.Time) -> Void) {
      for index in stretches.indices { body(&stretches[index].time) }
    }
  }
  /// A program's words.
  struct Program {
    var heard: Ms = 0
    var isStale = false
    var content = JobContent()
    var shown: Ms?
    var waits = false
    /// What runs it.
    var path = ""
    /// What the request said, of which some stays as it is.
    var fixed = ContentUpdate()
    /// Which of its times are of an earlier start of the machine.
    var earlier = (ends: false, since: false)
    /// How it ended.
    var outcome: Outcome?
    /// Who alone may change it, and until when that program may come back after a restart.
    var owner: OwnerToken?
    var awaited: Ms?

    enum Outcome { case done, failed, lost }
  }

  enum Alert: Equatable { case completed, nextBegan, almostOver, returned, stillPaused, wasAway, said }

  init(_ id: String, _ kind: Kind, token: Int, mode: Mode, base: Ms, changed: Mark) {
    (self.id, self.kind, self.token, self.mode, self.changed) = (id, kind, token, mode, changed)
    diary = Diary(base: base)
  }

  static func == (a: Thing, b: Thing) -> Bool {
    a.id == b.id && a.token == b.token && a.state == b.state && a.mode == b.mode && a.diary == b.diary
      && a.isThere == b.isThere && a.task == b.task && a.due == b.due && a.laps == b.laps && a.cycle == b.cycle
      && a.asks?.at == b.asks?.at
  }

  var isOver: Bool { if case .over = state { true } else { false } }
  var isUnderWay: Bool { state == .running || state == .paused }

  // MARK: Time

  /// When it is at zero, if it runs and counts down. A clock time comes when the clock shows it.
  func zero(_ clock: ModelClock) -> Ms? {
    guard state == .running, kind == .pomodoro || kind == .timer else { return nil }
    return due.map { max($0 - clock.wallOffset, earliest) } ?? diary.zero
  }

  func total(_ clock: ModelClock, at moment: Ms) -> Ms {
    guard due != nil, state == .running else { return diary.total }
    return max(diary.gone(at: moment) + left(clock, at: moment), .second)
  }

  func left(_ clock: ModelClock, at moment: Ms) -> Ms {
    if isOver { return 0 }
    if due != nil, let zero = zero(clock) { return max(zero - moment, 0) }
    return diary.left(at: moment)
  }

  /// What a row would have.
  func active(at moment: Ms) -> Ms {
    if kind == .stopwatch || due != nil { return diary.gone(at: moment) }
    return max(diary.counted(at: moment) - diary.asleep, 0)
  }

  /// When it says that it is almost over.
  func warning(_ before: Ms, _ clock: ModelClock) -> Ms? {
    guard let zero = zero(clock), before > 0, !isWarned, zero - changed.at > before else { return nil }
    return zero - before
  }

  /// When it is over by itself, begins its next phase, or a program has been silent for too long.
  func deadline(_ clock: ModelClock) -> Ms? {
    if case .over(let next, _) = state, kind == .pomodoro { return next }
    if kind == .job { return isOver || !isThere ? nil : silence }
    return zero(clock)
  }

  private var silence: Ms {
    let it = program
    let staleAfter = it.content.staleAfter.inMilliseconds
    let end = min(it.heard + (it.isStale ? max(8 * .hour, staleAfter) : staleAfter), it.awaited ?? .max)
    return it.waits ? min(end, (it.shown ?? it.heard) + .second) : end
  }

  /// When something happens to it by itself.
  func wake(_ settings: ModelSettings, _ clock: ModelClock) -> Ms? {
    [ownWake(settings, clock), alert?.wake(settings)].compactMap(\.self).min()
  }

  func ownWake(_ settings: ModelSettings, _ clock: ModelClock) -> Ms? {
    if let card { return card.since + (card.isRecent ? min(.minute, card.lasts) : card.lasts) }
    if let asks, !asks.hasAsked { return asks.at }
    return warning(settings.before, clock) ?? deadline(clock)
  }

  // MARK: Changes

  mutating func run(_ at: Ms, _ clock: ModelClock) {
    if state == .ready { times = Times(began: .init(from: at + clock.wallOffset)) }
    if state != .ready { endStop(at + clock.wallOffset) }
    if times.stops == nil { diary.hasOddPause = true }
    diary.notes.append(.runs(at))
    (state, isLeft) = (.running, false)
  }

  /// Time that does not count, up to an undo, is a pause; a clock time comes nevertheless.
  mutating func noteGap(_ gap: Ms, until wall: Ms) {
    if state == .running, due == nil { times.add(Times.Time(from: wall - gap, length: gap)) }
  }

  /// Of what was over before the machine started again, nobody knows when: all that did not count was then.
  mutating func endStop(_ wall: Ms) {
    if isOver, times.stands.isEarlier, let began = times.began, let stops = times.stops {
      times.stands.from = stops.reduce(began.from + active(at: changed.at)) { $0 + $1.length }
    }
    times.goOn(wall)
  }

  /// - Parameter wall: when that was by the clock, if not by the present one.
  mutating func stand(_ at: Ms, _ clock: ModelClock, since wall: Ms? = nil) {
    // What is left of a clock time becomes a length.
    let total = total(clock, at: at)
    if due != nil { diary.notes.append(.longer(total - diary.total)) }
    diary.forgetSleep(after: at)
    diary.notes.append(.stands(at))
    let wall = wall ?? at + clock.wallOffset
    times.cut(after: wall)
    times.stands = Times.Time(from: wall)
    state = .paused
  }

  /// The clock was set.
  mutating func move(by jump: Ms) {
    times.move(by: jump)
    question?.change { if !$0.isEarlier { $0.from += jump } }
  }

  /// So much time has passed that is to be as if it had not.
  mutating func lose(_ length: Ms) {
    switch state {
    case .running where due == nil: diary.notes.append(.lost(length))
    case .over(let next?, let row): state = .over(next: next + length, row: row)
    default: break
    }
  }
}
