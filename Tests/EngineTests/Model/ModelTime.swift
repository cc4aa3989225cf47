// The model: what happens by itself, what is said of it, and which activity comes first.

import TomatoLink

extension Model {
  // MARK: What is due

  /// Everything that is due up to a moment.
  mutating func pass(upTo limit: Ms? = nil) {
    let limit = limit ?? now
    if let due = lockCounts, due <= limit {
      if things.contains(where: { $0.wake(settings, clock).map { $0 < due } ?? false }) { passAll(upTo: due - 1) }
      countLock()
    }
    passAll(upTo: limit)
    if let due = lockCounts, due <= limit { countLock() }
  }

  private mutating func passAll(upTo limit: Ms) {
    for (id, end) in first where end <= limit {
      first[id] = nil
      if alerts[id] == nil { alerts[id] = .some(nil) }
    }
    for index in things.indices {
      while let wake = things[index].wake(settings, clock), wake <= limit { meet(index) }
    }
  }

  private mutating func meet(_ index: Int) {
    let thing = things[index]
    let own = thing.ownWake(settings, clock)
    if let due = thing.alert?.wake(settings), own.map({ due < $0 }) ?? true { return sayAgain(index) }
    if let card = thing.card {
      if card.isRecent, card.lasts > .minute {
        things[index].card?.isRecent = false
        return quiet(index)
      }
      return dismiss(index)
    }
    if let asks = thing.asks, !asks.hasAsked {
      things[index].asks?.hasAsked = true
      things[index].hidden = nil
      return say(.stillPaused, index)
    }
    if let due = thing.warning(settings.before, clock) {
      things[index].isWarned = true
      if now - due <= 10 * .second, let zero = thing.zero(clock), zero > now { say(.almostOver, index) }
      return
    }
    end(index)
    if things[index].token != thing.token || kindOfState(things[index]) != kindOfState(thing) {
      (things[index].undo, things[index].hidden) = ([], nil)
    }
    noteCard(index)
  }

  /// 0 to 3: ready, running, paused, over.
  func kindOfState(_ thing: Thing) -> Int {
    switch thing.state {
    case .ready: 0
    case .running: 1
    case .paused: 2
    case .over: 3
    }
  }

  /// Zero, the beginning of the next phase, or the silence of a program.
  private mutating func end(_ index: Int) {
    let thing = things[index]
    switch (thing.kind, thing.state) {
    case (.pomodoro, .running): if let zero = thing.zero(clock) { complete(zero) }
    case (.pomodoro, .over(let start?, let row)): startNext(start, row)
    case (.timer, .running): if let zero = thing.zero(clock) { finish(index, zero, next: nil, alert: .completed) }
    case (.job, .running): hearNothing(index)
    default: break
    }
  }

  private mutating func complete(_ zero: Ms) {
    let isFocus = pomodoro.mode == .focus
    if isFocus { pomodoro.cycle += 1 }
    closeStretchAtZero()
    let from = min(max(pomodoro.changed.at, zero - pomodoro.diary.total), zero)
    let late = now - zero
    let isLate = late > 10 * .second || absence > 10 * .second && late > .second
    let startsItself = due == .focus ? settings.focusStarts : settings.breaksStart
    let goesOn = startsItself && pomodoro.unattended < settings.unattended && !isLate && !isAway
    finish(0, zero, next: goesOn ? zero + .second : nil, alert: goesOn ? nil : .completed)
    if isFocus, from < zero, departure?.counts != true {
      unseen = Array((unseen + [(pomodoro.token, from, zero, zero + clock.wallOffset)]).suffix(50))
    }
  }

  private mutating func finish(_ index: Int, _ zero: Ms, next: Ms?, alert: Thing.Alert?) {
    record(index, .completed, at: zero)
    let awakeThen = awakeAt(zero, things[index])
    things[index].diary.notes += filling(things[index], at: zero)
    things[index].state = .over(next: next, row: things[index].token)
    things[index].times.stands = Times.Time(from: zero + clock.wallOffset)
    things[index].changed = Thing.Mark(at: zero, awake: awakeThen)
    if let alert { say(alert, index) } else { quiet(index) }
  }

  /// What makes all of a phase have counted. One whose clock time came in less than a second is a second long.
  private func filling(_ thing: Thing, at zero: Ms) -> [Diary.Note] {
    guard thing.due != nil else { return [.stands(zero)] }
    let gone = thing.diary.gone(at: zero)
    let more = max(Ms.second - gone, 0)
    return [.longer(gone + more - thing.diary.total), .stands(zero), .back(-more), .slept(from: nil, more)]
  }

  /// How long the machine had been awake at a moment of the past; a sleep meanwhile is taken to have been late.
  func awakeAt(_ moment: Ms, _ thing: Thing) -> Ms {
    let ago = now - moment
    guard let last, last.boot + clock.bootOffset <= moment, last.awake <= awake else { return max(awake - ago, 0) }
    return min(last.awake + moment - (last.boot + clock.bootOffset), awake)
  }

  private mutating func startNext(_ start: Ms, _ row: Int) {
    guard now - start <= 10 * .second, !isAway else {
      pomodoro.state = .over(next: nil, row: row)
      return say(.completed, 0)
    }
    let at = absence > 0 ? now : start
    let mode = due
    let mark = Thing.Mark(at: at, awake: absence > 0 ? awake : awakeAt(start, pomodoro))
    succeed(mode, settings.length(mode), at: mark)
    pomodoro.run(at, clock)
    pomodoro.unattended += 1
    say(.nextBegan, 0)
  }

  private mutating func hearNothing(_ index: Int) {
    let it = things[index].program
    if it.waits, (it.shown ?? it.heard) + .second <= now {
      (things[index].program.shown, things[index].program.waits) = (now, false)
      return quiet(index)
    }
    guard it.isStale || it.awaited.map({ $0 <= now }) ?? false else {
      things[index].program.isStale = true
      return quiet(index)
    }
    endProgram(index, .lost)
    quiet(index)
  }

  mutating func endProgram(_ index: Int, _ outcome: Thing.Program.Outcome) {
    things[index].program.outcome = outcome
    let token = newToken()
    things[index].state = .over(next: nil, row: token)
    things[index].token = token
    (things[index].program.waits, things[index].program.awaited) = (false, nil)
    things[index].program.content.buttons.removeAll { if case .event = $0.action { true } else { false } }
    things[index].program.content.ends = nil
    things[index].changed = Thing.Mark(at: now, awake: awake)
  }

  /// Takes what is over off all surfaces.
  mutating func dismiss(_ index: Int) {
    things[index].isThere = false
    (things[index].card, things[index].hidden, things[index].asks) = (nil, nil, nil)
    things[index].alert = nil
    drop(index)
  }

  mutating func noteCard(_ index: Int) {
    let thing = things[index]
    guard thing.kind != .pomodoro, thing.isThere, thing.isOver else {
      things[index].card = nil
      return
    }
    if thing.card == nil { things[index].card = Thing.Card(since: now) }
  }

  // MARK: What is said

  mutating func say(_ alert: Thing.Alert, _ index: Int) { alerts[things[index].id] = .some(alert) }
  mutating func quiet(_ index: Int) { alerts[things[index].id] = .some(nil) }

  /// What is gone calls nobody; a program's last word is heard.
  mutating func drop(_ index: Int) {
    if alerts[things[index].id] != .some(.said) { alerts[things[index].id] = nil }
  }

  // MARK: The order

  private func rank(_ thing: Thing) -> Double {
    let own: Double =
      switch thing.state {
      // Between those that run and those that are paused, as their programs say.
      case .running where thing.kind == .job: 1 + Double(thing.program.content.relevance + 1) / 102
      case .running: 2
      case .paused: 1
      case .ready: 0
      case .over: thing.card.map { $0.isRecent ? 3 : 0.5 } ?? 3
      }
    return first[thing.id] == nil ? own : max(own, 3)
  }

  /// The most relevant first; then the nearest deadline, then the older.
  var order: [String] {
    let shown = things.enumerated().filter { $0.element.kind == .pomodoro || $0.element.isThere }
    let sorted = shown.sorted { a, b in
      let (x, y) = (rank(a.element), rank(b.element))
      if x != y { return x > y }
      let (d, e) = (a.element.deadline(clock) ?? .max, b.element.deadline(clock) ?? .max)
      return d != e ? d < e : a.offset < b.offset
    }
    return sorted.map(\.element.id)
  }

  /// When something happens by itself, on the machine's clock.
  var nextWake: Ms? {
    var wakes = things.compactMap { $0.wake(settings, clock) }
    wakes += first.values
    if let lockCounts { wakes.append(lockCounts) }
    return wakes.min().map { $0 - clock.bootOffset }
  }
}
