// What must hold in a World of clocks: of one boot and of several, set, put off and slept through.

import TomatoLink

@testable import TomatoEngine

/// What a World remembers of its clocks.
struct Clocks: Equatable {
  /// The right time, while the wall clock shows any.
  var right = VirtualTime.start
  /// The phases that have lived through another boot, and when each began.
  var began: [PhaseToken: WallTime] = [:]
  /// What was awake before this, on CLOCK_MONOTONIC, cannot be claimed.
  var awakeFrom: Duration = .zero
  /// The last event, or the last commit of a process that is gone.
  var last: Moment?
  /// Each row as it was before time was taken off it for the last time.
  var untrimmed: [PhaseToken: IntervalRecord] = [:]
}

extension IntervalRecord {
  /// It ended after it began, and has room for what counted, and for its pauses one after the other.
  var isInOrder: Bool {
    var (last, sum) = (began, active)
    for pause in pauses ?? [] {
      guard pause.length > .zero, pause.began >= last else { return false }
      last = pause.began + pause.length
      sum += pause.length
    }
    return active >= .zero && last <= ended && sum <= ended - began
  }
}

extension World {
  /// Before the engine hears of an event: when the last sleep was over, as far as anybody can know.
  mutating func noteSleep(_ event: Event) {
    defer { clocks.last = now }
    guard let last = clocks.last else { return }
    guard last.canPrecede(now) else {
      clocks.awakeFrom = .zero
      return
    }
    if now.asleep - last.asleep >= Absence.shortestAway { clocks.awakeFrom = event.endsSleep ? now.awake : last.awake }
  }

  /// What an undo brings back began at a time of the clock in force.
  mutating func followClock() {
    guard let last = engine.snapshot.lastAlive, last.canPrecede(now) else { return }
    let off = off(now, from: last)
    for id in held.keys { held[id]?.machine.any.clockWasSet(by: off, now) }
  }

  /// How far the wall clock was set between two moments of one boot.
  private func off(_ now: Moment, from last: Moment) -> Duration {
    let off = now.wall - (last.wall + (now.sinceBoot - last.sinceBoot))
    return abs(off.inMilliseconds) >= 200 ? off : .zero
  }

  /// Another boot: what has begun began before it. The minute mark may be the only one that knows of a clock that was
  /// set.
  mutating func noteBoot() {
    var off = Duration.zero
    if let last = stored.lastAlive, let mark, mark.boot == last.boot, mark.sinceBoot > last.sinceBoot {
      off = self.off(mark, from: last)
    }
    for activity in stored.activities {
      for machine in [activity.machine, activity.undo?.machine].compactMap(\.self) {
        if let began = machine.stored.began { clocks.began[machine.token] = clocks.began[machine.token] ?? began + off }
      }
    }
  }

  mutating func checkClocks(_ before: Engine) throws(Broken) {
    if let wake = engine.nextWake { try require(wake > now.sinceBoot, "no wake lies behind: \(wake)") }
    let shown = engine.order.first.flatMap(engine.activity)
    let idle = shown?.machine.timerState == .ready && engine.isAnythingRunning
    try require(!idle, "what runs comes before what was not begun: \(engine.order.map(\.description))")
    for activity in engine.snapshot.activities {
      try checkTimes(of: activity, before)
      try checkNextChange(of: activity.id)
    }
    let tokens = engine.snapshot.activities.flatMap { [$0.machine.token, $0.undo?.machine.token].compactMap(\.self) }
    clocks.began = clocks.began.filter { tokens.contains($0.key) }
  }

  /// Its times follow one another; and what began before this boot is where it was, whatever became of the clock.
  private mutating func checkTimes(of activity: Activity, _ before: Engine) throws(Broken) {
    let (stored, old) = (activity.machine.stored, before.activity(activity.id))
    guard let began = stored.began else { return }
    // Taken back under another token, or a job whose buttons are others now; or begun anew under the same.
    let tokens = [old?.machine.token, old?.undo?.machine.token].compactMap(\.self)
    if tokens.contains(where: { clocks.began[$0] == began }) { clocks.began[stored.token] = began }
    if clocks.began[stored.token] != began, old?.machine.stored.began == nil { clocks.began[stored.token] = nil }
    if let known = clocks.began[stored.token] {
      try require(known == began, "\(activity.id) began at \(known), and not at \(began)")
    } else if stored.mode != .job {
      let end = stored.pause?.since ?? engine.withoutClockNoise(now).wall
      let row = IntervalRecord(
        token: stored.token, activity: activity.id, mode: stored.mode, task: nil, began: began, ended: end,
        active: .zero, outcome: .stopped, pauses: stored.pauses)
      try require(row.isInOrder, "the times of \(activity.id) follow one another until \(end): \(stored)")
    }
  }

  /// It looks the same until the next visible change, and then it does not.
  private func checkNextChange(of id: ActivityID) throws(Broken) {
    guard let next = engine.nextVisibleChange(of: id, .second, at: now) else { return }
    try require(next > now.sinceBoot, "a change to come is ahead")
    guard next < engine.nextWake ?? next + .seconds(1) else { return }
    func seconds(at sinceBoot: Duration) -> Int? {
      let later = sinceBoot - now.sinceBoot
      let moment = Moment(sinceBoot: sinceBoot, awake: now.awake + later, wall: now.wall + later, boot: now.boot)
      return engine.content(of: id, at: moment)?.contentState.remainingSeconds
    }
    let shown = seconds(at: now.sinceBoot)
    try require(seconds(at: next - .milliseconds(1)) == shown, "\(id) looks the same until \(next)")
    try require(seconds(at: next) != shown, "\(id) looks different at \(next): \(shown ?? 0)")
  }

  /// A row has room for what it says; only one that lived through another boot may not know its pauses.
  func check(_ row: IntervalRecord, _ before: Engine) throws(Broken) {
    try require(row.isInOrder, "a row is in order: \(row)")
    let isOld = clocks.began.values.contains(row.began)
    try require(row.pauses != nil || isOld, "when it was paused is known: \(row)")
    // What was reset may begin anew and end by one event, under the same token.
    let isNew = before.activity(row.activity)?.machine.stored.began == nil
    guard !isNew, let began = clocks.began[row.token] else { return }
    try require(row.began == began, "it began at \(began): \(row)")
  }

  /// A phase that began by an intent began while the machine was awake, as far as anybody can know.
  /// - Parameter earlier: the engine before the intent, with and without what was due meanwhile: an intent of before a
  ///   deadline is decided before it.
  func checkClaim(_ intent: Intent, _ earlier: [Engine]) throws(Broken) {
    guard intent.at != nil, intent.verb != .undo else { return }
    for activity in engine.snapshot.activities where activity.machine.timerState == .running {
      let new = activity.machine
      let old = earlier.compactMap { $0.activity(activity.id)?.machine }
      let ran = old.contains { $0.timerState == .running && $0.token == new.token }
      if ran || new.kind == .job { continue }
      let claimed = now.sinceBoot - new.any.changed.sinceBoot
      try require(claimed <= now.awake - clocks.awakeFrom, "\(claimed) claimed, awake from \(clocks.awakeFrom)")
    }
  }
}
