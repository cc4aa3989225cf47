// One activity: the machine of its kind, and what every kind has: attributes, `undo`, `show` and `hide`.

public import TomatoLink

/// What undo restores: the activity before its last change.
public struct UndoSlot: Hashable, Sendable {
  public var change: UndoableChange
  /// The machine before the change. Its deadlines are moved as if the change had taken effect at `at`.
  public var machine: Machine
  public var attributes: ActivityAttributes?
  /// When the change was made, on CLOCK_BOOTTIME.
  public var at: Duration
  public var rows: [PhaseToken]
  /// The first new token of the intent. All activities that one intent changed share it, so one undo restores them.
  public var batch: PhaseToken?

  public init(
    change: UndoableChange, machine: Machine, attributes: ActivityAttributes?, at: Duration, rows: [PhaseToken],
    batch: PhaseToken?
  ) {
    (self.change, self.machine, self.attributes) = (change, machine, attributes)
    (self.at, self.rows, self.batch) = (at, rows, batch)
  }

  func isOpen(at sinceBoot: Duration) -> Bool { sinceBoot - at <= UndoableChange.lifetime }
}

/// A Live Activity: what a person started, from the request until it is dismissed.
public struct Activity: Hashable, Sendable {
  public let id: ActivityID
  /// Nil while it is not requested: before the Pomodoro's first start, and after a stop or a dismissal.
  public var attributes: ActivityAttributes?
  public var machine: Machine
  /// The phase whose island the person closed.
  public var hiddenPhase: PhaseToken?
  public var undo: UndoSlot?
  /// Set while the activity is over and still shown; always nil for the Pomodoro.
  public var ended: Ended?
  public var timedPause: TimedPause?
  public var unansweredAlert: UnansweredAlert?
  /// Unconfirmed events for a job's owner, oldest first. The last one stays, because the next one's number follows it.
  public var ownerEvents: [OwnerEvent] = []
  public var isAllConfirmed = false

  /// How long a dismissed job is kept for its owner's events.
  static let ownerEventLifetime: Duration = .seconds(60)
  public static let ownerEventLimit = 64

  public init(id: ActivityID, attributes: ActivityAttributes?, machine: Machine) {
    (self.id, self.attributes, self.machine) = (id, attributes, machine)
  }

  /// - Parameter focus: the length of a first focus. Each launch replaces it by the configured one.
  public static func newPomodoro(_ token: PhaseToken, focus: Duration = Settings().focus) -> Activity {
    let phase = Phase(token: token, mode: .focus, base: focus, changed: .bootUp)
    return Activity(id: .pomodoro, attributes: nil, machine: .pomodoro(Pomodoro(phase: phase)))
  }

  /// The activity's name; once dismissed, the name in its undo slot.
  public var name: String? { (attributes ?? undo?.attributes)?.name }
  var label: ActivityLabel { ActivityLabel(id: id, name: name) }
  var isRequested: Bool { attributes != nil }
  /// Surfaces show it. The Pomodoro is always shown.
  var isShown: Bool { id == .pomodoro || attributes != nil }

  // MARK: Intents

  /// Decides one intent; true when something changed. When it throws, the caller drops this copy.
  mutating func decide(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    if let phase = intent.phase, phase != machine.token { throw .phaseIsOver(phase) }
    switch intent.verb {
    // Closing the card of an ended activity dismisses it.
    case .stop where ended != nil, .hide where ended != nil:
      dismiss(&turn)
      return true
    case .show, .hide: return setHidden(intent.verb == .hide, &turn)
    case .undo: return try restore(&turn)
    case .button where intent.button == JobButton.linkName(0): return try open(&turn)
    default: return try move(intent, &turn)
    }
  }

  /// Opens the link of a job's text after a click, even if the job has ended.
  private func open(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let link = attributes?.job?.url else { throw .noButton(JobButton.linkName(0)) }
    turn.tellOwner(.opened)
    turn.consequences.links.append(link)
    turn.announce(.onButton)
    return true
  }

  /// Drops confirmed events, except the last one of all.
  mutating func confirm(upTo handled: Int) {
    guard let last = ownerEvents.last else { return }
    if last.number <= handled { isAllConfirmed = true }
    ownerEvents.removeAll { $0.number <= handled && $0 != last }
  }

  /// Keeps a turn's events for the job's owner.
  mutating func noteEvents(of turn: Turn) {
    guard machine.kind == .job else { return }
    for kind in turn.ownerEvents {
      let number = (ownerEvents.last?.number ?? 0) + 1
      if isAllConfirmed { (ownerEvents, isAllConfirmed) = ([], false) }
      ownerEvents.append(OwnerEvent(number: number, kind: kind, at: turn.now.wall))
    }
    ownerEvents = ownerEvents.suffix(Self.ownerEventLimit)
  }

  private mutating func move(_ intent: Intent, _ turn: inout Turn) throws(Refusal) -> Bool {
    turn.when = try machine.moment(of: intent, turn)
    let before = self
    // A request for an ended job begins a new activity under the same id.
    let isAskedForAgain = intent.verb == .request && attributes != nil && machine.timerState == .completed
    var changes = updateTimedPause(intent, try machine.any.decide(intent, &turn), turn)
    if machine.kind == .job {
      // An update without new content is a change only if it shows something.
      if machine == before.machine, turn.ownerEvents.isEmpty, turn.endedLifetime == ended?.lifetime {
        changes = changes && (turn.endsActivity || attributes == nil || turn.presentation != nil)
      }
      // A job's token changes with its buttons; a closed card stays closed until it ends.
      if machine.timerState == .running, hiddenPhase == before.machine.token { hiddenPhase = machine.token }
    }
    let reveals = turn.presentation == .show && hiddenPhase == before.machine.token
    if reveals { hiddenPhase = nil }
    guard changes else { return reveals }
    if machine.startsCounting(after: before.machine),
      turn.now.sinceBoot - turn.when.sinceBoot > turn.claimable(since: before.machine.any.changed)
    {
      throw .tooLongAgo
    }
    machine.any.rearmWarning(turn)
    if turn.endsActivity {
      attributes = nil
    } else if attributes == nil || isAskedForAgain {
      let name = isAskedForAgain ? intent.content?.name ?? attributes?.name : turn.name
      var new = ActivityAttributes(sessionCount: turn.countedFocus, requestedAt: turn.when.wall)
      (new.name, new.isFromOutside) = (name, turn.origin == .link && id != .pomodoro)
      new.job = machine.kind == .job ? JobAttributes(intent) : nil
      attributes = new
      // A button press meant for the previous activity must not reach the new one.
      confirm(upTo: .max)
    }
    noteEnd(turn)
    undo = turn.undo.map { before.slot($0, turn) }
    return true
  }

  /// The undo slot for this state, with its times moved to now. Its 60 s begin now, even for a change with `at=`.
  private func slot(_ change: UndoableChange, _ turn: Turn) -> UndoSlot {
    var held = machine
    let now = turn.now.sinceBoot
    held.leaveOut(now - turn.when.sinceBoot, until: turn.now, machine.any.changed)
    return UndoSlot(
      change: change, machine: held, attributes: attributes, at: now, rows: turn.consequences.rows.added.map(\.token),
      batch: turn.batch)
  }

  /// Whether `ended` must be set; always false for the Pomodoro.
  var isOver: Bool { id != .pomodoro && isRequested && machine.timerState == .completed }

  func isJob(of program: String?) -> Bool { attributes?.job.map { $0.program == program } ?? false }

  mutating func noteEnd(_ turn: Turn) {
    if !isOver { ended = nil } else if ended == nil { ended = Ended(at: turn.now.sinceBoot, isRecent: true) }
    if let lifetime = turn.endedLifetime { ended?.lifetime = lifetime }
  }

  mutating func endAsLost(_ turn: inout Turn) {
    machine.job?.endAsLost(&turn)
    (undo, hiddenPhase) = (nil, nil)
    noteEnd(turn)
  }

  /// Removes the activity from all surfaces; its undo slot stays.
  mutating func dismiss(_ turn: inout Turn) {
    (attributes, ended, hiddenPhase, timedPause, unansweredAlert) = (nil, nil, nil, nil, nil)
    turn.tellOwner(.dismissed)
    turn.announce(.onDismiss)
    turn.endActivity(.immediate)
  }

  private mutating func setHidden(_ hide: Bool, _ turn: inout Turn) -> Bool {
    let changes = (hiddenPhase == machine.token) != hide
    if changes { hiddenPhase = hide ? machine.token : nil }
    if changes, hide { turn.tellOwner(.hidden) }
    turn.announce(hide ? .onHide : .onShow)
    turn.present(hide ? .hide : .show)
    return changes
  }

  /// Restores the activity from its undo slot. The time since the change counts as a pause.
  private mutating func restore(_ turn: inout Turn) throws(Refusal) -> Bool {
    guard let slot = openUndo(at: turn.now) else { throw undo == nil ? .nothingToUndo : .undoIsOver }
    let left = machine.token
    machine = slot.machine
    // What was over has been over since zero.
    let changed = machine.timerState == .completed ? machine.any.changed : Phase.Instant(turn.now)
    machine.leaveOut(turn.now.sinceBoot - slot.at, until: turn.now, changed)
    let isOtherPhase = machine.token != left
    if isOtherPhase { machine.token = turn.newToken() }
    attributes = slot.attributes
    for row in slot.rows { turn.consequences.rows.remove(row) }
    turn.consequences.rows.putBack += slot.machine.pomodoro?.trims(toPutBackAfter: slot.change) ?? []
    (undo, timedPause) = (nil, nil)
    noteEnd(turn)
    turn.announce(.onUndo, ended: isOtherPhase ? .init(phase: left, outcome: .replaced) : nil)
    return true
  }

  /// The rank among activities. One that ended less than a minute ago ranks first; later it ranks below paused ones.
  var relevanceScore: Double {
    if let job = machine.job, ended == nil { return 1.1 + 0.008 * Double(job.content.relevance) }
    guard let ended else { return machine.timerState.relevanceScore }
    return ended.isRecent ? TimerState.completed.relevanceScore : 0.5
  }

  /// Stops the repeats because a person acted or left. An alert shown after a hold stays: cards mention its hold.
  mutating func markAlertAnswered() {
    if unansweredAlert?.heldBack == nil { unansweredAlert = nil }
    unansweredAlert?.repeats = UnansweredAlert.mostRepeats
  }

  /// Sets the timed pause for `pause` with a length; clears it for `pause` without one and for any other change.
  private mutating func updateTimedPause(_ intent: Intent, _ changes: Bool, _ turn: Turn) -> Bool {
    let before = timedPause
    if intent.verb == .pause {
      timedPause = intent.duration.map { TimedPause(until: turn.when.sinceBoot + $0) }
    } else if changes {
      timedPause = nil
    }
    return changes || timedPause != before
  }

  func openUndo(at now: Moment) -> UndoSlot? { undo.flatMap { $0.isOpen(at: now.sinceBoot) ? $0 : nil } }

  func isGone(at now: Moment) -> Bool {
    id != .pomodoro && !isRequested && openUndo(at: now) == nil && !hasUnfetchedEvents(at: now)
  }

  private func hasUnfetchedEvents(at now: Moment) -> Bool {
    guard let last = ownerEvents.last else { return false }
    return now.wall - last.at < Self.ownerEventLifetime && now.wall >= last.at
  }

  /// Moves stored clock times by `jump`. Attributes never change.
  mutating func clockWasSet(by jump: Duration, _ now: Moment) {
    machine.any.clockWasSet(by: jump, now)
    undo?.machine.any.clockWasSet(by: jump, now)
  }

  /// After a reboot: moves the times to this boot's clock. Afterwards, `at=` can reach back to the boot, or only to now
  /// if the activity runs.
  mutating func enterBoot(_ now: Moment, from last: Moment) {
    undo = nil
    // Only the wall clock went on across the reboot.
    let shift = now.sinceBoot - last.sinceBoot - max(now.wall - last.wall, .zero)
    if let ended { self.ended?.at = min(max(ended.at + shift, now.sinceBoot - ended.lifetime), now.sinceBoot) }
    timedPause?.until += shift
    unansweredAlert?.due += shift
    unansweredAlert?.moment += shift
    if unansweredAlert?.isHeld == false { markAlertAnswered() }
    machine.any.changed = machine.timerState == .running ? Phase.Instant(now) : .bootUp
    machine.any.enterBoot()
  }
}

extension Machine {
  /// When the person acted: `at=`, which is exact to the second, or now. Refuses a moment in the future or before the
  /// last change. `Turn.claimable` limits how far back time may count.
  func moment(of intent: Intent, _ turn: Turn) throws(Refusal) -> Moment {
    if pomodoro?.pausesFromDeparture(intent) == true { return turn.now }
    guard let at = intent.at else { return turn.now }
    guard var ago = turn.now.ago(at) else { throw .inTheFuture }
    let changed = any.changed
    let (furthest, claimable) = (turn.now.sinceBoot - changed.sinceBoot, turn.claimable(since: changed))
    for limit in [furthest, claimable] where ago > limit && ago < limit + .seconds(1) { ago = limit }
    guard ago <= furthest else { throw .tooLongAgo }
    return turn.moment(at: turn.now.sinceBoot - ago, after: changed)
  }

  func startsCounting(after old: Machine) -> Bool {
    timerState == .running && (old.timerState != .running || old.token != token)
  }
}
