// Whether somebody is at the machine, as sources of the shell report it. The engine decides what it means for a focus
// (Departure.swift).

/// Whether somebody is at the machine, as the sources of the desktop tell it.
public enum Presence: Hashable, Sendable {
  case here
  /// No person has touched anything since this moment, on CLOCK_BOOTTIME.
  case away(since: Duration)
  /// The screen has been locked since this moment, on CLOCK_BOOTTIME.
  case locked(since: Duration)
}
