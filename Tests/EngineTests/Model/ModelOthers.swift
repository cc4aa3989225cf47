// The model: timers, stopwatches and programs' activities. docs/timers.md, docs/activities.md.

import TomatoLink

extension Model {
  // MARK: Timers

  mutating func timer(_ index: Int, _ intent: Intent) throws(No) -> Bool {
    switch intent.verb {
    case .start, .timer: return try start(index, intent)
    case .toggle where things[index].state == .running: return try interrupt(index)
    case .toggle where things[index].state == .paused: return try resume(index)
    case .toggle: return try start(index, intent)
    case .pause: return try interrupt(index)
    case .resume: return try resume(index)
    case .reset: return try reset(index)
    case .extend: return try extend(index, intent.by?.inMilliseconds ?? 0)
    case .rewind: return try rewind(index, intent.by?.inMilliseconds ?? 0)
    case .stop:
      guard things[index].isThere else { return false }
      leave(index, .stopped)
      pending.ends = true
      renew(index, things[index].diary.base)
      return true
    default: throw No()
    }
  }

  private mutating func renew(_ index: Int, _ length: Ms) {
    things[index].token = newToken()
    (things[index].diary, things[index].times) = (Diary(base: length), Times())
    (things[index].state, things[index].changed, things[index].isWarned) = (.ready, mark, false)
    (things[index].due, things[index].laps, things[index].task, things[index].hadDue) = (nil, [], nil, false)
  }

  private mutating func interrupt(_ index: Int) throws(No) -> Bool {
    let isChange = try pause(index)
    things[index].due = nil
    return isChange
  }

  private mutating func start(_ index: Int, _ intent: Intent) throws(No) -> Bool {
    if intent.mode != nil { throw No() }
    var length = intent.duration?.inMilliseconds
    if let until = intent.until {
      let ahead = until.milliseconds - (when + clock.wallOffset)
      guard until.milliseconds > now + clock.wallOffset, (Ms.second...Ms.day).contains(ahead) else { throw No() }
      length = ahead
    }
    let thing = things[index]
    let task = thing.task
    switch thing.state {
    case .ready: if let length { things[index].diary = Diary(base: length) }
    case .over: renew(index, length ?? thing.diary.base)
    case .running, .paused:
      let isOther = isOther(thing, length, intent.until)
      guard isOther || intent.replace && intent.verb == .timer else {
        if thing.state == .running { return setTask(index, intent.task) }
        begin(index)
        _ = setTask(index, intent.task)
        return true
      }
      guard intent.replace else { throw No() }
      leave(index, .replaced)
      renew(index, length ?? thing.diary.base)
    }
    things[index].task = task
    if length != nil || thing.state != .ready { things[index].due = intent.until?.milliseconds }
    things[index].hadDue = things[index].hadDue || things[index].due != nil
    begin(index)
    if things[index].due == nil { remember(index) }
    _ = setTask(index, intent.task)
    return true
  }

  private mutating func remember(_ index: Int) {
    let id = things[index].id
    recent = [(id, things[index].diary.base)] + recent.filter { $0.id != id }.prefix(Self.mostRecent - 1)
  }

  private func isOther(_ thing: Thing, _ length: Ms?, _ until: WallTime?) -> Bool {
    guard let length else { return false }
    if let until { return until.milliseconds != thing.due }
    return thing.due != nil || length != thing.diary.base && length != thing.diary.total
  }

  // MARK: Stopwatches

  mutating func stopwatch(_ index: Int, _ intent: Intent) throws(No) -> Bool {
    let state = things[index].state
    switch intent.verb {
    case .start, .stopwatch:
      guard intent.mode == nil, intent.duration == nil else { throw No() }
      let text = intent.task.map { $0.isEmpty ? nil : $0 } ?? things[index].task
      let isNews = text != things[index].task
      if intent.replace, intent.verb == .stopwatch, things[index].isUnderWay {
        leave(index, .replaced)
        renew(index, 0)
      }
      things[index].task = text
      return goOn(index) || isNews
    case .toggle: return state == .running ? try pause(index) : goOn(index)
    case .resume where things[index].isUnderWay: return goOn(index)
    case .pause where things[index].isUnderWay: return try pause(index)
    case .reset: return try reset(index)
    case .lap: return try lap(index)
    case .stop: return stopStopwatch(index)
    default: throw No()
    }
  }

  private mutating func goOn(_ index: Int) -> Bool {
    if things[index].state == .running { return false }
    if things[index].isOver {
      let task = things[index].task
      renew(index, 0)
      things[index].task = task
    }
    begin(index)
    return true
  }

  private mutating func lap(_ index: Int) throws(No) -> Bool {
    guard things[index].state == .running else { throw No() }
    let gone = things[index].diary.gone(at: when)
    guard gone - (things[index].laps.last ?? 0) >= .second else { return false }
    guard things[index].laps.count < 200 else { throw No() }
    things[index].laps.append(gone)
    things[index].changed = mark
    return true
  }

  private mutating func stopStopwatch(_ index: Int) -> Bool {
    guard things[index].isThere else { return false }
    leave(index, .stopped)
    if things[index].state == .ready {
      pending.ends = true
      renew(index, 0)
      return true
    }
    things[index].diary.notes.append(.stands(when))
    (things[index].state, things[index].changed) = (.over(next: nil, row: things[index].token), mark)
    return true
  }

  // MARK: Activities of programs

  mutating func job(_ index: Int, _ intent: Intent) throws(No) -> Bool {
    let update = intent.content ?? ContentUpdate()
    switch intent.verb {
    case .request where things[index].isThere && things[index].state == .running:
      if update.lease != nil, things[index].program.owner == nil { things[index].program.owner = intent.owner }
      things[index].program.awaited = nil
      return hear(index, update)
    case .request:
      let isNew = request(index, update, intent.program ?? "")
      things[index].program.owner = update.lease == nil ? nil : intent.owner
      return isNew
    case .update:
      guard things[index].state == .running else { throw No() }
      return hear(index, update)
    case .end: return end(index, update)
    case .button: return try press(index, intent.button ?? "")
    case .stop:
      for event in ["cancel", "stop"] where buttons(index).contains(event) { return try press(index, event) }
      throw No()
    default: throw No()
    }
  }

  private func buttons(_ index: Int) -> [String] {
    things[index].program.content.buttons.compactMap { if case .event(let it) = $0.action { it } else { nil } }
  }

  private mutating func press(_ index: Int, _ event: String) throws(No) -> Bool {
    guard buttons(index).contains(event) else { throw No() }
    return true
  }

  private mutating func request(_ index: Int, _ update: ContentUpdate, _ path: String) -> Bool {
    let isAgain = things[index].isThere
    if isAgain { things[index].token = newToken() }
    things[index].state = .running
    things[index].changed = Thing.Mark(at: now, awake: awake)
    things[index].program = Thing.Program(
      heard: now, content: content(JobContent(), after: update), shown: now, path: path, fixed: update)
    sayFor(index, update)
    return true
  }

  private mutating func hear(_ index: Int, _ update: ContentUpdate) -> Bool {
    let before = things[index].program
    var it = before
    it.content = content(it.content, after: update)
    if it.content.ends != before.content.ends { it.earlier.ends = false }
    if it.content.since != before.content.since { it.earlier.since = false }
    if it.content.buttons != before.content.buttons { things[index].token = newToken() }
    (it.isStale, it.heard) = (false, now)
    things[index].changed = Thing.Mark(at: now, awake: awake)
    defer { things[index].program = it }
    if maySay(index, update) {
      (it.shown, it.waits) = (now, false)
      sayFor(index, update)
    } else if it.content != before.content || before.isStale {
      // Shown at most once a second.
      if let shown = it.shown, now - shown < .second {
        it.waits = true
      } else {
        (it.shown, it.waits) = (now, false)
        quiet(index)
      }
    }
    return true
  }

  private mutating func end(_ index: Int, _ update: ContentUpdate) -> Bool {
    if things[index].state == .running {
      things[index].program.content = content(things[index].program.content, after: update)
      endProgram(index, update.hasFailed ? .failed : .done)
      sayFor(index, update)
    }
    switch update.dismissal {
    case nil: pending.lasts = 4 * .hour
    case .immediate: pending.ends = true
    case .after(let length): pending.lasts = min(max(length.inMilliseconds, .second), 4 * .hour)
    }
    return true
  }

  /// An activity alerts once in ten seconds, a program six times a minute.
  private func maySay(_ index: Int, _ update: ContentUpdate) -> Bool {
    guard update.alert != nil else { return false }
    let (id, path) = (things[index].id, things[index].program.path)
    return !said.contains { $0.id == id && now - $0.at < 10 * .second }
      && said.count { $0.path == path && now - $0.at < .minute } < 6
  }

  private mutating func sayFor(_ index: Int, _ update: ContentUpdate) {
    guard maySay(index, update) else { return }
    said.append((things[index].id, things[index].program.path, now))
    say(.said, index)
  }

  // MARK: Leases

  /// Only the owner changes what is leased and goes on.
  func checkOwner(_ thing: Thing, _ intent: Intent) throws(No) {
    guard [.request, .update, .end].contains(intent.verb), isLeased(thing) else { return }
    if thing.program.owner != intent.owner { throw No() }
  }

  private func isLeased(_ thing: Thing) -> Bool {
    thing.kind == .job && thing.isThere && thing.state == .running && thing.program.owner != nil
  }

  /// After a restart of the daemon what is leased is stale, and its owner has a minute to come back.
  mutating func awaitOwners() {
    for index in things.indices where isLeased(things[index]) {
      (things[index].program.isStale, things[index].program.awaited) = (true, now + .minute)
    }
  }

  /// The lease has ended.
  mutating func lose(_ id: String, _ owner: OwnerToken) {
    guard let index = things.firstIndex(where: { $0.id == id }), isLeased(things[index]),
      things[index].program.owner == owner
    else { return }
    endProgram(index, .lost)
    quiet(index)
    (things[index].undo, things[index].hidden) = ([], nil)
    noteCard(index)
  }
}
