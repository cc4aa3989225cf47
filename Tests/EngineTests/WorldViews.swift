// What World reads of an engine, for its checks.

import TomatoLink

@testable import TomatoEngine

extension Engine {
  func activity(_ id: ActivityID) -> Activity? { snapshot.activities.first { $0.id == id } }

  var unattended: Int {
    if case .pomodoro(let it) = snapshot.pomodoro.machine { it.unattended } else { 0 }
  }

  func focusUnderWay(at now: Moment) -> Duration {
    guard let phase = snapshot.pomodoro.machine.phase, phase.mode == .focus else { return .zero }
    return phase.timerState == .completed ? .zero : phase.recordedTime(at: now.sinceBoot)
  }

  /// What the present phase counts, and what `at=` could still claim since its last change. While a focus runs, a
  /// claim takes the place of what it counted (which leaves out a logout under `when-away = run`).
  func countedOrClaimable(at now: Moment) -> Duration {
    guard let phase = snapshot.pomodoro.machine.phase else { return .zero }
    let claimable = min(now.sinceBoot - phase.changed.sinceBoot, now.awake - phase.changed.awake)
    let counted = focusUnderWay(at: now)
    return phase.mode == .focus && phase.timerState == .running ? max(counted, claimable) : counted + claimable
  }
}

extension Machine {
  /// The phase of a kind that counts down; nil for a stopwatch.
  var phase: Phase? { kind == .stopwatch ? nil : (any as? any PhaseMachine)?.phase }
}

extension Engine.Snapshot {
  /// - butStamp: nothing ran or was about to, so it makes no difference whether the session was left.
  /// Without what programs have.
  var ofPersons: Engine.Snapshot {
    var it = self
    it.others.removeAll { $0.machine.kind == .job }
    return it
  }

  func isSame(as other: Engine.Snapshot, butStamp: Bool) -> Bool {
    var (a, b) = (self, other)
    (a.lastAlive, b.lastAlive) = (nil, nil)
    (a.awakeFrom, b.awakeFrom) = (.zero, .zero)
    if butStamp { (a.leftAt, b.leftAt) = (nil, nil) }
    return a == b
  }
}

extension World {
  /// Without what the next event does not ask for: from worlds that are equal then, the same can happen.
  var forItsFuture: World {
    var it = self
    (it.tally, it.recordedBefore, it.commits) = ([:], .zero, 0)
    return it
  }

  func require(_ holds: Bool, _ promise: @autoclosure () -> String) throws(Broken) {
    if !holds { throw Broken(description: promise()) }
  }

  /// Only what is paused asks whether to go on, on time, a single time; and whether it has asked can be told from the
  /// time alone, which is how the store tells it.
  /// - Returns: how many have asked.
  func checkTimedPauses(_ effects: [Effect], _ before: Engine) throws(Broken) -> Int {
    for activity in engine.snapshot.activities {
      guard let pause = activity.timedPause else { continue }
      try require(activity.machine.timerState == .paused, "only a pause asks: \(activity)")
      try require(pause.hasAsked == (pause.until <= now.sinceBoot), "a pause asks when it is over: \(pause)")
    }
    var asked = 0
    for case .update(let id, .alert(.stillPaused)) in effects {
      try require(engine.activity(id)?.timedPause?.hasAsked == true, "what asks is a pause that is over: \(id)")
      asked += 1
    }
    return asked
  }

  /// What is over is shown for a while, and only that says since when.
  func checkEnd(_ activity: Activity) throws(Broken) {
    let isOver = activity.id != .pomodoro && activity.attributes != nil && activity.machine.timerState == .completed
    try require((activity.ended != nil) == isOver, "what is over knows since when: \(activity)")
    guard let ended = activity.ended else { return }
    let isLate = activity.nextDeadline(engine.settings).map { $0.due <= now.sinceBoot } ?? true
    try require(!isLate && ended.at <= now.sinceBoot, "what is over goes on time")
  }

  func checkContent() throws(Broken) {
    guard let content = engine.content(of: .pomodoro, at: now) else {
      throw Broken(description: "the Pomodoro is shown")
    }
    let state = content.contentState
    try require((state.remainingSeconds == 0) == (state.state == .completed), "0:00 only at completion")
    try require((0...state.sessionsPerCycle).contains(state.sessionNumber), "session \(state.sessionNumber)")
    try require((0...state.sessionsPerCycle).contains(content.sessionsDone), "dots \(content.sessionsDone)")
    try require(!state.isStale && (state.timerEndDate != nil) == (state.state == .running), "an end only while running")
    try require(state.state != .completed || content.next != nil, "what is completed has a next")
  }
}

extension World {
  /// - Returns: what happened, for the tally.
  func checkWaitingAlerts(_ effects: [Effect], _ event: Event, _ before: Engine) throws(Broken) -> [String] {
    let asked = try checkTimedPauses(effects, before)
    return try checkAttention(effects, event, before) + Array(repeating: "still paused", count: asked)
  }

  /// An alert that nobody has answered comes again three times at most, each time later than the last; one that is held
  /// back is not heard, and comes within ten minutes unless a person does something.
  /// - Returns: what happened, for the tally.
  func checkAttention(_ effects: [Effect], _ event: Event, _ before: Engine) throws(Broken) -> [String] {
    var seen: [String] = []
    for activity in engine.snapshot.activities {
      guard let it = activity.unansweredAlert else { continue }
      try require(
        it.isPlausible(at: now.sinceBoot, upTo: engine.snapshot.lastToken), "an alert that can be stored: \(it)")
      if let wake = it.wake(engine.settings.alertRepeat), wake <= now.sinceBoot {
        throw Broken(description: "no alert is late: \(it)")
      }
      guard it.isHeld else { continue }
      let mayWait = activity.id == .pomodoro && engine.settings.holdWhenBusy && engine.watchesDevices
      try require(mayWait, "only the Pomodoro's alerts are held back, and somebody looks: \(it)")
      for case .update(activity.id, .alert(let alert)) in effects where alert.canBeHeld || alert.replacesHeldAlert {
        throw Broken(description: "what is held back is not heard: \(alert)")
      }
    }
    for case .update(let id, .alert) in effects {
      guard let old = before.activity(id)?.unansweredAlert, let new = engine.activity(id)?.unansweredAlert else {
        continue
      }
      if old.isHeld, !new.isHeld { seen.append("held back") }
      if new.repeats > old.repeats, new.phase == old.phase { seen.append("said again") }
    }
    try checkNothingIsLost(effects, event, before)
    return seen
  }

  private func checkNothingIsLost(_ effects: [Effect], _ event: Event, _ before: Engine) throws(Broken) {
    guard before.snapshot.pomodoro.unansweredAlert?.isHeld == true,
      engine.snapshot.pomodoro.unansweredAlert?.isHeld != true
    else {
      return
    }
    if case .intent = event { return }
    for case .update(.pomodoro, .alert) in effects { return }
    // Its phase has ended, too: the next one, which begins by itself in a second, alerts in its place.
    let machine = engine.snapshot.pomodoro.machine
    if machine.timerState == .completed, machine.any.deadline != nil { return }
    // The person had left before the next phase began, so it waits for them, and their return alerts.
    if case .paused(_, _, .left) = machine.phase?.state { return }
    throw Broken(description: "what was held back comes: \(event)")
  }
}

extension World {
  /// Focus recorded, and what the present focus would record if it ended now.
  var focusNow: Duration { recordedFocus + engine.focusUnderWay(at: now) }

  func focus(writtenBy effects: [Effect]) -> Duration {
    guard case .commit(let changes)? = effects.first else { return .zero }
    return changes.rows.added.reduce(.zero) { $1.mode == .focus ? $0 + $1.active : $0 }
  }
}

/// The effects, and the rows of the commit among them, in any order.
func unordered(_ effects: [Effect]) -> Set<Effect> {
  Set(
    effects.map { effect in
      guard case .commit(var changes) = effect else { return effect }
      changes.rows.added.sort { $0.token < $1.token }
      return .commit(changes)
    })
}
