// Time away: what becomes of each kind when the machine slept, the session was left, or the power went.
// docs/ARCHITECTURE.md, "Time away". The rules, in one place:
// - The machine slept (boottime grew, monotonic did not), or the session was left (a stamp says when):
//   a running focus does not count that time and is paused on return (`when-away = pause`), or counts on and remembers
//   what it slept through (`run`); breaks, countdowns and stopwatches run on.
// - The process was gone on the same boot: time counts, deadlines stand. Nothing to do here.
// - Another boot without a stamp: everything that ran is paused as it was at the last moment known alive.

internal import TomatoLink

/// A stretch of time for which nobody was there.
struct Absence {
  /// How long, on the clock that runs through sleep.
  var length: Duration
  /// How far the boot clock's zero moved since deadlines were set: zero on the same boot.
  var rebase: Duration = .zero
  let now: Moment

  /// When it began at the latest, which is when it did begin if it was noticed at once.
  var began: Duration { now.sinceBoot - length }

  /// The two clocks are read one after the other and kept in whole milliseconds: less than this is no sleep.
  static let clockNoise: Duration = .milliseconds(5)
  /// Below this a sleep is too short for anybody to have been away; it does not count, but nothing is paused.
  static let noticed: Duration = .seconds(1)
}

extension Activity {
  /// The machine slept or the session was left; true when the person should see it.
  mutating func endure(_ absence: Absence, _ settings: Settings) -> Bool {
    switch machine {
    case .pomodoro(var it):
      it.phase.shift(by: absence.rebase)
      let paused = it.phase.mode == .focus && it.phase.endure(absence, settings.whenAway)
      machine = .pomodoro(it)
      return paused
    case .countdown(var it):
      it.phase.shift(by: absence.rebase)
      machine = .countdown(it)
    case .stopwatch(var it):
      it.shift(by: absence.rebase)
      machine = .stopwatch(it)
    }
    return false
  }

  /// The power went: what ran stopped when it was last known alive, on the clocks of that boot.
  mutating func endurePowerLoss(lastAlive: Moment) -> Bool {
    let cause = PauseCause.powerLoss
    let ran = machine.timerState == .running
    switch machine {
    case .pomodoro(var it):
      it.phase.endurePowerLoss(lastAlive, cause)
      machine = .pomodoro(it)
    case .countdown(var it):
      it.phase.endurePowerLoss(lastAlive, cause)
      machine = .countdown(it)
    case .stopwatch(var it):
      if ran { it.state = .paused(elapsed: it.elapsed(at: lastAlive.sinceBoot), since: lastAlive.wall, cause: cause) }
      machine = .stopwatch(it)
    }
    return ran
  }

  /// After a reboot the old marks mean nothing: `at=` may reach back to the start of the machine, or to now for
  /// what runs.
  mutating func enterBoot(_ now: Moment) {
    undo = nil
    let mark = machine.timerState == .running ? Phase.Mark(now) : .bootUp
    machine.shift(by: .zero, mark)
  }
}

extension Phase {
  /// A running focus lives through an absence; true when it was paused by it.
  fileprivate mutating func endure(_ absence: Absence, _ whenAway: Settings.WhenAway) -> Bool {
    guard case .running(let until) = state else { return false }
    // Zero came before the absence: the focus was finished, only nobody noticed.
    guard until > absence.began else { return false }
    switch whenAway {
    case .run:
      asleep += min(until - absence.began, absence.length)
      return false
    case .pause:
      state = .running(until: until + absence.length)
      guard absence.length >= Absence.noticed else { return false }
      pause(absence.now, cause: .away(absence.length), since: absence.now.wall - absence.length)
      return true
    }
  }

  fileprivate mutating func endurePowerLoss(_ lastAlive: Moment, _ cause: PauseCause) {
    switch state {
    case .running: pause(lastAlive, cause: cause)
    case .completed(_, let row): state = .completed(nextStart: nil, row: row)
    case .ready, .paused: break
    }
  }
}
