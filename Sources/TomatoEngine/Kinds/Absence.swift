// What happens to a phase when the machine slept, the session was left, or the power failed. docs/away.md has the
// rules, and each kind's own file says which it follows. A running focus does not count a sleep and is paused on return
// (`when-away = pause`), or counts on and remembers it (`run`); breaks, timers and stopwatches run on. After a power
// loss, what ran is paused as it was when the daemon is last known to have run.

internal import TomatoLink

/// Time in which the machine slept or was left.
struct Absence {
  /// On CLOCK_BOOTTIME.
  var length: Duration
  /// Its latest possible start, on the wall clock.
  var since: WallTime
  /// How much earlier it may have begun. Unless the end of a sleep was reported, only its length is known.
  var slack: Duration = .zero
  /// The number to add to an old deadline to express it on this boot's clock; zero on the same boot.
  var rebase: Duration = .zero
  let now: Moment

  /// Its latest possible start, on CLOCK_BOOTTIME; exact if it was noticed at once.
  var began: Duration { now.sinceBoot - length }

  /// A shorter sleep is noise: the two clocks are read one after the other and kept in whole milliseconds.
  static let clockNoise: Duration = .milliseconds(5)
  /// In a shorter sleep nobody can have been away: its time does not count, but it pauses nothing.
  static let shortestAway: Duration = .seconds(1)
}

extension Phase {
  /// Applies an absence to a running focus; true if that paused it.
  mutating func apply(_ absence: Absence, _ whenAway: Settings.WhenAway) -> Bool {
    guard case .running(let until) = state else { return false }
    switch whenAway {
    case .run:
      // Sleep that may have come before zero is treated as sleep before zero, so that no slept time counts.
      let slept = min(until - (absence.began - absence.slack), absence.length)
      guard slept > .zero else { return false }
      asleep += slept
      // The record shows the sleep as a pause, because it does not count.
      if absence.length >= Absence.shortestAway {
        timeline.add(Pause(began: absence.since - absence.slack, length: slept))
      }
      return false
    case .pause:
      // The focus reached zero before the absence.
      guard until > absence.began else { return false }
      state = .running(until: until + absence.length)
      guard absence.length >= Absence.shortestAway else { return false }
      pause(absence.now, cause: .away(absence.length), since: absence.since)
      return true
    }
  }

  /// Pauses a running phase as of when the daemon last ran. A next phase that was about to begin waits for a person.
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
