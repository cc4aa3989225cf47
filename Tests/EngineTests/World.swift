// A machine and an engine under arbitrary events, with every invariant checked after each one. The storm and the
// enumeration drive it; it is a value, so that a path can be tried and forgotten.

import TomatoLink

@testable import TomatoEngine

struct World: Equatable {
  var engine: Engine
  var now = Moment(sinceBoot: .hours(1), awake: .hours(1), wall: VirtualTime.start, boot: BootID("1"))
  private(set) var stored: Engine.Snapshot
  var clocks = Clocks()
  /// The newest minute mark.
  var mark: Moment?
  /// Time for which the machine was awake, over all boots.
  private(set) var awake: Duration = .hours(1)
  var history: [PhaseToken: IntervalRecord] = [:]
  private(set) var recordedFocus: Duration = .zero
  private(set) var completedFocus = 0
  var tally: [String: Int] = [:]
  private var boots = 1
  private var ledger: Duration = .zero
  private var ledgerAwake: Duration = .zero
  var recordedBefore: Duration = .zero
  var held: [ActivityID: Held] = [:]
  /// Until when what has alerted comes first.
  private var alerts: [ActivityID: Duration] = [:]
  /// For how long nobody was there, and how much of that was taken off.
  var awayTime: Duration = .zero
  var takenOff: Duration = .zero
  /// How much of it the Pomodoro's undo would put back.
  var undoable: Duration = .zero
  /// Phases that have said that they are almost over, and were given no time since.
  private var warned: Set<PhaseToken> = []
  /// Each commit is read back as the store would (WorldStore.swift); the number of commits so far.
  var readsBack = false
  var commits = 0

  /// What an undo must restore.
  struct Held: Hashable {
    var machine: Machine
    var sinceBoot: Duration
    var attributes: ActivityAttributes?
    var focus: Duration
  }

  /// The first broken promise.
  struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  init(_ settings: Settings = Settings()) throws(Broken) {
    engine = Engine(settings: settings)
    stored = engine.snapshot
    try handle(.launched(lastAlive: nil))
  }

  // MARK: What happens

  mutating func advance(_ length: Duration) {
    now.sinceBoot += length
    now.awake += length
    now.wall = now.wall + length
    clocks.right = clocks.right + length
    awake += length
  }

  private mutating func fallAsleep(_ length: Duration) {
    // So little is the noise of two clocks that are read one after the other, and no sleep.
    if length < Absence.clockNoise { return advance(length) }
    now.sinceBoot += length
    now.wall = now.wall + length
    clocks.right = clocks.right + length
  }

  mutating func meet(_ it: Happens) throws(Broken) {
    switch it {
    case .intent(let intent): try handle(.intent(intent, .command))
    case .alarm: try handle(.alarm)
    case .sleep(let length), .doze(let length):
      fallAsleep(length)
      let isDue = engine.nextWake.map { $0 <= now.sinceBoot } ?? false
      if it == .sleep(length) || isDue { try handle(.alarm) }
    case .crash: try launch(mark)
    case .leave(let gap):
      try handle(.leaving)
      advance(gap)
      try launch(mark)
    case .reboot(let stamped, let gap, let off):
      if stamped { try handle(.leaving) }
      boots += 1
      let up = min(gap, .seconds(30))
      clocks.right = clocks.right + gap
      now = Moment(sinceBoot: up, awake: up, wall: clocks.right + off, boot: BootID(String(boots)))
      awake += up
      noteBoot()
      try launch(mark)
    case .jump(let by, let isNoticed):
      now.wall = by.map { now.wall + $0 } ?? clocks.right
      if isNoticed { try handle(.alarm) }
    case .confirmed(let id, let number): try handle(.confirmed(id, upTo: number))
    case .settings(let settings): try handle(.settingsChanged(settings))
    case .ownerLeft(let id, let owner): try handle(.ownerLeft(id, owner))
    case .presence(let presence): try handle(.presence(presence))
    case .devices(let use): try handle(.devices(use))
    }
  }

  private mutating func launch(_ mark: Moment?) throws(Broken) {
    engine = Engine(restoring: stored, settings: engine.settings)
    (alerts, clocks.last) = ([:], stored.lastAlive)
    try handle(.launched(lastAlive: mark))
  }

  // MARK: Checks

  private mutating func handle(_ event: Event) throws(Broken) {
    let before = engine
    recordedBefore = recordedFocus
    followClock()
    noteSleep(event)
    let effects = engine.handle(event, at: now)
    try checkEffects(effects, event, before)
    try keep(effects, before)
    if case .intent(let intent, _) = event { try checkIntent(intent, event, effects, before) }
    try checkTokens(before)
    for activity in engine.snapshot.activities { try check(activity, before) }
    try checkContent()
    noteAlerts(effects, before)
    try checkWhatIsKept()
    try checkClocks(before)
    try checkAway(effects, before)
    if case .intent(let intent, _) = event, intent.verb == .undo { settle() } else { try checkLedger() }
    for id in held.keys where engine.activity(id)?.undo == nil { held[id] = nil }
    try checkWarnings(effects, before.settings.alertBefore)
    for what in try checkWaitingAlerts(effects, event, before) { tally[what, default: 0] += 1 }
  }

  /// A phase says once that it is almost over, each time that it comes near its end, and on time.
  private mutating func checkWarnings(_ effects: [Effect], _ before: Duration) throws(Broken) {
    for case .update(let id, .alert(.almostOver)) in effects {
      guard let phase = engine.activity(id)?.machine.phase, phase.timerState == .running else {
        throw Broken(description: "only what runs is almost over")
      }
      let left = phase.remaining(at: now.sinceBoot)
      try require(left <= before && left >= before - Phase.longestLateness, "\(left) left of \(before)")
      try require(warned.insert(phase.token).inserted, "one warning for each approach")
      tally["almost over", default: 0] += 1
    }
    for case let phase? in engine.snapshot.activities.map(\.machine.phase)
    where phase.remaining(at: now.sinceBoot) > engine.settings.alertBefore { warned.remove(phase.token) }
  }

  private func checkEffects(_ effects: [Effect], _ event: Event, _ before: Engine) throws(Broken) {
    var (commits, answers) = (0, 0)
    var shown: [ActivityID] = []
    for (index, effect) in effects.enumerated() {
      switch effect {
      case .commit:
        commits += 1
        try require(index == 0, "the commit comes first")
      case .answer: answers += 1
      case .update(let id, _): shown.append(id)
      case .announce, .end, .open: break
      }
    }
    let isIntent = if case .intent = event { true } else { false }
    try require(answers == (isIntent ? 1 : 0), "one answer for each intent: \(answers)")
    try require(commits <= 1, "one commit")
    try require(Set(shown).count == shown.count, "one event shows an activity once: \(effects.map(spoken))")
    let wasStill = !before.isAnythingRunning && before.nextWake == nil
    let isSame = before.snapshot.isSame(as: engine.snapshot, butStamp: wasStill)
    // What programs say may wait for the next commit.
    let isSafe = isSame || before.snapshot.ofPersons.isSame(as: engine.snapshot.ofPersons, butStamp: wasStill)
    try require(commits == 1 || isSafe, "what changed is committed")
    let slept = before.snapshot.lastAlive.map { now.boot != $0.boot || now.asleep > $0.asleep } ?? true
    var excuse = slept || before.unstoredSince != nil
    switch event {
    case .launched, .leaving, .settingsChanged: excuse = true
    case .intent(let intent, _) where intent.content?.alert != nil: excuse = true  // a transaction in any case
    case .intent, .imported, .alarm, .confirmed, .ownerLeft, .corrected, .presence, .devices: break
    }
    try require(commits == 0 || !isSame || excuse, "nothing is committed when nothing changed")
  }

  private mutating func keep(_ effects: [Effect], _ before: Engine) throws(Broken) {
    guard case .commit(let changes)? = effects.first else { return }
    try store(changes)
    for token in changes.rows.removed {
      guard let row = history.removeValue(forKey: token) else {
        throw Broken(description: "removed row \(token) exists")
      }
      count(row, -1)
    }
    for row in changes.rows.added {
      try require(history.updateValue(row, forKey: row.token) == nil, "row \(row.token) is written once")
      try require(row.token <= engine.snapshot.lastToken, "a row has a token that was given out")
      try check(row, before)
      try require(
        row.active >= .zero && (row.active <= .hours(24) || [.stopwatch, .countdown].contains(row.mode)),
        "a row's active time: \(row.active)")
      count(row, 1)
    }
    try keep(changes.rows.trims, changes.rows.putBack)
  }

  /// Writes only what the commit names, as the store does; then everything must be as the engine has it.
  private mutating func store(_ changes: Engine.Changes) throws(Broken) {
    var kept = stored.activities
    for id in changes.gone {
      try require(kept.contains { $0.id == id }, "what went was there: \(id)")
      kept.removeAll { $0.id == id }
    }
    for placed in changes.changed {
      let isNew = placed.position >= kept.count
      try require(isNew || kept[placed.position] != placed.activity, "what changed is not as it was")
      if isNew { kept.append(placed.activity) } else { kept[placed.position] = placed.activity }
    }
    stored = engine.snapshot
    try require(kept == stored.activities, "the commit names everything that changed")
    try require(changes.repairs.isEmpty, "what the engine makes can be stored: \(changes.repairs)")
    if readsBack { try readBack(changes) }
  }

  mutating func count(_ row: IntervalRecord, _ sign: Int) {
    guard row.mode == .focus else { return }
    recordedFocus += row.active * sign
    if row.outcome == .completed { completedFocus += sign }
  }

  private func checkTokens(_ before: Engine) throws(Broken) {
    let (old, new) = (before.snapshot, engine.snapshot)
    try require(new.lastToken >= old.lastToken, "tokens only grow")
    try require(new.countedFocus == completedFocus, "counted \(new.countedFocus), completed rows \(completedFocus)")
    var seen = Set<PhaseToken>()
    for activity in new.activities {
      let token = activity.machine.token
      try require(seen.insert(token).inserted && token <= new.lastToken, "tokens name one phase: \(token)")
      let was = before.activity(activity.id)?.machine.token
      try require(token == was || token > old.lastToken, "no token is used again: \(token)")
    }
  }

  private func check(_ activity: Activity, _ before: Engine) throws(Broken) {
    if let old = before.activity(activity.id)?.attributes, let new = activity.attributes {
      let isAnother = activity.machine.token > before.snapshot.lastToken && new.requestedAt != old.requestedAt
      try require(old == new || isAnother, "attributes never change")
    }
    if case .pomodoro(let it) = activity.machine {
      var most = max(engine.settings.longBreakInterval, before.settings.longBreakInterval)
      // A focus that ran while the configured cycle became shorter than what was done still adds one.
      if case .pomodoro(let old)? = before.activity(.pomodoro)?.machine { most = max(most, old.cyclePosition + 1) }
      if let slot = before.activity(.pomodoro)?.undo, case .pomodoro(let old) = slot.machine {
        most = max(most, old.cyclePosition)
      }
      try require((0...most).contains(it.cyclePosition), "cycle position \(it.cyclePosition)")
      try require(
        activity.attributes != nil || it.phase.state == .ready && it.phase.mode == .focus, "no activity: ready")
    }
    try checkEnd(activity)
    guard let phase = activity.machine.phase else { return }
    let left = phase.remaining(at: now.sinceBoot)
    // A timer until a clock time is as long as the clock makes it, also once a pause has made a length of that.
    let isLong = activity.machine.kind == .timer && phase.total >= Settings.durationRange.lowerBound
    try require(isLong || Settings.durationRange.contains(phase.total), "total \(phase.total)")
    try require(left >= .zero && left <= phase.total, "remaining \(left) of \(phase.total)")
    try require((left == .zero) == (phase.timerState == .completed), "nothing is left only when completed")
    try require(phase.asleep >= .zero, "time slept \(phase.asleep)")
    if let deadline = phase.deadline { try require(deadline > now.sinceBoot, "no deadline lies behind") }
    if let due = phase.warning(engine.settings.alertBefore) {
      try require(due > now.sinceBoot, "no warning lies behind")
    }
    try require(phase.timerState != .running || phase.deadline != nil, "what runs has a deadline")
    try require(phase.changed.sinceBoot <= now.sinceBoot && phase.changed.awake <= now.awake, "changed before now")
  }

  /// What alerted comes first for a minute, if there is anything else; after a reboot there is none of it.
  private mutating func noteAlerts(_ effects: [Effect], _ before: Engine) {
    if before.snapshot.lastAlive?.canPrecede(now) == false { alerts = [:] }
    for case .update(let id, .alert) in effects where engine.order.count > 1 {
      alerts[id] = now.sinceBoot + .minutes(1)
    }
    alerts = alerts.filter { id, end in
      let activity = engine.activity(id)
      return end > now.sinceBoot && activity?.attributes != nil && activity?.machine.timerState != .ready
    }
  }

  private func score(_ activity: Activity) -> Double {
    max(activity.relevanceScore, alerts[activity.id] == nil ? 0 : TimerState.completed.relevanceScore)
  }

  /// What the engine keeps beside the activities is what anybody would find who looked at all of them.
  private func checkWhatIsKept() throws(Broken) {
    let all = engine.snapshot.activities
    let storing = engine.unstoredSince.map { [$0 + Engine.longestCommitDelay] } ?? []
    let wakes =
      all.compactMap { $0.nextDeadline(engine.settings)?.due } + alerts.values + storing
      + [engine.lockDue].compactMap(\.self)
    try require(engine.nextWake == wakes.min(), "the next wake is \(wakes.min() as Duration?)")
    let runs = all.contains { $0.machine.kind != .job && $0.machine.timerState == .running }
    try require(engine.isAnythingRunning == runs, "whether anything runs: \(runs)")
    let shown = all.enumerated().filter { $0.element.id == .pomodoro || $0.element.attributes != nil }
    let sorted = shown.sorted { a, b in
      let (x, y) = (a.element.machine, b.element.machine)
      let (first, second) = (score(a.element), score(b.element))
      if first != second { return first > second }
      let (left, right) = (x.any.deadline ?? .hours(1_000_000), y.any.deadline ?? .hours(1_000_000))
      return left != right ? left < right : a.offset < b.offset
    }
    try require(Array(engine.order) == sorted.map(\.element.id), "the order is \(sorted.map(\.element.id))")
    for activity in all {
      try require(engine.roster[activity.id] == activity, "\(activity.id) is found by its name")
    }
  }

  private mutating func checkIntent(
    _ intent: Intent, _ event: Event, _ effects: [Effect], _ before: Engine
  ) throws(Broken) {
    guard let answer = effects.lazy.compactMap({ if case .answer(let it) = $0 { it } else { nil } }).first else {
      return
    }
    var untouched = before
    // What is due, by an event that knows no more of a sleep than an intent does.
    let alarm = untouched.handle(.confirmed(.preview, upTo: 0), at: now)
    switch answer {
    case .refused(let reason):
      tally["refused", default: 0] += 1
      try require(engine == untouched, "refused changes nothing: \(reason)")
      try require(engine.alerts == before.alerts, "refused uses up no alert: \(reason)")
      let rest = effects.filter { if case .answer = $0 { false } else { true } }
      // What was due before the moment of the intent is met before what was due later; all at once, it is met by age.
      try require(unordered(rest) == unordered(alarm), "refused says nothing else: \(effects.map(spoken))")
    case .alreadySo:
      tally["already so", default: 0] += 1
      // A person who was there before a deadline lets the next phase begin after it.
      let waits = before.snapshot.activities.contains { $0.unansweredAlert != nil }
      if waits || intent.at != nil && before.unattended + untouched.unattended > 0 { return }
      try require(engine.contents(at: now) == untouched.contents(at: now), "already so changes nothing shown")
    case .changed:
      tally["\(intent.verb)", default: 0] += 1
      try checkClaim(intent, [before, untouched])
      noteTakenOff(intent, untouched, alarm)
      try checkUndo(intent, untouched, alarm)
    }
  }

  /// Notes what a later undo must restore, and checks an undo against what was noted.
  private mutating func checkUndo(_ intent: Intent, _ untouched: Engine, _ alarm: [Effect]) throws(Broken) {
    for id in (try? untouched.targets(of: intent, .command, at: now)) ?? [] {
      try checkUndo(intent, id, untouched, alarm)
    }
  }

  private mutating func checkUndo(
    _ intent: Intent, _ id: ActivityID, _ untouched: Engine, _ alarm: [Effect]
  ) throws(Broken) {
    guard let new = engine.activity(id) else { return }
    if intent.verb == .undo {
      guard let held = held.removeValue(forKey: id) else { return }
      var expected = held.machine
      expected.goOn(after: now.sinceBoot - held.sinceBoot, at: engine.withoutClockNoise(now))
      expected.token = new.machine.token
      if let deadline = expected.any.deadline, deadline <= now.sinceBoot { return }  // its clock time has come
      if engine.departure?.counts == true, untouched.departure?.counts != true { return }  // a lock counts from here on
      if case .pomodoro(var it) = expected {
        it.unattended = 0
        // An undo knows nothing of whether somebody is there.
        it.dropOpen()
        if engine.departure?.counts != true, it.question?.isAsked == false { it.question = nil }
        if case .pomodoro(let now) = new.machine, engine.departure?.counts == true { it.question = now.question }
        expected = .pomodoro(it)
      }
      try require(new.machine == expected, "undo restores the machine: \(new.machine) is not \(expected)")
      try require(new.attributes == held.attributes && new.undo == nil, "undo restores attributes and is spent")
      try require(id != .pomodoro || focusNow <= held.focus, "undo gives no more focus than there was")
    } else if let slot = new.undo, slot != untouched.activity(id)?.undo {
      held[id] = nil
      guard intent.at == nil, let old = untouched.activity(id) else { return }
      held[id] = Held(
        machine: old.machine, sinceBoot: now.sinceBoot, attributes: old.attributes,
        focus: recordedBefore + focus(writtenBy: alarm) + untouched.focusUnderWay(at: now))
    }
  }

  // MARK: Recorded focus never exceeds the time awake

  /// What counts, and what could still be claimed with `at=`, grows by no more than the time awake.
  private mutating func checkLedger() throws(Broken) {
    let (old, oldAwake) = (ledger, ledgerAwake)
    settle()
    try require(ledger - old <= awake - oldAwake, "focus grew by \(ledger - old) in \(awake - oldAwake) awake")
    try require(focusNow <= awake, "focus \(focusNow) of \(awake) awake")
  }

  private mutating func settle() {
    ledger = recordedFocus + engine.countedOrClaimable(at: now)
    ledgerAwake = awake
  }
}
