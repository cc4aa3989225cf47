// Time away: what becomes of a phase when the machine slept, the session was left, or the power went. Each kind says in
// its own file which of these rules it follows. docs/away.md. The rules, in one place:
// - The machine slept (boottime grew, monotonic did not), or the session was left (a stamp says when):
//   a running focus does not count that time and is paused on return (`when-away = pause`), or counts on and remembers
//   what it slept through (`run`); breaks, timers and stopwatches run on.
// - The process was gone on the same boot: time counts, deadlines stand. Nothing to do here.
// - Another boot without a stamp: everything that ran is paused as it was at the last moment known alive. A timer that
//   ends at a clock time still ends then (Timer.swift).

internal import TomatoLink

/// Time in which the machine slept or was left.
struct Absence {
  /// How long, on the clock that runs through sleep.
  var length: Duration
  /// Its latest possible start, on the wall clock.
  var since: WallTime
  /// How much earlier it may have begun: without a report of the waking, only the length of a sleep is known.
  var slack: Duration = .zero
  /// How far the boot clock's zero moved since deadlines were set: zero on the same boot.
  var rebase: Duration = .zero
  let now: Moment

  /// Its latest possible start, on CLOCK_BOOTTIME; exact if it was noticed at once.
  var began: Duration { now.sinceBoot - length }

  /// The two clocks are read one after the other and kept in whole milliseconds: less than this is no sleep.
  static let clockNoise: Duration = .milliseconds(5)
  /// Below this a sleep is too short for anybody to have been away; it does not count, but nothing is paused.
  static let shortestAway: Duration = .seconds(1)
}

extension Phase {
  /// Applies an absence to a running focus; true if that paused it.
  mutating func apply(_ absence: Absence, _ whenAway: Settings.WhenAway) -> Bool {
    guard case .running(let until) = state else { return false }
    switch whenAway {
    case .run:
      // Sleep that may lie before zero is taken to, so that no slept time counts.
      let slept = min(until - (absence.began - absence.slack), absence.length)
      guard slept > .zero else { return false }
      asleep += slept
      // It does not count, so in the record it is a pause like any other.
      if absence.length >= Absence.shortestAway {
        timeline.add(Pause(began: absence.since - absence.slack, length: slept))
      }
      return false
    case .pause:
      // Zero came before the absence: the focus was finished, only nobody noticed.
      guard until > absence.began else { return false }
      state = .running(until: until + absence.length)
      guard absence.length >= Absence.shortestAway else { return false }
      pause(absence.now, cause: .away(absence.length), since: absence.since)
      return true
    }
  }

  /// Pauses a running phase as of the last moment known alive. A completed phase whose successor was about to begin
  /// waits for a person, and alerts.
  mutating func applyPowerLoss(_ lastAlive: Moment) -> AlertConfiguration? {
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
