// What happens in which order when an event comes: deadlines, the event, what follows from it, the commit.

public import TomatoLink

extension Engine {
  /// Handles one event at one moment; a moment before the last one means another boot.
  public mutating func handle(_ event: Event, at reading: Moment) -> [Effect] {
    let goesOn = lastAlive?.canPrecede(reading) ?? true
    var work = Work(at: withoutClockNoise(reading))
    if goesOn { adoptClockChange(&work) } else { (alerts, _) = (AlertLimit(), roster.endAlerts(at: nil)) }
    let isStart = event.isLaunch || !goesOn
    work.absence = isStart ? handleLaunchOrReboot(event, &work) : noticeSleep(event, &work)
    if event.isLaunch {
      awaitOwners(&work)
      withdrawDenied(&work)
    }
    carryOut(event, reading, &work)
    updateQuestion(after: event, &work)
    lastAlive = work.now
    holdOrNoteAlerts(&work)
    noteUnstored(&work)
    if work.stores {
      repair(&work)
      (work.changes.rows, work.changes.isDurable) = (work.consequences.rows, work.changed)
      (work.changes.gone, work.changes.changed) = roster.takeChanges()
    }
    let effects = work.effects
    roster.noteAlerts(effects, at: work.now.sinceBoot)
    return effects
  }

  /// Runs due deadlines, then the event. An intent first runs only those that were due when it was made.
  /// - Parameter reading: now, with the wall clock as read.
  private mutating func carryOut(_ event: Event, _ reading: Moment, _ work: inout Work) {
    if case .intent(let intent, let origin) = event { return decide(intent, origin, &work) }
    meetDeadlines(&work)
    switch event {
    case .launched, .alarm, .intent: break
    case .settingsChanged(let new): adopt(new, &work)
    case .corrected(let correction, let context): correct(correction, context, reading, &work)
    case .imported(let intervals): adopt(intervals, &work)
    case .confirmed(let id, let number): confirm(id, number, &work)
    case .ownerLeft(let id, let owner): endAsLost(id, owner, &work)
    case .presence(let presence): note(presence, &work)
    case .devices(let use): noteDevices(use, &work)
    case .leaving:
      stopRepeats()
      (leftAt, work.changed) = (work.now, true)
    }
  }

  // MARK: Intents

  private mutating func decide(_ intent: Intent, _ origin: Origin, _ work: inout Work) {
    // An intent that was made before a deadline is decided before it, even if the intent arrives late.
    let ago = intent.at.flatMap(work.now.ago) ?? .zero
    meetDeadlines(upTo: work.now.sinceBoot - ago, &work)
    if let slot = correctionToUndo(by: intent, origin, at: work.now) {
      undo(slot, &work)
      work.answer = .changed
      return
    }
    do throws(Refusal) {
      // A click on card, tray or view: the user is there.
      if origin.isClick { noteReturn(&work) }
      let isOfPresence = Verb.ofPresence.contains(intent.verb)
      let ids = isOfPresence ? [] : try targets(of: intent, origin, at: work.now)
      let hasChanged =
        isOfPresence
        ? try decide(presence: intent, &work)
        : ids.count == 1
          ? try decide(intent, for: ids[0], nil, origin, &work)
          : try decide(intent, forAll: ids, origin, &work)
      if Verb.ofPersons.contains(intent.verb) || intent.verb == .button {
        forgetUnseen(&work)
        // The user is there, so phases may begin by themselves again.
        if changePomodoro({ $0.unattended = 0 }) { work.changed = true }
        noteAnswered(ids, &work)
      }
      work.answer = hasChanged ? .changed : .alreadySo
    } catch {
      let isNamed = intent.activity != nil || intent.name != nil
      let named = isNamed ? try? targets(of: intent, origin, at: work.now).first : nil
      work.answer = .refused(explained(error, for: named))
    }
    meetDeadlines(&work)
  }

  private func explained(_ refusal: Refusal, for id: ActivityID?) -> Refusal {
    guard refusal == .nothingToUndo, let emptiedUndo, id == nil || id == emptiedUndo.activity else { return refusal }
    return .undoWasEmptied(emptiedUndo.by)
  }

  private mutating func decide(
    _ intent: Intent, for id: ActivityID, _ batch: PhaseToken?, _ origin: Origin, _ work: inout Work
  ) throws(Refusal) -> Bool {
    var intent = try withRememberedLength(intent)
    if intent.verb == .request, let refusal = refusal(of: intent.program) { throw refusal }
    let number = try number(of: id, for: intent, origin, work.now)
    let before = number.map { roster[$0] } ?? request(id, intent, work.now)
    let limit = limitAlert(of: &intent, before, work.now)
    var (activity, turn) = (before, turn(for: before, intent, origin, work))
    turn.batch = batch
    let changed = try activity.decide(intent, &turn)
    if let limit, turn.presentation?.alert?.isOfProgram == true { alerts = limit }
    collect(turn, changed, before, &activity, by: intent.verb, &work)
    if number == nil, intent.verb == .request { makeRoom(for: intent.program, &work) }
    if let number { roster.put(activity, number) } else { roster.append(activity, at: work.now) }
    if changed { remember(activity, turn) }
    // A change without a presentation shows its content as the answer.
    if changed && !turn.endsActivity && !turn.isSilent && turn.presentation == nil {
      work.present(id, .answer(origin))
    }
    return changed
  }

  /// Decides one intent for several activities; if one refuses, none changes.
  private mutating func decide(
    _ intent: Intent, forAll ids: [ActivityID], _ origin: Origin, _ work: inout Work
  ) throws(Refusal) -> Bool {
    let (before, workBefore) = (self, work)
    let batch = PhaseToken(lastToken.number + 1)
    do throws(Refusal) {
      var hasChanged = false
      for id in ids where try decide(intent, for: id, batch, origin, &work) { hasChanged = true }
      return hasChanged
    } catch {
      (self, work) = (before, workBefore)
      throw error
    }
  }

  /// The number of the existing activity; nil for a verb that creates it.
  private func number(
    of id: ActivityID, for intent: Intent, _ origin: Origin, _ now: Moment
  ) throws(Refusal) -> Int? {
    if let number = roster.number(of: id) {
      let activity = roster[number]
      // An activity that is no longer shown can only be restored by undo.
      if activity.isShown || (intent.verb == .undo && activity.undo != nil) {
        try checkOutside(activity, id, intent, origin)
        try checkKind(activity, intent)
        try checkOwner(activity, intent)
        // The Pomodoro is always there, so it needs no room.
        if id != .pomodoro, !activity.isRequested, let slot = activity.openUndo(at: now) {
          try checkRoom(isFromOutside: slot.attributes?.isFromOutside == true)
        }
        return number
      }
    }
    guard Self.requesting.contains(intent.verb) else {
      throw intent.name.map(Refusal.unknownName) ?? .unknownActivity(id)
    }
    try checkOutside(nil, id, intent, origin)
    if let phase = intent.phase { throw .phaseIsOver(phase) }
    if intent.verb == .request, count(of: intent.program) >= Self.programLimit { throw .tooManyOfProgram }
    if let mode = intent.mode { throw .wrongMode(mode) }
    if roster.count >= Self.activityLimit, roster.leaving(at: now).isEmpty {
      throw .tooManyActivities(Self.activityLimit)
    }
    if intent.verb != .request { try checkRoom(isFromOutside: origin == .link) }
    return nil
  }

  private func request(_ id: ActivityID, _ intent: Intent, _ now: Moment) -> Activity {
    let (kind, token) = (ActivityKind(requestedBy: intent), PhaseToken(lastToken.number + 1))
    let machine = Machine(kind, token, length: intent.duration ?? settings.focus, at: now)
    var activity = Activity(id: id, attributes: nil, machine: machine)
    // The owner may know the numbers of earlier events, so they continue.
    if kind == .job, let old = roster[id] { activity.ownerEvents = old.ownerEvents.suffix(1) }
    return activity
  }

  // MARK: Settings

  /// Applies new settings: to a ready phase at once, else from the next phase on.
  mutating func adopt(_ new: Settings, _ work: inout Work) {
    guard new != settings else { return }
    let (old, now) = (settings, work.now)
    roster.adopt(new)
    roster.changeAll { $0.machine.any.adopt(new, insteadOf: old, now) }
    adoptAlerts(&work)
    withdrawDenied(&work)
    work.changed = true
    if !work.presents(.pomodoro) { work.present(.pomodoro, .quiet) }
  }

  public func preview(_ request: Intent, at now: Moment) throws(Refusal) -> Content {
    var copy = self
    var request = request
    request.activity = .preview
    for case .answer(.refused(let refusal)) in copy.handle(.intent(request, .command), at: now) { throw refusal }
    return copy.content(of: .preview, at: now) ?? copy.pomodoroContent(at: now)
  }
}
