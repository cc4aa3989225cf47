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

  public init(
    change: UndoableChange, machine: Machine, attributes: ActivityAttributes?, at: Duration, rows: [PhaseToken]
  ) {
    self.change = change
    self.machine = machine
    self.attributes = attributes
    self.at = at
    self.rows = rows
  }

  /// How long a change can be taken back.
  public static let lifetime: Duration = .seconds(60)

  func isOpen(at sinceBoot: Duration) -> Bool { sinceBoot - at <= Self.lifetime }
}

/// A Live Activity: what a person started, from the request until it ends.
public struct Activity: Hashable, Sendable {
  public let id: ActivityID
  /// Nil while it is not requested: the Pomodoro before its first start and after a stop, any other one after a stop.
  public var attributes: ActivityAttributes?
  public var machine: Machine
  /// The phase whose island the person closed.
  public var hiddenPhase: PhaseToken?
  public var undo: UndoSlot?

  public init(
    id: ActivityID, attributes: ActivityAttributes?, machine: Machine, hiddenPhase: PhaseToken? = nil,
    undo: UndoSlot? = nil
  ) {
    self.id = id
    self.attributes = attributes
    self.machine = machine
    self.hiddenPhase = hiddenPhase
    self.undo = undo
  }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let phase = intent.phase, phase != machine.token { throw .phaseIsOver(phase) }
    switch intent.verb {
    case .show, .hide: return setHidden(intent.verb == .hide, &turn)
    case .undo: return try takeBack(&turn)
    default: return try move(intent, &turn)
    }
  }

  private mutating func move(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    turn.when = try machine.moment(of: intent, turn)
    let before = self
    let changes = try machine.any.decide(intent, &turn)
    let reveals = turn.shows && hiddenPhase == before.machine.token
    if reveals { hiddenPhase = nil }
    guard changes else { return reveals }
    if machine.claims(insteadOf: before.machine) { try turn.checkClaim(since: before.machine.any.changed) }
    machine.any.rearm(turn)
    if turn.hasEnded {
      attributes = nil
    } else if attributes == nil {
      attributes = ActivityAttributes(sessionCount: turn.countedFocus, requestedAt: turn.when.wall)
    }
    undo = turn.undo.map { before.slot($0, turn) }
    return true
  }

  /// What brings this activity back as it was when the change took effect. A change made for an earlier moment can be
  /// taken back for just as long as any other.
  private func slot(_ change: UndoableChange, _ turn: Turn) -> UndoSlot {
    var held = machine
    held.shift(by: turn.now.sinceBoot - turn.when.sinceBoot, machine.any.changed)
    return UndoSlot(
      change: change, machine: held, attributes: attributes, at: turn.now.sinceBoot, rows: turn.added.map(\.token))
  }

  private mutating func setHidden(_ hide: Bool, _ turn: inout Turn) -> Bool {
    let changes = (hiddenPhase == machine.token) != hide
    if changes { hiddenPhase = hide ? machine.token : nil }
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
    machine.shift(by: turn.now.sinceBoot - slot.at, Phase.Mark(turn.now))
    let isOtherPhase = machine.token != left
    if isOtherPhase { machine.token = turn.newToken() }
    attributes = slot.attributes
    for row in slot.rows { turn.remove(row) }
    undo = nil
    turn.announce(.onUndo, ended: isOtherPhase ? .init(phase: left, outcome: .replaced) : nil)
    return true
  }

  // MARK: What happens by itself

  /// When something is to be done next without anybody: the warning before the deadline, if there is one, else that.
  func wake(_ alertBefore: Duration) -> Duration? {
    let machine = machine.any
    return machine.warning(alertBefore) ?? machine.deadline
  }

  /// What is due at `wake`.
  mutating func meetWake(_ turn: inout Turn) {
    if let due = machine.any.warning(turn.settings.alertBefore) { return warn(due, &turn) }
    undo = nil
    hiddenPhase = nil  // closed until the phase is over, and now it is
    machine.any.meetDeadline(&turn)
  }

  /// Says that the phase is almost over. Noticed late it says nothing: nobody was there at the time, and what is left
  /// is not what was asked for.
  private mutating func warn(_ due: Duration, _ turn: inout Turn) {
    machine.any.noteWarning()
    let now = turn.now.sinceBoot
    guard now - due <= Pomodoro.lateness, let deadline = machine.any.deadline, deadline > now else { return }
    turn.present(.alert(.almostOver))
  }

  /// Ended, and nothing can bring it back.
  func isGone(at now: Moment) -> Bool {
    id != .pomodoro && attributes == nil && !(undo?.isOpen(at: now.sinceBoot) ?? false)
  }

  /// The wall clock was set; true when anything in here was a time of it. Attributes never change.
  mutating func clockWasSet(by jump: Duration) -> Bool {
    let old = self
    machine.any.clockWasSet(by: jump)
    undo?.machine.any.clockWasSet(by: jump)
    return self != old
  }

  /// After a reboot the old marks mean nothing: `at=` may reach back to the start of the machine, or to now for
  /// what runs.
  mutating func enterBoot(_ now: Moment) {
    undo = nil
    machine.any.changed = machine.timerState == .running ? Phase.Mark(now) : .bootUp
  }
}

extension Machine {
  /// When the person acted: `at=`, which is exact to the second, or now.
  ///
  /// It may not lie ahead, nor behind the last change. What may be claimed by it `Turn.claimable` says.
  func moment(of intent: Intent, _ turn: Turn) throws(Refusal) -> Moment {
    guard let at = intent.at else { return turn.now }
    guard at <= turn.now.wall else { throw .inTheFuture }
    let changed = any.changed
    let (furthest, claimable) = (turn.now.sinceBoot - changed.sinceBoot, turn.claimable(since: changed))
    var ago = turn.now.wall - at
    for limit in [furthest, claimable] where ago > limit && ago < limit + .seconds(1) { ago = limit }
    guard ago <= furthest else { throw .tooLongAgo }
    return turn.moment(at: turn.now.sinceBoot - ago, after: changed)
  }

  /// Time has counted since the turn's moment because of this change.
  func claims(insteadOf old: Machine) -> Bool {
    timerState == .running && (old.timerState != .running || old.token != token)
  }
}
