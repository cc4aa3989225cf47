// The one room that decides. Functional core: state and an event go in, a new state and effects come out. No clock,
// no input or output, no concurrency; time is an argument. The shell (TomatoDesktop) owns the one instance.

internal import TomatoLink

/// All activities of one person, and what happens next.
///
/// Use: `handle` every event as it comes, carry out its effects in order, then arm one timer for `nextWake`.
public struct Engine: Hashable, Sendable {
  public typealias Snapshot = EngineSnapshot
  public typealias Changes = EngineChanges
  public typealias Order = ActivityOrder

  public internal(set) var settings: Settings
  var roster: Roster
  var lastToken: PhaseToken
  var countedFocus: Int
  var lastAlive: Moment?
  var leftAt: Moment?
  public internal(set) var recentTimers: [RecentTimer]
  var correctionUndo: CorrectionUndo?
  /// The earliest possible end of the last sleep, on CLOCK_MONOTONIC.
  var awakeFrom: Duration
  /// When the first change that waits for the next commit was made, on CLOCK_BOOTTIME.
  var unstoredSince: Duration?
  /// Set while the user is away.
  var departure: Departure?
  /// Each focus that was completed since a person last did something.
  var unseen: [UnseenFocus]
  var alerts = AlertLimit()
  /// Not stored, because the next process looks again.
  var devices = DevicesSeen.unknown
  private var emptiedUndo = EmptiedUndo()

  /// The limit in force; benchmarks raise it.
  public var personLimit = Engine.personLimit

  /// A new engine: the first focus is ready.
  public init(settings: Settings) {
    let first = PhaseToken(1)
    let pomodoro = Activity.newPomodoro(first, focus: settings.focus)
    self.init(
      restoring: Snapshot(
        lastToken: first, countedFocus: 0, lastAlive: nil, leftAt: nil, pomodoro: pomodoro, others: []),
      settings: settings)
  }

  /// An engine as it was stored.
  public init(restoring snapshot: Snapshot, settings: Settings) {
    self.settings = settings
    roster = Roster(pomodoro: snapshot.pomodoro, others: snapshot.others, alertTimes: settings.alertTimes)
    (lastToken, countedFocus) = (snapshot.lastToken, snapshot.countedFocus)
    (lastAlive, leftAt, recentTimers) = (snapshot.lastAlive, snapshot.leftAt, snapshot.recentTimers)
    (correctionUndo, departure, unseen) = (snapshot.correctionUndo, snapshot.departure, snapshot.unseen)
    awakeFrom = snapshot.awakeFrom
  }

  /// Everything that must survive the process. It shares its storage with the engine: while somebody keeps it, the next
  /// event copies all activities.
  public var snapshot: Snapshot {
    Snapshot(
      lastToken: lastToken, countedFocus: countedFocus, lastAlive: lastAlive, leftAt: leftAt,
      pomodoro: roster.pomodoro, others: roster.others, recentTimers: recentTimers,
      correctionUndo: correctionUndo, departure: departure, unseen: unseen, awakeFrom: awakeFrom)
  }

  /// Compares only settings and snapshot.
  public static func == (a: Engine, b: Engine) -> Bool { a.settings == b.settings && a.snapshot == b.snapshot }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(settings)
    hasher.combine(snapshot)
  }

  // MARK: The one input

  /// Handles one event at one moment; a moment before the last one means another boot.
  public mutating func handle(_ event: Event, at reading: Moment) -> [Effect] {
    var work = Work()
    let (goesOn, now) = (lastAlive?.canPrecede(reading) ?? true, withoutClockNoise(reading))
    if goesOn { adoptClockChange(now, &work) } else { _ = roster.endAlerts(at: nil) }
    let absence = event.isLaunch || !goesOn ? handleLaunchOrReboot(event, now, &work) : noticeSleep(event, now, &work)
    if event.isLaunch {
      awaitOwners(now, &work)
      withdrawDenied(now, &work)
    }
    carryOut(event, now, reading, absence, &work)
    updateQuestion(after: event, now, &work)
    lastAlive = now
    holdOrNoteAlerts(now, &work)
    noteUnstored(now, &work)
    if work.stores { repair(now, &work) }
    let effects = work.effects { roster.takeChanges() }
    roster.noteAlerts(effects, at: now.sinceBoot)
    return effects
  }

  /// Runs due deadlines, then the event. An intent first runs only those up to its `horizon`.
  /// - Parameter reading: now, with the wall clock as read.
  private mutating func carryOut(
    _ event: Event, _ now: Moment, _ reading: Moment, _ absence: Duration, _ work: inout Work
  ) {
    if case .intent(let intent, let origin) = event { return decide(intent, origin, now, absence, &work) }
    meetDeadlines(now, absence, &work)
    switch event {
    case .launched, .alarm, .intent: break
    case .settingsChanged(let new): adopt(new, now, &work)
    case .corrected(let correction, let context): correct(correction, context, reading, &work)
    case .imported(let intervals): adopt(intervals, &work)
    case .confirmed(let id, let number): confirm(id, number, &work)
    case .ownerLeft(let id, let owner): endAsLost(id, owner, now, absence, &work)
    case .presence(let presence): note(presence, now, &work)
    case .devices(let use): noteDevices(use, now, absence, &work)
    case .leaving:
      stopRepeats()
      (leftAt, work.changed) = (now, true)
    }
  }

  /// The moment, with its wall clock computed from the last event unless somebody has set the clock since.
  ///
  /// The clocks are read one after the other, so a deadline's clock time would vary by a millisecond, and "ends 14:35"
  /// would flicker.
  func withoutClockNoise(_ now: Moment) -> Moment {
    guard let off = clockOff(now), !wasSet(off) else { return now }
    return Moment(sinceBoot: now.sinceBoot, awake: now.awake, wall: now.wall - off, boot: now.boot)
  }

  /// The difference between the wall clock and the time it would show if nobody had set it since the last event; nil on
  /// another boot.
  private func clockOff(_ now: Moment) -> Duration? {
    guard let last = lastAlive, last.canPrecede(now) else { return nil }
    return now.wall - (last.wall + (now.sinceBoot - last.sinceBoot))
  }

  private func wasSet(_ off: Duration) -> Bool { max(off, .zero - off) >= Moment.wallNoise }

  /// Moves stored clock times when the clock is set: a machine that starts in 1970 and learns the time later must not
  /// record fifty years.
  mutating func adoptClockChange(_ now: Moment, _ work: inout Work) {
    guard let off = clockOff(now), wasSet(off) else { return }
    for number in roster.numbersByAge where roster.change(number, { $0.clockWasSet(by: off, now) }) {
      work.changed = true
    }
  }

  /// When the engine next acts by itself, on CLOCK_BOOTTIME; nil if it only waits for a person.
  public var nextWake: Duration? {
    [roster.nextWake, unstoredSince.map { $0 + Self.longestCommitDelay }, lockDue].compactMap(\.self).min()
  }

  /// Whether any activity runs.
  public var isAnythingRunning: Bool { roster.isAnythingRunning }

  // MARK: Intents

  private mutating func decide(
    _ intent: Intent, _ origin: Origin, _ now: Moment, _ absence: Duration, _ work: inout Work
  ) {
    // An intent that was made before a deadline is decided before it, even if the intent arrives late.
    meetDeadlines(now, upTo: horizon(of: intent, now), absence, &work)
    if let slot = correctionToUndo(by: intent, origin, at: now) {
      undo(slot, &work)
      work.answer = .changed
      return
    }
    do throws(Refusal) {
      // A click on card, tray or view: the user is there.
      if origin.isClick { noteReturn(now, &work) }
      let isOfPresence = Verb.ofPresence.contains(intent.verb)
      let ids = isOfPresence ? [] : try targets(of: intent, origin, at: now)
      let hasChanged =
        isOfPresence
        ? try decide(presence: intent, now, &work)
        : ids.count == 1
          ? try decide(intent, for: ids[0], nil, origin, now, absence, &work)
          : try decide(intent, forAll: ids, origin, now, absence, &work)
      if Verb.ofPersons.contains(intent.verb) || intent.verb == .button {
        noteAttendance(&work)
        noteAnswered(ids, &work)
      }
      work.answer = hasChanged ? .changed : .alreadySo
    } catch {
      let named = intent.activity == nil && intent.name == nil ? nil : try? targets(of: intent, origin, at: now).first
      work.answer = .refused(emptiedUndo.explained(error, for: named))
    }
    meetDeadlines(now, absence, &work)
  }

  /// One intent, for one activity; true when something changed.
  private mutating func decide(
    _ intent: Intent, for id: ActivityID, _ batch: PhaseToken?, _ origin: Origin, _ now: Moment, _ absence: Duration,
    _ work: inout Work
  ) throws(Refusal) -> Bool {
    var intent = try withRememberedLength(intent)
    try checkProgram(intent)
    let place = try place(of: id, for: intent, origin, now)
    var activity =
      switch place {
      case .existing(let number): roster[number]
      case .new: request(id, intent, now)
      }
    let limit = limitAlert(of: &intent, activity, now)
    var turn = turn(for: activity, intent, origin, now, absence)
    turn.batch = batch
    let held = activity.undo
    let changed = try activity.decide(intent, &turn)
    if let limit, turn.presentation?.alert?.isOfProgram == true { alerts = limit }
    emptiedUndo.note(id, held, activity.undo, by: intent.verb, at: now.sinceBoot)
    put(activity, at: place, now)
    collect(turn, changed, activity, &work)
    if changed { remember(activity, turn) }
    // A change without a presentation shows its content as the answer.
    if changed && !turn.hasEnded && !turn.isSilent && turn.presentation == nil {
      work.consequences.present(id, .answer(origin))
    }
    return changed
  }

  /// One intent for several activities, for all of them or for none.
  private mutating func decide(
    _ intent: Intent, forAll ids: [ActivityID], _ origin: Origin, _ now: Moment, _ absence: Duration,
    _ work: inout Work
  ) throws(Refusal) -> Bool {
    let (before, workBefore) = (self, work)
    let batch = PhaseToken(lastToken.number + 1)
    do throws(Refusal) {
      var hasChanged = false
      for id in ids where try decide(intent, for: id, batch, origin, now, absence, &work) { hasChanged = true }
      return hasChanged
    } catch {
      (self, work) = (before, workBefore)
      throw error
    }
  }

  /// Notes that the user is there: phases may begin by themselves again.
  private mutating func noteAttendance(_ work: inout Work) {
    forgetUnseen(&work)
    guard case .pomodoro(let pomodoro) = roster.pomodoro.machine, pomodoro.unattended > 0 else { return }
    changePomodoro { $0.unattended = 0 }
    work.changed = true
  }

  mutating func changePomodoro(_ change: (inout Pomodoro) -> Void) {
    guard let number = roster.number(of: .pomodoro) else { return }
    roster.change(number) { activity in
      guard case .pomodoro(var pomodoro) = activity.machine else { return }
      change(&pomodoro)
      activity.machine = .pomodoro(pomodoro)
    }
  }

  private func horizon(of intent: Intent, _ now: Moment) -> Duration {
    now.sinceBoot - (intent.at.flatMap(now.ago) ?? .zero)
  }

  private enum Place {
    case existing(Int)
    case new
  }

  /// The place of the activity; `.new` for a verb that creates it.
  private func place(
    of id: ActivityID, for intent: Intent, _ origin: Origin, _ now: Moment
  ) throws(Refusal) -> Place {
    if let number = roster.number(of: id) {
      let activity = roster[number]
      // An activity that has ended keeps only its undo slot.
      if activity.attributes != nil || id == .pomodoro || (intent.verb == .undo && activity.undo != nil) {
        try checkOutside(activity, id, intent, origin)
        try checkKind(activity, intent)
        try checkOwner(activity, intent)
        // The Pomodoro is always there, so it needs no room.
        if id != .pomodoro, activity.attributes == nil, let slot = activity.undo, slot.isOpen(at: now.sinceBoot) {
          try checkRoom(isFromOutside: slot.attributes?.isFromOutside == true)
        }
        return .existing(number)
      }
    }
    guard Self.requesting.contains(intent.verb) else {
      throw intent.name.map(Refusal.unknownName) ?? .unknownActivity(id)
    }
    try checkOutside(nil, id, intent, origin)
    if let phase = intent.phase { throw .phaseIsOver(phase) }
    if intent.verb == .request, count(of: intent.program) >= Self.programLimit { throw .tooManyOfProgram }
    if let mode = intent.mode { throw .wrongMode(mode) }
    if roster.count >= Self.activityLimit, !roster.hasGone(at: now) { throw .tooManyActivities(Self.activityLimit) }
    if intent.verb != .request { try checkRoom(isFromOutside: origin == .link) }
    return .new
  }

  /// Refuses a new or restored activity over the limit.
  private func checkRoom(isFromOutside: Bool) throws(Refusal) {
    if roster.personCount >= personLimit { throw .tooManyActivities(personLimit) }
    let fromOutside = roster.others.count { $0.attributes?.isFromOutside == true }
    if isFromOutside, fromOutside >= Self.outsideLimit { throw .tooManyFromOutside }
  }

  /// A new activity beside the Pomodoro.
  private func request(_ id: ActivityID, _ intent: Intent, _ now: Moment) -> Activity {
    let token = PhaseToken(lastToken.number + 1)
    let machine = Machine(requestedBy: intent, token, at: now, settings)
    // The owner may know the numbers of earlier events, so they continue.
    let old = machine.kind == .job ? roster[id] : nil
    return Activity(
      id: id, attributes: nil, machine: machine, ownerEvents: old?.ownerEvents.last.map { [$0] } ?? [],
      isAllConfirmed: old?.isAllConfirmed ?? false)
  }

  private mutating func put(_ activity: Activity, at place: Place, _ now: Moment) {
    switch place {
    case .existing(let number): roster.put(activity, number)
    case .new: roster.append(activity, at: now)
    }
  }

  func turn(
    for activity: Activity, _ intent: Intent?, _ origin: Origin, _ now: Moment, _ absence: Duration
  ) -> Turn {
    let isNew = activity.id != .pomodoro && activity.attributes == nil
    return Turn(
      now: now, when: now, settings: settings, absence: absence, last: lastAlive, awakeFrom: awakeFrom,
      devices: settings.holdWhenBusy ? devices : .seen(nil), origin: origin, activity: activity.id,
      name: isNew ? intent?.givenName : activity.name, isRequested: activity.attributes != nil,
      lastToken: max(lastToken, activity.machine.token), countedFocus: countedFocus, isUserAway: isUserAway)
  }

  mutating func collect(_ turn: Turn, _ changed: Bool, _ activity: Activity, _ work: inout Work) {
    (lastToken, countedFocus) = (turn.lastToken, turn.countedFocus)
    let rows = turn.consequences.rows
    let changedRows = rows.removed + rows.trims.map(\.row) + rows.putBack.map(\.row)
    if !changedRows.isEmpty { forgetCorrection(of: changedRows) }
    if let focus = turn.unseen { note(focus) }
    work.add(turn, changed, activity)
  }

  // MARK: Time

  mutating func meetDeadlines(
    _ now: Moment, upTo horizon: Duration? = nil, _ absence: Duration, _ work: inout Work
  ) {
    let horizon = horizon ?? now.sinceBoot
    if let due = lockDue, due <= horizon {
      if roster.nextWake ?? due < due { meetDeadlines(now, upTo: due - .milliseconds(1), absence, &work) }
      countLockIfDue(now, &work)
    }
    guard let earliest = roster.nextWake, earliest <= horizon else { return }
    for id in roster.endAlerts(at: horizon) where work.consequences.presentation(of: id) == nil {
      work.consequences.present(id, .quiet)
    }
    for number in roster.due(upTo: horizon) {
      var activity = roster[number]
      while let wake = activity.wake(settings.alertTimes), wake <= horizon {
        var turn = turn(for: activity, nil, .engine, now, absence)
        let held = activity.undo
        activity.runWake(&turn)
        emptiedUndo.note(activity.id, held, activity.undo, by: nil, at: now.sinceBoot)
        collect(turn, true, activity, &work)
      }
      roster.put(activity, number)
    }
    // A lock counts only while a focus runs, and one may just have begun by itself.
    if let due = lockDue, due <= horizon { countLockIfDue(now, &work) }
  }
}
