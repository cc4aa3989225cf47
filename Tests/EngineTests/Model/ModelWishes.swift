// The model: what a person or a program asks for, whichever activity is meant.

import TomatoLink

extension Model {
  mutating func decide(_ intent: Intent, _ origin: Origin) {
    let ago = intent.at.flatMap { since($0) } ?? 0
    // What was due before the person acted happened before.
    pass(upTo: now - ago)
    // A click shows that somebody is there, also if it is refused.
    if [.island, .tray, .view].contains(origin) { comeBack() }
    isFromOutside = origin == .link
    let before = self
    do throws(No) {
      let isChange = try perform(intent)
      answer = isChange ? .changed : .alreadySo
    } catch {
      self = before
      answer = .refused
    }
    pass()
  }

  /// How long ago that was; nil in the future.
  func since(_ at: WallTime) -> Ms? {
    let ago = now + clock.wallOffset - at.milliseconds
    return ago > -200 ? max(ago, 0) : nil
  }

  private mutating func perform(_ intent: Intent) throws(No) -> Bool {
    switch intent.verb {
    case .away:
      guard let ago = intent.at.map({ since($0) }) ?? 0 else { throw No() }
      let isNews = departure?.counts != true
      if isNews { leave(since: now - ago) }
      return isNews
    case .back:
      let isNews = departure != nil
      comeBack()
      return isNews
    default: break
    }
    let ids = try targets(intent)
    let batch = ids.count == 1 ? nil : lastToken + 1
    var isChange = false
    for id in ids where try one(intent, id, batch) { isChange = true }
    if Verb.ofPersons.contains(intent.verb) || intent.verb == .button {
      (pomodoro.unattended, unseen) = (0, [])
      for index in things.indices where ids.contains(things[index].id) { answerAlert(index) }
    }
    return isChange
  }

  /// One intent for one activity.
  private mutating func one(_ intent: Intent, _ id: String, _ batch: Int?) throws(No) -> Bool {
    if intent.verb == .request { try checkProgram(intent.program) }
    let intent = try withLength(intent, id)
    if let index = things.firstIndex(where: { $0.id == id }), isReachable(things[index], intent) {
      try checkOutside(things[index], intent)
      try checkKind(things[index], intent)
      try checkOwner(things[index], intent)
      return try change(index, intent, batch)
    }
    try checkOutside(nil, intent)
    var thing = try new(intent, id)
    if thing.kind == .job, let old = things.first(where: { $0.id == id }), old.kind == .job {
      thing.program.shown = nil
    }
    // What nothing can bring back is forgotten, and so is what had this name.
    things.removeAll { $0.id == id && $0.kind != .pomodoro }
    things.append(thing)
    return try change(things.count - 1, intent, batch)
  }

  /// A timer without a length is as long as the last one of its name.
  private func withLength(_ intent: Intent, _ id: String) throws(No) -> Intent {
    let isThere = things.contains { $0.id == id && $0.kind == .timer && $0.isThere }
    guard intent.verb == .timer, intent.duration == nil, intent.until == nil, !isThere else { return intent }
    guard let last = recent.first(where: { $0.id == id }) else { throw No() }
    var intent = intent
    intent.duration = .milliseconds(last.length)
    return intent
  }

  private func isReachable(_ thing: Thing, _ intent: Intent) -> Bool {
    thing.isThere || thing.kind == .pomodoro || intent.verb == .undo && !thing.undo.isEmpty
  }

  /// A name belongs to one kind at a time.
  private func checkKind(_ thing: Thing, _ intent: Intent) throws(No) {
    let wanted: Thing.Kind? =
      switch intent.verb {
      case .timer: .timer
      case .stopwatch, .lap: .stopwatch
      case .focus, .break, .skip, .keep, .takeoff: .pomodoro
      case .request, .update, .end, .button: .job
      default: nil
      }
    if let wanted, wanted != thing.kind { throw No() }
  }

  private func new(_ intent: Intent, _ id: String) throws(No) -> Thing {
    guard [.start, .timer, .stopwatch, .request].contains(intent.verb), intent.phase == nil, intent.mode == nil else {
      throw No()
    }
    let never = Thing.Mark(at: clock.bootOffset, awake: 0)
    let token = lastToken + 1
    if intent.verb == .request {
      return Thing(id, .job, token: token, mode: .program, base: 0, changed: never)
    }
    if let length = intent.duration?.inMilliseconds ?? (intent.verb == .timer ? settings.focus : nil) {
      return Thing(id, .timer, token: token, mode: .countdown, base: length, changed: never)
    }
    return Thing(id, .stopwatch, token: token, mode: .upwards, base: 0, changed: never)
  }

  private func checkProgram(_ program: String?) throws(No) {
    guard settings.programs else { throw No() }
    let name = program?.split(separator: "/").last.map(String.init) ?? ""
    if settings.denied.contains(name) || settings.denied.contains(program ?? "") { throw No() }
  }

  mutating func withdrawDenied() {
    for index in things.indices where things[index].kind == .job && things[index].isThere {
      let path = things[index].program.path
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if settings.programs, !settings.denied.contains(name), !settings.denied.contains(path) { continue }
      dismiss(index)
    }
  }

  mutating func adopt(_ new: ModelSettings) {
    guard new != settings else { return }
    let old = settings
    settings = new
    for index in things.indices {
      if let due = things[index].warning(new.before, clock), due <= now { things[index].isWarned = true }
      guard let alert = things[index].alert, alert.held == nil else { continue }
      if new.again == 0 {
        answerAlert(index)
      } else if let due = alert.wake(new), due <= now {
        things[index].alert?.at = now
      }
    }
    if !new.holds, pomodoro.alert?.held != nil { sayAgain(0) }
    if pomodoro.state == .ready, pomodoro.diary.total == old.length(pomodoro.mode) {
      retune(&pomodoro, to: pomodoro.mode, new.length(pomodoro.mode))
    }
    withdrawDenied()
    if alerts["pomodoro"] == nil { alerts["pomodoro"] = .some(nil) }
  }

  func retune(_ thing: inout Thing, to mode: Thing.Mode, _ length: Ms) {
    thing.mode = mode
    thing.diary = Diary(base: length)
  }

  // MARK: One change

  private mutating func change(_ index: Int, _ intent: Intent, _ batch: Int?) throws(No) -> Bool {
    if let phase = intent.phase, phase.number != UInt64(things[index].token) { throw No() }
    let thing = things[index]
    lastToken = max(lastToken, thing.token)
    switch intent.verb {
    case .stop where thing.card != nil, .hide where thing.card != nil:
      dismiss(index)
      return true
    case .show, .hide:
      let hides = intent.verb == .hide
      let isChange = (thing.hidden == thing.token) != hides
      if isChange { things[index].hidden = hides ? thing.token : nil }
      showOrHide(index)
      return isChange
    case .undo: return try takeBack(index)
    default: return try move(index, intent, batch)
    }
  }

  /// An alert of the same event is not replaced.
  private mutating func showOrHide(_ index: Int) {
    if case .some(.some) = alerts[things[index].id] { return }
    alerts[things[index].id] = .some(nil)
  }

  private mutating func move(_ index: Int, _ intent: Intent, _ batch: Int?) throws(No) -> Bool {
    let before = things[index]
    try setMoment(intent, before)
    pending = Pending()
    let wasAlert = alerts[before.id]
    alerts[before.id] = nil
    var isChange = try transition(index, intent)
    // Any other change of the phase is an answer to what is asked.
    let after = things[index]
    if after.question == before.question,
      after.diary != before.diary || after.state != before.state || after.token != before.token
    {
      things[index].question = nil
    }
    isChange = noteAsks(index, intent, isChange)
    let presented = alerts[before.id]
    if presented == nil { alerts[before.id] = wasAlert }
    if before.kind == .job, things[index].state == .running, before.hidden == before.token {
      things[index].hidden = things[index].token
    }
    let reveals = pending.shows && things[index].hidden == before.token
    if reveals { things[index].hidden = nil }
    if pending.shows { showOrHide(index) }
    guard isChange else { return reveals }
    if things[index].state == .running, before.state != .running || before.token != things[index].token {
      guard now - when <= claimable(before) else { throw No() }
    }
    rearm(index)
    if pending.ends {
      things[index].isThere = false
      drop(index)
    } else {
      things[index].isThere = true
    }
    noteCard(index)
    if let lasts = pending.lasts { things[index].card?.lasts = lasts }
    things[index].undo = pending.undo ? [undo(of: before, batch)] : []
    if !pending.ends, presented == nil, before.kind != .job { quiet(index) }
    return true
  }

  /// A program's end is silent if it says nothing.
  private func undo(of thing: Thing, _ batch: Int?) -> Thing.Undo {
    var held = thing
    held.noteGap(now - when, until: wall)
    held.lose(now - when)
    held.undo = []
    return Thing.Undo(thing: held, at: now, rows: pending.rows, trimmed: pending.trimmed, batch: batch)
  }

  /// A pause with a length asks once; any other change takes that away.
  private mutating func noteAsks(_ index: Int, _ intent: Intent, _ isChange: Bool) -> Bool {
    let before = things[index].asks
    if intent.verb == .pause {
      things[index].asks = intent.duration.map { (when + $0.inMilliseconds, false) }
    } else if isChange {
      things[index].asks = nil
    }
    let after = things[index].asks
    return isChange || before?.at != after?.at || before?.hasAsked != after?.hasAsked
  }

  // MARK: at=

  /// How far back time may be claimed.
  private func claimable(_ thing: Thing) -> Ms { awake - max(thing.changed.awake, awakeFrom) }

  private mutating func setMoment(_ intent: Intent, _ thing: Thing) throws(No) {
    (when, whenAwake) = (now, awake)
    guard let at = intent.at, thing.kind != .pomodoro || !pausesFromThen(intent) else { return }
    guard var ago = since(at) else { throw No() }
    let furthest = now - thing.changed.at
    for limit in [furthest, claimable(thing)] where ago > limit && ago < limit + .second { ago = limit }
    guard ago <= furthest else { throw No() }
    when = now - ago
    whenAwake = min(thing.changed.awake + (when - thing.changed.at), awake)
  }

  var mark: Thing.Mark { Thing.Mark(at: when, awake: whenAwake) }

  /// A warning may come again once there is more left than its time.
  mutating func rearm(_ index: Int) {
    guard things[index].isWarned, [.pomodoro, .timer].contains(things[index].kind) else { return }
    if things[index].left(clock, at: now) > settings.before { things[index].isWarned = false }
  }

  // MARK: Undo

  private mutating func takeBack(_ index: Int) throws(No) -> Bool {
    guard let slot = things[index].undo.first, now - slot.at <= .minute else { throw No() }
    let old = things[index]
    var thing = slot.thing
    thing.lose(now - slot.at)
    // What was over has been since zero.
    if !thing.isOver { thing.changed = Thing.Mark(at: now, awake: awake) }
    thing.noteGap(now - slot.at, until: wall)
    if thing.token != old.token { thing.token = newToken() }
    thing.hidden = old.hidden
    (thing.card, thing.asks, thing.undo, thing.alert) = (old.card, nil, [], old.alert)
    things[index] = thing
    for row in slot.rows { rows[row] = nil }
    for row in slot.trimmed.reversed() { rows[row.token] = row }
    noteCard(index)
    quiet(index)
    return true
  }
}
