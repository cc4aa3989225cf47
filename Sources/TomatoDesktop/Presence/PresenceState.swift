// Combines idle time and locks into absences, each from its first sign to the last. Pure.

internal import TomatoEngine

/// An absence begins with idle time or with a lock, whichever is there first, and ends when somebody touches something
/// and the screen is unlocked: input on a lock screen is no return.
nonisolated struct PresenceState {
  /// No input since then; nil: the user is active.
  private var idleSince: Duration?
  /// Locked since then; nil: unlocked.
  private var lockedSince: Duration?
  /// The last presence reported to the engine.
  private(set) var told = Presence.here

  /// An observation. Times are on CLOCK_BOOTTIME.
  enum Sign: Equatable {
    case idle(since: Duration)
    case active
    case locked(at: Duration)
    case unlocked
  }

  /// Takes an observation; returns the new presence for the engine, nil if unchanged.
  mutating func take(_ sign: Sign) -> Presence? {
    switch sign {
    case .idle(let since): idleSince = min(idleSince ?? since, since)
    case .active: idleSince = nil
    case .locked(let moment): lockedSince = lockedSince ?? moment
    case .unlocked: lockedSince = nil
    }
    let now = present
    guard now != told else { return nil }
    told = now
    return now
  }

  private var present: Presence {
    switch (told, idleSince, lockedSince) {
    case (_, nil, nil): .here
    case (.here, let idle?, nil): .away(since: idle)
    case (.here, let idle?, let locked?): .away(since: min(idle, locked))
    case (.here, nil, let locked?): .locked(since: locked)
    // There had been no input for long when the screen was locked.
    case (.locked(let since), let idle?, _) where idle < since: .away(since: idle)
    case (.locked, _, _), (.away, _, _): told
    }
  }
}
