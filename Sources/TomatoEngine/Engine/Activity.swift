// One activity: its kind's state machine, and what is the same for every kind: attributes, undo, being hidden, and the
// transitions `undo`, `show` and `hide`.

public import TomatoLink

/// One slot for what the last change lost.
public struct UndoSlot: Hashable, Sendable {
  public var change: UndoableChange
  /// The machine and attributes as they were, with its deadlines as if the change had taken effect at `at`.
  public var machine: Machine
  public var attributes: ActivityAttributes?
  /// When the change was made, on CLOCK_BOOTTIME.
  public var at: Duration
  /// The rows that the change wrote.
  public var rows: [PhaseToken]
  /// The first new phase of what was done to several activities at once, and is taken back at once.
  public var batch: PhaseToken?

  public init(
    change: UndoableChange, machine: Machine, attributes: ActivityAttributes?, at: Duration, rows: [PhaseToken],
    batch: PhaseToken? = nil
  ) {
    (self.change, self.machine, self.attributes, self.at, self.rows) = (change, machine, attributes, at, rows)
    self.batch = batch
  }

  func isOpen(at sinceBoot: Duration) -> Bool { sinceBoot - at <= UndoableChange.lifetime }
}

/// A Live Activity: what a person started, from the request until it is dismissed.
public struct Activity: Hashable, Sendable {
  public let id: ActivityID
  /// Nil while it is not requested: the Pomodoro before its first start and after a stop, any other one after a stop.
  public var attributes: ActivityAttributes?
  public var machine: Machine
  /// The phase whose island the person closed.
  public var hiddenPhase: PhaseToken?
  public var undo: UndoSlot?
  /// It is over, and a person still sees it; the Pomodoro never ends by itself.
  public var ended: Ended?
  /// A pause of a length; nil unless it is paused.
  public var timedPause: TimedPause?
  /// An alert that nobody has answered, if it is held back or comes again.
  public var attention: Attention?
  /// What the owner of a job has not confirmed yet, the oldest first; the number of the last one says how many there
  /// were, so that one stays also when it is confirmed.
  public var ownerEvents: [OwnerEvent]
  /// The owner has heard everything.
  public var isAllConfirmed: Bool

  /// How long they are kept for an owner that has gone.
  static let ownerPatience: Duration = .seconds(60)
  /// So many are kept for an owner that confirms none.
  public static let ownerEventLimit = 64

  public init(
    id: ActivityID, attributes: ActivityAttributes?, machine: Machine, hiddenPhase: PhaseToken? = nil,
    undo: UndoSlot? = nil, ended: Ended? = nil, timedPause: TimedPause? = nil, attention: Attention? = nil,
    ownerEvents: [OwnerEvent] = [], isAllConfirmed: Bool = false
  ) {
    (self.id, self.attributes, self.machine, self.hiddenPhase, self.undo) = (id, attributes, machine, hiddenPhase, undo)
    (self.ended, self.timedPause, self.attention) = (ended, timedPause, attention)
    (self.ownerEvents, self.isAllConfirmed) = (ownerEvents, isAllConfirmed)
  }

  /// What it is called; of one that is dismissed, what it was called.
  public var name: String? { (attributes ?? undo?.attributes)?.name }
  var label: ActivityLabel { ActivityLabel(id: id, name: name) }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let phase = intent.phase, phase != machine.token { throw .phaseIsOver(phase) }
    defer { note(turn.ownerNews, turn.now) }
    switch intent.verb {
    // To close the card of what is over is to be done with it.
    case .stop where ended != nil, .hide where ended != nil: return dismiss(&turn)
    case .show, .hide: return setHidden(intent.verb == .hide, &turn)
    case .undo: return try takeBack(&turn)
    case .button where intent.button == JobButton.linkName(0): return try open(&turn)
    default: return try move(intent, &turn)
    }
  }

  /// A click on the text of a job that has a link, also when it is over.
  private func open(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard attributes != nil, let link = attributes?.job?.url else { throw .noButton(JobButton.linkName(0)) }
    turn.tellOwner(.opened)
    turn.open(link)
    turn.announce(.onButton)
    return true
  }

  private mutating func note(_ news: [OwnerNews], _ now: Moment) {
    guard machine.kind == .job else { return }
    for one in news {
      let number = (ownerEvents.last?.number ?? 0) + 1
      if isAllConfirmed { (ownerEvents, isAllConfirmed) = ([], false) }
      ownerEvents.append(OwnerEvent(number: number, news: one, at: now.wall))
    }
    if ownerEvents.count > Self.ownerEventLimit { ownerEvents.removeFirst(ownerEvents.count - Self.ownerEventLimit) }
  }

  private mutating func move(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    turn.when = try machine.moment(of: intent, turn)
    let before = self
    // A program that asks for what is over has another activity, under the same id.
    let isAskedForAgain = intent.verb == .request && attributes != nil && machine.timerState == .completed
    var changes = time(intent, try machine.any.decide(intent, &turn), turn)
    // What a program says again changes nothing, unless somebody is told of it.
    if machine.kind == .job, machine == before.machine, turn.ownerNews.isEmpty, turn.endedLifetime == ended?.lifetime {
      changes = changes && (turn.hasEnded || attributes == nil || !turn.presentations.isEmpty)
    }
    // A job's phase is that of its buttons, and it was closed for as long as it goes on.
    if machine.kind == .job, machine.timerState == .running, hiddenPhase == before.machine.token {
      hiddenPhase = machine.token
    }
    let reveals = turn.shows && hiddenPhase == before.machine.token
    if reveals { hiddenPhase = nil }
    guard changes else { return reveals }
    if machine.claims(insteadOf: before.machine) { try turn.checkClaim(since: before.machine.any.changed) }
    machine.any.rearm(turn)
    if turn.hasEnded {
      attributes = nil
    } else if attributes == nil || isAskedForAgain {
      let name = isAskedForAgain ? intent.content?.name ?? attributes?.name : turn.name
      attributes = ActivityAttributes(
        sessionCount: turn.countedFocus, requestedAt: turn.when.wall, name: name,
        isFromOutside: turn.origin == .link && id != .pomodoro,
        job: machine.kind == .job ? JobAttributes(intent) : nil)
    }
    noteEnd(turn)
    undo = turn.undo.map { before.slot($0, turn) }
    return true
  }

  /// What brings this activity back as it was when the change took effect. A change made for an earlier moment can be
  /// taken back for just as long as any other.
  private func slot(_ change: UndoableChange, _ turn: Turn) -> UndoSlot {
    var held = machine
    held.shift(by: turn.now.sinceBoot - turn.when.sinceBoot, machine.any.changed)
    return UndoSlot(
      change: change, machine: held, attributes: attributes, at: turn.now.sinceBoot, rows: turn.rows.added.map(\.token),
      batch: turn.batch)
  }

  /// Notes whether it is over, and since when.
  private mutating func noteEnd(_ turn: Turn) {
    let isOver = id != .pomodoro && attributes != nil && machine.timerState == .completed
    if !isOver { ended = nil } else if ended == nil { ended = Ended(at: turn.now.sinceBoot, isRecent: true) }
    if let lifetime = turn.endedLifetime { ended?.lifetime = lifetime }
  }

  /// Its owner has gone.
  mutating func loseOwner(_ turn: inout Turn) {
    guard case .job(var job) = machine else { return }
    job.lose(&turn)
    machine = .job(job)
    (undo, hiddenPhase) = (nil, nil)
    noteEnd(turn)
    note(turn.ownerNews, turn.now)
  }

  /// Its program may not have it any more.
  mutating func withdraw(_ turn: inout Turn) {
    _ = dismiss(&turn)
    note(turn.ownerNews, turn.now)
  }

  /// From now on it is not shown. What its end has lost can still be taken back.
  private mutating func dismiss(_ turn: inout Turn) -> Bool {
    (attributes, ended, hiddenPhase, timedPause, attention) = (nil, nil, nil, nil, nil)
    turn.tellOwner(.dismissed)
    turn.announce(.onDismiss)
    turn.endActivity(.immediate)
    return true
  }

  private mutating func setHidden(_ hide: Bool, _ turn: inout Turn) -> Bool {
    let changes = (hiddenPhase == machine.token) != hide
    if changes { hiddenPhase = hide ? machine.token : nil }
    if changes, hide { turn.tellOwner(.hidden) }
    turn.announce(hide ? .onHide : .onShow)
    turn.present(hide ? .hide : .show)
    return changes
  }

  /// Restores what the slot holds; the time since then counts as a pause.
  private mutating func takeBack(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let slot = undo else { throw .nothingToUndo }
    guard slot.isOpen(at: turn.now.sinceBoot) else { throw .undoIsOver }
    let left = machine.token
    machine = slot.machine
    let gap = turn.now.sinceBoot - slot.at
    machine.shift(by: gap, Phase.Mark(turn.now))
    machine.any.notePause(Pause(began: turn.now.wall - gap, length: gap))
    let isOtherPhase = machine.token != left
    if isOtherPhase { machine.token = turn.newToken() }
    attributes = slot.attributes
    for row in slot.rows { turn.rows.remove(row) }
    if slot.change == .takeOff { slot.machine.putBackTrims(&turn) }
    (undo, timedPause) = (nil, nil)
    noteEnd(turn)
    turn.announce(.onUndo, ended: isOtherPhase ? .init(phase: left, outcome: .replaced) : nil)
    return true
  }

  // MARK: What happens by itself

  /// When something is to be done next without anybody.
  func wake(_ times: AlertTimes) -> Duration? {
    let own = ownWake(times.before)
    guard let attention = attention?.wake(times.again) else { return own }
    return min(attention, own ?? attention)
  }

  /// The same without alerts that were due before: the warning before the deadline, if there is one, else that.
  private func ownWake(_ alertBefore: Duration) -> Duration? {
    if let ended { return ended.wake }
    // A program's that is gone has nobody to tell.
    if case .job = machine, attributes == nil { return nil }
    let machine = machine.any
    return timedPause?.wake ?? machine.warning(alertBefore) ?? machine.deadline
  }

  /// What is due at `wake`.
  mutating func meetWake(_ turn: inout Turn) {
    defer { note(turn.ownerNews, turn.now) }
    let own = ownWake(turn.settings.alertBefore)
    if let due = attention?.wake(turn.settings.alertAgain), own.map({ due < $0 }) ?? true { return speakUp(&turn) }
    if let ended {
      guard ended.isRecent, ended.lifetime > Ended.recency else {
        _ = dismiss(&turn)
        return
      }
      self.ended?.isRecent = false
      return turn.present(.quiet)
    }
    if timedPause?.wake != nil { return ask(&turn) }
    if let due = machine.any.warning(turn.settings.alertBefore) { return warn(due, &turn) }
    let (phase, state) = (machine.token, machine.timerState)
    machine.any.meetDeadline(&turn)
    // Closed until the phase is over, and now it is.
    if machine.token != phase || machine.timerState != state { (undo, hiddenPhase) = (nil, nil) }
    noteEnd(turn)
  }

  /// How relevant it is, for the order of all: what has just ended waits for a person, later it comes behind what runs.
  var relevanceScore: Double {
    if case .job(let job) = machine, ended == nil { return 1.1 + 0.008 * Double(job.content.relevance) }
    guard let ended else { return machine.timerState.relevanceScore }
    return ended.isRecent ? TimerState.completed.relevanceScore : 0.5
  }

  /// Says that the phase is almost over. Noticed late it says nothing: nobody was there at the time, and what is left
  /// is not what was asked for.
  private mutating func warn(_ due: Duration, _ turn: inout Turn) {
    machine.any.noteWarning()
    let now = turn.now.sinceBoot
    guard now - due <= Phase.lateness, let deadline = machine.any.deadline, deadline > now else { return }
    turn.present(.alert(.almostOver))
  }

  /// Ended, and nothing can bring it back.
  func isGone(at now: Moment) -> Bool {
    id != .pomodoro && attributes == nil && !(undo?.isOpen(at: now.sinceBoot) ?? false) && !isStillToBeTold(at: now)
  }

  /// The owner of a job may come for what it has not heard.
  private func isStillToBeTold(at now: Moment) -> Bool {
    guard let last = ownerEvents.last else { return false }
    return now.wall - last.at < Self.ownerPatience && now.wall >= last.at
  }

  /// The wall clock was set; true when anything in here was a time of it. Attributes never change.
  mutating func clockWasSet(by jump: Duration, _ now: Moment) -> Bool {
    let old = self
    machine.any.clockWasSet(by: jump, now)
    undo?.machine.any.clockWasSet(by: jump, now)
    return self != old
  }

  /// After a reboot the old marks mean nothing: `at=` may reach back to the start of the machine; what runs, to now.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    undo = nil
    // The clock of the wall is the only one that went on meanwhile.
    if let ended {
      let shown = last.sinceBoot - ended.at + max(now.wall - last.wall, .zero)
      self.ended?.at = now.sinceBoot - min(max(shown, .zero), ended.lifetime)
    }
    timedPause?.enterBoot(now, from: last)
    attention?.enterBoot(now, from: last)
    if attention?.isHeld == false { answerAttention() }
    machine.any.changed = machine.timerState == .running ? Phase.Mark(now) : .bootUp
    machine.any.enterBoot()
  }
}

extension Machine {
  /// When the person acted: `at=`, which is exact to the second, or now.
  ///
  /// It may not lie ahead, nor behind the last change. What may be claimed by it `Turn.claimable` says.
  func moment(of intent: Intent, _ turn: Turn) throws(Refusal) -> Moment {
    if case .pomodoro(let pomodoro) = self, pomodoro.pausesFromThen(intent) { return turn.now }
    guard let at = intent.at else { return turn.now }
    guard var ago = turn.now.ago(at) else { throw .inTheFuture }
    let changed = any.changed
    let (furthest, claimable) = (turn.now.sinceBoot - changed.sinceBoot, turn.claimable(since: changed))
    for limit in [furthest, claimable] where ago > limit && ago < limit + .seconds(1) { ago = limit }
    guard ago <= furthest else { throw .tooLongAgo }
    return turn.moment(at: turn.now.sinceBoot - ago, after: changed)
  }

  /// Time has counted since the turn's moment because of this change.
  func claims(insteadOf old: Machine) -> Bool {
    timerState == .running && (old.timerState != .running || old.token != token)
  }
}

extension TimerState {
  /// What waits for a person comes first, then what runs, then what is paused, then what was never begun.
  var relevanceScore: Double {
    switch self {
    case .completed: 3
    case .running: 2
    case .paused: 1
    case .ready: 0
    }
  }
}
