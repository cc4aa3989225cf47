// Time away: what becomes of a phase when the machine slept, the session was left, or the power went. Each kind says in
// its own file which of these rules it follows. docs/away.md. The rules, in one place:
// - The machine slept (boottime grew, monotonic did not), or the session was left (a stamp says when):
//   a running focus does not count that time and is paused on return (`when-away = pause`), or counts on and remembers
//   what it slept through (`run`); breaks, timers and stopwatches run on.
// - The process was gone on the same boot: time counts, deadlines stand. Nothing to do here.
// - Another boot without a stamp: everything that ran is paused as it was at the last moment known alive, but a timer
//   that ends at a clock time: whatever happened, it ends then (Timer.swift).

internal import TomatoLink

/// A stretch of time for which nobody was there.
struct Absence {
  /// How long, on the clock that runs through sleep.
  var length: Duration
  /// When it began at the latest, on the wall clock of then.
  var since: WallTime
  /// It may have begun so much sooner: of a sleep that no waking told of only the length is known, and that it was
  /// after the event before.
  var slack: Duration = .zero
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

extension Phase {
  /// A running focus lives through an absence; true when it was paused by it.
  mutating func endure(_ absence: Absence, _ whenAway: Settings.WhenAway) -> Bool {
    guard case .running(let until) = state else { return false }
    switch whenAway {
    case .run:
      // What may have been before zero was, so that nothing is counted in which the machine slept.
      let slept = min(until - (absence.began - absence.slack), absence.length)
      guard slept > .zero else { return false }
      asleep += slept
      // It does not count, so in the record it is a pause like any other.
      if absence.length >= Absence.noticed {
        timeline.add(Pause(began: absence.since - absence.slack, length: slept))
      }
      return false
    case .pause:
      // Zero came before the absence: the focus was finished, only nobody noticed.
      guard until > absence.began else { return false }
      state = .running(until: until + absence.length)
      guard absence.length >= Absence.noticed else { return false }
      pause(absence.now, cause: .away(absence.length), since: absence.since)
      return true
    }
  }

  /// What ran is paused as it was when it was last known alive. What was about to be followed by another phase, whose
  /// start would have been the alert, waits for a person instead.
  mutating func endurePowerLoss(_ lastAlive: Moment) -> AlertConfiguration? {
    switch state {
    case .running:
      pause(lastAlive, cause: .powerLoss)
      return .returned
    case .completed(let nextStart, let row):
      state = .completed(nextStart: nil, row: row)
      return nextStart == nil ? nil : .completed(mode)
    case .ready, .paused: return nil
    }
  }
}
