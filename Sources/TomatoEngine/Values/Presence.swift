// Whether somebody is at the machine. The shell has sources that tell it; what becomes of a focus is the engine's
// (Departure.swift).

/// Whether somebody is at the machine, as the sources of the desktop tell it.
public enum Presence: Hashable, Sendable {
  case here
  /// No person has touched anything since this moment, on CLOCK_BOOTTIME.
  case away(since: Duration)
  /// The screen has been locked since this moment, on CLOCK_BOOTTIME.
  case locked(since: Duration)
}
