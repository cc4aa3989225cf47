// The model: sleep, power loss, and nobody at the machine. docs/away.md.

import TomatoLink

extension Model {
  /// The machine slept, or the session was left.
  /// - Parameters:
  ///   - wall: when that was, by the clock.
  ///   - slack: how much earlier it may have begun.
  ///   - isOff: the machine was off, and only the wall clock went on.
  mutating func fallAsleep(
    from began: Ms, wall: Ms, _ length: Ms, slack: Ms, until end: Ms, _ awake: Ms, isOff: Bool = false
  ) {
    for index in things.indices where things[index].kind == .job { things[index].program.shown = nil }
    for index in things.indices where things[index].state == .running {
      if isOff, things[index].due != nil { things[index].diary.notes += [.stands(began), .runs(end)] }
      guard things[index].mode == .focus, let zero = things[index].diary.zero else { continue }
      if settings.runsInSleep {
        let slept = min(zero - (began - slack), length)
        guard slept > 0 else { continue }
        let isKnown = length >= .second && !things[index].diary.hasOddPause
        things[index].diary.notes.append(.slept(from: isKnown ? began - slack : nil, slept))
        if length >= .second { things[index].times.add(Times.Time(from: wall - slack, length: slept)) }
      } else if zero > began {
        things[index].diary.notes.append(.lost(length))
        guard length >= .second else { continue }
        things[index].stand(end, clock, since: wall)
        things[index].changed = Thing.Mark(at: end, awake: awake)
        say(.returned, index)
      }
    }
  }

  /// Everything that ran stands as it did when the machine was last known to be alive.
  mutating func losePower(_ end: Ms, _ endAwake: Ms, _ old: ModelClock) {
    for index in things.indices {
      switch things[index].state {
      case .running where things[index].kind == .job:
        things[index].program.isStale = true
        (things[index].program.heard, things[index].program.shown) = (now, nil)
        things[index].program.waits = false
      case .running where things[index].due != nil: things[index].diary.notes += [.stands(end), .runs(now)]
      case .running:
        things[index].stand(end, old)
        things[index].changed = Thing.Mark(at: end, awake: endAwake)
        say(.returned, index)
      case .over(.some, let row):
        things[index].state = .over(next: nil, row: row)
        say(.completed, index)
      case .over, .ready, .paused:
        if things[index].kind == .job {
          (things[index].program.heard, things[index].program.shown) = (now, nil)
          things[index].program.waits = false
        }
      }
    }
  }

  /// After another start of the machine: nothing can be undone, and nothing on this boot came before.
  /// - Parameter more: by how much more time went by for phases than for what only the wall clock measures.
  mutating func enterBoot(cardsLoseMoreThan more: Ms) {
    awakeFrom = 0
    for index in things.indices {
      let isRunning = things[index].state == .running
      things[index].undo = []
      things[index].times.enterBoot()
      things[index].question?.change { $0.isEarlier = true }
      things[index].changed = Thing.Mark(at: isRunning ? now : clock.bootOffset, awake: isRunning ? awake : 0)
      if let card = things[index].card {
        let shown = min(max(now - more - card.since, 0), card.lasts)
        things[index].card?.since = now - shown
      }
      if let asks = things[index].asks { things[index].asks?.at = asks.at + more }
      things[index].alert?.at += more
      if let held = things[index].alert?.held { things[index].alert?.held = held + more } else { answerAlert(index) }
      if things[index].kind == .job { things[index].program.shown = nil }
      things[index].program.earlier = (true, true)
    }
  }

  // MARK: Nobody is there

  /// Phases wait for somebody.
  var isAway: Bool { departure?.counts == true && settings.then != .nothing }

  private var isFocusRunning: Bool { pomodoro.isThere && pomodoro.mode == .focus && pomodoro.state == .running }

  /// When a locked screen counts, which it does while a focus runs.
  var lockCounts: Ms? {
    guard let departure, departure.isLocked, !departure.counts, isFocusRunning else { return nil }
    return departure.since + .minute
  }

  mutating func countLock() { if let due = lockCounts, due <= now { count() } }

  mutating func lock(since: Ms) {
    if departure != nil { departure?.isLocked = true } else { departure = (since, true, false) }
    countLock()
  }

  mutating func leave(since: Ms) {
    guard let old = departure else {
      departure = (since, false, false)
      return count()
    }
    if !old.counts {
      departure?.since = min(old.since, since)
      return count()
    }
    // Somebody was back without being seen.
    guard !old.isLocked, since > old.since + .second else { return }
    departure?.since = since
    followQuestion(since: since)
  }

  private mutating func count() {
    departure?.counts = true
    guard let departure else { return }
    let trims = unseen.compactMap { focus -> Thing.Question.Trim? in
      let length = focus.until - max(departure.since, focus.from)
      return length > 0 ? Thing.Question.Trim(row: focus.row, from: focus.ended - length, length: length) : nil
    }
    unseen = []
    if settings.then == .nothing { return }
    ask(about: trims)
    if settings.then == .ask { return openStretch(at: departure.since) }
    guard settings.then == .pause, pomodoro.mode == .focus, pomodoro.state == .running else { return }
    let since = max(departure.since, pomodoro.changed.at)
    let from = pomodoro.changed
    pomodoro.stand(since, clock)
    pomodoro.isLeft = true
    pomodoro.changed = Thing.Mark(at: since, awake: min(from.awake + since - from.at, awake))
    rearm(0)
    quiet(0)
  }

  mutating func comeBack() {
    unseen = []
    guard let old = departure else { return }
    departure = nil
    guard old.counts else { return }
    if pomodoro.state == .paused, pomodoro.isLeft {
      pomodoro.isLeft = false
      pomodoro.hidden = nil
      say(.returned, 0)
    }
    closeStretch(left: pomodoro.left(clock, at: now))
    guard var question = pomodoro.question else { return }
    guard question.isAsked || question.length >= settings.least else {
      pomodoro.question = nil
      return
    }
    question.isAsked = true
    pomodoro.question = question
    pomodoro.hidden = nil
    say(.wasAway, 0)
  }
}
