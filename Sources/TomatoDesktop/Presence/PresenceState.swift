// Combines idle time and locks into absences. Pure.

internal import TomatoEngine

/// An absence begins with idle time or a lock, whichever is first, and ends with input on an unlocked screen.
nonisolated struct PresenceState {
  /// No input since then; nil: the user is active.
  private var idleSince: Duration?
  /// Locked since then; nil: unlocked.
  private var lockedSince: Duration?
  /// The last presence reported to the engine.
  private(set) var reported = Presence.here

  /// Times are on CLOCK_BOOTTIME.
  enum Observation: Equatable {
    case idle(since: Duration)
    case active
    case locked(at: Duration)
    case unlocked
  }

  /// - Returns: The new presence for the engine; nil if unchanged.
  mutating func take(_ observation: Observation) -> Presence? {
    switch observation {
    case .idle(let since): idleSince = min(idleSince ?? since, since)
    case .active: idleSince = nil
    case .locked(let moment): lockedSince = lockedSince ?? moment
    case .unlocked: lockedSince = nil
    }
    let now = present
    guard now != reported else { return nil }
    reported = now
    return now
  }

  private var present: Presence {
    switch (reported, idleSince, lockedSince) {
    case (_, nil, nil): .here
    case (.here, let idle?, nil): .away(since: idle)
    case (.here, let idle?, let locked?): .away(since: min(idle, locked))
    case (.here, nil, let locked?): .locked(since: locked)
    // The user was idle before the screen was locked.
    case (.locked(let since), let idle?, _) where idle < since: .away(since: idle)
    case (.locked, _, _), (.away, _, _): reported
    }
  }
}
